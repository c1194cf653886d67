"""Soles that lie flat on the ground: how feet and toes have to turn for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from footpipe import BoundRig, Clip, Floats, kernel
from footpipe_lock.legs import foot_shapes

if TYPE_CHECKING:
    from numpy.typing import NDArray

FADE = 0.12  # s before and after a contact in which a sole turns


def flat_soles(clip: Clip, rig: BoundRig, normals: Floats, active: NDArray[np.bool_]) -> kernel.SoleTurns:
    """The turns that bring soles square to `normals` (F, L, 3) where `active` (F, L), fading out beside it.

    A sole is square to the vertical in the pose in which the character stands.
    """
    own = foot_shapes(clip, rig).soles
    weights = _faded(active, clip.times[clip.rest_rows :])
    parts = (_turns(clip, joints, own[:, part], normals) for part, joints in enumerate((rig.ankle, rig.toe)))
    return kernel.SoleTurns(np.stack([_shares(turns, weights) for turns in parts], axis=2), weights)


def _turns(clip: Clip, joints: NDArray[np.int32], own: Floats, normals: Floats) -> Floats:
    """(F, L, 4) shortest turns of the soles' normals (L, 3), each in its joint's frame, onto `normals`."""
    now = clip.world.rotations[clip.rest_rows :].take(joints, axis=1)
    return kernel.between(kernel.rotate(now, own), normals)


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
