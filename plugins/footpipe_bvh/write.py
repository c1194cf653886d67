"""`write.bvh`: a clip as a BVH file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from footpipe import Clip, Params, Placement, Skeleton, param, replacing, unscaled, warn

if TYPE_CHECKING:
    from footpipe_bvh.patch import Bytes


class WriteBvh(Params):
    """Parameters of `write.bvh`."""

    path: Path = param(doc="the file")


def write(clip: Clip, p: WriteBvh) -> list[Path]:
    """Write a BVH file; numbers that nothing touched keep the very text that they had in the file they came from.

    Touched rotations become continuous angles of at least 6 decimals. A clip that is not from a BVH becomes
    a clean standard file. Raises `DataError` on motion that the file's channels cannot hold.
    """
    pieces = list(written(clip))
    with replacing(p.path) as file:
        file.writelines(pieces)
    return [p.path]


def written(clip: Clip) -> Iterable[Bytes]:
    """The file's bytes, piece by piece."""
    from footpipe_bvh.encode import encode  # only when there is something to write
    from footpipe_bvh.patch import patched
    from footpipe_bvh.plain import plain
    from footpipe_bvh.source import BvhSource

    source, clip = clip.source, _without_scales(clip)
    if isinstance(source, BvhSource) and _same_skeleton(clip.skeleton, source.skeleton):
        _tell_moved(clip.placement, source.placement)
        return patched(clip, source, encode(clip, source))
    return plain(clip)


def _without_scales(clip: Clip) -> Clip:
    if clip.scales is not None:
        warn("a BVH holds no scales: joints stay where they are, but what is skinned to them keeps its size")
    return unscaled(clip)


def _tell_moved(now: Placement, then: Placement) -> None:
    if not now.same_as(then):
        warn("the clip's placement was changed, which the file cannot say: it is written as it stood before")


def _same_skeleton(a: Skeleton, b: Skeleton) -> bool:
    return a is b or (
        a.joints == b.joints
        and np.array_equal(a.parents, b.parents)
        and np.array_equal(a.rest_translations, b.rest_translations)
        and np.array_equal(a.rest_rotations, b.rest_rotations)
    )
