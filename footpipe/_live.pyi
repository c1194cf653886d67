# The compiled module: native/_live.pyx, where each argument is described. Nothing is checked here.
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from footpipe._kernel import Reach
from footpipe.arrays import Floats, Ints
from footpipe.foot_rule import PackedFootRule

Bytes = NDArray[np.uint8]

class PackedLegRule(TypedDict):
    reach: Reach
    aim_foot: bool
    aim_toe: bool

class PackedLockerRule(TypedDict):
    foot: PackedFootRule
    leg: PackedLegRule
    height_clamp: bool
    ground: float
    floor: float

class Feet:
    def __init__(
        self,
        parents: Ints,
        legs: Ints,
        knee_axes: Floats,
        rest_translations: Floats,
        rest_rotations: Floats,
        rule: PackedLockerRule,
        contacts: Floats,
        heights: Floats,
        normals: Floats,
        status: Bytes,
        miss: Floats,
        locked: Bytes,
    ) -> None: ...
    def reset(self) -> None: ...
    def step(
        self,
        translations: Floats,
        rotations: Floats,
        place: Floats,
        turn: Floats,
        scale: float,
        dt: float,
        on_ground: bool,
    ) -> int: ...
