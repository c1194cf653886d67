"""What the bench asks of any walk at 120 frames per second: how smooth it is, and how still feet on the ground are."""

from __future__ import annotations

import numpy as np

from footpipe import Floats, gait_kernel

RATE = 120.0  # frames per second
HEEL = 2  # of the points; then ball and tip


def sudden(angles: Floats) -> float:
    """Largest change of a joint's speed from one frame to the next, deg/s; angles (F, 2, 4) rad."""
    return float(np.abs(np.diff(np.degrees(angles), n=2, axis=0)).max() * RATE)


def slid(walks: gait_kernel.Walks, index: int = 0, first: int = 0) -> Floats:
    """(F - 1, 2, 3) m that heel, ball and tip move from frame to frame on the ground; from frame `first` on."""
    points, touch = walks.points[index, first:, :, HEEL:], walks.touch[index, first:]
    moved = np.linalg.norm(np.diff(points, axis=0), axis=-1)
    return np.where(touch[1:] & touch[:-1], moved, 0.0)
