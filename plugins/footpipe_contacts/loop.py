"""Clips that loop: their last pose is their first, or one frame before it, so what comes before and after is known."""

from __future__ import annotations

import numpy as np

from footpipe import Clip, Floats, kernel

SAME_POSE = 1.0  # degrees: joints turn more from frame to frame where anything moves
MOVES = 10.0  # degrees that some joint turns within the clip; a figure that only stands does not need to loop
LEAST = 6  # frames of a cycle
STEADY = 1.0  # times the larger step beside it that the step across the seam may differ from the mean of both
IN_PLACE = 0.05  # m, of an adult: a round that goes less far goes nowhere, but for what a seam does not tell


def period(clip: Clip) -> int | None:
    """Frames after which the first pose of the motion comes back; None for a clip that does not loop.

    The last pose is the first one once more (a frame less than there are), or it is what comes just before: the joints
    then turn on across the seam as they do on both sides of it. Poses are local rotations: how far the root has gone
    does not matter, which way it looks does.
    """
    poses = clip.rotations[clip.rest_rows :]
    if len(poses) <= LEAST or _turn(np.broadcast_to(poses[0], poses.shape), poses) <= MOVES:
        return None
    if _turn(poses[0], poses[-1]) <= SAME_POSE:
        return len(poses) - 1
    return len(poses) if _goes_on(poses) else None


def _turn(some: Floats, others: Floats) -> float:
    """The most that a joint turns between poses (..., J, 4), degrees."""
    return float(np.degrees(kernel.angle(some, others).max()))


def _goes_on(poses: Floats) -> bool:
    """Whether the joints turn from the last pose to the first as they do before and after."""
    rows = poses[[-2, -1, 0, 1]]
    before, seam, after = kernel.log(kernel.multiply(kernel.inverse(rows[:-1]), rows[1:]))
    usual = max(_largest(before), _largest(after))
    return _largest(seam - (before + after) / 2) <= STEADY * usual


def _largest(vectors: Floats) -> float:
    return float(np.linalg.norm(vectors, axis=-1).max())


def per_round(places: Floats, frames: int) -> Floats:
    """(3,) m that a loop goes on by in each round of so many frames; places (F, 3) m of the pelvis, of an adult.

    The step across a seam that is not in the clip is taken to be the mean of those beside it.
    """
    way: Floats = places[-1] - places[0]
    if frames < len(places):
        return way
    way = way + (places[-1] - places[-2] + places[1] - places[0]) / 2
    flat, up = way * [1, 0, 1], way * [0, 1, 0]
    return np.sum([part for part in (flat, up) if np.linalg.norm(part) > IN_PLACE], axis=0) + np.zeros(3)


def unrolled(places: Floats, travel: Floats, frames: int, margin: int) -> Floats:
    """Places (F, ...) of a loop of `frames`, going on for `margin` at both ends; each round is `travel` m farther."""
    rounds, within = np.divmod(np.arange(-margin, len(places) + margin), frames)
    return places[within] + rounds.reshape(-1, *[1] * (places.ndim - 1)) * travel
