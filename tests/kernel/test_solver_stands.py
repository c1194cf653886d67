"""Where toes may be, against whole arrays of numpy: contacts of any length, and heights that come twice."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import DataError, solver, spans

STRAY = 0.05  # share of a contact's heights that lie below its ground
RUNS = st.lists(st.sampled_from([1, 2, 7, 20, 21, 22, 41, 100, 300]), min_size=1, max_size=6)


def own_ground(heights):
    """The height below which a twentieth of them lie."""
    rank = int(STRAY * (len(heights) - 1))
    return float(np.partition(heights, rank)[rank])


def between(frames, found, grounds):
    """(F,) m: the contact's own ground, between two of them the lower."""
    if not found:
        return np.full(frames, -np.inf)
    out = np.full(frames, grounds[0])
    out[found[-1][0] :] = grounds[-1]
    for ((first, last), (after, _)), (ground, later) in zip(pairwise(found), pairwise(grounds), strict=True):
        out[first:last] = ground
        out[last:after] = min(ground, later)
    return out


def room(heights, contact, roll, firm, below, planted):
    """Floor and ceiling (F, T) m, and the heights (N,) m at which toes stand in contact."""
    air, lowest, stands = np.empty(heights.shape), np.zeros(heights.shape), np.full(heights.shape, np.inf)
    for toe in range(heights.shape[1]):
        found = spans(contact[:, toe])
        grounds = [own_ground(heights[first:last, toe]) for first, last in found]
        air[:, toe] = np.minimum(heights[:, toe], between(len(heights), found, grounds))
        for (first, last), ground in zip(found, grounds, strict=True):
            lowest[first:last, toe] = ground
            stands[first:last, toe] = ground if planted is None else planted[first:last, toe]
    floor = air if below is None else below
    floor = np.where(contact, stands, floor) if firm else floor
    rise = np.clip(heights - lowest, 0, roll) if roll < np.inf else np.full(heights.shape, np.inf)
    return floor, np.maximum(stands + rise, floor), stands[contact]


def contacts_of(lengths, first):
    """(F,) bool: runs of these lengths, by turns in contact and in the air."""
    return np.concatenate([np.full(length, (at + first) % 2 == 0) for at, length in enumerate(lengths)])


@settings(max_examples=150)
@given(
    seed=st.integers(0, 10**6),
    lengths=st.tuples(RUNS, RUNS),
    first=st.integers(0, 1),
    steps=st.sampled_from([0, 3]),
    roll=st.sampled_from([0.0, 0.0015, 0.02, np.inf]),
    firm=st.booleans(),
    known=st.tuples(st.booleans(), st.booleans()),
)
def test_toes_have_the_room_that_whole_arrays_give(seed, lengths, first, steps, roll, firm, known):
    rng = np.random.default_rng(seed)
    toes = [contacts_of(runs, first + toe) for toe, runs in enumerate(lengths)]
    frames = min(map(len, toes))
    contact = np.stack([toe[:frames] for toe in toes], axis=1)
    heights = rng.normal(scale=0.05, size=(frames, 2))
    heights = np.round(heights * steps * 10) / 100 if steps else heights  # with steps, many heights come twice
    below, planted = (rng.normal(scale=0.05, size=heights.shape) if one else None for one in known)
    got = solver.toe_room(heights, contact, roll=roll, firm=firm, below=below, planted=planted)
    floor, ceiling, stands = room(heights, contact, roll, firm, below, planted)
    np.testing.assert_array_equal(got.floor, floor)
    np.testing.assert_allclose(got.ceiling, ceiling, rtol=0, atol=1e-15)
    assert got.stands == ((stands.min(), stands.max()) if stands.size else None)
    assert (got.floor <= got.ceiling).all()


@given(st.permutations(range(241)))
def test_a_contact_stands_where_a_twentieth_of_its_frames_lie_below(order):
    heights = np.array(order, float)[:, None]
    got = solver.toe_room(heights, np.ones((241, 1), bool), roll=0.0, firm=True)
    assert (got.floor == 12).all()  # 12 of the other 240 are lower
    assert got.stands == (12, 12)


def test_a_toe_in_the_air_may_go_down_to_the_lower_of_the_contacts_beside_it():
    heights = np.array([9.0, 3, 9, 2, 9, 5, 9, 1, 9])[:, None]
    contact = np.isin(np.arange(9), [1, 3, 5])[:, None]
    got = solver.toe_room(heights, contact, roll=0.5)
    assert got.floor[:, 0].tolist() == [3, 3, 2, 2, 2, 5, 5, 1, 5]
    assert got.ceiling[:, 0].tolist() == [np.inf, 3, np.inf, 2, np.inf, 5, np.inf, np.inf, np.inf]
    assert got.stands == (2, 5)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"contact": np.zeros((3, 1), bool)}, r"contact: shape \(F, T\) with F = 3, T = 2 wanted, got \(3, 1\)"),
        ({"contact": np.zeros((3, 2))}, "contact: bool wanted, got float64"),
        ({"below": np.zeros((2, 2))}, r"below: shape \(F, T\) with F = 3, T = 2 wanted, got \(2, 2\)"),
        ({"planted": np.zeros(3)}, r"planted: shape \(F, T\) with F = 3, T = 2 wanted, got \(3,\)"),
        ({"roll": np.nan}, "roll: a number of 0 or more wanted, got nan"),
    ],
)
def test_what_leaves_no_room_to_be_told_is_refused(changes, told):
    arguments = {"heights": np.zeros((3, 2)), "contact": np.zeros((3, 2), bool), "roll": 0.0}
    with pytest.raises(DataError, match=told):
        solver.toe_room(**{**arguments, **changes})


@given(
    seed=st.integers(0, 10**6),
    margin=st.sampled_from([0.0, 0.006, 0.5]),
    slack=st.sampled_from([0.0, 1e-3, 0.2]),
    stretch=st.sampled_from([0.0, 0.01, np.inf]),
)
def test_legs_reach_as_far_as_their_margin_slack_and_stretch_leave_them(seed, margin, slack, stretch):
    rng = np.random.default_rng(seed)
    apart, lengths = rng.normal(scale=0.5, size=(20, 3, 3)), rng.uniform(0.5, 1.0, size=(20, 3))
    now = np.linalg.norm(apart, axis=-1)
    most = np.maximum((1 - margin) * lengths, np.minimum(now, lengths - slack))
    got = solver.farthest(apart, lengths, margin=margin, slack=slack, stretch=stretch)
    np.testing.assert_allclose(got, np.minimum(most, now + stretch), rtol=1e-14)


@pytest.mark.parametrize("name", ["margin", "slack", "stretch"])
def test_a_reach_of_less_than_nothing_is_refused(name):
    with pytest.raises(DataError, match=f"{name}: a number of 0 or more wanted, got -0.1"):
        solver.farthest(np.zeros((1, 1, 3)), np.ones((1, 1)), **{"margin": 0.0, name: -0.1})
    with pytest.raises(DataError, match=r"lengths: shape \(F, T\) with F = 1, T = 2 wanted, got \(1, 1\)"):
        solver.farthest(np.zeros((1, 2, 3)), np.ones((1, 1)), margin=0.0)
