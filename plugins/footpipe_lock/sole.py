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
    """World turns (F, L, 4) of feet and toes, each about its own joint, without rest rows.

    `weight` (F, L) is 1 in contact, and falls to 0 beside it: what share of them is taken.
    """

    foot: Floats
    toe: Floats
    weight: Floats


def flat_soles(clip: Clip, rig: BoundRig, normals: Floats, active: NDArray[np.bool_]) -> Soles:
    """The turns that bring soles square to `normals` (F, L, 3) where `active` (F, L), fading out beside it.

    A sole is square to the vertical in the pose in which the character stands.
    """
    rows = slice(clip.rest_rows, None)
    _, standing = standing_pose(clip, rig)
    weights = _faded(active, clip.times[rows])
    foot, toe = (_turns(clip, joints, standing[joints], normals) for joints in (rig.ankle, rig.toe))
    return Soles(_shares(foot, weights), _shares(toe, weights), weights)


def _turns(clip: Clip, joints: NDArray[np.int32], standing: Floats, normals: Floats) -> Floats:
    """(F, L, 4) shortest turns of the soles' normals, known from the standing rotations (L, 4), onto `normals`."""
    own = kernel.rotate(kernel.inverse(standing), UP)
    now = clip.world.rotations[clip.rest_rows :].take(joints, axis=1)
    return kernel.between(kernel.rotate(now, own), normals)


def turned(clip: Clip, locked: Clip, rig: BoundRig, soles: Soles) -> Clip:
    """The locked clip with feet and toes in contact as they were in `clip`, but for the turns."""
    for joints, turns in ((rig.ankle, soles.foot), (rig.toe, soles.toe)):
        locked = _set(clip, locked, joints, turns, soles.weight)
    return locked


def _set(clip: Clip, locked: Clip, joints: NDArray[np.int32], turns: Floats, weight: Floats) -> Clip:
    rows = slice(clip.rest_rows, None)
    wanted = kernel.multiply(turns, clip.world.rotations[rows].take(joints, axis=1))
    solved = locked.world.rotations[rows].take(joints, axis=1)
    missing = _shares(kernel.multiply(wanted, kernel.inverse(solved)), weight)
    above = locked.world.rotations[rows].take(clip.skeleton.parents[joints], axis=1)
    rotations = locked.rotations.copy()
    rotations[rows, joints] = kernel.multiply(kernel.inverse(above), kernel.multiply(missing, solved))
    return locked.replace(rotations=rotations)


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
