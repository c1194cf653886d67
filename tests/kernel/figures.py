"""Random figures of two legs: placed anywhere, of any scale, with joints beside the legs and between their own."""

from __future__ import annotations

import numpy as np

from footpipe import kernel

# 0 root, 1 pelvis; left leg: 2 hip, 3 twist, 4 knee, 5 ankle, 6 toe, 7 toe end; right leg: 8 hip, 9 knee, 10 ankle,
# 11 toe; 12 spine, 13 head; 14 something beside the figure
PARENTS = np.array([-1, 0, 1, 2, 3, 4, 5, 6, 1, 8, 9, 10, 1, 12, -1], np.int32)
JOINTS = len(PARENTS)
LEFT = [2, 4, 5, 6, 7]
RIGHTS = ([8, 9, 10, 11, -1], [8, 9, 10, 10, 11], [8, 9, 10, 10, -1])  # two end at the ankle


def figure(rng, frames, *, scales=None, rows=None):
    """A pose whose bones are some decimetres long in the world; scales: None, "even" or "uneven".

    rows: of the placement, 1 or `frames`; None: either.
    """
    rows = rng.choice([1, frames]) if rows is None else rows
    unit = 10.0 ** rng.uniform(-3, 1)
    drawn = rng.uniform(0.7, 1.4, size=(frames, JOINTS, {"even": 1, "uneven": 3}.get(scales, 0)))
    return kernel.LocalPose(
        rng.normal(scale=0.2, size=(frames, JOINTS, 3)) / unit,
        kernel.normalize(rng.normal(size=(frames, JOINTS, 4))),
        PARENTS,
        rng.normal(size=(rows, 3)),
        kernel.normalize(rng.normal(size=(rows, 4))),
        unit,
        np.broadcast_to(drawn, (frames, JOINTS, 3)) if scales else None,
    )


def below(joint):
    """`joint` and all joints below it."""
    found = [joint]
    for child, parent in enumerate(PARENTS):
        if parent in found:
            found.append(child)
    return found


def standing(*tilts):
    """One frame of legs 0.9 m long, each a hip, knee, ankle, toe and toe end, tilted forwards by `tilts` rad.

    Returns the pose and the legs (L, 5). The feet are level all the same.
    """
    bones = np.array([[0, 0, 0], [0, -0.4, 0], [0, -0.5, 0], [0, -0.06, 0.12], [0, -0.02, 0.06]])
    first = 5 * np.arange(len(tilts))[:, None]
    rotations = np.tile([0.0, 0, 0, 1], (len(tilts), 5, 1))
    rotations[:, 0] = kernel.euler_to_quat(np.degrees(tilts)[:, None], "X")
    rotations[:, 2] = kernel.inverse(rotations[:, 0])
    parents = np.where(np.arange(5) == 0, -1, first + np.arange(-1, 4)).ravel()
    translations = np.tile(bones, (1, len(tilts), 1))
    pose = kernel.LocalPose(translations, rotations.reshape(1, -1, 4), parents, [[0, 1.0, 0]], [[0, 0, 0, 1.0]], 1.0)
    return pose, first + np.arange(5)
