"""Where toes may be, how far legs reach, and how far a figure goes, against plain numpy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footpipe import DataError, solver, spans

ROLLS = st.sampled_from([0.0, 0.02, np.inf])


def own_ground(heights):
    """The height of a contact: that which a twentieth of its frames lie below."""
    return np.sort(heights)[int(0.05 * (len(heights) - 1))]


def air_ground(frame, found, grounds):
    """The lower ground of the contacts before and after a frame in the air."""
    before = [ground for (_, last), ground in zip(found, grounds, strict=True) if last <= frame]
    after = [ground for (first, _), ground in zip(found, grounds, strict=True) if first > frame]
    return min(before[-1:] + after[:1], default=-np.inf)


def room(heights, contact, roll, firm, below, planted):
    """Floor and ceiling of one toe, and where it stands in contact."""
    found = spans(contact)
    grounds = [own_ground(heights[first:last]) for first, last in found]
    floor, ceiling, stands = np.empty(len(heights)), np.full(len(heights), np.inf), []
    for frame, height in enumerate(heights):
        own = next((g for (a, b), g in zip(found, grounds, strict=True) if a <= frame < b), None)
        low = min(height, air_ground(frame, found, grounds) if own is None else own)
        floor[frame] = low if below is None else below[frame]
        if own is not None:
            stands.append(own if planted is None else planted[frame])
            floor[frame] = stands[-1] if firm else floor[frame]
            ceiling[frame] = max(stands[-1] + np.clip(height - own, 0, roll) if roll < np.inf else np.inf, floor[frame])
    return floor, ceiling, stands


@given(seed=st.integers(0, 10**6), frames=st.integers(1, 60), roll=ROLLS, firm=st.booleans(), more=st.integers(0, 3))
def test_toes_have_the_room_that_their_ground_leaves(seed, frames, roll, firm, more):
    rng = np.random.default_rng(seed)
    heights = rng.normal(scale=0.05, size=(frames, 2))
    contact = np.repeat(rng.random((frames, 2)) < rng.random(), rng.integers(1, 9, frames), axis=0)[:frames]
    below = rng.normal(scale=0.05, size=heights.shape) if more & 1 else None
    planted = rng.normal(scale=0.05, size=heights.shape) if more & 2 else None
    got = solver.toe_room(heights, contact, roll=roll, firm=firm, below=below, planted=planted)
    stands = []
    for toe in range(2):
        one = (None if part is None else part[:, toe] for part in (below, planted))
        floor, ceiling, stood = room(heights[:, toe], contact[:, toe], roll, firm, *one)
        np.testing.assert_allclose(got.floor[:, toe], floor, atol=1e-15)
        np.testing.assert_allclose(got.ceiling[:, toe], ceiling, atol=1e-15)
        stands += stood
    assert got.stands == ((min(stands), max(stands)) if stands else None)


def test_a_clip_without_toes_or_frames_has_no_room():
    for shape in ((0, 2), (3, 0)):
        got = solver.toe_room(np.empty(shape), np.empty(shape, bool), roll=0.0)
        assert got.floor.shape == got.ceiling.shape == shape
        assert got.stands is None


def test_a_roll_below_nothing_is_refused():
    with pytest.raises(DataError, match="roll: a number of 0 or more wanted, got -1"):
        solver.toe_room(np.zeros((1, 1)), np.ones((1, 1), bool), roll=-1)


@given(seed=st.integers(0, 10**6), stretch=st.sampled_from([0.0, 0.01, np.inf]))
def test_legs_reach_almost_their_length_or_what_they_do_already(seed, stretch):
    rng = np.random.default_rng(seed)
    spans, lengths = rng.normal(scale=0.5, size=(20, 2, 3)), rng.uniform(0.7, 1.0, (20, 2))
    now = np.linalg.norm(spans, axis=-1)
    wanted = np.minimum(np.maximum(0.99 * lengths, np.minimum(now, lengths - 1e-3)), now + stretch)
    got = solver.farthest(spans, lengths, margin=0.01, slack=1e-3, stretch=stretch)
    np.testing.assert_allclose(got, wanted, rtol=1e-15)
    assert solver.farthest(spans[:0], lengths[:0], margin=0.01).shape == (0, 2)


@given(seed=st.integers(0, 10**6))
def test_the_farthest_shifts_are_told_with_their_frames(seed):
    shifts = np.random.default_rng(seed).normal(size=(9, 3))
    flat, height = np.hypot(shifts[:, 0], shifts[:, 2]), abs(shifts[:, 1])
    (aside, aside_at), (up, up_at) = solver.most_shifted(shifts)
    assert (aside_at, up_at) == (flat.argmax(), height.argmax())
    np.testing.assert_allclose([aside, up], [flat.max(), height.max()], rtol=1e-15)


def test_what_is_not_shifted_goes_nowhere_and_no_frames_are_refused():
    assert solver.most_shifted(np.zeros((3, 3))) == ((0.0, 0), (0.0, 0))
    with pytest.raises(DataError, match="shifts: a frame at least wanted"):
        solver.most_shifted(np.empty((0, 3)))
