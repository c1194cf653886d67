"""Strides of people to draw behind a style's: by joint, mean and deviation."""

from __future__ import annotations

from pathlib import Path

from footpipe_gait.curves import read_curves
from footpipe_gait.plots.strides import Band
from footpipe_gait.references import five_speeds
from footpipe_gait.walk import JOINTS


def people_at(step: float) -> dict[str, Band]:
    """Those of the five speeds whose step is nearest; `step` in lengths of the leg."""
    near = min(five_speeds(), key=lambda people: abs(people.step / people.shape.leg - step))
    return {joint: (near.curves[:, i], near.band[:, i]) for i, joint in enumerate(JOINTS) if near.joints[i]}


def people_in(path: Path) -> dict[str, Band]:
    """Those of a CSV file of curves; raises `FileError` with the line of what is wrong."""
    curves = read_curves(path)
    return {joint: (curves.mean[:, i], curves.sd[:, i]) for i, joint in enumerate(curves.joints)}
