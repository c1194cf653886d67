"""What a walk is like: joint curves over a stride, hip against knee, the foot's trail, and the chart of its steps."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from footpipe import DataError, Floats
from footpipe_gait.plots.rules import COLOURS
from footpipe_gait.walk import JOINTS, LEGS, POINTS, Walk

Band = tuple[Floats, Floats]  # mean and deviation, (101,) deg each
PERCENT = np.linspace(0, 100, 101)
SIDES = {"left": "#d1495b", "right": "#00798c"}
TRAIL = {"heel": "#00798c", "ball": "#edae49", "tip": "#d1495b"}
FOOT = [POINTS.index(name) for name in ("ankle", "heel", "ball", "tip")]
FIGURES = 11  # feet drawn along a stride


def stride_curves(walk: Walk) -> Floats:
    """(S, 101, 4) deg of the whole strides of both legs, from a foot's contact to its next.

    Raises `DataError` for a walk without one.
    """
    return np.array([_curves(walk, leg, *span) for leg in range(len(LEGS)) for span in whole_strides(walk, leg)])


def whole_strides(walk: Walk, leg: int) -> list[tuple[float, float]]:
    """First and last s of a leg's strides that the walk shows whole; raises `DataError` where there is none."""
    landed = [step.contact for step in walk.steps if step.leg == leg and step.length is not None and step.contact >= 0]
    if len(landed) < 2:
        raise DataError("the walk has no whole stride", help="take more steps")
    return list(pairwise(landed))


def _curves(walk: Walk, leg: int, first: float, last: float) -> Floats:
    at = first + PERCENT / 100 * (last - first)
    return np.stack([np.interp(at, walk.times, walk.angles[:, leg, joint]) for joint in range(len(JOINTS))], axis=1)


def plot_joint(axes: Any, joint: str, curves: Floats, band: Band | None, other: Floats | None) -> None:
    """One joint over a stride: strides (S, 101, 4) deg, a band of people, and another style's strides."""
    index = JOINTS.index(joint)
    if band:
        mean, spread = band
        axes.fill_between(PERCENT, mean - spread, mean + spread, color="0.87", lw=0, label="people, 1 SD")
        axes.plot(PERCENT, mean, color="0.6", lw=1)
    if other is not None:
        axes.plot(PERCENT, other[..., index].mean(0), color="black", lw=1.2, ls="--", label="beside")
    axes.plot(PERCENT, curves[..., index].T, color=COLOURS[joint], lw=0.6, alpha=0.6)
    axes.plot(PERCENT, curves[..., index].mean(0), color=COLOURS[joint], lw=1.6, label="style")
    axes.set(xlim=(0, 100), xlabel="% of the stride")
    _finish(axes, f"{joint}, deg")


def plot_cyclogram(axes: Any, curves: Floats, people: Mapping[str, Band], other: Floats | None) -> None:
    """Knee over hip, round a stride: strides (S, 101, 4) deg, bands of people, and another style's strides."""
    if {"hip", "knee"} <= people.keys():
        axes.plot(people["hip"][0], people["knee"][0], color="0.6", lw=1)
    if other is not None:
        axes.plot(*other.mean(0)[:, :2].T, color="black", lw=1.2, ls="--")
    hip, knee = curves.mean(0)[:, :2].T
    axes.plot(hip, knee, color="#66418a", lw=1.6)
    axes.plot(hip[0], knee[0], "o", color="#66418a", ms=5)
    axes.annotate("contact", (hip[0], knee[0]), (5, -10), textcoords="offset points", fontsize=8)
    axes.set(xlabel="hip, deg", ylabel="knee, deg")
    _finish(axes, "cyclogram")


def plot_trail(axes: Any, walk: Walk, leg: int = 1) -> None:
    """Where a foot's heel, ball and tip go in a stride, heights drawn large, and the foot along it."""
    first, last = whole_strides(walk, leg)[-1]
    frames = np.flatnonzero((walk.times >= first) & (walk.times <= last))
    for name, colour in TRAIL.items():
        x, y = walk.points[frames, leg, POINTS.index(name)].T
        axes.plot(x, y * 100, color=colour, lw=1.4, label=name, zorder=3)
    for frame in frames[np.linspace(0, len(frames) - 1, FIGURES).astype(int)]:
        x, y = walk.points[frame, leg, FOOT].T
        axes.fill(x, y * 100, facecolor="0.92", edgecolor="0.7", lw=0.8, zorder=1)
    axes.axhline(0, color="0.5", lw=0.8)
    axes.set(xlabel="m", ylabel="cm", ylim=(-2, 36))
    axes.legend(fontsize=8, frameon=False, loc="upper right", ncols=3)
    _finish(axes, f"trail of the {LEGS[leg]} foot over a stride")


def plot_chart(axes: Any, walk: Walk) -> None:
    """When each foot is on the ground, and the length of the step that brought it there."""
    end = walk.times[-1]
    for step in walk.steps:
        off = end if step.toe_off is None else step.toe_off
        axes.barh(step.leg, off - step.contact, left=step.contact, height=0.5, color=SIDES[LEGS[step.leg]], alpha=0.8)
        if step.length is not None:
            length = f"{step.length * 100:.0f}"
            axes.annotate(length, (step.contact, step.leg), (3, 0), textcoords="offset points", va="center", fontsize=7)
    axes.set(xlim=(0, end), ylim=(-0.6, 1.6), yticks=range(len(LEGS)), yticklabels=LEGS, xlabel="s")
    _finish(axes, "steps: feet on the ground; cm")


def _finish(axes: Any, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
