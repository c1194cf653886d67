"""The runtime lock: no jump of place or velocity, whatever the contacts do."""

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import kernel
from footpipe.errors import FootpipeError

small = st.floats(-0.5, 0.5)
quick = st.floats(-3, 3)
points = st.tuples(small, small, small)
speeds = st.tuples(quick, quick, quick)
blends = st.floats(0.02, 0.5)
BOUNDS = {"lock_distance": 0.1, "unlock_distance": 0.2}


def rows(*values):
    return [np.array([value], float) for value in values]


def wave(count, rate, speed=0.4):
    t = np.arange(count) / rate
    return np.stack([speed * t + 0.05 * np.sin(5 * t), 0.05 * (1 - np.cos(4 * t)), 0.1 * np.sin(3 * t)], 1)[:, None]


def run(inputs, contact, dt, blend=0.1, floor=None, **bounds):
    contact = np.asarray(contact, bool).reshape(inputs.shape[:2])
    dt = np.full(len(inputs), dt) if np.isscalar(dt) else dt
    return kernel.lock_points(inputs, contact, dt, blend, **{**BOUNDS, **bounds}, floor=floor)


# --- the transition itself --------------------------------------------------------------------------


@given(points, speeds, st.floats(0, 1), blends, points, speeds, points, speeds)
@settings(max_examples=500)
def test_place_and_velocity_are_continuous_across_a_transition_even_in_mid_blend(
    offset, offset_speed, share, blend, source, source_speed, target, target_speed
):
    offset, offset_speed, source, source_speed, target, target_speed = rows(
        offset, offset_speed, source, source_speed, target, target_speed
    )
    time = np.array([share * blend])
    left, left_speed = kernel.decay(offset, offset_speed, time, blend)
    new, new_speed = kernel.transition(offset, offset_speed, time, blend, source, source_speed, target, target_speed)
    start, start_speed = kernel.decay(new, new_speed, np.zeros(1), blend)
    np.testing.assert_allclose(target + start, source + left, atol=1e-12)
    np.testing.assert_allclose(target_speed + start_speed, source_speed + left_speed, atol=1e-11)


def test_a_transition_folds_the_old_offset_as_a_pair():
    """The published listing overwrites the place first and then reads it for the velocity: 0.81 for 0.11 m/s."""
    offset, speed = rows([0.03, 0, 0], [0.5, 0, 0])
    zero = np.zeros((1, 3))
    _, new_speed = kernel.transition(offset, speed, np.array([0.05]), 0.1, zero, zero, zero, zero)
    right = (6 * 0.25 - 3) / 0.1 * 0.03 + (3 * 0.25 - 2 + 1) * 0.5
    np.testing.assert_allclose(new_speed[0, 0], right, atol=1e-12)


@given(points, speeds, st.floats(0, 1.5), st.one_of(st.just(0.0), blends))
def test_the_decay_is_the_cubic_that_ends_at_rest(offset, speed, time, blend):
    got = kernel.decay(*rows(offset, speed), np.array([time]), blend)
    want = reference.hermite(np.array(offset), np.array(speed), time, blend)
    np.testing.assert_allclose(np.concatenate(got), np.stack(want), atol=1e-10)


@given(points, speeds, blends)
def test_the_decay_starts_with_the_offset_and_is_gone_after_the_blend(offset, speed, blend):
    offset, speed = rows(offset, speed)
    start = kernel.decay(offset, speed, np.zeros(1), blend)
    np.testing.assert_array_equal(np.concatenate(start), np.concatenate([offset, speed]))
    for end in (blend, 2 * blend, 1e300):
        assert not np.any(kernel.decay(offset, speed, np.array([end]), blend))
    near = kernel.decay(offset, speed, np.array([blend * (1 - 1e-9)]), blend)
    assert np.abs(near).max() < 1e-6


# --- the state machine ---------------------------------------------------------------------------------


