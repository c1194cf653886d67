"""Contacts of one point in time: close gaps, drop blips, begin earlier, end later, soften the ends.

Masks are (F,) bool over frames at `times` (F,) s. The edge between two frames is halfway between their times, so that
contacts last as long at any rate, and backwards what they do forwards. What the clip's beginning or end cuts off has no
edge there: it may be longer than is seen, and is left alone at that end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from footpipe import OFF, ON, Floats, spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

Mask: TypeAlias = "NDArray[np.bool_]"
CLOSE = 1e-6  # s: times that differ less are the same
BELOW = OFF - 0.01  # the most that a frame without contact gets


def closed(mask: Mask, times: Floats, shortest: float) -> Mask:
    """With gaps shorter than `shortest` s filled."""
    return ~dropped(~mask, times, shortest)


def dropped(mask: Mask, times: Floats, shortest: float) -> Mask:
    """Without contacts shorter than `shortest` s."""
    edges = _edges(times)
    short = [
        (first, stop)
        for first, stop in spans(mask)
        if first > 0 and stop < len(mask) and edges[stop] - edges[first] < shortest - CLOSE
    ]
    return mask & ~_mask(short, len(mask))


def extended(mask: Mask, times: Floats, before: float, after: float) -> Mask:
    """Each contact begins `before` s earlier and ends `after` s later; later and earlier where these are below 0."""
    edges, frames = _edges(times), len(mask)
    moved = []
    for first, stop in spans(mask):
        start = np.searchsorted(times, edges[first] - before - CLOSE) if first else 0
        end = np.searchsorted(times, edges[stop] + after + CLOSE, side="right") if stop < frames else frames
        moved.append((int(start), int(end)))
    return _mask(moved, frames)


def weighed(mask: Mask, weights: Floats) -> Floats:
    """(F,) weights changed as little as makes `mask` the contacts: at least 0.5 in them, below 0.4 elsewhere."""
    return np.where(mask, np.maximum(weights, ON), np.minimum(weights, BELOW))


def softened(mask: Mask, times: Floats, weights: Floats, transition: float) -> Floats:
    """(F,) weights that rise and fall over `transition` s around each edge; contacts begin and end where they did.

    In contact they rise from 0.5 at the edge to 1 half of that time later, outside they fall from 0.4 to 0.
    """
    inside, half = np.flatnonzero(np.diff(mask)), transition / 2
    if not inside.size or half == 0:
        return weights
    edges = _edges(times)[inside + 1]
    after = np.searchsorted(edges, times)
    near = np.abs(times[:, None] - edges[np.stack([np.maximum(after - 1, 0), np.minimum(after, len(edges) - 1)], 1)])
    share = np.minimum(near.min(axis=1), half) / half
    return np.where(mask, np.minimum(weights, ON + (1 - ON) * share), np.maximum(weights, OFF * (1 - share)))


def _edges(times: Floats) -> Floats:
    """(F + 1,) s, of each frame to the one before; the outer ones half a step away."""
    middles = (times[1:] + times[:-1]) / 2
    if not middles.size:
        return np.array([times[0], times[0]])
    return np.concatenate([[2 * times[0] - middles[0]], middles, [2 * times[-1] - middles[-1]]])


def _mask(ranges: Iterable[tuple[int, int]], frames: int) -> Mask:
    mask = np.zeros(frames, bool)
    for first, stop in ranges:
        mask[first:stop] = True
    return mask
