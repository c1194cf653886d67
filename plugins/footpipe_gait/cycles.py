"""Strides of the controller's walks: mean curves and figures, to compare with people's."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from footpipe import Floats, gait_kernel

CONTACT, TOE_OFF = gait_kernel.CONTACT, gait_kernel.TOE_OFF
POINTS = 101


@dataclass(frozen=True, eq=False)
class Cycles:
    """The last strides of a walk.

    curves   (2, 101, 4) deg, mean of each leg from its contact to its next
    times    (S,) s, of strides
    stances  (S,) share of each in stance
    steps    (2 S,) m, from foot to foot, in the order of the landings
    landings (2 S,) s, between them
    legs     (2 S,) the leg that landed
    """

    curves: Floats
    times: Floats
    stances: Floats
    steps: Floats
    landings: Floats
    legs: Floats


def cycles(angles: Floats, events: Floats, rate: float, begin: float = 0.0, strides: int = 4) -> Cycles | None:
    """So many last strides of each leg of one walk; None where it has not so many.

    angles (F, 2, 4) rad of frames at `rate`, the first `begin` s after the start; events (E, 6) of `gait_kernel`.
    """
    times = begin + np.arange(len(angles)) / rate
    contacts = events[(events[:, 2] == CONTACT) & (events[:, 0] <= times[-1])]
    if len(contacts) < 2 * strides + 2 or not np.isfinite(angles).all():
        return None
    curves, spans, stances = [], [], []
    for leg in (0, 1):
        landed = contacts[contacts[:, 1] == leg, 0][-strides - 1 :]
        off = events[(events[:, 1] == leg) & (events[:, 2] == TOE_OFF), 0]
        if len(landed) < strides + 1 or landed[0] < times[0]:
            return None
        for first, last in pairwise(landed):
            left = off[(off > first) & (off < last)]
            if not len(left):
                return None
            spans.append(last - first)
            stances.append((left[0] - first) / (last - first))
        curves.append(np.mean([_curve(angles[:, leg], times, *span) for span in pairwise(landed)], axis=0))
    last = contacts[-2 * strides - 1 :]
    return Cycles(
        np.degrees(curves), np.array(spans), np.array(stances), np.diff(last[:, 3]), np.diff(last[:, 0]), last[1:, 1]
    )


def _curve(angles: Floats, times: Floats, first: float, last: float) -> Floats:
    at = np.linspace(first, last, POINTS)
    return np.stack([np.interp(at, times, angles[:, joint]) for joint in range(4)], axis=1)
