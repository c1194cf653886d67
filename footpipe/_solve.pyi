# The compiled module: native/_solve.pyx, where each argument is described. Nothing is checked here.
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from footpipe.arrays import Floats, Ints

Bytes = NDArray[np.uint8]
Places = NDArray[np.intp]

class Smoothness(TypedDict):
    velocity: float
    acceleration: float

class HeightsRule(TypedDict):
    smooth: Smoothness
    loose: float

class OfflineWeights(TypedDict):
    smooth: Smoothness
    place: float
    pose: float
    calm: float
    hold: float
    hold_height: float
    length: float
    grip: float

def toe_room(
    heights: Floats,
    contact: Bytes,
    below: Floats,
    planted: Floats,
    roll: float,
    firm: bool,
    heap: Floats,
    floor: Floats,
    ceiling: Floats,
) -> tuple[float, float]: ...
def farthest(spans: Floats, lengths: Floats, margin: float, slack: float, stretch: float, out: Floats) -> None: ...
def most_shifted(shifts: Floats) -> tuple[tuple[float, int], tuple[float, int]]: ...
def passes(steps: Floats) -> bool: ...
def settle_heights(
    heights: Floats,
    floor: Floats,
    ceiling: Floats,
    steps: Floats,
    rule: HeightsRule,
    arena: Floats,
    shift: Floats,
) -> bool: ...
def plan_offline(state: Bytes, index: Ints, first: Ints, diagonal: Places) -> tuple[int, int, int]: ...
def solve_offline(
    places: Floats,
    spans: Floats,
    reach: Floats,
    raised: Floats,
    state: Bytes,
    steps: Floats,
    slack: float,
    watch: float,
    weights: OfflineWeights,
    index: Ints,
    unknowns: int,
    first: Ints,
    diagonal: Places,
    stored: int,
    arena: Floats,
    pelvis: Floats,
    toes: Floats,
) -> tuple[int, int, float]: ...
def relax(
    pelvis: Floats,
    toes: Floats,
    lengths: Floats,
    floor: Floats,
    contact: Bytes,
    soft: float,
    hard: float,
    sweeps: int,
    pelvis_at: Floats,
    toes_at: Floats,
) -> None: ...
