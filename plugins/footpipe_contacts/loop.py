"""Clips that loop: their last pose is their first, so what comes before and after them is known."""

from __future__ import annotations

import numpy as np

from footpipe import Clip, Floats, kernel

SAME_POSE = 1.0  # degrees: joints turn more from frame to frame where anything moves
MOVES = 10.0  # degrees that some joint turns within the clip; a figure that only stands does not need to loop
LEAST = 6  # frames of a cycle


def loops(clip: Clip) -> bool:
    """Whether the last pose of the clip is that of its first frame of motion, with others in between.

    Poses are local rotations: how far the root has gone does not matter, which way it looks does.
    """
    poses = clip.rotations[clip.rest_rows :]
    if len(poses) <= LEAST or _turn(poses[0], poses[-1]) > SAME_POSE:
        return False
    return _turn(np.broadcast_to(poses[0], poses.shape), poses) > MOVES


def _turn(some: Floats, others: Floats) -> float:
    """The most that a joint turns between poses (..., J, 4), degrees."""
    return float(np.degrees(kernel.angle(some, others).max()))


def unrolled(places: Floats, travel: Floats, frames: int) -> Floats:
    """Places (F, ...) of a loop, going on for `frames` at both ends; each round is `travel` m farther."""
    rounds, within = np.divmod(np.arange(-frames, len(places) + frames), len(places) - 1)
    return places[within] + rounds.reshape(-1, *[1] * (places.ndim - 1)) * travel
