"""What is read from a figure, against plain numpy: legs as they stand, feet, and how a figure is carried."""

import figures
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import DataError, kernel

SEEDS = st.integers(0, 10**6)
SCALES = st.sampled_from([None, "even", "uneven"])


@settings(max_examples=60)
@given(seed=SEEDS, scales=SCALES, right=st.sampled_from(figures.RIGHTS))
def test_legs_are_measured_as_they_stand_in_the_world(seed, scales, right):
    rng = np.random.default_rng(seed)
    pose, legs = figures.figure(rng, 7, scales=scales), np.array([figures.LEFT, right])
    prior = rng.normal(size=(2, 3)) * rng.integers(0, 2, size=(2, 1))
    at, turned = kernel.forward(*pose)
    hip, knee, ankle, toe = (at[:, legs[:, part]] for part in range(4))
    got = kernel.measure_legs(pose, legs, prior)
    np.testing.assert_allclose(got.toes, toe, rtol=0, atol=1e-12)
    np.testing.assert_allclose(got.feet, ankle - toe, rtol=0, atol=1e-12)
    np.testing.assert_allclose(got.spans, hip - ankle, rtol=0, atol=1e-12)
    lengths = np.linalg.norm(hip - knee, axis=-1) + np.linalg.norm(knee - ankle, axis=-1)
    np.testing.assert_allclose(got.lengths, lengths, rtol=1e-13)
    np.testing.assert_allclose(got.hinges, kernel.knee_axes(at, turned, legs, prior)[-1], rtol=0, atol=1e-12)


def test_hinges_are_measured_from_all_frames_and_the_prior_counts_where_no_knee_bends():
    pose, legs = figures.standing(0.0)
    bent = kernel.euler_to_quat([[0.0, 0, 0], [0, 0, 80], [0, 0, 60]], "XYZ")  # about z, the second frame most
    many = pose._replace(translations=np.repeat(pose.translations, 3, 0), rotations=np.repeat(pose.rotations, 3, 0))
    many.rotations[:, 1] = bent
    np.testing.assert_allclose(kernel.measure_legs(pose, legs, [[3.0, 0, 4]]).hinges, [[0.6, 0, 0.8]], atol=1e-12)
    got = kernel.measure_legs(many, legs, np.zeros((1, 3))).hinges
    np.testing.assert_allclose(abs(got), [[0, 0, 1]], atol=1e-12)


@pytest.mark.parametrize(("degrees", "stands"), [(0, True), (59.9, True), (-59.9, True), (60.1, False), (180, False)])
def test_a_leg_stands_while_its_hip_is_above_the_ankle_by_half_of_their_distance(degrees, stands):
    pose, legs = figures.standing(np.radians(degrees))
    assert kernel.foot_shapes(pose, legs, np.zeros((1, 3))).stands is stands


def test_a_figure_stands_only_where_all_its_legs_do():
    for tilts, stands in (((0.1, -0.2), True), ((0.1, 1.2), False), ((1.2, 0.1), False)):
        pose, legs = figures.standing(*tilts)
        assert kernel.foot_shapes(pose, legs, np.zeros((2, 3))).stands is stands


@given(seed=SEEDS, scales=SCALES)
def test_clearances_are_the_heights_above_the_lowest_of_toe_ankle_and_toe_end(seed, scales):
    rng = np.random.default_rng(seed)
    pose, legs = figures.figure(rng, 1, scales=scales), np.array([figures.LEFT, figures.RIGHTS[0]])
    at = kernel.forward(*pose)[0][0]
    heights = at[:, 1]
    feet = heights[[[6, 5, 7], [11, 10, 11]]]  # without a toe end, the toe is the foot's end
    got = kernel.foot_shapes(pose, legs, np.zeros((2, 3)))
    np.testing.assert_allclose(got.clearances, feet - feet.min(axis=1, keepdims=True), rtol=0, atol=1e-12)
    spans = at[legs[:, 0]] - at[legs[:, 2]]
    assert got.stands == (spans[:, 1] > 0.5 * np.linalg.norm(spans, axis=1)).all()


@given(seed=SEEDS, scale=st.floats(0.01, 100))
def test_feet_have_one_shape_wherever_the_figure_stands_and_in_whatever_unit(seed, scale):
    rng = np.random.default_rng(seed)
    pose, legs = figures.standing(0.1, -0.2)
    turn = kernel.euler_to_quat([[rng.uniform(-180, 180)]], "Y")
    there = pose._replace(placement_translation=rng.normal(size=(1, 3)), placement_rotation=turn, placement_scale=scale)
    here, got = (kernel.foot_shapes(one, legs, [[0, 0, 0], [0, 3.0, 4.0]]) for one in (pose, there))
    assert here.stands
    assert got.stands
    np.testing.assert_allclose(got.clearances, np.tile(np.array([0.02, 0.08, 0]) * scale, (2, 1)), atol=1e-12 * scale)
    np.testing.assert_allclose(got.soles, here.soles, atol=1e-12)
    np.testing.assert_allclose(got.soles, np.tile([0.0, 1, 0], (2, 2, 1)), atol=1e-12)
    np.testing.assert_allclose(got.knee_axes, [[1, 0, 0], [0, 0.6, 0.8]], atol=1e-12)


