"""Where a clip stands in a stage of its own: up axis, unit, and what turns and moves the whole figure."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from footpipe import Clip, Floats, kernel

HALF = math.sqrt(0.5)
TO_WORLD = {"Y": np.array([[0.0, 0.0, 0.0, 1.0]]), "Z": np.array([[-HALF, 0.0, 0.0, HALF]])}  # xyzw, stage -> world
STRAIGHT = 0.99  # cosine: an axis that is nearer to up than this is taken for the file's own up axis
SAME = 1e-12  # what is left of turning there and back


class Frame(NamedTuple):
    """A stage around a clip.

    up            "Y" or "Z"
    unit          metres per stage unit, which is the clip's
    translations  (F|1, 3) stage units, skeleton space to stage
    rotations     (F|1, 4) xyzw
    """

    up: str
    unit: float
    translations: Floats
    rotations: Floats

    @property
    def is_identity(self) -> bool:
        """Whether skeleton space is the stage's own."""
        return not self.translations.any() and bool((abs(self.rotations[:, :3]) < SAME).all())


def frame_of(clip: Clip) -> Frame:
    """The stage that needs the least between it and the clip: the file's own axes where y or z points up in them."""
    at = clip.placement
    up = "Z" if kernel.rotate(at.rotation[:1], np.array([[0.0, 0.0, 1.0]]))[0, 1] > STRAIGHT else "Y"
    back = kernel.inverse(TO_WORLD[up])
    translations = kernel.rotate(np.broadcast_to(back, (len(at.translation), 4)), at.translation) / at.scale
    rotations = kernel.multiply(np.broadcast_to(back, (len(at.rotation), 4)), at.rotation)
    return Frame(up, at.scale, _unsigned(translations), rotations)


def _unsigned(values: Floats) -> Floats:
    """Without negative zeros, which would be odd to read in a file."""
    return np.asarray(values + 0.0)
