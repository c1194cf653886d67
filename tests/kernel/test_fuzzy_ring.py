"""Sets on a ring against numpy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import DataError, fuzzy_kernel

SETS = st.lists(st.tuples(st.floats(0, 2), st.floats(0.03, 0.5)), min_size=1, max_size=12)
PLACES = st.floats(-6, 6)


def reference(sets, at, length=2.0):
    """Weights by numpy, in extended precision so that no set is lost far from it."""
    centres, widths = np.array(sets, np.longdouble).T
    way = np.remainder(at - centres + length / 2, length) - length / 2
    g = np.exp(-0.5 * (way / widths) ** 2)
    return (g / g.sum()).astype(float)


@settings(deadline=None)
@given(SETS, PLACES)
def test_weights_are_those_of_numpy_and_sum_to_one(sets, at):
    weights, _ = fuzzy_kernel.ring(*zip(*sets, strict=True), 2.0, [at])
    assert weights[0].sum() == pytest.approx(1, abs=1e-12)
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights[0], reference(sets, at), atol=1e-12)


@settings(deadline=None)
@given(SETS, st.floats(0, 2), st.integers(-3, 3))
def test_once_round_is_the_same_place(sets, at, turns):
    centres, widths = zip(*sets, strict=True)
    here, there = fuzzy_kernel.ring(centres, widths, 2.0, [at, at + 2.0 * turns])[0]
    np.testing.assert_allclose(here, there, atol=1e-9)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 2), st.floats(0.05, 0.15)), min_size=1, max_size=12), st.floats(0, 2))
def test_slopes_are_those_of_central_differences(sets, at):
    centres, widths = zip(*sets, strict=True)
    step = 1e-6
    around = np.array([at - step, at, at + step])
    if min(abs(abs(np.remainder(at - c + 1, 2) - 1) - 1) for c in centres) < 1e-5:
        return  # half way round from a centre, where its set has a kink
    weights, slopes = fuzzy_kernel.ring(centres, widths, 2.0, around)
    np.testing.assert_allclose(slopes[1], (weights[2] - weights[0]) / (2 * step), atol=1e-4)


def test_far_from_every_set_the_nearest_has_all_the_weight():
    weights, slopes = fuzzy_kernel.ring([0.0, 0.1], [0.001, 0.001], 2.0, [1.0])
    np.testing.assert_array_equal(weights, [[0, 1]])
    np.testing.assert_array_equal(slopes, [[0, 0]])


def test_what_cannot_be_is_refused():
    with pytest.raises(DataError, match="greater than 0"):
        fuzzy_kernel.ring([0.0], [0.0], 2.0, [0.0])
    with pytest.raises(DataError, match="S = 1"):
        fuzzy_kernel.ring([0.0], [0.1, 0.2], 2.0, [0.0])
    assert fuzzy_kernel.ring([0.0], [0.1], 2.0, [])[0].shape == (0, 1)
