"""The cheapest path through a chain of states is the cheapest of all there are."""

from itertools import product

import numpy as np
import pytest
from footpipe_contacts.chain import cheapest_path


def price(path, costs, switches):
    steps = switches[np.arange(1, len(path)), path[:-1], path[1:]]
    return costs[np.arange(len(path)), path].sum() + steps.sum()


@pytest.mark.parametrize("states", [2, 3])
@pytest.mark.parametrize("frames", range(1, 8))
def test_no_path_is_cheaper(frames, states):
    random = np.random.default_rng(frames)
    for _ in range(20):
        costs = random.random((frames, states))
        switches = random.random((frames, states, states)) * (1 - np.eye(states))
        least = min(price(np.array(path), costs, switches) for path in product(range(states), repeat=frames))
        assert price(cheapest_path(costs, switches), costs, switches) == pytest.approx(least)


def test_many_frames_are_as_one_frame_after_the_other():
    random = np.random.default_rng(1)
    costs, switches = random.random((5000, 3)), np.full((5000, 3, 3), 0.7) * (1 - np.eye(3))
    totals = costs[0]
    for frame in range(1, 5000):
        totals = (totals[:, None] + switches[frame]).min(axis=0) + costs[frame]
    assert price(cheapest_path(costs, switches), costs, switches) == pytest.approx(totals.min())


def test_one_rule_for_all_switches_will_do():
    costs = np.array([[0, 1], [0, 1], [1, 0], [0, 1], [5, 0], [5, 0]], float)
    assert cheapest_path(costs, 2.0 * (1 - np.eye(2))[None]).tolist() == [0, 0, 0, 0, 1, 1]
