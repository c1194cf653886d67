"""A level walk: from a style, a leg's lengths and a step, the angles, points, contacts and footholds of both legs.

Everything lies in the sagittal plane: x forward, y up, m; s. Legs come left, right; joints hip, knee, ankle, toe.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footpipe import Floats

LEGS = ("left", "right")
JOINTS = ("hip", "knee", "ankle", "toe")
POINTS = ("knee", "ankle", "heel", "ball", "tip")
SOLE = ("heel", "ball", "toe")


@dataclass(frozen=True)
class Step:
    """One foot's time on the ground.

    leg       0 left, 1 right
    contact   s, when the foot landed, between two frames
    toe_off   s, when it left; None while it stands at the walk's end
    x, y      m, where its heel stands, or would while only the toes touch
    length    m, from the other foot's place to this one's; None for feet that stood there at the start
    """

    leg: int
    contact: float
    toe_off: float | None
    x: float
    y: float
    length: float | None


@dataclass(frozen=True)
class Walk:
    """A walk seen from the side; arrays are read-only.

    rate      frames per second
    times     (F,) s
    pelvis    (F, 2) m, x forward and y up, of the hip joints
    angles    (F, 2, 4) deg: legs left, right; hip (thigh against the vertical, flexion +), knee (flexion +),
              ankle (dorsiflexion +, 0 where the sole is square to the shank), toe (dorsiflexion +, 0 straight)
    points    (F, 2, 5, 2) m: knee, ankle, heel, ball (the toe joint), tip of the toe; x, y
    contacts  (F, 2, 3) bool: heel, ball, toe on the ground; a point in contact stands still
    steps     every time of a foot on the ground, by the time of its landing
    """

    rate: float
    times: Floats
    pelvis: Floats
    angles: Floats
    points: Floats
    contacts: NDArray[np.bool_]
    steps: tuple[Step, ...]
