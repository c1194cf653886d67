"""Where a walk is in the world: it is made seen from the side, and then laid along a way on the ground."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footpipe import DataError, Floats
from footpipe_gait.walk import LEGS, Walk

NEAR = 1e-9  # s: a frame so little before a landing is of it


@dataclass(frozen=True, eq=False)
class Track:
    """A walk's way on the ground, before the figure's own heading and start are added.

    pelvis  (F, 3) m to the left, m forward, and heading: under the hips, per frame
    spots   (S, 3) the same of each of `walk.steps`: the way's point at the step's x. The foot stands beside it, by as
            much as its hip is aside, and points along the heading

    Headings are rad about y, from z (forward) towards x (left), and go on beyond half a turn: a foot turns from one
    spot to the next by the difference. Raises `DataError` where the shapes are others.
    """

    pelvis: Floats
    spots: Floats

    def __post_init__(self) -> None:
        for name, array in (("pelvis", self.pelvis), ("spots", self.spots)):
            if array.ndim != 2 or array.shape[1] != 3 or not np.isfinite(array).all():
                raise DataError(f"track: {name}: finite numbers (N, 3) wanted, got {array.shape}")


@dataclass(frozen=True, eq=False)
class Footings:
    """Between which spots each foot is, in every frame.

    before, after  (F, 2, 4) of the spots: m left, m forward, heading rad, and x in the walk, m
    share          (F, 2) of the way from the one to the other: 0 or 1 of a foot on the ground
    """

    before: Floats
    after: Floats
    share: Floats


def straight(walk: Walk) -> Track:
    """Straight on."""
    return Track(_along(walk.pelvis[:, 0]), _along(np.array([step.x for step in walk.steps])))


def _along(x: Floats) -> Floats:
    return np.stack([np.zeros_like(x), x, np.zeros_like(x)], axis=1)


def footings(walk: Walk, track: Track) -> Footings:
    """Each foot stays with its spot while it is on the ground; in the air it goes smoothly from one to the next.

    A foot that is in the air at the walk's beginning or end, without a spot before or after, keeps to the one it has.
    Raises `DataError` for a track of another walk, and for a walk in which a foot is never on the ground.
    """
    frames, many = len(walk.times), len(walk.steps)
    if len(track.pelvis) != frames or len(track.spots) != many:
        raise DataError(
            f"track: {len(track.pelvis)} frames and {len(track.spots)} spots,"
            f" and the walk has {frames} frames and {many} steps"
        )
    spots = np.column_stack([track.spots, [step.x for step in walk.steps]])
    made = [_footing(walk, spots, leg) for leg in (0, 1)]
    before, after, share = (np.stack(parts, axis=1) for parts in zip(*made, strict=True))
    return Footings(before, after, share)


def _footing(walk: Walk, spots: Floats, leg: int) -> tuple[Floats, Floats, Floats]:
    """Spots (F, 4) before and after, and the share (F,), of one foot."""
    own = [index for index, step in enumerate(walk.steps) if step.leg == leg]
    if not own:
        raise DataError(f"the walk has no step of the {LEGS[leg]} foot: it is never on the ground")
    contacts = np.array([walk.steps[index].contact for index in own])
    leaves = np.array([np.inf if (off := walk.steps[index].toe_off) is None else off for index in own])
    last = np.maximum(np.searchsorted(contacts, walk.times + NEAR, side="right") - 1, 0)
    after = np.minimum(last + 1, len(own) - 1)
    left = np.where(after > last, leaves[last], np.inf)
    lands = np.where(after > last, contacts[after], np.inf)
    return spots[own][last], spots[own][after], _eased(walk.times, left, lands)


def _eased(times: Floats, left: Floats, lands: Floats) -> Floats:
    """(F,) 0 until `left`, 1 at `lands`: with neither speed nor acceleration at its ends."""
    flies = np.isfinite(left) & (times > left)
    share = np.zeros(len(times))
    share[flies] = np.minimum((times[flies] - left[flies]) / (lands[flies] - left[flies]), 1.0)
    return share**3 * (10 - 15 * share + 6 * share**2)
