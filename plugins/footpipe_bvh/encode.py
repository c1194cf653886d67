"""From a clip back to a file's numbers, and which of them may keep their text."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from footpipe import Clip, DataError, Floats, kernel, warn
from footpipe_bvh.decode import added
from footpipe_bvh.layout import AXES, FileJoint
from footpipe_bvh.source import BvhSource

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAME_ANGLE = 1e-3  # degrees; two solutions of one rotation are farther apart, or no jump is seen between them
SAME_PLACE = 5e-7  # file units; nobody sees less
WORST_FIT = 0.01  # degrees by which channels may miss a rotation unsaid


@dataclass(frozen=True)
class Encoded:
    """The numbers of a clip's frames.

    rows    (F,) the file's row of the same time, -1 where it has none
    values  (F, width)
    kept    (F, width) bool: the number is the file's own, and so is its text
    """

    rows: NDArray[np.intp]
    values: Floats
    kept: NDArray[np.bool_]


def encode(clip: Clip, source: BvhSource) -> Encoded:
    """The clip's motion in the channels of the file that it came from.

    Raises `DataError` where a joint moves that has no position channel. Warns where the rotation channels
    of a joint are too few for its rotation.
    """
    nearest = np.clip(np.searchsorted(source.times, clip.times), 0, len(source.times) - 1)
    matched = source.times[nearest] == clip.times
    moved = _differs(clip.translations, source.translations, nearest) | ~matched[:, None, None]
    turned = _turned(_differs(clip.rotations, source.rotations, nearest)) | ~matched[:, None]
    resting = np.append(matched & (nearest < source.rest_rows), False)
    rest = int(np.argmin(resting))  # rest rows come first; each stands alone
    values, kept = kernel.retrace(
        clip.rotations, turned, *source.header.turns, source.values[nearest], rest=rest, same=SAME_ANGLE
    )
    kept &= matched[:, None]
    if moved.any():
        _encode_translations(clip, source, values, kept, moved)
    _tell_misfits(clip, source, values, turned)
    return Encoded(np.where(matched, nearest, -1), values, kept)


def _differs(now: Floats, then: Floats, nearest: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which numbers are not those of the `nearest` rows of the file."""
    if len(now) == len(then) and np.array_equal(nearest, np.arange(len(then))):
        return np.zeros(now.shape, np.bool_) if now is then else now != then
    return now != then[nearest]


def _turned(differs: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(F, J) whether any of the four parts of a rotation differs: as one number, which is faster than `any`."""
    return differs.view(np.uint32)[..., 0] != 0


def _encode_translations(
    clip: Clip, source: BvhSource, values: Floats, kept: NDArray[np.bool_], moved: NDArray[np.bool_]
) -> None:
    for joint in np.flatnonzero(moved.any(axis=(0, 2))).tolist():
        for axis in range(3):
            column = source.header.joints[joint].position_columns.get(axis)
            if column is None:
                _check_stays(clip, source, joint, axis)
                continue
            frames = moved[:, joint, axis]
            places = clip.translations[frames, joint, axis]
            values[frames, column] = places - added(source.header, joint, axis, source.positions)
            kept[frames, column] = False


def _check_stays(clip: Clip, source: BvhSource, joint: int, axis: int) -> None:
    off = abs(clip.translations[:, joint, axis] - source.header.joints[joint].offset[axis])
    if (off > SAME_PLACE).any():
        frame = int(np.argmax(off > SAME_PLACE))
        raise DataError(
            f"joint '{source.skeleton.joints[joint]}' moves by {off[frame]:.6g} in frame {frame}, "
            f"but the file has no {AXES[axis]}position channel for it",
            help="only joints with position channels can move; rotate the others",
        )


def _tell_misfits(clip: Clip, source: BvhSource, values: Floats, turned: NDArray[np.bool_]) -> None:
    for joint in np.flatnonzero(turned.any(axis=0)).tolist():
        layout = source.header.joints[joint]
        if len(list(groupby(layout.order))) < 3:  # three turns hold every rotation
            off, frame = _misfit(layout, clip.rotations[:, joint], turned[:, joint], values)
            if off > WORST_FIT:
                _tell_misfit(source, joint, off, frame)


def _misfit(joint: FileJoint, rotations: Floats, turned: NDArray[np.bool_], values: Floats) -> tuple[float, int]:
    """The worst angle in degrees by which the channels miss a rotation, and its frame."""
    frames = np.flatnonzero(turned)
    held = np.tile([0.0, 0, 0, 1], (len(frames), 1))
    if joint.order:
        held = kernel.euler_to_quat(values[frames][:, joint.rotation_columns], joint.order)
    off = np.degrees(kernel.angle(held, rotations[frames]))
    return float(off.max()), int(frames[np.argmax(off)])


def _tell_misfit(source: BvhSource, joint: int, off: float, frame: int) -> None:
    channels = len(source.header.joints[joint].order)
    warn(
        f"joint '{source.skeleton.joints[joint]}' misses its rotation by up to {off:.3g} degrees (frame {frame}): "
        f"{channels or 'no'} rotation channel{'s' * (channels != 1)} cannot hold it"
    )
