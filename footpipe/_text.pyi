# The compiled module: native/_text.pyx, where each argument is described. Nothing is checked here.
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from footpipe.arrays import Floats

Bytes = NDArray[np.uint8]

class Wanted(TypedDict):
    rows: int
    width: int
    sample: int
    largest: float

class Found(TypedDict):
    words: int
    lines: int
    full_lines: int
    begun: int
    decimals: int
    end: int
    beyond: int
    bad: int
    bad_at: int
    bad_line: int
    bad_column: int
    odd_at: int
    uneven_at: int
    uneven_words: int

def read(text: bytes, start: int, wanted: Wanted, values: Floats) -> Found: ...
def starts(text: bytes, start: int, width: int, out: NDArray[np.int64]) -> None: ...
def patch(text: memoryview, values: Floats, kept: Bytes, decimals: int, out: Bytes) -> int: ...
def write(values: Floats, decimals: int, line_end: bytes, out: Bytes) -> int: ...
