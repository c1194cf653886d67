"""Toe joints that stand: from when the foot lies flat until it is about to leave, whatever the toes do before them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from footpipe import Floats, kernel
from footpipe_gait.shape import LegShape
from footpipe_gait.walk import Step, Walk

FLAT, LIFTED = 0.003, 0.012  # m off its place that a toe joint begins to stand at, and no longer stands at
EASE = 0.12  # s over which it comes to its place and gives it up

Mask = NDArray[np.bool_]


def held_balls(walk: Walk, shape: LegShape) -> tuple[Floats, Mask]:
    """Places (F, 2, 2) m of the toe joints, and (F, 2) when they stand.

    Feet that roll on over the tips of their toes lift the toe joint by some millimetres long before they leave. Who
    looks at that joint, a detector or a lock, wants to see it stand as long as it does so to the eye.
    """
    balls = walk.points[:, :, 3].copy()
    stands = np.zeros(balls.shape[:2], bool)
    for step in walk.steps:
        place = np.array([step.x + shape.heel_back + shape.ball_forward, step.y + shape.ball_height])
        off = place - walk.points[:, step.leg, 3]
        span = _span(walk, step, np.linalg.norm(off, axis=1))
        if span is not None:
            balls[:, step.leg] += _eased(off, walk.times, *span)
            stands[slice(*span), step.leg] = True
    return balls, stands


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
    """(F, 2) m: `off` in the span, going to and coming from nothing beside it, with its speed (Bollo, 2018)."""
    added = np.zeros_like(off)
    added[first:after] = off[first:after]
    rates = np.gradient(off[first:after], times[first:after], axis=0) if after - first > 1 else np.zeros((1, 2))
    for edge, beside, rate in ((first, slice(0, first), -rates[0]), (after - 1, slice(after, None), rates[-1])):
        away = abs(times[beside] - times[edge])
        place, speed = (np.tile(np.append(part, 0.0), (len(away), 1)) for part in (off[edge], rate))
        added[beside] = kernel.decay(place, speed, away, EASE)[0][:, :2]
    return added
