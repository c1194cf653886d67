"""Steps and feet: how exact the steps are, whether feet stay where they stand, and how high they swing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from footpipe import Floats, gait_kernel
from footpipe_gait.bench.motion import HEEL, slid
from footpipe_gait.bench.rows import Row
from footpipe_gait.bench.walks import walk_many
from footpipe_gait.cycles import cycles
from footpipe_gait.shape import LegShape
from footpipe_gait.style import Style

LEGS = (0.7, 0.8, 0.9, 1.0, 1.1)  # m
STEPS = (0.45, 0.55, 0.65, 0.743, 0.85, 1.0)  # of the leg
SECONDS = 20
BALL = 3  # of the points; behind it comes the tip of the toe
MID_SWING = (0.25, 0.75)  # of the time in the air


def feet_rows(style: Style) -> Iterator[Row]:
    """Rows about steps and feet on level ground."""
    shapes = [LegShape().scaled(leg) for leg in LEGS]
    ran = [walk_many(style, shape, np.multiply(STEPS, shape.leg), SECONDS * 120) for shape in shapes]
    cells = np.array(
        [_cell(walks, i, step * leg) for leg, walks in zip(LEGS, ran, strict=True) for i, step in enumerate(STEPS)]
    )
    error, spread, sides = 100 * cells.max(axis=0)
    yield Row(
        f"step length, worst of {len(cells)} cells: error / spread / left-right, %",
        (error, spread, sides),
        (0.5, 2.0, 2.0),
    )
    middle = ran[LEGS.index(0.9)]
    feet = [_feet(middle, i) for i in range(len(STEPS))]
    yield Row("slip of a point on the ground, a step, mm", (1000 * max(foot[0] for foot in feet),), (0.5,), digits=3)
    yield Row("below the ground, mm", (1000 * max(foot[1] for foot in feet),), (5.0,))
    yield Row("toe clearance in mid-swing, mm", (1000 * min(foot[2] for foot in feet),), (5.0,), least=True)


def _cell(walks: gait_kernel.Walks, index: int, step: float) -> tuple[float, float, float]:
    """Error, spread and the left's steps against the right's, each as a share of the step."""
    found = cycles(walks.angles[index], walks.events[index], 120.0)
    if found is None:
        return (np.inf,) * 3
    sides = found.steps[found.legs == 0].mean() - found.steps[found.legs == 1].mean()
    return abs(found.steps.mean() / step - 1), found.steps.std() / step, abs(sides) / step


def _feet(walks: gait_kernel.Walks, index: int) -> tuple[float, float, float]:
    """Slip a step, depth below the ground, and toe clearance in mid-swing, m, of the second half of a walk."""
    half = walks.angles.shape[1] // 2
    points, phase = walks.points[index, half:, :, HEEL:], walks.phase[index, half:]
    steps = max(1, int((walks.events[index][:, 0] > half / 120).sum()) // 2)
    slip = float(slid(walks, index, half).sum(axis=(0, 1)).max()) / steps
    return slip, float(-points[..., 1].min()), _mid_swing(points[:, :, BALL - HEEL :, 1].min(axis=-1), phase)


def _mid_swing(low: Floats, phase: Floats) -> float:
    """Least of the heights (F, 2) in the middle of the times in the air."""
    least = np.inf
    for leg in (0, 1):
        air = phase[:, leg] > 1.0
        edges = np.flatnonzero(np.diff(air.astype(int)))
        for first, last in zip(edges[:-1] + 1, edges[1:] + 1, strict=True):
            if air[first]:
                begin, end = (first + round(share * (last - first)) for share in MID_SWING)
                least = min(least, float(low[begin:end, leg].min()))
    return least
