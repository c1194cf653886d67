"""Whole poses: figures moved as a whole, legs as they stand, and legs solved in some of the frames."""

import numpy as np
import poses
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footpipe import DataError, kernel

PARENTS = np.array([-1, 0, 1, 1, 3], np.int32)  # root, carrier, two below it and one more


def figure(seed, frames=6, scaled=False, placed=True):
    rng = np.random.default_rng(seed)
    rows = 1 if seed % 2 else frames
    move, turn = rng.normal(size=(rows, 3)), kernel.normalize(rng.normal(size=(rows, 4)))
    return kernel.LocalPose(
        rng.normal(size=(frames, 5, 3)),
        kernel.normalize(rng.normal(size=(frames, 5, 4))),
        PARENTS,
        move if placed else poses.STILL,
        turn if placed else poses.UPRIGHT,
        0.01 if placed else 1.0,
        rng.uniform(0.5, 2, size=(frames, 5, 3)) if scaled else None,
    )


@given(seed=st.integers(0, 10**6), scaled=st.booleans(), joint=st.integers(0, 4))
def test_a_joint_and_all_below_it_are_carried_by_what_is_asked_and_nothing_else_is(seed, scaled, joint):
    pose = figure(seed, scaled=scaled)
    shifts = np.random.default_rng(seed).normal(size=(6, 3))
    moved = kernel.carry(pose, joint, shifts)
    before, after = kernel.forward(*pose)[0], kernel.forward(*pose._replace(translations=moved))[0]
    below = [other for other in range(5) if joint in (other, *ancestors(other))]
    wanted = before.copy()
    wanted[:, below] += shifts[:, None]
    np.testing.assert_allclose(after, wanted, atol=1e-9)
    others = np.arange(5) != joint
    assert (moved[:, others] == pose.translations[:, others]).all()


def ancestors(joint):
    while (joint := PARENTS[joint]) >= 0:
        yield joint


def test_carrying_by_nothing_changes_no_bit():
    pose = figure(1)
    assert (kernel.carry(pose, 1, np.zeros((6, 3))) == pose.translations).all()


def test_a_carrier_that_is_not_there_or_cannot_be_moved_is_refused():
    pose = figure(2, scaled=True)
    pose.scales[3, 0, 1] = 0
    with pytest.raises(DataError, match="carrier: a joint from 0 to 4 wanted, got 5"):
        kernel.carry(pose, 5, np.zeros((6, 3)))
    with pytest.raises(DataError, match="joint 3 cannot be moved: joint 0 is scaled to nothing in frame 3"):
        kernel.carry(pose, 3, np.zeros((6, 3)))
    assert kernel.carry(pose, 0, np.ones((6, 3))).shape == (6, 5, 3)


@given(seed=st.integers(0, 10**6), joint=st.integers(0, 4))
def test_the_extent_of_a_joint_is_the_largest_difference_of_its_places(seed, joint):
    places = figure(seed).translations
    assert kernel.extent(places, joint) == np.ptp(places[:, joint], axis=0).max()


def test_the_extent_of_a_joint_that_is_not_there_is_refused():
    with pytest.raises(DataError, match="joint: joints from 0 to 4 wanted, got 5"):
        kernel.extent(figure(0).translations, 5)


@given(seed=st.integers(0, 10**6), scaled=st.booleans())
def test_some_joints_alone_are_where_the_whole_pose_has_them(seed, scaled):
    pose = figure(seed, scaled=scaled)
    wanted = [4, 0, 2]
    np.testing.assert_allclose(kernel.joint_positions(pose, wanted), kernel.forward(*pose)[0][:, wanted], atol=1e-12)


def test_legs_are_measured_as_they_stand():
    pose = poses.legs(np.random.default_rng(1), np.linspace(-0.5, 3.0, 50), thigh=0.45, shin=0.42)
    hip, ankle, toe = (pose.positions[:, [joint]] for joint in poses.LEG[0, [0, 2, 3]])
    prior = pose.axes[0]
    legs = kernel.measure_legs(pose.pose, poses.LEG, prior)
    assert (legs.toes == toe).all()
    assert (legs.feet == ankle - toe).all()
    assert (legs.spans == hip - ankle).all()
    assert (legs.hinges == kernel.knee_axes(pose.positions, pose.rotations, poses.LEG, prior)[-1]).all()
    np.testing.assert_allclose(legs.lengths, 0.87, rtol=1e-14)


def test_legs_of_joints_that_are_not_there_are_refused():
    pose = poses.legs(np.random.default_rng(1), np.full(3, 0.5))
    with pytest.raises(DataError, match="toe 10 is no joint below ankle 6"):
        kernel.measure_legs(pose.pose, [[2, 4, 6, 10, -1]], [[1.0, 0, 0]])


def test_a_figure_is_moved_before_its_legs_are_solved():
    rng = np.random.default_rng(3)
    pose = poses.legs(rng, rng.uniform(0.3, 2.0, 20))
    shifts, wanted = rng.normal(scale=0.05, size=(20, 3)), pose.toe + rng.normal(scale=0.02, size=(20, 1, 3))
    solved = pose.solve(wanted, carrier=1, shifts=shifts).whole
    moved = kernel.carry(pose.pose, 1, shifts)
    after = kernel.solve_legs(pose.pose._replace(translations=moved), poses.LEG, wanted, knee_axes=pose.axes)
    np.testing.assert_allclose(solved.translations, moved, atol=1e-14)
    np.testing.assert_allclose(solved.rotations, after.rotations, atol=1e-12)
    assert after.translations is not solved.translations