def test_feet_have_their_shape_from_a_single_frame_and_from_joints_that_are_there():
    with pytest.raises(DataError, match=r"translations: shape \(F, J, 3\) with F = 1 wanted, got \(2, 15, 3\)"):
        kernel.foot_shapes(figures.figure(np.random.default_rng(0), 2), [figures.LEFT], np.zeros((1, 3)))
    with pytest.raises(DataError, match="toe 15 is no joint below ankle 5"):
        kernel.foot_shapes(figures.figure(np.random.default_rng(0), 1), [[2, 4, 5, 15, -1]], np.zeros((1, 3)))


@settings(max_examples=60)
@given(seed=SEEDS, scales=SCALES, joint=st.integers(0, figures.JOINTS - 1), frames=st.sampled_from([1, 6, 120]))
def test_a_joint_goes_exactly_as_far_as_asked_all_below_goes_along_and_all_else_stays(seed, scales, joint, frames):
    rng = np.random.default_rng(seed)
    pose, shifts = figures.figure(rng, frames, scales=scales), rng.normal(size=(frames, 3))
    moved = kernel.carry(pose, joint, shifts)
    way = kernel.forward(*pose._replace(translations=moved))[0] - kernel.forward(*pose)[0]
    wanted = np.zeros((frames, figures.JOINTS, 3))
    wanted[:, figures.below(joint)] = shifts[:, None]
    np.testing.assert_allclose(way, wanted, rtol=0, atol=1e-10)
    others = np.arange(figures.JOINTS) != joint
    np.testing.assert_array_equal(moved[:, others], pose.translations[:, others])


@pytest.mark.parametrize("scales", [None, "even"])
def test_a_shift_along_one_axis_of_a_joint_leaves_no_rounding_on_the_others(scales):
    pose = figures.figure(np.random.default_rng(3), 30, scales=scales, rows=1)
    turn = kernel.euler_to_quat([[90.0]], "X")  # skeleton space has z up, as many files do
    moved = kernel.carry(pose._replace(placement_rotation=turn), 0, np.tile([0, 0.1, 0], (30, 1)))
    np.testing.assert_array_equal(moved[:, 0, :2], pose.translations[:, 0, :2])
    np.testing.assert_allclose(moved[:, 0, 2] - pose.translations[:, 0, 2], -0.1 / pose.placement_scale, rtol=1e-9)


@pytest.mark.parametrize(
    ("joint", "rows", "told"),
    [
        (-1, 3, "carrier: a joint from 0 to 14 wanted, got -1"),
        (15, 3, "carrier: a joint from 0 to 14 wanted, got 15"),
        (1, 2, r"shifts: shape \(F, 3\) with F = 3 wanted, got \(2, 3\)"),
    ],
)
def test_a_figure_that_cannot_be_carried_so_is_refused(joint, rows, told):
    with pytest.raises(DataError, match=told):
        kernel.carry(figures.figure(np.random.default_rng(0), 3), joint, np.zeros((rows, 3)))


def test_only_what_is_above_a_joint_may_not_be_scaled_to_nothing():
    pose = figures.figure(np.random.default_rng(0), 3, scales="even")
    flat = pose.scales.copy()
    flat[2, 12, 1] = 0  # the spine's
    pose = pose._replace(scales=flat)
    with pytest.raises(DataError, match="joint 13 cannot be moved: joint 12 is scaled to nothing in frame 2"):
        kernel.carry(pose, 13, np.zeros((3, 3)))
    for joint in (0, 1, 7, 12, 14):
        way = kernel.joint_positions(pose._replace(translations=kernel.carry(pose, joint, np.ones((3, 3)))), [joint])
        np.testing.assert_allclose(way - kernel.joint_positions(pose, [joint]), 1, rtol=0, atol=1e-10)


def last(marks):
    """(F, P) the last frame up to each that is marked, -1 where none is."""
    return np.maximum.accumulate(np.where(marks, np.arange(len(marks))[:, None], -1), axis=0)


@given(
    weights=st.lists(st.lists(st.sampled_from([0.0, 0.2, 0.3, 0.4, 0.5, 1.0]), min_size=3, max_size=3), max_size=30),
    off=st.sampled_from([0.0, 0.2, 0.4]),
    on=st.sampled_from([0.0, 0.4, 0.5]),
)
def test_a_point_touches_where_it_began_to_no_earlier_than_it_last_ended(weights, off, on):
    given_weights = np.array(weights).reshape(-1, 3)
    began, ended = last(given_weights >= on), last(given_weights < off)
    wanted = (began >= ended) & (began >= 0)
    got = kernel.active(given_weights, on, off)
    assert got.dtype == np.bool_
    np.testing.assert_array_equal(got, wanted)
