"""Pictures of the page on styling a walk: a style on one sheet, and what each knob does; `pictures.py` draws them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from footpipe_gait.fuzzy import Rule
from footpipe_gait.plots.people import people_at
from footpipe_gait.plots.sheet import Drawn, draw_sheet
from footpipe_gait.plots.strides import PERCENT, stride_curves, whole_strides
from footpipe_gait.shape import LegShape
from footpipe_gait.style import JOINTS, Pose, Style
from footpipe_gait.style_read import shipped
from footpipe_gait.walk import POINTS, Walk, walk

STEP, RIGHT = 0.67, 1
GREY, COLOUR = "0.7", "#00798c"
CLEAR = Rule.of("foot is air and clearance is low", {"knee": "flex", "hip": "flex"})


@dataclass(frozen=True)
class Knob:
    """A change of a style, and the picture that shows it."""

    title: str
    change: Callable[[Style], Style]
    draw: Callable[[plt.Axes, Walk, str], None]
    step: float = STEP


def joint_over_stride(joint: str) -> Callable[[plt.Axes, Walk, str], None]:
    """A joint over a stride, deg."""

    def draw(axes: plt.Axes, made: Walk, colour: str) -> None:
        axes.plot(PERCENT, stride_curves(made)[..., JOINTS.index(joint)].mean(0), color=colour, lw=1.6)
        axes.set(xlabel="% of the stride", ylabel=f"{joint}, deg", xlim=(0, 100))

    return draw


def knee_over_time(axes: plt.Axes, made: Walk, colour: str) -> None:
    """The right knee from a landing on, deg."""
    first, _ = whole_strides(made, RIGHT)[0]
    axes.plot(made.times - first, made.angles[:, RIGHT, JOINTS.index("knee")], color=colour, lw=1.6)
    axes.set(xlabel="s", ylabel="knee, deg", xlim=(0, 2))


def height_over_stride(point: str, since: float = 50) -> Callable[[plt.Axes, Walk, str], None]:
    """Height of a point of the right foot over its last stride, from a share of it on, cm."""

    def draw(axes: plt.Axes, made: Walk, colour: str) -> None:
        first, last = whole_strides(made, RIGHT)[-1]
        heights = made.points[:, RIGHT, POINTS.index(point), 1] * 100
        percent = np.linspace(since, 100, 201)
        axes.plot(percent, np.interp(first + percent / 100 * (last - first), made.times, heights), color=colour, lw=1.6)
        axes.set(xlabel="% of the stride", ylabel=f"{point}, cm", xlim=(since, 100))

    return draw


def pose(name: str, **changes: float | str) -> Callable[[Style], Style]:
    """A style with another pose: its joints in deg, or at, spread, pace."""

    def changed(style: Style) -> Style:
        return replace(style, poses=tuple(_posed(each, changes) if each.name == name else each for each in style.poses))

    return changed


def _posed(each: Pose, changes: Mapping[str, Any]) -> Pose:
    angles = {joint: changes.get(joint, angle) for joint, angle in each.angles.items()}
    return replace(each, angles=angles, **{key: value for key, value in changes.items() if key not in JOINTS})


FLOPPY = dict.fromkeys(JOINTS, 1.0)
KNOBS = (
    Knob("tempo = 1.4", lambda style: replace(style, tempo=1.4), knee_over_time),
    Knob("follow = 1 of every joint", lambda style: replace(style, follow=FLOPPY), joint_over_stride("knee")),
    Knob("plant = 0.3", lambda style: replace(style, plant=0.3), height_over_stride("heel", 85)),
    Knob("clearance = 0.06", lambda style: replace(style, clearance=0.06), height_over_stride("tip")),
    Knob("passing: knee = 80", pose("passing", knee=80.0), joint_over_stride("knee")),
    Knob("passing: at = 1.5", pose("passing", at=1.5), joint_over_stride("knee")),
    Knob("midstance: spread = 0.22", pose("midstance", spread=0.22), joint_over_stride("knee")),
    Knob("passing: pace = 2.6", pose("passing", pace=2.6), knee_over_time),
    Knob("a step of 0.5 m, by per_step", lambda style: style, joint_over_stride("hip"), step=0.5),
    Knob(
        "a rule: low clearance flexes",
        lambda style: replace(style, rules=(*style.rules, CLEAR)),
        height_over_stride("tip"),
    ),
)


def draw_style(path: Path) -> None:
    """The style that comes along, on one sheet."""
    shape = LegShape()
    draw_sheet(Drawn(shipped("walk"), shape, STEP, people_at(STEP / shape.leg)), path)


def draw_knobs(path: Path) -> None:
    """A panel for each knob."""
    style = shipped("walk")
    before = made(style, STEP)
    figure, axes = plt.subplots(5, 2, figsize=(10, 14), layout="constrained")
    for knob, panel in zip(KNOBS, axes.flat, strict=True):
        knob.draw(panel, before, GREY)
        knob.draw(panel, made(knob.change(style), knob.step), COLOUR)
        panel.set_title(knob.title, loc="left", fontsize=10)
        panel.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=90)
    plt.close(figure)


def made(style: Style, step: float) -> Walk:
    """A walk on its way."""
    return walk(style, step=step, steps=12, rate=120, start=False, stop=False)
