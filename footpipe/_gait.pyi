import numpy as np
from numpy.typing import NDArray

from footpipe.arrays import Floats, Ints

SETS: int
SET_NUMBERS: int
STYLE_NUMBERS: int
EVENT_NUMBERS: int
LONG_STEP: float
BESIDE: float
POINTS: int
ASKED: int

def room(program: Ints) -> int: ...
def run(
    styles: Floats,
    sets: int,
    lengths: Floats,
    steps: Floats,
    orders: Floats,
    angles: Floats,
    lead: int,
    landings: int,
    rate: float,
    begin: float,
    program: Ints,
    numbers: Floats,
    joints: Ints,
    arena: Floats,
    heights: Floats,
    holds: Floats,
    hip: Floats,
    q: Floats,
    points: Floats,
    phase: Floats,
    touch: NDArray[np.uint8],
    event: Floats,
    counts: Ints,
) -> None: ...
