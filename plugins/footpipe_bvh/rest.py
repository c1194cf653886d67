"""Rest poses that were put before the motion: most CMU clips begin with one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from footpipe import Skeleton, kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST = 5  # steps that may hold the jump from rest to motion
FEWEST = 20  # steps that a clip needs to tell a jump from its motion
USUAL = 200  # steps, after the first, that show how fast the motion is
JUMP = 8.0  # times the usual step
MOST_PLACES = 200_000  # joints times frames that are looked at
SMALLEST = 0.01  # of the figure's extent: no jump is smaller


def rest_rows_of(skeleton: Skeleton, translations: NDArray[np.float64], rotations: NDArray[np.float64]) -> int:
    """Rows at the start that are no motion: those before the last jump of the first steps.

    A jump is a step that takes some joint over 8 times as far as the median step of the following seconds does.
    Where the steps after the first are as large, it is the motion that is fast.
    """
    if len(translations) <= FEWEST:
        return 0
    seen = min(USUAL, max(FEWEST, MOST_PLACES // len(skeleton))) + 1
    places = joint_places(skeleton, translations[:seen], rotations[:seen])
    steps = np.linalg.norm(np.diff(places, axis=0), axis=2).max(axis=1)
    least = max(JUMP * np.median(steps[FIRST:]), SMALLEST * np.ptp(places, axis=1).max())
    jumps = np.flatnonzero(steps[:FIRST] > least)
    return 0 if not jumps.size or steps[FIRST] > least else int(jumps[-1]) + 1


def joint_places(
    skeleton: Skeleton, translations: NDArray[np.float64], rotations: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(F, J, 3) joints in skeleton space, file units."""
    still, upright = np.zeros((1, 3)), np.array([[0.0, 0, 0, 1]])
    return kernel.forward(translations, rotations, skeleton.parents, still, upright, 1.0)[0]
