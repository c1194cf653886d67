"""The leg chain against its reference, and what holds for every leg."""

import numpy as np
import poses
import pytest
import reference

from footpipe import kernel
from footpipe.kernel import LegStatus

needs_extended = pytest.mark.skipif(not reference.EXTENDED, reason="the reference needs extended precision")
KINDS = ("any", "near straight", "straight", "backwards", "folded", "slanted", "wild axis", "huge", "tiny")


def draw(kind, rng, count=250):
    bends = {
        "near straight": rng.uniform(-0.15, 0.15, count),
        "straight": rng.choice([0.0, 1e-9, -1e-7, 1e-6, -1e-4], count),
        "backwards": rng.uniform(-0.5, -1e-3, count),
        "folded": np.pi - rng.uniform(0.0, 0.2, count),
    }.get(kind, rng.uniform(0.0, 3.1, count))
    slant = {"slanted": 0.35, "wild axis": 1.2, "near straight": 0.2}.get(kind, 0.0)
    size = {"huge": 1000.0, "tiny": 1e-3}.get(kind, 1.0)
    return poses.legs(rng, bends, slant=slant, size=size)


def targets(pose, rng):
    """From a hair to half a limb away, so that some are out of reach and some too near."""
    count = len(pose.length)
    steps = pose.length * 10.0 ** rng.uniform(-6, 0, count) * 0.7
    return pose.toe + (poses.directions(rng, count) * steps[:, None])[:, None]


def check(pose, solution, wanted, rule, ankles=None, chain=poses.LEG[0]):
    for f in range(len(pose.length)):
        ankle = None if ankles is None else ankles[f, 0]
        leg, miss = reference.solve_leg(
            pose.positions[f], pose.rotations[f], poses.PARENTS, chain, wanted[f, 0], pose.axes[f, 0], rule, ankle
        )
        got = reference.matrix(solution.rotations[f, 0])
        for i, joint in enumerate(chain[:4]):
            np.testing.assert_allclose(got[i], leg.local(joint, np.eye(3)), atol=1e-9, rtol=0, err_msg=f"{f}, {i}")
        assert abs(solution.miss[f, 0] - miss) < 1e-9 * pose.length[f]


@needs_extended
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_agrees_with_the_reference(kind, seed):
    rng = np.random.default_rng([seed, KINDS.index(kind)])
    pose = draw(kind, rng)
    wanted = targets(pose, rng)
    check(pose, pose.solve(wanted, stretch=np.inf, softening=0.0), wanted, reference.Rule())


@needs_extended
@pytest.mark.parametrize(
    "rule",
    [
        reference.Rule(stretch=0.005, softening=0.005),
        reference.Rule(stretch=0.0, softening=0.005),
        reference.Rule(stretch=0.02, softening=0.001),
        reference.Rule(stretch=np.inf, softening=0.01),
        reference.Rule(softening=0.005, article=True),
        reference.Rule(softening=0.0, article=True),
        reference.Rule(aim_foot=False),
        reference.Rule(aim_toe=False),
    ],
    ids=str,
)
def test_agrees_with_the_reference_under_every_rule(rule):
    rng = np.random.default_rng(3)
    for kind in ("any", "near straight", "backwards"):
        pose = draw(kind, rng, 100)
        wanted = targets(pose, rng)
        options = {name: getattr(rule, name) for name in ("stretch", "softening", "article", "aim_foot", "aim_toe")}
        check(pose, pose.solve(wanted, **options), wanted, rule)


@needs_extended
def test_agrees_with_the_reference_for_an_ankle_with_its_own_target():
    rng = np.random.default_rng(4)
    pose = draw("any", rng)
    wanted = targets(pose, rng)
    ankles = pose.positions[:, poses.LEG[:, 2]] + rng.normal(scale=0.1, size=wanted.shape)
    solution = pose.solve(wanted, ankle_targets=ankles, stretch=np.inf, softening=0.0)
    check(pose, solution, wanted, reference.Rule(), ankles)


@needs_extended
def test_agrees_with_the_reference_above_a_ground():
    rng = np.random.default_rng(5)
    pose = draw("any", rng)
    wanted = targets(pose, rng)
    clearance = np.array([[0.02, 0.09, 0.01]])
    for f in range(len(wanted)):
        ground = float(wanted[f, 0, 1]) + rng.uniform(-0.1, 0.02)
        rule = reference.Rule(heights=tuple(ground + clearance[0]))
        one = poses.Poses(*(part[f : f + 1] for part in vars(pose).values()))
        solution = one.solve(wanted[f : f + 1], stretch=np.inf, softening=0.0, ground=[[ground]], clearance=clearance)
        check(one, solution, wanted[f : f + 1], rule)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "folded"])
