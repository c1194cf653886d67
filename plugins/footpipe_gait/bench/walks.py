"""Walks for the bench, many at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from footpipe import Floats, gait_kernel
from footpipe_gait.reactive import reaction
from footpipe_gait.shape import LegShape
from footpipe_gait.style import Style


def walk_many(
    style: Style,
    shape: LegShape,
    steps: Sequence[float] | Floats,
    frames: int,
    *,
    numbers: ArrayLike | None = None,
    angles: ArrayLike | None = None,
    rate: float = 120.0,
    begin: float = 0.0,
    land: gait_kernel.Land | None = None,
) -> gait_kernel.Walks:
    """Characters that walk with these steps, m; each by numbers of its own where they are given."""
    return gait_kernel.run(
        [style.kernel_numbers()] if numbers is None else numbers,
        len(style.poses),
        [shape.numbers],
        steps,
        frames=frames,
        rate=rate,
        begin=begin,
        angles=[one_foot_up()] if angles is None else angles,
        events=16 + int((begin + frames / rate) * 8),
        reaction=reaction(style.rules),
        land=land,
    )


def one_foot_up() -> Floats:
    """(2, 4) rad: the left leg under the body, the right on its way."""
    return np.radians([[0.0, 5.0, 0.0, 0.0], [-10.0, 30.0, -5.0, 10.0]])
