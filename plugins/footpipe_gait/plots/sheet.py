"""A style on one sheet: what its rules say, and what the walk is like that they make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from footpipe import DataError, Floats, StageError, replacing
from footpipe_gait.plots import rules, strides
from footpipe_gait.shape import LegShape
from footpipe_gait.style import Style
from footpipe_gait.walk import JOINTS, Walk, walk

SUFFIXES = (".png", ".svg", ".pdf")
STEPS = 12  # landings of the walk that is drawn
LAYOUT = [
    ["sets", "sets", "poses", "poses"],
    ["pace", "pace", "speeds", "speeds"],
    [*JOINTS],
    ["cyclogram", "trail", "trail", "chart"],
]


@dataclass(frozen=True)
class Drawn:
    """What a sheet is about.

    style   the style
    shape   lengths of the legs that walk
    step    m
    people  by joint a stride of people: mean and deviation, (101,) deg each
    beside  another style to compare with
    """

    style: Style
    shape: LegShape
    step: float
    people: Mapping[str, tuple[Floats, Floats]] = field(default_factory=dict)
    beside: Style | None = None


def draw_sheet(drawn: Drawn, path: Path) -> None:
    """Write the sheet into a picture file, whose suffix says of what kind.

    Raises `StageError` where matplotlib is missing, `DataError` for another suffix and a style that does not walk.
    """
    if path.suffix not in SUFFIXES:
        raise DataError(f"a picture's name ends in {' or '.join(SUFFIXES)}, not '{path.name}'")
    figure = _figure()
    axes = figure.subplot_mosaic(LAYOUT, height_ratios=(1, 1, 1, 1.2))
    _draw_rules(axes, drawn.style, drawn.step / drawn.shape.leg)
    _draw_walk(axes, drawn)
    about = f"style '{drawn.style.name}', steps of {drawn.step:g} m on legs of {drawn.shape.leg:.2g} m"
    if drawn.beside:
        about += f"; dashed: '{drawn.beside.name}'"
    figure.suptitle(about, x=0.01, ha="left", fontsize=12)
    with replacing(path) as target:
        figure.savefig(target, dpi=100, format=path.suffix[1:])


def _figure() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise StageError("pictures need matplotlib", help="install it: pip install 'footpipe[plot]'") from None
    return Figure(figsize=(15, 13.5), layout="constrained")


def _draw_rules(axes: Any, style: Style, step: float) -> None:
    rules.plot_sets(axes["sets"], style, step)
    rules.plot_poses(axes["poses"], style, step)
    rules.plot_pace(axes["pace"], style, step)
    rules.plot_speeds(axes["speeds"], style, step)


def _draw_walk(axes: Any, drawn: Drawn) -> None:
    made = _walk(drawn, drawn.style)
    curves = strides.stride_curves(made)
    other = strides.stride_curves(_walk(drawn, drawn.beside)) if drawn.beside else None
    for joint in JOINTS:
        strides.plot_joint(axes[joint], joint, curves, drawn.people.get(joint), other)
    axes[JOINTS[0]].legend(fontsize=8, frameon=False)
    strides.plot_cyclogram(axes["cyclogram"], curves, drawn.people, other)
    strides.plot_trail(axes["trail"], made)
    strides.plot_chart(axes["chart"], made)


def _walk(drawn: Drawn, style: Style) -> Walk:
    return walk(style, drawn.shape, step=drawn.step, steps=STEPS, rate=120, start=False, stop=False)
