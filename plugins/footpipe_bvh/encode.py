"""From a clip back to a file's numbers, and which of them may keep their text."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footpipe import Clip, DataError, kernel, spans, warn
from footpipe_bvh.decode import Floats, added
from footpipe_bvh.layout import AXES, FileJoint
from footpipe_bvh.source import BvhSource

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
    values = source.values[nearest]
    kept = np.tile(matched[:, None], (1, values.shape[1]))
    moved = (clip.translations != source.translations[nearest]) | ~matched[:, None, None]
    turned = (clip.rotations != source.rotations[nearest]).any(axis=2) | ~matched[:, None]
    _encode_translations(clip, source, values, kept, moved)
    _encode_rotations(clip, source, values, kept, turned, matched & (nearest < source.rest_rows))
    return Encoded(np.where(matched, nearest, -1), values, kept)


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


def _encode_rotations(
    clip: Clip,
    source: BvhSource,
    values: Floats,
    kept: NDArray[np.bool_],
    turned: NDArray[np.bool_],
    resting: NDArray[np.bool_],
) -> None:
    first = int(np.argmin(np.append(resting, False)))  # rest rows come first; each stands alone
    for joint in np.flatnonzero(turned.any(axis=0)).tolist():
        layout, rotations = source.header.joints[joint], clip.rotations[:, joint]
        for rows in (*(slice(i, i + 1) for i in range(first)), slice(first, None)):
            _retrace_joint(layout, rotations[rows], turned[rows, joint], values[rows], kept[rows])
        off, frame = _misfit(layout, rotations, turned[:, joint], values)
        if off > WORST_FIT:
            _tell_misfit(source, joint, off, frame)


def _retrace_joint(
    joint: FileJoint, rotations: Floats, turned: NDArray[np.bool_], values: Floats, kept: NDArray[np.bool_]
) -> None:
    if not joint.order or not turned.any():
        return
    groups = [i for i, axis in enumerate(joint.order) if i == 0 or joint.order[i - 1] != axis]  # "ZZX" turns as "ZX"
    own = np.add.reduceat(values[:, joint.rotation_columns], groups, axis=1)
    angles, same = retrace(rotations, "".join(joint.order[i] for i in groups), own, turned)
    values[:, [joint.rotation_columns[i] for i in groups]] += angles - own
    kept[:, joint.rotation_columns] &= same[:, None]


def retrace(rotations: Floats, order: str, own: Floats, turned: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.bool_]]:
    """Continuous angles (F, n) in degrees of `rotations` (F, 4), and in which frames they are the file's `own`.

    Frames that are `turned` (F,) get the angles nearest to the frame before. After them the file's own come back
    as soon as they lie on that curve; until then its other solution is taken, so that there is no jump.
    """
    angles, same = own.copy(), ~turned
    runs = spans(turned)
    for (first, last), (after, _) in zip(runs, [*runs[1:], (len(own), 0)], strict=True):
        curve = kernel.quat_to_euler(rotations[first:after], order, angles[max(first - 1, 0)])
        apart = abs(curve[last - first :] - own[last:after]).max(axis=1) > SAME_ANGLE
        back = last + (int(np.argmin(apart)) if not apart.all() else len(apart))
        angles[first:back] = curve[: back - first]
        same[last:back] = False
    return angles, same


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