def test_a_target_within_reach_is_reached_to_a_billionth_of_the_limb(kind):
    rng = np.random.default_rng(6)
    pose = draw(kind, rng, 1000)
    wanted = targets(pose, rng)
    solution = pose.solve(wanted, stretch=np.inf, softening=0.0)
    at, _ = pose.with_legs(solution)
    reached = solution.status[:, 0] == LegStatus.REACHED
    missed = np.linalg.norm(at[:, poses.LEG[0, 3]] - wanted[:, 0], axis=1)
    assert reached.sum() > 300
    assert (missed[reached] < 1e-9 * pose.length[reached]).all()


def test_every_distance_between_folded_and_straight_is_reached_whatever_the_axis():
    rng = np.random.default_rng(7)
    pose = poses.legs(rng, rng.uniform(-0.1, 0.1, 2000), slant=0.7)
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    wanted_ankle = hip + poses.directions(rng, 2000) * rng.uniform(0.031, 0.8699, 2000)[:, None]
    solution = pose.solve(pose.toe + (wanted_ankle - ankle)[:, None], stretch=np.inf, softening=0.0)
    assert (solution.status == LegStatus.REACHED).all()
    assert solution.miss.max() < 1e-9


def test_the_miss_told_is_the_miss_made():
    rng = np.random.default_rng(8)
    pose = draw("any", rng, 500)
    wanted = targets(pose, rng)
    for options in ({}, {"aim_foot": False}, {"article": True}, {"ground": [[0.0]], "clearance": [[0.0, 0.0, 0.0]]}):
        solution = pose.solve(wanted, **options)
        goal = wanted.copy()
        if "ground" in options:
            goal[..., 1] = np.maximum(goal[..., 1], 0.0)
        at, _ = pose.with_legs(solution)
        told = np.linalg.norm(at[:, poses.LEG[0, 3]] - goal[:, 0], axis=1)
        np.testing.assert_allclose(solution.miss[:, 0], told, atol=1e-12)


def test_bones_keep_their_lengths_and_joints_between_keep_their_rotations():
    rng = np.random.default_rng(9)
    pose = draw("any", rng, 300)
    at, _ = pose.with_legs(pose.solve(targets(pose, rng)))
    for a, b in zip(range(9), range(1, 10), strict=True):
        before = np.linalg.norm(pose.positions[:, a] - pose.positions[:, b], axis=1)
        np.testing.assert_allclose(np.linalg.norm(at[:, a] - at[:, b], axis=1), before, atol=1e-12)


def test_the_whole_world_turned_and_moved_gives_the_same_local_rotations():
    rng = np.random.default_rng(10)
    pose = draw("slanted", rng)
    wanted = targets(pose, rng)
    turned = poses.turn(poses.directions(rng, 1), [2.0])
    moved = rng.normal(size=3)
    same = kernel.solve_legs(
        pose.pose._replace(placement_translation=moved[None], placement_rotation=turned),
        poses.LEG,
        kernel.rotate(turned[:, None], wanted) + moved,
        knee_axes=pose.axes,
    )
    assert kernel.angle(same.rotations, pose.solve(wanted).whole.rotations).max() < 1e-9


def test_the_whole_world_scaled_gives_the_same_local_rotations():
    rng = np.random.default_rng(11)
    pose = draw("any", rng)
    wanted = targets(pose, rng)
    for size in (0.01, 100.0):
        scaled = kernel.solve_legs(
            pose.pose._replace(placement_scale=size),
            poses.LEG,
            wanted * size,
            knee_axes=pose.axes,
            stretch=0.005 * size,
            softening=0.005 * size,
        )
        assert kernel.angle(scaled.rotations, pose.solve(wanted).whole.rotations).max() < 1e-9


def test_a_mirrored_leg_gets_the_mirrored_answer():
    rng = np.random.default_rng(12)
    pose = draw("near straight", rng)
    wanted = targets(pose, rng)
    flip, flip_turn = np.array([-1.0, 1, 1]), np.array([1.0, -1, -1, 1])
    mirrored = kernel.solve_legs(
        pose.pose._replace(translations=pose.translations * flip, rotations=pose.local * flip_turn),
        poses.LEG,
        wanted * flip,
        knee_axes=pose.axes * -flip,
    )
    assert kernel.angle(mirrored.rotations * flip_turn, pose.solve(wanted).whole.rotations).max() < 1e-9


def test_legs_do_not_depend_on_each_other_nor_on_other_frames():
    rng = np.random.default_rng(13)
    pose = draw("any", rng, 50)
    wanted = targets(pose, rng)
    both = pose.solve(
        np.concatenate([pose.toe, wanted], axis=1),
        legs=np.repeat(poses.LEG, 2, 0),
        knee_axes=np.repeat(pose.axes, 2, 1),
    )
    assert (both.rotations[:, 1] == pose.solve(wanted).rotations[:, 0]).all()
    one = poses.Poses(*(part[20:21] for part in vars(pose).values()))
    assert (one.solve(wanted[20:21]).rotations[0] == pose.solve(wanted).rotations[20]).all()
