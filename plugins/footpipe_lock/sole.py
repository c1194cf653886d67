"""Soles that lie flat on the ground: how feet and toes have to turn for it, and turning them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footpipe import BoundRig, Clip, Floats, kernel
from footpipe_lock.legs import standing_pose
from footpipe_lock.surface import UP

FADE = 0.12  # s before and after a contact in which a sole turns


@dataclass(frozen=True)
class Soles:
    """World turns (F, L, 4) of feet and toes, each about its own joint, without rest rows."""

    foot: Floats
    toe: Floats


def flat_soles(clip: Clip, rig: BoundRig, normals: Floats, active: NDArray[np.bool_]) -> Soles:
    """The turns that bring soles square to `normals` (F, L, 3) where `active` (F, L), fading out beside it.

    A sole is square to the vertical in the pose in which the character stands.
    """
    rows = slice(clip.rest_rows, None)
    _, standing = standing_pose(clip, rig)
    weights = _faded(active, clip.times[rows])
    turns = []
    for joints in (rig.ankle, rig.toe):
        own = kernel.rotate(kernel.inverse(standing[joints]), UP)  # (L, 3) in the joint's frame
        now = kernel.rotate(clip.world.rotations[rows].take(joints, axis=1), own)
        turns.append(_shares(kernel.between(now, normals), weights))
    return Soles(*turns)


def turned(clip: Clip, locked: Clip, rig: BoundRig, soles: Soles) -> Clip:
    """The locked clip with feet and toes as they were in `clip`, but for the turns."""
    rows = slice(clip.rest_rows, None)
    rotations = locked.rotations.copy()
    above = _above(locked, rig.ankle)[rows]
    before = clip.world.rotations[rows]
    foot = kernel.multiply(soles.foot, before.take(rig.ankle, axis=1))
    toe = kernel.multiply(soles.toe, before.take(rig.toe, axis=1))
    rotations[rows, rig.ankle] = kernel.multiply(kernel.inverse(above), foot)
    whole = locked.replace(rotations=rotations)
    has_toe = rig.toe != rig.ankle
    local = kernel.multiply(kernel.inverse(_above(whole, rig.toe)[rows]), toe)
    rotations = rotations.copy()
    rotations[rows, rig.toe[has_toe]] = local[:, has_toe]
    return whole.replace(rotations=rotations)


def _above(clip: Clip, joints: NDArray[np.int32]) -> Floats:
    """(F, N, 4) world rotations of the joints' parents."""
    return clip.world.rotations.take(clip.skeleton.parents[joints], axis=1)


def _faded(active: NDArray[np.bool_], times: Floats) -> Floats:
    """(F, L) 1 in contact, down to 0 within FADE beside it."""
    weights = np.zeros(active.shape)
    for limb, on in enumerate(active.T):
        touched = times[on]
        if touched.size:
            after = np.searchsorted(touched, times)
            gaps = [abs(times - touched[np.clip(after + k, 0, len(touched) - 1)]) for k in (-1, 0)]
            near = np.clip(1 - np.minimum(*gaps) / FADE, 0, 1)
            weights[:, limb] = near * near * (3 - 2 * near)
    return weights


def _shares(turns: Floats, weights: Floats) -> Floats:
    """Shares (F, L) of turns (F, L, 4)."""
    vectors = kernel.log(turns) * weights[..., None] / 2
    angles = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.concatenate([vectors * np.sinc(angles / np.pi), np.cos(angles)], axis=-1)
