"""Feet above the ground without moving the locked toe."""

import numpy as np
import poses
from poses import FREE, is_finite, rng_of

from footpipe.kernel import LegStatus

CLEARANCE = np.array([[0.02, 0.08, 0.015]])


def over_ground(**options):
    rng = rng_of(34)
    pose = poses.legs(rng, rng.uniform(0.5, 1.5, 400))
    wanted = pose.toe + poses.directions(rng, 400)[:, None] * 0.05
    ground = wanted[..., 1] + rng.uniform(-0.1, 0.05, (400, 1))
    solution = pose.solve(wanted, ground=ground, clearance=CLEARANCE, **FREE, **options)
    at, _ = pose.with_legs(solution)
    return pose, wanted, ground[:, 0], solution, at


def test_lifting_the_ankle_to_its_height_does_not_move_the_locked_toe():
    pose, wanted, ground, solution, at = over_ground()
    reached = solution.status[:, 0] == LegStatus.REACHED
    goal = wanted[:, 0].copy()
    goal[:, 1] = np.maximum(goal[:, 1], ground + CLEARANCE[0, 0])
    lifted = pose.positions[:, 6, 1] + (goal - pose.toe[:, 0])[:, 1] < ground + CLEARANCE[0, 1]
    assert (lifted & reached).sum() > 50
    assert np.linalg.norm(at[:, 8] - goal, axis=1)[reached].max() < 1e-9
    np.testing.assert_allclose(at[lifted & reached, 6, 1], (ground + CLEARANCE[0, 1])[lifted & reached], atol=1e-9)


def test_a_toe_end_below_the_ground_is_pitched_until_it_touches_and_no_farther():
    pose, _, ground, solution, at = over_ground()
    reached = solution.status[:, 0] == LegStatus.REACHED
    tip = pose.positions[:, 9] - pose.positions[:, 8]
    least = ground + CLEARANCE[0, 2]
    sinks = (at[:, 8, 1] + tip[:, 1] < least) & reached
    assert sinks.sum() > 50
    np.testing.assert_allclose(at[sinks, 9, 1], least[sinks], atol=1e-9)
    free = reached & ~sinks
    np.testing.assert_allclose((at[:, 9] - at[:, 8])[free], tip[free], atol=1e-9)
    heading = np.cross(at[sinks, 9] - at[sinks, 8], tip[sinks])[:, 1]
    assert np.abs(heading).max() < 1e-9


def test_a_toe_end_below_the_ground_is_pitched_even_when_the_toe_is_where_it_should_be():
    rng = rng_of(41)
    pose = poses.legs(rng, rng.uniform(0.5, 1.5, 200))
    tip = pose.positions[:, 9] - pose.positions[:, 8]
    low, foot_up = tip[:, 1] < -0.01, pose.positions[:, 6, 1] > pose.positions[:, 8, 1]
    solution = pose.solve(pose.toe, ground=pose.toe[..., 1], clearance=np.zeros((1, 3)), **FREE)
    at, _ = pose.with_legs(solution)
    assert (low & foot_up).sum() > 20
    np.testing.assert_allclose(at[low & foot_up, 9, 1], pose.toe[low & foot_up, 0, 1], atol=1e-12)


def test_a_foot_above_the_ground_is_as_without_a_ground():
    rng = rng_of(35)
    pose = poses.legs(rng, rng.uniform(0.5, 1.5, 50))
    wanted = pose.toe + 0.02
    low = pose.positions[..., 1].min() - 1.0
    with_ground = pose.solve(wanted, ground=[[low]], clearance=CLEARANCE)
    assert (with_ground.rotations == pose.solve(wanted).rotations).all()


def test_toe_ankle_and_toe_end_may_each_have_a_ground_of_their_own():
    rng = rng_of(37)
    pose = poses.legs(rng, rng.uniform(0.5, 1.5, 200))
    under = pose.positions[:, [8, 6, 9], 1] - CLEARANCE - 1e-6  # as on a slope: each is just above what is below it
    below = under.max(axis=1) - under.min(axis=1) > 0.05
    on_slope = pose.solve(pose.toe, ground=under[:, None], clearance=CLEARANCE, **FREE)
    level = pose.solve(pose.toe, ground=under.max(axis=1)[:, None], clearance=CLEARANCE, **FREE)
    assert (on_slope.rotations == pose.solve(pose.toe, **FREE).rotations).all()
    assert (level.rotations != on_slope.rotations).any(axis=(1, 2, 3))[below].all()


def test_bones_that_stand_upright_on_the_toe_stay_finite_above_the_ground():
    rng = rng_of(36)
    pose = poses.legs(rng, np.full(10, 0.8))
    at = pose.positions.copy()
    at[:, 8] = at[:, 6] + [0, 0.1, 0]
    at[:, 9] = at[:, 8] - [0, 0.1, 0]
    upright = poses.assemble(at, pose.rotations, np.ones((10, 3)), 0.87)
    for rise in (0.05, 0.5):
        solution = upright.solve(upright.toe, ground=upright.toe[..., 1], clearance=[[0, rise, 0]], **FREE)
        assert is_finite(solution)
