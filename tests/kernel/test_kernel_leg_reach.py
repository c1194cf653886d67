"""How far a leg goes, and what it says when it cannot."""

import numpy as np
import poses
from poses import FREE, is_finite, knee_bend, rng_of

from footpipe.kernel import LegStatus


def test_a_target_past_the_limbs_length_straightens_the_leg_and_tells_the_miss():
    pose = poses.legs(rng_of(26), np.full(50, 0.8))
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    way = (ankle - hip) / np.linalg.norm(ankle - hip, axis=1, keepdims=True)
    solution = pose.solve(pose.toe + (hip + way * 1.0 - ankle)[:, None], aim_foot=False, **FREE)
    at, _ = pose.with_legs(solution)
    assert (solution.status == LegStatus.OUT_OF_REACH).all()
    np.testing.assert_allclose(np.linalg.norm(at[:, 6] - at[:, 2], axis=1), 0.87, atol=1e-12)


def test_a_leg_stretched_to_its_whole_length_is_straight_to_the_last_digits():
    """An arc cosine near -1 would leave 1e-8 rad, and so would a difference of rounded squares."""
    rng = rng_of(37)
    pose = poses.legs(rng, rng.uniform(0.2, 1.5, 200))
    at, _ = pose.with_legs(pose.solve(pose.toe + poses.directions(rng, 200)[:, None] * 5.0, **FREE))
    assert knee_bend(at).max() < 1e-12


def test_the_leg_never_stretches_farther_than_allowed():
    rng = rng_of(27)
    pose = poses.legs(rng, rng.uniform(0, 2, 500))
    wanted = pose.toe + poses.directions(rng, 500)[:, None] * 0.5
    before = np.linalg.norm(pose.positions[:, 6] - pose.positions[:, 2], axis=1)
    for stretch in (0.0, 0.005, 0.05):
        at, _ = pose.with_legs(pose.solve(wanted, stretch=stretch))
        after = np.linalg.norm(at[:, 6] - at[:, 2], axis=1)
        assert (after <= np.minimum(before + stretch, 0.87) + 1e-12).all()


def test_the_reach_is_smooth_where_the_clamp_sets_in():
    count = 4000
    pose = poses.legs(rng_of(28), np.full(1, 0.5))
    pose = poses.Poses(*(np.repeat(part, count, 0) for part in vars(pose).values()))
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    away = np.linspace(-0.01, 0.03, count)[:, None]
    way = (ankle - hip) / np.linalg.norm(ankle - hip, axis=1, keepdims=True)
    at, _ = pose.with_legs(pose.solve(pose.toe + (way * away)[:, None], stretch=0.01, softening=0.005))
    slope = np.diff(np.linalg.norm(at[:, 6] - at[:, 2], axis=1)) / (0.04 / (count - 1))
    assert slope.max() < 1 + 1e-6
    assert slope.min() > 0
    assert np.abs(np.diff(slope)).max() < 3e-3  # 0.01 mm a step over 5 mm of softening


def test_no_softening_and_no_stretch_is_a_hard_stop_without_division_by_zero():
    pose = poses.legs(rng_of(29), np.full(20, 0.8))
    solution = pose.solve(pose.toe + 0.3, stretch=0.0, softening=0.0)
    assert is_finite(solution)
    assert set(solution.status[:, 0]) <= {LegStatus.REACHED, LegStatus.OUT_OF_REACH}


def test_a_target_nearer_than_the_fold_limit_says_so():
    pose = poses.legs(rng_of(30), np.full(20, 0.8), thigh=0.5, shin=0.3)
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    way = (ankle - hip) / np.linalg.norm(ankle - hip, axis=1, keepdims=True)
    solution = pose.solve(pose.toe + (hip + way * 0.1 - ankle)[:, None], aim_foot=False, **FREE)
    assert (solution.status == LegStatus.TOO_NEAR).all()
    at, _ = pose.with_legs(solution)
    np.testing.assert_allclose(np.linalg.norm(at[:, 6] - at[:, 2], axis=1), 0.2, atol=1e-12)
