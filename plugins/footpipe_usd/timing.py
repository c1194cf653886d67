"""Time codes of a clip: those of the stage that it came from, else its frames."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from footpipe import Clip, Floats
from footpipe_usd.source import UsdSource

USUAL_RATE = 24.0  # of one frame alone: USD's own fallback
NEAR = 1e-6  # of a frame: a time so near to a whole one is meant to be one


class Timing(NamedTuple):
    """codes (F,) time codes of the frames; rate: time codes per second."""

    codes: Floats
    rate: float


def timing(clip: Clip) -> Timing:
    """A clip's time codes. A clip whose times are not even, from no stage, counts in steps of its median step."""
    if isinstance(clip.source, UsdSource):
        return Timing(clip.source.codes_of(clip.times), clip.source.rate)
    rate = clip.rate or _median_rate(clip)
    codes = clip.times * rate
    whole = np.round(codes)
    return Timing(np.where(abs(codes - whole) < NEAR, whole, codes), rate)


def _median_rate(clip: Clip) -> float:
    return float(1 / np.median(np.diff(clip.times))) if len(clip) > 1 else USUAL_RATE