def test_what_a_toe_is_away_is_read_from_the_pose_that_comes_out():
    rng = np.random.default_rng(4)
    pose = poses.legs(rng, rng.uniform(0.0, 1.0, 30))
    wanted = pose.toe + rng.normal(scale=0.3, size=(30, 1, 3))
    solved = pose.solve(wanted, carrier=0, shifts=rng.normal(scale=0.1, size=(30, 3))).whole
    at, _ = kernel.forward(*pose.pose._replace(translations=solved.translations, rotations=solved.rotations))
    away = np.linalg.norm(at[:, poses.LEG[:, 3]] - wanted, axis=-1)
    np.testing.assert_allclose(solved.away, away, atol=1e-12)
    assert solved.away.max() > 0.1


def test_only_the_last_frames_are_solved_and_the_first_stay_bit_for_bit():
    rng = np.random.default_rng(5)
    pose = poses.legs(rng, rng.uniform(0.3, 2.0, 9))
    shifts, wanted = rng.normal(size=(9, 3)), pose.toe + 0.05
    some = pose.solve(wanted[2:], knee_axes=pose.axes[2:], carrier=1, shifts=shifts[2:]).whole
    whole = pose.solve(wanted, carrier=1, shifts=shifts).whole
    assert (some.rotations[:2] == pose.local[:2]).all()
    assert (some.translations[:2] == pose.translations[:2]).all()
    assert (some.rotations[2:] == whole.rotations[2:]).all()
    assert (some.translations[2:] == whole.translations[2:]).all()
    others = [0, 1, 3, 5, 7, 9]
    assert (whole.rotations[:, others] == pose.local[:, others]).all()


def test_more_targets_than_frames_are_refused():
    pose = poses.legs(np.random.default_rng(6), np.full(3, 0.5))
    with pytest.raises(DataError, match="toe targets: those of 3 frames at most wanted, got 4"):
        pose.solve(np.zeros((4, 1, 3)), knee_axes=pose.axes[:1])


def test_legs_of_a_figure_scaled_as_a_whole_are_those_of_the_larger_figure():
    rng = np.random.default_rng(7)
    pose = poses.legs(rng, rng.uniform(0.3, 2.0, 20))
    scales = np.ones((20, 10, 3))
    scales[:, 0] = 2.0
    scaled = pose.pose._replace(scales=scales)
    at, _ = kernel.forward(*scaled)
    wanted, shifts = at[:, poses.LEG[:, 3]] + 0.04, rng.normal(scale=0.02, size=(20, 3))
    solved = kernel.solve_legs(scaled, poses.LEG, wanted, knee_axes=pose.axes, carrier=1, shifts=shifts)
    again, _ = kernel.forward(*scaled._replace(translations=solved.translations, rotations=solved.rotations))
    reached = solved.status[:, 0] == kernel.LegStatus.REACHED
    assert reached.sum() > 10
    np.testing.assert_allclose(again[reached][:, poses.LEG[0, 3]], wanted[reached, 0], atol=1e-9)
    assert solved.away[reached].max() < 1e-9


@given(weights=st.lists(st.sampled_from([0.0, 0.3, 0.4, 0.45, 0.5, 1.0]), max_size=40))
def test_a_point_touches_from_on_until_it_falls_below_off(weights):
    got = kernel.active(np.array(weights).reshape(-1, 1), 0.5, 0.4)[:, 0].tolist()
    last, wanted = False, []
    for weight in weights:
        last = weight >= 0.5 or (last and weight >= 0.4)
        wanted.append(last)
    assert got == wanted


def test_points_touch_in_the_order_asked_for_and_those_that_are_not_there_never():
    weights = np.array([[0.0, 1.0], [1.0, 0.0], [0.45, 0.45]])
    assert kernel.active(weights, 0.5, 0.4).tolist() == [[False, True], [True, False], [True, False]]
    assert kernel.active(weights, 0.5, 0.4, [1, -1, 0])[:, 0].tolist() == [True, False, False]
    assert not kernel.active(weights, 0.5, 0.4, [1, -1, 0])[:, 1].any()
    assert kernel.active(weights, 0.5, 0.4, []).shape == (3, 0)
    for column in (-2, 2):
        with pytest.raises(DataError, match=f"columns: -1 or 0 to 1 wanted, got {column}"):
            kernel.active(weights, 0.5, 0.4, [column])


@pytest.mark.parametrize("length", range(1, 10))
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_not_finite_is_seen_wherever_it_stands(length, bad):
    values = np.full(length, 1e308)
    assert kernel.all_finite(values)
    for at in range(length):
        assert not kernel.all_finite(np.where(np.arange(length) == at, bad, values))


def test_no_numbers_are_finite():
    assert kernel.all_finite(np.empty((0, 3)))


def test_a_carrier_of_nothing_is_not_looked_at():
    pose = poses.legs(np.random.default_rng(8), np.full(3, 0.5))
    alone = pose.solve(pose.toe + 0.01).whole
    assert (pose.solve(pose.toe + 0.01, carrier=10**8).whole.rotations == alone.rotations).all()


def test_no_frames_to_solve_leave_the_pose_as_it_is():
    pose = poses.legs(np.random.default_rng(9), np.full(3, 0.5))
    solved = pose.solve(np.empty((0, 1, 3)), knee_axes=pose.axes[:1], carrier=1, shifts=np.empty((0, 3))).whole
    assert (solved.translations == pose.translations).all()
    assert (solved.rotations == pose.local).all()
    assert solved.away.shape == (0, 1)


def test_no_frames_show_no_hinge_but_the_one_believed():
    pose = poses.legs(np.random.default_rng(10), np.full(1, 0.5)).pose
    none = pose._replace(translations=np.empty((0, 10, 3)), rotations=np.empty((0, 10, 4)))
    assert (kernel.measure_legs(none, poses.LEG, [[0, 0, 2.0]]).hinges == [[0, 0, 1]]).all()
