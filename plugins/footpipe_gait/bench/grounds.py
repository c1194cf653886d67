"""Grounds to walk on, as lines x, y m, and the edges of their steps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from footpipe import Floats, gait_kernel

FIRST = 1.2  # m, where stairs begin
BEFORE, BEYOND = 9.0, 60.0  # m of level ground before and of anything behind


def slope(degrees: float) -> Floats:
    """(3, 2) m: level, and from x = 1 on a slope."""
    return np.array([[-BEFORE, 0.0], [1.0, 0.0], [BEYOND, (BEYOND - 1.0) * np.tan(np.radians(degrees))]])


def stairs(rise: float, tread: float, count: int = 60) -> Floats:
    """(2 count + 2, 2) m: steps that go up, or down with a negative rise."""
    x = FIRST + tread * np.repeat(np.arange(count), 2)
    y = rise * ((np.arange(2 * count) + 1) // 2)
    return np.vstack([[-BEFORE, 0.0], np.column_stack([x, y]), [x[-1] + BEYOND, y[-1]]])


def one_step(height: float, at: float) -> Floats:
    """(4, 2) m: level ground with one step."""
    return np.array([[-BEFORE, 0.0], [at, 0.0], [at, height], [BEYOND, height]])


def land(line: Floats) -> gait_kernel.Land:
    """The same under both feet."""
    return gait_kernel.Land(np.array([[line, line]]))


def edges(line: Floats) -> Floats:
    """(E, 2) m, the upper ends of its risers."""
    upright = np.flatnonzero(np.diff(line[:, 0]) == 0)
    return np.column_stack([line[upright, 0], np.maximum(line[upright, 1], line[upright + 1, 1])])


def below(line: Floats, points: Floats) -> float:
    """By how much the lowest of points (..., 2) is under the line, m; within 1 mm of a riser its lower side counts."""
    sides = [np.interp(points[..., 0] + off, line[:, 0], line[:, 1]) for off in (-1e-3, 1e-3)]
    return float((np.minimum(*sides) - points[..., 1]).max())


def uneven(steps: int, length: float, seeds: Sequence[int]) -> Floats:
    """(N, steps, 3) footholds: lengths of steps +-20 %, heights +-5 cm."""
    rngs = [np.random.default_rng(seed) for seed in seeds]
    return np.array(
        [
            np.column_stack(
                [
                    np.cumsum(length * (1 + rng.uniform(-0.2, 0.2, steps))),
                    rng.uniform(-0.05, 0.05, steps),
                    np.zeros(steps),
                ]
            )
            for rng in rngs
        ]
    )
