"""Known faults and limits of the published leg chain, each with a test that it is not one of ours."""

import numpy as np
import poses
import pytest
from poses import FREE, is_finite, knee_bend, rng_of

from footpipe import kernel
from footpipe.kernel import LegStatus


@pytest.mark.parametrize("bend", [0.0, 1e-12, 1e-8, 1e-5, 1e-3, 0.1, 1.0, 3.0, np.pi, -1e-5, -0.05])
@pytest.mark.parametrize("stretch", [0.0, 0.005, np.inf])
def test_a_target_equal_to_the_toe_leaves_every_rotation_bit_for_bit_at_any_extension(bend, stretch):
    pose = poses.legs(rng_of(1), np.full(50, bend))
    solution = pose.solve(pose.toe, stretch=stretch)
    assert (solution.rotations[:, 0] == pose.local[:, poses.LEG[0, :4]]).all()
    assert (solution.status == LegStatus.REACHED).all()
    assert (solution.miss == 0).all()


def test_a_joint_that_does_not_turn_keeps_its_rotation_bit_for_bit():
    pose = poses.legs(rng_of(39), np.full(20, 0.8))
    pose.local[:, [6, 8]] = [-0.0, 0.6, -0.0, -0.8]
    solution = pose.solve(pose.toe + 0.05, aim_foot=False, aim_toe=False)
    assert (solution.rotations[:, 0, 2:].view(np.uint64) == pose.local[:, [6, 8]].view(np.uint64)).all()
    assert (solution.rotations[:, 0, :2] != pose.local[:, [2, 4]]).any(axis=2).all()


def test_the_published_clamp_shortens_even_a_leg_that_need_not_move():
    pose = poses.legs(rng_of(2), np.full(50, 0.0))
    solution = pose.solve(pose.toe, article=True, softening=0.005)
    at, _ = pose.with_legs(solution)
    np.testing.assert_allclose(0.87 - np.linalg.norm(at[:, 6] - at[:, 2], axis=1), 0.005 * np.exp(-1), atol=1e-9)
    assert np.degrees(knee_bend(at)).min() > 7
    assert (solution.status == LegStatus.OUT_OF_REACH).all()


def test_with_no_stretch_at_all_an_unmoved_leg_stays_and_a_farther_target_is_not_reached():
    pose = poses.legs(rng_of(2), np.full(50, 0.3))
    still = pose.solve(pose.toe, softening=0.005, stretch=0.0)
    assert (still.rotations[:, 0] == pose.local[:, poses.LEG[0, :4]]).all()
    hip, ankle = pose.positions[:, poses.LEG[0, 0]], pose.positions[:, poses.LEG[0, 2]]
    away = (ankle - hip) / np.linalg.norm(ankle - hip, axis=1, keepdims=True)
    farther = pose.solve(pose.toe + 0.01 * away[:, None], softening=0.005, stretch=0.0, aim_foot=False)
    np.testing.assert_allclose(farther.miss[:, 0], 0.01, atol=1e-9)


def test_a_small_move_of_the_target_is_a_small_turn_of_the_leg():
    rng = rng_of(3)
    pose = poses.legs(rng, np.concatenate([rng.uniform(0.05, 2.5, 300), rng.uniform(-0.1, -0.05, 300)]))
    nudge = poses.directions(rng, 600)[:, None] * 1e-6
    solution = pose.solve(pose.toe + nudge, **FREE)
    assert kernel.angle(solution.rotations[:, 0], pose.local[:, poses.LEG[0, :4]]).max() < 2e-4


@pytest.mark.parametrize("axis", np.concatenate([np.eye(3), -np.eye(3), [[1, 1, 0], [1, 2, 3]]]).tolist())
def test_opposite_vectors_turn_about_an_axis_perpendicular_to_them(axis):
    p = np.array(axis, float)
    q = kernel.between(p, -2 * p)
    assert abs(q[:3] @ p) < 1e-15
    assert abs(kernel.angle(q, [0, 0, 0, 1]) - np.pi) < 1e-15
    np.testing.assert_allclose(kernel.rotate(q, p), -p, atol=1e-15)


def test_a_foot_that_points_away_from_its_target_turns_round():
    pose = poses.legs(rng_of(4), np.full(20, 0.8))
    ankle = pose.positions[:, poses.LEG[:, 2]]
    behind = ankle - (pose.toe - ankle)
    solution = pose.solve(behind, ankle_targets=ankle, **FREE)
    assert solution.miss.max() < 1e-12
    assert is_finite(solution)


