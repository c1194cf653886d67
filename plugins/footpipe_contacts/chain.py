"""The cheapest path through states over time: a Viterbi chain, its frames in blocks worked out side by side."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from footpipe import Floats, Ints

Steps = NDArray[np.intp]


def cheapest_path(costs: Floats, switches: Floats) -> Ints:
    """(F,) the state of every frame such that costs and switches add up to the least.

    costs     (F, K) what it costs to be in each state
    switches  (F, K, K) or (1, K, K) what it costs to come into a frame from a state (rows) to another (columns);
              0 on the diagonal

    A. Viterbi's algorithm. The frames stand in about sqrt(F) blocks of as many frames: all blocks take their first
    frame at once, then their second, each for every state that it may be entered in; then the blocks are chained.
    """
    frames, states = costs.shape
    length = max(1, int(np.sqrt(frames)))
    blocks = -(-frames // length)
    moves = _moves(costs, switches, blocks * length).reshape(blocks, length, states, states)
    totals, origins = _within(moves)
    entered, last = _between(totals)
    return _unrolled(origins, entered, last)[:frames]


def _moves(costs: Floats, switches: Floats, padded: int) -> Floats:
    """(padded, K, K) what each step costs; steps beyond the end are free for those who stay."""
    frames, states = costs.shape
    stay = np.where(np.eye(states, dtype=bool), 0.0, np.inf)
    moves = np.empty((padded, states, states))
    moves[:frames] = switches + costs[:, None, :]
    moves[0] = stay + costs[0]
    moves[frames:] = stay
    return moves


def _within(moves: Floats) -> tuple[Floats, Steps]:
    """Through each block from every state into every state: the cost (B, K, K), and the state before each step."""
    blocks, length, states, _ = moves.shape
    origins = np.empty((length, blocks, states, states), np.intp)
    totals = np.broadcast_to(np.where(np.eye(states, dtype=bool), 0.0, np.inf), (blocks, states, states))
    for step in range(length):
        ways = totals[:, :, :, None] + moves[:, step, None]  # (B, entered, before, after)
        origins[step] = ways.argmin(axis=2)
        totals = ways.min(axis=2)
    return totals, origins


def _between(totals: Floats) -> tuple[Steps, Steps]:
    """The state in which the cheapest path enters each block, and the one in which it is at the block's end."""
    blocks, states, _ = totals.shape
    origins = np.empty((blocks, states), np.intp)
    reached = np.zeros(states)
    for block in range(blocks):
        ways = reached[:, None] + totals[block]
        origins[block] = ways.argmin(axis=0)
        reached = ways.min(axis=0)
    entered, last = np.empty(blocks, np.intp), np.empty(blocks, np.intp)
    state = int(reached.argmin())
    for block in reversed(range(blocks)):
        last[block] = state
        state = entered[block] = origins[block, state]
    return entered, last


def _unrolled(origins: Steps, entered: Steps, last: Steps) -> Ints:
    """(B * length,) the states along the path, from every block's end to its beginning."""
    length, blocks = origins.shape[:2]
    path = np.empty((blocks, length), np.int32)
    each, state = np.arange(blocks), last
    for step in reversed(range(length)):
        path[:, step] = state
        state = origins[step, each, entered, state]
    return path.ravel()
