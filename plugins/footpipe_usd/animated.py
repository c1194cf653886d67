"""What an override says of the motion: whole attributes, in the animation's own order, with the source's own bits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from footpipe import DataError, Floats
from footpipe_usd.between import rotations_at, spot, vectors_at
from footpipe_usd.restore import Poses
from footpipe_usd.source import Samples, UsdSource

if TYPE_CHECKING:
    from numpy.typing import NDArray

Singles: TypeAlias = "NDArray[np.float32]"
Changes: TypeAlias = "NDArray[np.bool_]"


class Motion(NamedTuple):
    """translations (F, A, 3) and rotations (F, A, 4) xyzw at the source's codes; None for what nobody touched."""

    translations: Singles | None
    rotations: Singles | None


def motion(poses: Poses, source: UsdSource) -> Motion:
    """The attributes to write. Raises `DataError` where a joint moved that the animation does not hold."""
    moved = _changed(poses.translations, source.clip.translations)
    turned = _changed(poses.rotations, source.clip.rotations)
    _check_held(moved, source)
    _check_held(turned, source)
    return Motion(
        _translations(poses, source, moved) if moved.any() or source.muted else None,
        _rotations(poses, source, turned) if turned.any() or source.muted else None,
    )


def _changed(now: Floats, then: Floats) -> Changes:
    """(F, J) where a stage changed anything."""
    return np.zeros(now.shape[:2], bool) if now is then else np.asarray((now != then).any(axis=2))


def _check_held(touched: Changes, source: UsdSource) -> None:
    lost = np.setdiff1d(np.flatnonzero(touched.any(axis=0)), source.joint_map)
    if lost.size:
        name = source.clip.skeleton.joints[lost[0]]
        raise DataError(
            f"joint {name} was moved, and the animation {source.animation} does not hold it"
            + (f", nor {lost.size - 1} more" if lost.size > 1 else ""),
            help='an override cannot add joints: add it to the animation\'s joints, or write with author = "flat"',
        )


def _translations(poses: Poses, source: UsdSource, touched: Changes) -> Singles:
    out = _as_stored(source, source.translations)
    for own, joint, frames in _columns(source, touched):
        out[frames, own] = poses.translations[frames, joint]
    return out


def _rotations(poses: Poses, source: UsdSource, touched: Changes) -> Singles:
    """Of unit length, and in the hemisphere of the source's."""
    out = _as_stored(source, source.rotations)
    for own, joint, frames in _columns(source, touched):
        new, old = poses.rotations[frames, joint], out[frames, own]
        against = np.einsum("fi,fi->f", new, old) < 0
        lengths = np.sqrt(np.einsum("fi,fi->f", new, new))
        out[frames, own] = new / np.where(against, -lengths, lengths)[:, None]
    return out


def _as_stored(source: UsdSource, samples: Samples) -> Singles:
    """(F, A, n) the source at every code: its bits where it has a sample, what USD reads between them elsewhere."""
    if len(samples.values) == 1:
        return np.repeat(samples.values, len(source.codes), axis=0)
    if np.array_equal(samples.times, source.codes):
        return samples.values.copy()
    at = spot(np.array(samples.times), source.codes)
    between = rotations_at if samples.values.shape[2] == 4 else vectors_at
    return between(samples.values, at).astype(np.float32)


def _columns(source: UsdSource, touched: Changes) -> Iterator[tuple[int, int, Any]]:
    """The animation's columns that were touched, each with the skeleton's joint and the frames."""
    for own, joint in enumerate(source.joint_map.tolist()):
        frames = touched[:, joint]
        if joint >= 0 and frames.any():
            yield own, joint, slice(None) if frames.all() else frames