def test_a_target_straight_behind_the_hip_turns_the_leg_over():
    pose = poses.legs(rng_of(5), np.full(20, 0.8))
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    solution = pose.solve(pose.toe + 2 * (hip - ankle)[:, None], **FREE)
    assert solution.miss.max() < 1e-9
    assert is_finite(solution)


def test_a_target_on_the_hip_keeps_the_direction_of_the_input():
    pose = poses.legs(rng_of(6), np.full(20, 0.8))
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    solution = pose.solve(pose.toe + (hip - ankle)[:, None], **FREE)
    at, _ = pose.with_legs(solution)
    before, after = ankle - hip, at[:, 6] - hip
    assert (solution.status == LegStatus.TOO_NEAR).all()
    np.testing.assert_allclose(np.linalg.norm(after, axis=1), 0.03, atol=1e-9)  # |thigh - shin|
    across = np.linalg.norm(np.cross(before, after), axis=1)
    assert across.max() < 1e-9
    assert ((before * after).sum(1) > 0).all()


def test_a_target_on_the_hip_is_reached_by_a_leg_of_equal_bones():
    pose = poses.legs(rng_of(6), np.full(20, 0.8), thigh=0.45, shin=0.45)
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    solution = pose.solve(pose.toe + (hip - ankle)[:, None], **FREE)
    assert is_finite(solution)
    assert solution.miss.max() < 2e-8  # folded: the square root of the last digit
    assert (solution.status != LegStatus.DEGENERATE).all()


@pytest.mark.parametrize("bone", ["thigh", "shin"])
def test_a_leg_without_a_thigh_or_shin_aims_and_says_that_it_is_degenerate(bone):
    pose = poses.legs(rng_of(7), np.full(20, 0.8), **{bone: 0.0})
    wanted = pose.toe + poses.directions(rng_of(8), 20)[:, None] * 0.1
    solution = pose.solve(wanted, **FREE)
    assert is_finite(solution)
    assert (solution.status == LegStatus.DEGENERATE).all()
    at, _ = pose.with_legs(solution)
    goal = wanted[:, 0] + pose.positions[:, 6] - pose.toe[:, 0] - at[:, 2]
    assert np.linalg.norm(np.cross(at[:, 6] - at[:, 2], goal), axis=1).max() < 1e-12


def test_a_leg_without_any_length_stays_as_it_is():
    pose = poses.legs(rng_of(9), np.full(5, 0.8), thigh=0.0, shin=0.0, foot=0.0, tip=0.0)
    solution = pose.solve(pose.toe + 0.1)
    assert (solution.rotations[:, 0] == pose.local[:, poses.LEG[0, :4]]).all()
    assert (solution.status == LegStatus.DEGENERATE).all()


def test_a_foot_without_length_still_brings_the_toe_to_its_target():
    pose = poses.legs(rng_of(10), np.full(20, 0.8), foot=0.0)
    solution = pose.solve(pose.toe + poses.directions(rng_of(11), 20)[:, None] * 0.05, **FREE)
    assert (solution.status == LegStatus.REACHED).all()
    assert solution.miss.max() < 1e-9
    assert (solution.rotations[:, 0, 2] == pose.local[:, 6]).all()


def test_a_toe_without_length_is_left_alone():
    pose = poses.legs(rng_of(12), np.full(20, 0.8), tip=0.0)
    solution = pose.solve(pose.toe + poses.directions(rng_of(13), 20)[:, None] * 0.05, **FREE)
    assert solution.miss.max() < 1e-9
    assert (solution.rotations[:, 0, 3] == pose.local[:, 8]).all()


def test_an_ankle_on_the_hip_unfolds_to_its_target():
    pose = poses.legs(rng_of(14), np.full(20, np.pi), thigh=0.45, shin=0.45)
    solution = pose.solve(pose.toe + poses.directions(rng_of(15), 20)[:, None] * 0.5, **FREE)
    assert solution.miss.max() < 1e-9
    assert (solution.status == LegStatus.REACHED).all()


@pytest.mark.parametrize("slant", [0.0, 0.3, 1.0, 1.5])
def test_a_straight_leg_bends_to_its_target_about_any_axis(slant):
    pose = poses.legs(rng_of(16), np.zeros(200), slant=slant)
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    nearer = pose.toe + ((hip - ankle) * rng_of(17).uniform(0.001, 0.9, 200)[:, None])[:, None]
    solution = pose.solve(nearer, **FREE)
    assert solution.miss.max() < 1e-9
    assert (solution.status == LegStatus.REACHED).all()


