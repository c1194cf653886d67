# The compiled module: native/_walker.pyx, where each argument is described. Nothing is checked here.
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from footpipe.arrays import Floats, Ints

class Walker:
    def __init__(
        self,
        style: Floats,
        sets: int,
        program: Ints,
        numbers: Floats,
        outputs: Ints,
        arena: Floats,
        lengths: Floats,
        hips: Floats,
        bones: Floats,
        limbs: Ints,
        parents: Ints,
        plays: Ints,
        parts: Ints,
        shares: Floats,
        translations: Floats,
        rotations: Floats,
        turns: Floats,
        pelvis: int,
        carrier: int,
        pelvis_at: Floats,
        upright: Floats,
        scale: float,
        sways: bool,
        ground: Callable[[float, float], float] | None,
        world: Floats,
        moved: Floats,
        turned: Floats,
        place: Floats,
        turn: Floats,
        at: Floats,
        contacts: Floats,
        flat: NDArray[np.uint8],
    ) -> None: ...
    def reset(self, x: float, z: float, heading: float) -> None: ...
    def step(self, dt: float, length: float, turn: float, halt: bool) -> None: ...
