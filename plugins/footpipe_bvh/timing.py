"""Frames per second from a Frame Time of few digits, and back."""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np

WHOLE = (10, 12, 15, 20, 24, 25, 30, 48, 50, 60, 72, 75, 80, 90, 100, 120, 125, 144, 150, 180, 200, 240, 250, 300,
         360, 400, 480, 500, 600, 800, 1000)  # fmt: skip
TELEVISION = (24, 30, 48, 60, 120)  # these times 1000 / 1001: 23.976, 29.97 and so on
RATES = (*map(Fraction, WHOLE), *(Fraction(rate * 1000, 1001) for rate in TELEVISION))
FARTHEST = Decimal("0.02")  # that a well-known rate may be from what the text says
SAME = 1e-9  # two rates, relatively
DECIMALS = range(7, 17)


def rate_of(text: str) -> Fraction | None:
    """The well-known rate that `text`, a Frame Time, was rounded from; None where there is none.

    It must round (or be cut) to the very digits of the text, and be within 2 % of it. Whole rates go before
    television's; the nearest of several wins.
    """
    time = Decimal(text)
    for rates in (RATES[: len(WHOLE)], RATES[len(WHOLE) :]):
        fits = [rate for rate in rates if _rounds_to(rate, time)]
        if fits:
            return min(fits, key=lambda rate: abs(_off(rate, time)))
    return None


def _rounds_to(rate: Fraction, time: Decimal) -> bool:
    if abs(_off(rate, time)) > FARTHEST:
        return False
    if np.float32(time) == np.float32(1 / float(rate)):
        return True
    exact = Decimal(rate.denominator) / Decimal(rate.numerator)
    digit = Decimal(1).scaleb(time.as_tuple().exponent)  # type: ignore[arg-type]
    return any(exact.quantize(digit, rounding) == time for rounding in (ROUND_HALF_UP, ROUND_DOWN))


def _off(rate: Fraction, time: Decimal) -> Decimal:
    """How far the text's rate is from `rate`, relatively."""
    return 1 / (time * rate.numerator / rate.denominator) - 1


def times_of(frames: int, text: str) -> np.ndarray:
    """(F,) s of a file's frames, from its Frame Time."""
    rate = rate_of(text)
    if rate is None:
        return np.arange(frames) * float(text)
    return np.arange(frames) * rate.denominator / rate.numerator


def frame_time_of(rate: float) -> str:
    """A Frame Time that reads back as `rate`, of few digits."""
    texts = (f"{1 / rate:.{decimals}f}" for decimals in DECIMALS)
    return next((text for text in texts if same_rate(rate, reads_as(text))), f"{1 / rate!r}")


def reads_as(text: str) -> float:
    """Frames per second that a Frame Time stands for."""
    return float(rate_of(text) or 1 / float(text))


def same_rate(a: float, b: float) -> bool:
    """Whether two rates are one, but for rounding."""
    return abs(a - b) <= SAME * b
