"""4x4 matrices as USD has them: rows, vectors from the left."""

from __future__ import annotations

import numpy as np

from footpipe import Floats, Ints, Skeleton, kernel


def rest_transforms(skeleton: Skeleton) -> Floats:
    """(J, 4, 4) of the rest pose, each in its parent's space."""
    out = np.zeros((len(skeleton), 4, 4))
    scales = np.ones((len(skeleton), 3)) if skeleton.rest_scales is None else skeleton.rest_scales
    for axis, unit in enumerate(np.eye(3)):
        turned = kernel.rotate(skeleton.rest_rotations, np.broadcast_to(unit, (len(skeleton), 3)))
        out[:, axis, :3] = scales[:, axis, None] * turned
    out[:, 3, :3] = skeleton.rest_translations
    out[:, 3, 3] = 1.0
    return out


def in_skeleton_space(transforms: Floats, parents: Ints) -> Floats:
    """(J, 4, 4) the same in the skeleton's space."""
    out = transforms.copy()
    for joint, parent in enumerate(parents):
        if parent >= 0:
            out[joint] = transforms[joint] @ out[parent]
    return out
