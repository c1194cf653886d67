"""From a file's numbers to translations and rotations, and what its position channels mean."""

from __future__ import annotations

from typing import Literal

import numpy as np

from footpipe import Floats, kernel
from footpipe_bvh.layout import Header

Meaning = Literal["absolute", "delta"]


def positions_meaning(header: Header, values: Floats) -> Meaning:
    """Whether the position channels of the joints below the root hold places or what is added to the OFFSET.

    Blender writes places, which stay near the OFFSET; MakeHuman writes additions, which stay near zero.
    The nearer of the two, over all of them, is taken.
    """
    from_offset = from_zero = 0.0
    for joint in header.joints[1:]:
        if joint.position_columns:
            places = values[:, list(joint.position_columns.values())]
            offset = np.array([joint.offset[axis] for axis in joint.position_columns])
            from_offset += float(np.linalg.norm(places - offset, axis=1).sum())
            from_zero += float(np.linalg.norm(places, axis=1).sum())
    return "delta" if from_zero < from_offset else "absolute"


def added(header: Header, joint: int, axis: int, meaning: Meaning) -> float:
    """What is added to a position channel's number to get the joint's translation."""
    return header.joints[joint].offset[axis] if meaning == "delta" and joint else 0.0


def translations_of(header: Header, values: Floats, meaning: Meaning) -> Floats:
    """(F, J, 3) file units: positions, or the OFFSET on axes that have no channel."""
    out = np.empty((len(values), len(header.joints), 3))
    out[:] = header.offsets
    for index, joint in enumerate(header.joints):
        for axis, column in joint.position_columns.items():
            out[:, index, axis] = values[:, column] + added(header, index, axis, meaning)
    out.flags.writeable = False
    return out


def rotations_of(header: Header, values: Floats) -> Floats:
    """(F, J, 4) xyzw: the product of the rotation channels, first channel outermost."""
    out = kernel.channels_to_quat(values, *header.turns)
    out.flags.writeable = False
    return out
