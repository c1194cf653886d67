"""What an override says of the motion: whole attributes, in the animation's own order, with the source's own bits."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from footpipe import DataError, Floats
from footpipe_usd.between import rotations_at, spot, vectors_at
from footpipe_usd.restore import Poses
from footpipe_usd.source import Samples, UsdSource

Singles = NDArray[np.float32]


class Motion(NamedTuple):
    """translations (F, A, 3) and rotations (F, A, 4) xyzw at the source's codes; None for what nobody touched."""

    translations: Singles | None
    rotations: Singles | None


def motion(poses: Poses, source: UsdSource) -> Motion:
    """The attributes to write. Raises `DataError` where a joint moved that the animation does not hold."""
    moved = (poses.translations != source.clip.translations).any(axis=2)
    turned = (poses.rotations != source.clip.rotations).any(axis=2)
    _check_held(moved | turned, source)
    return Motion(
        _translations(poses, source, moved) if moved.any() or source.muted else None,
        _rotations(poses, source, turned) if turned.any() or source.muted else None,
    )


def _check_held(touched: NDArray[np.bool_], source: UsdSource) -> None:
    lost = np.setdiff1d(np.flatnonzero(touched.any(axis=0)), source.joint_map)
    if lost.size:
        name = source.clip.skeleton.joints[lost[0]]
        raise DataError(
            f"joint {name} was moved, and the animation {source.animation} does not hold it"
            + (f", nor {lost.size - 1} more" if lost.size > 1 else ""),
            help='an override cannot add joints: add it to the animation\'s joints, or write with author = "flat"',
        )


def _translations(poses: Poses, source: UsdSource, touched: NDArray[np.bool_]) -> Singles:
    out = _as_stored(source, source.translations)
    own, theirs = _pairs(source)
    new = poses.translations[:, theirs].astype(np.float32)
    out[:, own] = np.where(touched[:, theirs, None], new, out[:, own])
    return out


def _rotations(poses: Poses, source: UsdSource, touched: NDArray[np.bool_]) -> Singles:
    out = _as_stored(source, source.rotations)
    own, theirs = _pairs(source)
    new = _same_side(_unit(poses.rotations[:, theirs]), out[:, own]).astype(np.float32)
    out[:, own] = np.where(touched[:, theirs, None], new, out[:, own])
    return out


def _as_stored(source: UsdSource, samples: Samples) -> Singles:
    """(F, A, n) the source at every code: its bits where it has a sample, what USD reads between them elsewhere."""
    if len(samples.values) == 1:
        return np.repeat(samples.values, len(source.codes), axis=0)
    at = spot(np.array(samples.times), source.codes)
    between = rotations_at if samples.values.shape[2] == 4 else vectors_at
    return between(samples.values, at).astype(np.float32)


def _pairs(source: UsdSource) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Columns of the animation's joints that the skeleton has, and those joints."""
    own = np.flatnonzero(source.joint_map >= 0)
    return own, source.joint_map[own].astype(np.intp)


def _unit(rotations: Floats) -> Floats:
    return np.asarray(rotations / np.linalg.norm(rotations, axis=-1, keepdims=True))


def _same_side(rotations: Floats, source: Singles) -> Floats:
    """Each quaternion in the hemisphere of the source's."""
    against = (rotations * source).sum(-1, keepdims=True) < 0
    return np.where(against, -rotations, rotations)
