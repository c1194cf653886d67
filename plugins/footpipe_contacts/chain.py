"""The cheapest path through states over time: a Viterbi chain, its frames in blocks worked out side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from footpipe import Floats, Ints

if TYPE_CHECKING:
    from numpy.typing import NDArray

Steps: TypeAlias = "NDArray[np.int8]"


def cheapest_path(costs: Floats, switches: Floats) -> Ints:
    """(F,) the state of every frame such that costs and switches add up to the least.

    costs     (F, K) what it costs to be in each state
    switches  (F, K, K) or (1, K, K) what it costs to come into a frame from a state (rows) to another (columns);
              0 on the diagonal

    A. Viterbi's algorithm. The frames stand in about sqrt(F) blocks of as many frames: all blocks take their first
    frame at once, then their second, each for every state that it may be entered in; then the blocks are chained.
    """
    length = max(1, int(np.sqrt(len(costs))))
    totals, origins = _within(_moves(costs, switches, length))
    return _unrolled(origins, *_between(totals))[: len(costs)]


def _moves(costs: Floats, switches: Floats, length: int) -> Floats:
    """(length, K, K, B) what each step of each block costs; steps beyond the end are free for those who stay."""
    frames, states = costs.shape
    blocks = -(-frames // length)
    moves = np.empty((blocks * length, states, states))
    moves[:frames] = switches + costs[:, None, :]
    moves[0] = _stay(states) + costs[0]
    moves[frames:] = _stay(states)
    return np.ascontiguousarray(np.moveaxis(moves.reshape(blocks, length, states, states), 0, -1))


def _stay(states: int) -> Floats:
    return np.where(np.eye(states, dtype=bool), 0.0, np.inf)


def _within(moves: Floats) -> tuple[Floats, Steps]:
    """Through each block from every state into every state: the cost (K, K, B), and the state before each step."""
    length, states, _, blocks = moves.shape
    origins = np.zeros((length, states, states, blocks), np.int8)
    totals = np.repeat(_stay(states)[..., None], blocks, axis=-1)
    for step in range(length):
        totals = _stepped(totals, moves[step], origins[step])
    return totals, origins


def _stepped(totals: Floats, moves: Floats, origins: Steps) -> Floats:
    """One step on, (K, K, B); writes into `origins` where each came from."""
    best = totals[:, :1] + moves[0]
    for before in range(1, len(moves)):
        way = totals[:, before, None] + moves[before]
        np.putmask(origins, way < best, before)
        np.minimum(best, way, out=best)
    return best


def _between(totals: Floats) -> tuple[Steps, Steps]:
    """The state in which the cheapest path enters each block, and the one in which it is at the block's end."""
    _, states, blocks = totals.shape
    origins = np.empty((blocks, states), np.int8)
    reached = np.zeros(states)
    for block in range(blocks):
        ways = reached[:, None] + totals[..., block]
        origins[block] = ways.argmin(axis=0)
        reached = ways.min(axis=0)
    entered, last = np.empty(blocks, np.int8), np.empty(blocks, np.int8)
    state = int(reached.argmin())
    for block in reversed(range(blocks)):
        last[block] = state
        state = entered[block] = origins[block, state]
    return entered, last


def _unrolled(origins: Steps, entered: Steps, last: Steps) -> Ints:
    """(B * length,) the states along the path, from every block's end to its beginning."""
    length, blocks = len(origins), len(last)
    path = np.empty((blocks, length), np.int32)
    each, state = np.arange(blocks), last
    for step in reversed(range(length)):
        path[:, step] = state
        state = origins[step, entered, state, each]
    return path.ravel()
