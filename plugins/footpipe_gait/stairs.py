"""A flight of stairs: where feet go on it, a foot a tread."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footpipe import DataError, Floats
from footpipe_gait.parameters import Stairs
from footpipe_gait.profiles import stairs_profile
from footpipe_gait.walker import Walker

GAP = 0.025  # m that the toes keep from the riser in front going up, and the heels from the one behind going down
LEVEL = 2  # steps before and after, where nothing says how many


@dataclass(frozen=True, eq=False)
class Flight:
    """Stairs with the feet that go there, along the walk.

    steps    (S,) m, of each landing
    holds    (S, 3) m, m, rad: heels and slopes of these footholds
    profile  (2, P, 2) m, of the ground
    """

    steps: Floats
    holds: Floats
    profile: Floats


def flight(stairs: Stairs, walker: Walker, step: float, steps: int | None) -> Flight:
    """Level ground, the stairs, and level ground again, for so many landings; two beyond the stairs where None.

    Going up, toes stop short of the next riser, going down, heels come down just before the one behind. Raises
    `DataError` where the first riser is where the figure stands.
    """
    short = walker.sole + GAP if stairs.rise >= 0 else stairs.tread - GAP  # last level heel to first riser
    last = LEVEL * step if stairs.after is None else stairs.after + walker.anchor - short
    if last < 0:
        raise DataError(
            f"stairs: the first riser, {stairs.after:g} m ahead, is too near to where the figure stands",
            help=f"after = {short - walker.anchor + 0.005:.2f} or more",
        )
    before = _even(last, step)
    on_them = [stairs.tread] * stairs.count
    many = len(before) + stairs.count + LEVEL if steps is None else steps
    lengths = np.array([*before, *on_them, *[step] * many][:many])
    risen = np.clip(np.arange(1, many + 1) - len(before), 0, stairs.count)
    holds = np.column_stack([np.cumsum(lengths), stairs.rise * risen, np.zeros(many)])
    return Flight(lengths, holds, stairs_profile(last + short, stairs.rise, stairs.tread, stairs.count))


def _even(length: float, step: float) -> list[float]:
    """Steps as long as each other, near to `step` m."""
    many = max(1, round(length / step)) if length > 0.01 else 0
    return [length / many] * many
