"""Turns limbs to their targets by the rules of `limb.toml`: `python examples/fuzzy/limb.py`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from footpipe_gait.fuzzy import Controller, read_controller
from numpy.typing import ArrayLike, NDArray

RULES = Path(__file__).with_suffix(".toml")
RATE = 120  # frames per second


def turn(limb: Controller, starts: ArrayLike, seconds: float) -> NDArray[np.float64]:
    """(F, N) deg left to the target at every frame, for N limbs that are `starts` (N,) from it."""
    left = [np.asarray(starts, np.float64)]
    for _ in range(round(seconds * RATE)):
        velocity = limb(left[-1][:, None])[:, 0]
        left.append(left[-1] - velocity / RATE)
    return np.array(left)


if __name__ == "__main__":
    starts = [90, 60, 30, 10, -20]
    angles = turn(read_controller(RULES), starts, 3)
    for start, angle in zip(starts, angles.T, strict=True):
        arrival = (abs(angle) > 1).sum() / RATE
        print(f"from {start:3d} deg: within a degree after {arrival:.2f} s, {abs(angle[-1]):.3f} deg off at the end")  # noqa: T201