def test_an_axis_along_the_leg_still_bends_and_says_that_it_is_degenerate():
    pose = poses.legs(rng_of(18), np.zeros(20))
    along = pose.positions[:, 4] - pose.positions[:, 2]
    axes = kernel.rotate(kernel.inverse(pose.rotations[:, 4]), along)[:, None]
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    solution = pose.solve(pose.toe + (hip - ankle)[:, None] * 0.3, knee_axes=axes, **FREE)
    assert is_finite(solution)
    assert solution.miss.max() < 1e-9
    assert (solution.status == LegStatus.DEGENERATE).all()


def test_an_axis_along_the_shin_alone_does_no_harm():
    pose = poses.legs(rng_of(19), np.full(20, 0.1))
    along = pose.positions[:, 6] - pose.positions[:, 4]
    axes = kernel.rotate(kernel.inverse(pose.rotations[:, 4]), along)[:, None]
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    solution = pose.solve(pose.toe + (hip - ankle)[:, None] * 0.3, knee_axes=axes, **FREE)
    assert is_finite(solution)
    assert solution.miss.max() < 1e-9


def test_an_axis_exactly_along_the_shin_divides_by_nothing():
    at = np.zeros((1, 10, 3))
    at[:, 2:] = np.linspace(0, -0.42, 8)[:, None] * [0, 1, 0]
    at[0, [2, 4]] = [0.45 * np.sin(0.1), 0.45 * np.cos(0.1), 0], [0, 0, 0]
    pose = poses.assemble(at, np.tile(poses.UPRIGHT, (1, 10, 1)), np.array([[0, 1.0, 0]]), 0.87)
    solution = pose.solve(np.add(pose.toe, [0, 0.1, 0]), knee_axes=[[[0, 1.0, 0]]], **FREE)
    assert is_finite(solution)
    assert solution.miss.max() < 1e-9
    assert (solution.status == LegStatus.DEGENERATE).all()


def test_an_axis_without_length_is_degenerate_only_where_the_axis_is_needed():
    pose = poses.legs(rng_of(20), np.array([0.0, 1.0]))
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    solution = pose.solve(pose.toe + (hip - ankle)[:, None] * 0.2, knee_axes=np.zeros((1, 1, 3)), **FREE)
    assert solution.miss.max() < 1e-9
    assert solution.status[:, 0].tolist() == [LegStatus.DEGENERATE, LegStatus.REACHED]


def test_a_limb_whose_toe_is_its_ankle_is_solved_as_one_joint():
    pose = poses.legs(rng_of(31), np.full(20, 0.8))
    chain = np.array([[2, 4, 6, 6, 9]], np.int32)
    ankle = pose.positions[:, [6]]
    solution = pose.solve(ankle + 0.03, legs=chain, **FREE)
    assert solution.miss.max() < 1e-9
    assert (solution.rotations[:, 0, 2] == solution.rotations[:, 0, 3]).all()


def test_a_toe_that_is_the_end_of_the_chain_needs_no_toe_end():
    pose = poses.legs(rng_of(32), np.full(20, 0.8))
    chain = np.array([[2, 4, 6, 9, -1]], np.int32)
    solution = pose.solve(pose.positions[:, [9]] + 0.03, legs=chain, **FREE)
    assert solution.miss.max() < 1e-9
    assert (solution.rotations[:, 0, 3] == pose.local[:, 9]).all()


def test_a_hip_that_is_the_root_of_a_placed_skeleton_is_solved_in_the_placement():
    rng = rng_of(33)
    parents = np.array([-1, 0, 1, 2, 3], np.int32)
    translations = rng.normal(size=(20, 5, 3))
    local = kernel.normalize(rng.normal(size=(20, 5, 4)))
    placed = (rng.normal(size=(1, 3)), kernel.normalize(rng.normal(size=(1, 4))), 0.3)
    pose = kernel.LocalPose(translations, local, parents, *placed)
    at, _ = kernel.forward(*pose)
    chain = np.array([[0, 1, 2, 3, 4]])
    wanted = at[:, [3]] + rng.normal(size=(20, 1, 3)) * 0.02
    solution = kernel.solve_legs(pose, chain, wanted, knee_axes=np.ones((1, 1, 3)), **FREE)
    again, _ = kernel.forward(*pose._replace(rotations=solution.rotations))
    reached = solution.status[:, 0] == LegStatus.REACHED
    assert reached.sum() > 10
    assert np.linalg.norm(again[:, 3] - wanted[:, 0], axis=1)[reached].max() < 1e-9