@given(
    st.lists(st.booleans(), min_size=2, max_size=60),
    st.integers(0, 2**31),
    st.sampled_from([0.0, 0.05, 0.1, 0.5]),
    st.sampled_from([None, 0.0, 0.2]),
    st.sampled_from([None, 0.03]),
)
@settings(max_examples=300)
def test_agrees_with_the_reference(contact, seed, blend, release, floor):
    rng = np.random.default_rng(seed)
    inputs = np.cumsum(rng.normal(scale=0.03, size=(len(contact), 1, 3)), axis=0)
    dt = rng.choice([0.0, 1 / 120, 1 / 30], len(contact))
    got = run(inputs, contact, dt, blend, None if floor is None else [[floor]], release=release)
    places, speeds, locked = reference.lock_point(inputs[:, 0], contact, dt, blend, 0.1, 0.2, floor, release)
    assert (got.locked[:, 0] == locked).all()
    np.testing.assert_allclose(got.positions[:, 0], places, atol=1e-9)
    np.testing.assert_allclose(got.velocities[:, 0], speeds, atol=1e-9 * max(1, np.abs(speeds).max()))


@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=12),
    st.floats(0.05, 0.5),
    st.floats(0.05, 0.5),
    st.sampled_from([None, 0.0, 0.02]),
)
@settings(max_examples=100)
def test_place_and_velocity_have_no_jump_however_contacts_come_and_go(lengths, blend, release, floor):
    """At 20 kHz a continuous place and velocity can hardly change from one sample to the next."""
    rate = 20000
    contact = np.concatenate([np.full(n * 20, i % 2 == 0) for i, n in enumerate(lengths)])[: rate // 2]
    inputs = wave(len(contact), rate)
    got = run(inputs, contact, 1 / rate, blend, None if floor is None else [[floor]], release=release)
    places, speeds = got.positions[1:, 0], got.velocities[1:, 0]
    fast = min(blend, release)
    worst = 6 * 0.25 / fast**2 + 6 * 1.5 / fast + 5  # the cubic's second derivative, of offsets up to 0.25 m, 1.5 m/s
    assert np.abs(np.diff(places, axis=0)).max(initial=0) < (np.abs(speeds).max() + worst / rate) / rate
    assert np.abs(np.diff(speeds[1:], axis=0)).max(initial=0) < worst / rate


@given(st.integers(1, 19), st.integers(1, 19))
def test_a_lock_and_release_in_mid_blend_leaves_no_kick(first, second):
    """The published listing's fault at its own scale: 60 Hz, a contact of less than the blend."""
    rate = 6000
    contact = np.repeat([False, True, False, True], [200, first * 30, second * 30, 400])
    got = run(wave(len(contact), rate, 1.0), contact, 1 / rate, 0.1)
    acceleration = np.abs(np.diff(got.velocities[2:, 0], axis=0)).max() * rate
    assert acceleration < 150


def test_a_locked_point_comes_to_rest_where_the_contact_began():
    inputs = wave(120, 60, 0.1)
    got = run(inputs, np.arange(120) >= 30, 1 / 60, 0.1, [[0.02]], unlock_distance=np.inf)
    rest = got.positions[40:, 0]
    np.testing.assert_allclose(
        rest, np.broadcast_to([inputs[30, 0, 0], 0.02, inputs[30, 0, 2]], rest.shape), atol=1e-12
    )
    assert (got.velocities[40:] == 0).all()


def test_with_its_own_height_a_locked_point_rolls_but_does_not_slide():
    inputs = wave(120, 60, 0.1)
    got = run(inputs, np.arange(120) >= 30, 1 / 60, unlock_distance=np.inf)
    np.testing.assert_array_equal(got.positions[:, 0, 1], inputs[:, 0, 1])
    np.testing.assert_allclose(got.velocities[40:, 0, [0, 2]], 0, atol=1e-12)
    np.testing.assert_allclose(got.positions[40:, 0, [0, 2]], inputs[30, 0, [0, 2]] + np.zeros((80, 2)), atol=1e-12)


def test_an_unlocked_point_is_its_input():
    inputs = wave(50, 60)
    got = run(inputs, np.zeros(50), 1 / 60)
    assert (got.positions == inputs).all()
    assert not got.locked.any()
    np.testing.assert_allclose(got.velocities[1:], np.diff(inputs, axis=0) * 60, atol=1e-12)


def test_the_first_frame_is_at_the_input_without_velocity():
    inputs = wave(5, 60) + 3.0
    got = run(inputs, np.ones(5), 1 / 60, floor=[[0.0]])
    assert (got.positions[0] == inputs[0]).all()
    assert (got.velocities[0] == 0).all()
    assert got.locked[0, 0]


def test_a_point_that_cannot_keep_up_is_let_go_and_not_caught_again_until_it_is_near():
    inputs = wave(200, 60, 1.0)
    got = run(inputs, np.ones(200), 1 / 60)
    away = np.linalg.norm(got.positions - inputs, axis=2)[:, 0]
    held = got.locked[:, 0]
    assert held[:10].all()
    released = np.flatnonzero(held[:-1] & ~held[1:]) + 1
    caught = np.flatnonzero(~held[:-1] & held[1:]) + 1
    assert released.size > 1
    assert (away[released] > 0.2).all()
    assert (away[caught] < 0.1).all()


def test_a_blend_of_nothing_switches_at_once_and_stays_finite():
    inputs = wave(60, 60, 0.2)
    contact = np.arange(60) % 20 < 10
    got = run(inputs, contact, 1 / 60, 0.0)
    assert np.isfinite(got.positions).all()
    np.testing.assert_array_equal(got.positions[11:20], inputs[11:20])
    np.testing.assert_array_equal(got.positions[21:29, 0, 0], np.full(8, inputs[20, 0, 0]))


def test_frames_without_time_between_them_stay_finite_and_keep_the_velocity():
    inputs = wave(40, 60)
    dt = np.full(40, 1 / 60)
    dt[[5, 20]] = 0.0
    inputs[[5, 20]] = inputs[[4, 19]]
    got = run(inputs, np.arange(40) > 10, dt)
    assert np.isfinite(got.positions).all()
    assert np.isfinite(got.velocities).all()
    for same in (5, 20):
        np.testing.assert_array_equal(got.positions[same], got.positions[same - 1])
        np.testing.assert_array_equal(got.velocities[same], got.velocities[same - 1])


def test_the_first_dt_is_not_read():
    inputs = wave(20, 60)
    dt = np.full(20, 1 / 60)
    wrong = dt.copy()
    wrong[0] = 77.0
    assert (run(inputs, np.ones(20), dt).positions == run(inputs, np.ones(20), wrong).positions).all()


def test_points_are_locked_each_by_itself_and_causally():
    rng = np.random.default_rng(3)
    inputs = np.concatenate([wave(100, 60), wave(100, 60, 0.9) + 1.0], axis=1)
    contact = rng.random((100, 2)) > 0.3
    both = run(inputs, contact, 1 / 60)
    one = run(inputs[:, 1:], contact[:, 1], 1 / 60)
    assert (both.positions[:, 1] == one.positions[:, 0]).all()
    cut = run(inputs[:40], contact[:40], 1 / 60)
    assert (cut.positions == both.positions[:40]).all()
    assert (cut.locked == both.locked[:40]).all()


def test_a_floor_may_change_with_the_frames_and_counts_when_the_contact_begins():
    inputs = wave(60, 60, 0.1)
    floor = np.linspace(0, 0.05, 60)[:, None]
    got = run(inputs, np.arange(60) >= 20, 1 / 60, 0.05, floor)
    np.testing.assert_allclose(got.positions[-1, 0, 1], floor[20, 0], atol=1e-12)


def test_no_frames_and_no_points_are_no_fault():
    assert run(np.empty((0, 2, 3)), np.empty((0, 2)), np.empty(0)).positions.shape == (0, 2, 3)
    empty = kernel.lock_points(np.empty((3, 0, 3)), np.empty((3, 0), bool), np.zeros(3), 0.1, 0.1, 0.2)
    assert empty.locked.shape == (3, 0)


def test_weights_are_not_taken_for_contacts():
    with pytest.raises(FootpipeError, match="contact: bool wanted, got float64"):
        kernel.lock_points(np.zeros((2, 1, 3)), np.array([[0.3], [0.0]]), np.zeros(2), 0.1, 0.1, 0.2)
