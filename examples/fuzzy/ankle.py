"""Lays soles on the ground by the rules of `ankle.toml`: `python examples/fuzzy/ankle.py`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from footpipe_gait.fuzzy import Controller, read_controller
from numpy.typing import ArrayLike, NDArray

RULES = Path(__file__).with_suffix(".toml")
RATE = 120  # frames per second


def swing(ankle: Controller, starts: ArrayLike, seconds: float) -> NDArray[np.float64]:
    """(F, N) deg of N soles to the ground while the leg swings from delta -1 to 1, evenly; `starts` (N,)."""
    soles = [np.asarray(starts, np.float64)]
    for delta in np.linspace(-1, 1, round(seconds * RATE)):
        inputs = np.stack([soles[-1], np.full(soles[-1].shape, delta)], axis=1)
        soles.append(soles[-1] + ankle(inputs)[:, 0] / RATE)
    return np.array(soles)


if __name__ == "__main__":
    starts = [-40, -20, 0, 25]
    soles = swing(read_controller(RULES), starts, 0.45)
    for start, sole in zip(starts, soles.T, strict=True):
        print(f"from {start:3d} deg: {sole[len(sole) // 2]:5.1f} half way, {sole[-1]:4.1f} as the leg arrives")  # noqa: T201
