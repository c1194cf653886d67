"""Toe joints that stand: from when the foot lies flat until it is about to leave."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from footpipe import Floats, kernel
from footpipe_gait.shape import LegShape
from footpipe_gait.walk import Step, Walk

FLAT, LIFTED = 0.003, 0.02  # m that a toe joint is off its place when it begins to stand, and when it ends
EASE = 0.12  # s over which it comes to its place and gives it up

Mask = NDArray[np.bool_]


def held_balls(walk: Walk, shape: LegShape) -> tuple[Floats, Mask]:
    """Places (F, 2, 2) m of the toe joints, and (F, 2) when they stand: when they do not slide at all.

    The foot rolls on over the tip of its toes before it leaves. That lifts the toe joint, here by 2 cm at most, and
    would take it along by some millimetres.
    """
    balls = walk.points[:, :, 3].copy()
    stands = np.zeros(balls.shape[:2], bool)
    for step in walk.steps:
        place = _ball_of(step, shape)
        off = place - walk.points[:, step.leg, 3]
        span = _span(walk, step, np.linalg.norm(off, axis=1))
        if span is not None:
            balls[:, step.leg, 0] += _eased(off[:, 0], walk.times, *span)
            stands[slice(*span), step.leg] = True
    return balls, stands


def _ball_of(step: Step, shape: LegShape) -> Floats:
    """(2,) m: where the toe joint is as the foot lies flat on its ground."""
    sine, cosine = np.sin(step.slope), np.cos(step.slope)
    forward, up = shape.heel_back + shape.ball_forward, shape.ball_height
    return np.array([step.x + forward * cosine - up * sine, step.y + forward * sine + up * cosine])


def _span(walk: Walk, step: Step, off: Floats) -> tuple[int, int] | None:
    """First frame and frame after the last in which the toe joint stands."""
    until = np.inf if step.toe_off is None else step.toe_off
    down = (walk.times >= step.contact) & (walk.times <= until)
    flat = np.flatnonzero(down & (off <= FLAT))
    if not flat.size:
        return None
    first = int(flat[0])
    gone = np.flatnonzero(~down[first:] | (off[first:] > LIFTED))
    return first, first + int(gone[0]) if gone.size else len(off)


def _eased(off: Floats, times: Floats, first: int, after: int) -> Floats:
    """(F,) m: `off` in the span; before and after it going to nothing, with its speed (Bollo, 2018)."""
    added = np.zeros_like(off)
    added[first:after] = off[first:after]
    rates = np.gradient(off[first:after], times[first:after]) if after - first > 1 else np.zeros(1)
    for edge, beside, rate in ((first, slice(0, first), -rates[0]), (after - 1, slice(after, None), rates[-1])):
        away = abs(times[beside] - times[edge])
        place, speed = (np.full((len(away), 3), part) for part in (off[edge], rate))
        added[beside] = kernel.decay(place, speed, away, EASE)[0][:, 0]
    return added
