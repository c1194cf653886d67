"""Pictures of controllers on matplotlib's axes: sets, decision curves, decision surfaces."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np

from footpipe import Floats
from footpipe_gait.fuzzy.controller import Controller

POINTS = 401


def plot_sets(axes: Any, controller: Controller, name: str) -> None:
    """How much an input belongs to each of its sets, over its range."""
    each = controller.inputs[name]
    before = sum(len(other.sets) for other in islice(controller.inputs.values(), list(controller.inputs).index(name)))
    x = np.linspace(*each.limits, POINTS)
    members = controller.members(_rows(controller, {name: x}))[:, before : before + len(each.sets)]
    for word, member in zip(each.sets, members.T, strict=True):
        (line,) = axes.plot(x, member, lw=1.6)
        _note(axes, word, x[member.argmax()], member.max(), line.get_color())
    axes.set(xlabel=_label(name, each.unit), xlim=each.limits, ylim=(0, 1.15), yticks=(0, 1))


def plot_curve(axes: Any, controller: Controller, output: str, over: str, **others: float) -> None:
    """An output over one input; every other input is as `others` say, or in the middle of its range."""
    x = np.linspace(*controller.inputs[over].limits, POINTS)
    values = controller(_rows(controller, {over: x, **others}))[:, list(controller.outputs).index(output)]
    axes.plot(x, values, color="black", lw=1.6)
    for word, value in controller.outputs[output].values.items():
        axes.axhline(value, color="0.8", lw=0.8, zorder=0)
        _note(axes, word, x[0], value, "0.4")
    unit = controller.outputs[output].unit
    axes.set(xlabel=_label(over, controller.inputs[over].unit), ylabel=_label(output, unit), xlim=(x[0], x[-1]))


def plot_surface(axes: Any, controller: Controller, output: str, across: str, up: str, **others: float) -> Any:
    """An output over two inputs, as filled contours; returns those, for a colour bar."""
    x, y = (np.linspace(*controller.inputs[name].limits, POINTS // 4) for name in (across, up))
    grid_x, grid_y = np.meshgrid(x, y)
    rows = _rows(controller, {across: grid_x.ravel(), up: grid_y.ravel(), **others})
    values = controller(rows)[:, list(controller.outputs).index(output)].reshape(grid_x.shape)
    axes.set(xlabel=_label(across, controller.inputs[across].unit), ylabel=_label(up, controller.inputs[up].unit))
    return axes.contourf(x, y, values, levels=21, cmap="RdBu_r")


def _note(axes: Any, word: str, x: float, y: float, colour: str) -> None:
    """A word above a point, within the axes."""
    low, high = axes.dataLim.intervalx
    side, aside = ("left", 3) if x <= low else ("right", -3) if x >= high else ("center", 0)
    axes.annotate(word, (x, y), (aside, 2), textcoords="offset points", ha=side, color=colour, fontsize=9)


def _rows(controller: Controller, given: Mapping[str, Any]) -> Floats:
    """(N, I) inputs: those given, the others in the middle of their ranges."""
    columns = [given.get(name, np.mean(each.limits)) for name, each in controller.inputs.items()]
    return np.stack(np.broadcast_arrays(*columns), axis=-1)


def _label(name: str, unit: str) -> str:
    return f"{name}, {unit}" if unit else name
