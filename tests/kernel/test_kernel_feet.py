"""Where feet are to be: contacts with hysteresis, heights that a foot stood at so far, and the lock of each point."""

import numpy as np
import poses
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import Contacts, FootRule, kernel
from footpipe.errors import DataError

FRAMES, MEMORY = 400, 128  # the second is FP_STANCE_FRAMES
LEGS = np.array([[0, 1, 2, 3, 4], [5, 6, 7, 8, -1]])
RULE = FootRule("toe", 0.5, 0.4, 0.1, 0.16, 0.1, 0.2, True)
NONE = np.zeros((2, 2, 3))  # soles, where they are not laid flat


def motion(rng, frames=FRAMES):
    """Positions (F, J, 3) that wander, rotations (F, J, 4), contact weights (F, L, 2), steps (F,)."""
    positions = np.cumsum(rng.normal(scale=0.01, size=(frames, 9, 3)), axis=0) + np.array([0, 0.3, 0])
    rotations = kernel.normalize(rng.normal(size=(frames, 9, 4)))
    weights = np.repeat(rng.random((frames // 8 + 1, 2, 2)), 8, axis=0)[:frames]
    return positions, rotations, weights, rng.choice([0.0, 1 / 120, 1 / 30], frames)


def planted(heights, soles, active, under):
    """(F,) by numpy: the median of the last frames in contact, above the lowest sole where there is a ground."""
    out = np.zeros(len(heights))
    for f in np.flatnonzero(active):
        known = np.flatnonzero(active[: f + 1])[-MEMORY:]
        if under is None:
            out[f] = np.median(heights[known])
        else:
            out[f] = under[f] + np.median((heights - under)[known]) - (soles - under)[known].min()
    return out


def expected(kind, positions, weights, dt, rule, under):
    """(F, L, 3): the points of one kind, by the lock of points."""
    places = positions[:, LEGS[:, {"toe": 3, "ankle": 2}[kind]]]
    active = Contacts(("a", "b"), weights).active(rule.on, rule.off)
    soles = np.stack([positions[:, [j for j in leg[2:] if j >= 0], 1].min(axis=1) for leg in LEGS], axis=1)
    floors = [
        planted(places[:, i, 1], soles[:, i], active[:, i], None if under is None else under[:, i]) for i in range(2)
    ]
    floor = None if rule.keep_height else np.stack(floors, axis=1)
    distances = rule.lock_distance, rule.unlock_distance
    return kernel.lock_points(places, active, dt, rule.blend, *distances, floor, rule.release).positions


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 2**31),
    st.sampled_from(["toe", "ankle", "both"]),
    st.booleans(),
    st.booleans(),
    st.sampled_from([(0.5, 0.4), (0.9, 0.1), (0.3, 0.3)]),
)
def test_feet_follow_as_their_points_do(seed, pivot, keep_height, on_ground, weights_at):
    rng = np.random.default_rng(seed)
    positions, rotations, weights, dt = motion(rng)
    rule = FootRule(pivot, *weights_at, 0.1, 0.16, 0.1, 0.2, keep_height)
    columns = {"toe": [0], "ankle": [1], "both": [0, 1]}[pivot]
    under = rng.normal(scale=0.05, size=(FRAMES, 2, len(columns))) if on_ground else None
    got = kernel.follow_feet(positions, rotations, LEGS, weights[..., columns], dt, rule, NONE, under=under)
    held = {
        kind: expected(kind, positions, weights[..., column], dt, rule, None if under is None else under[..., at])
        for at, (kind, column) in enumerate(zip(rule.points, columns, strict=True))
    }
    toes, ankles = positions[:, LEGS[:, 3]], positions[:, LEGS[:, 2]]
    if pivot == "toe":
        assert got.ankles is None
        np.testing.assert_allclose(got.toes, held["toe"], atol=1e-12)
    elif pivot == "ankle":
        np.testing.assert_allclose(got.ankles, held["ankle"], atol=1e-12)
        np.testing.assert_allclose(got.toes - got.ankles, toes - ankles, atol=1e-12)
    else:
        np.testing.assert_allclose(got.toes, held["toe"], atol=1e-12)
        feet, wanted = got.ankles - got.toes, held["ankle"] - held["toe"]
        np.testing.assert_allclose(np.linalg.norm(feet, axis=-1), np.linalg.norm(ankles - toes, axis=-1), atol=1e-12)
        assert (np.einsum("fli,fli->fl", feet, wanted) > 0).all()
        np.testing.assert_allclose(np.cross(feet, wanted), 0, atol=1e-12)
    assert got.soles is None


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**31), st.sampled_from(["toe", "ankle", "both"]))
def test_soles_are_square_to_the_ground_in_contact_and_as_they_were_long_after_it(seed, pivot):
    rng = np.random.default_rng(seed)
    positions, rotations, _, _ = motion(rng)
    rule = FootRule(pivot, 0.5, 0.4, 0.1, 0.16, 0.1, 0.2, True, flatten=True)
    contact = np.arange(FRAMES) % 100 < 50
    weights = np.broadcast_to(contact[:, None, None], (FRAMES, 2, len(rule.points)))
    soles = kernel.rotate(kernel.normalize(rng.normal(size=(2, 2, 4))), [0, 1.0, 0])
    normals = kernel.rotate(kernel.normalize(rng.normal(size=(FRAMES, 2, 4))), [0, 1.0, 0])
    steps = np.full(FRAMES, 1 / 120)
    got = kernel.follow_feet(positions, rotations, LEGS, weights, steps, rule, soles, normals=normals).soles
    since = np.arange(FRAMES) % 50 / 120
    settled = contact & (since > 0.11)
    gone = ~contact & (since > 0.17)
    assert (got.weight[settled] == 1).all()
    assert (got.weight[gone] == 0).all()
    assert (got.turns[gone] == [0, 0, 0, 1]).all()
    for part, joints in enumerate((LEGS[:, 2], LEGS[:, 3])):
        turned = kernel.multiply(got.turns[:, :, part], rotations[:, joints])
        np.testing.assert_allclose(kernel.rotate(turned, soles[:, part])[settled], normals[settled], atol=1e-9)


def test_the_share_of_soles_has_no_jump_of_speed_however_contacts_come_and_go():
    """At 20 kHz a continuous rate can hardly change from one sample to the next."""
    rate, rng = 20000, np.random.default_rng(3)
    lengths = rng.integers(200, 4000, 40)
    contact = np.concatenate([np.full(n, i % 2 == 0) for i, n in enumerate(lengths)])
    frames = len(contact)
    still = np.zeros((frames, 9, 3)), np.tile([0.0, 0, 0, 1], (frames, 9, 1))
    rule = FootRule("toe", 0.5, 0.4, 0.1, 0.16, 0.1, 0.2, True, flatten=True)
    weights = np.broadcast_to(contact[:, None, None], (frames, 2, 1))
    soles = np.tile([0.0, 1, 0], (2, 2, 1))
    weight = kernel.follow_feet(*still, LEGS, weights, np.full(frames, 1 / rate), rule, soles).soles.weight[:, 0]
    speed = np.diff(weight) * rate
    assert 10 < abs(speed).max() < 30  # 1.5 / 0.1 s, and a little more where one change cuts into another
    worst = 6 / 0.1**2 + 4 * 30 / 0.1  # the cubic's second derivative, of offsets up to 1 and 30/s
    assert abs(np.diff(speed)).max() < worst / rate


def test_legs_carry_soles_as_they_are_asked_to():
    """Toes on their targets, foot and toes turned as asked for; where half of that is taken, the foot goes half of the
    way from where it would come by itself."""
    rng = np.random.default_rng(4)
    pose, leg = poses.legs(rng, np.full(50, 0.7), slant=0.2), poses.LEG[0]
    turns = kernel.normalize(rng.normal(scale=0.05, size=(50, 1, 2, 4)) + np.array([0, 0, 0, 1]))
    targets = pose.toe + rng.normal(scale=0.01, size=(50, 1, 3))
    wanted = [kernel.multiply(turns[:, 0, part], pose.rotations[:, joint]) for part, joint in enumerate(leg[2:4])]
    off = {}
    for weight in (1.0, 0.5, 1e-9):
        soles = kernel.SoleTurns(turns, np.full((50, 1), weight))
        solved = pose.solve(targets, stretch=0.1, soles=soles)
        positions, rotations = pose.with_legs(solved)
        off[weight] = [kernel.angle(rotations[:, joint], wanted[part]) for part, joint in enumerate(leg[2:4])]
        missed = np.linalg.norm(positions[:, leg[3]] - targets[:, 0], axis=1)
        np.testing.assert_allclose(solved.miss[:, 0], missed, atol=1e-12)
        if weight == 1:
            reached = solved.status[:, 0] == kernel.LegStatus.REACHED
            assert reached.sum() > 30
            assert missed[reached].max() < 1e-9
            assert np.max(off[weight]) < 1e-7
    np.testing.assert_allclose(off[0.5][0], 0.5 * off[1e-9][0], atol=1e-8)
    assert off[0.5][0].max() > 0.05


def test_a_rule_says_what_is_wrong_with_it():
    with pytest.raises(DataError, match="pivot: one of toe, ankle, both wanted, got 'heel'"):
        FootRule("heel", 0.5, 0.4, 0.1, 0.16, 0.1, 0.2, True)
    with pytest.raises(DataError, match="blend: a number of 0 or more wanted, got -1"):
        FootRule("toe", 0.5, 0.4, -1, 0.16, 0.1, 0.2, True)


def test_contacts_are_of_the_points_that_the_rule_holds():
    positions, rotations, weights, dt = motion(np.random.default_rng(5), 20)
    with pytest.raises(
        DataError, match=r"contacts: shape \(F, L, K\) with F = 20, L = 2, K = 1 wanted, got \(20, 2, 2\)"
    ):
        kernel.follow_feet(positions, rotations, LEGS, weights, dt, RULE, NONE)


def test_a_foot_shape_is_told_by_the_standing_pose():
    positions = np.array([[0, 0.9, 0], [0, 0.5, 0.01], [0, 0.1, 0], [0, 0.03, 0.12], [0, 0.01, 0.18]])
    rotations = np.tile([0.0, 0, 0, 1], (5, 1))
    rotations[2] = kernel.euler_to_quat([[90.0]], "X")[0]
    rotations[3] = kernel.inverse(rotations[2])
    translations = np.diff(positions, axis=0, prepend=np.zeros((1, 3)))
    translations[3] = kernel.rotate(rotations[3], translations[3])
    pose = kernel.LocalPose(translations[None], rotations[None], range(-1, 4), np.zeros((1, 3)), [[0, 0, 0, 1]], 1.0)
    legs, given = [[0, 1, 2, 3, 4], [0, 1, 2, 3, -1]], [[0, 0, 0], [0, 3.0, 4.0]]
    shapes = kernel.foot_shapes(pose, legs, given)
    assert shapes.stands
    lying = pose._replace(placement_rotation=kernel.euler_to_quat([[90.0]], "X"))
    assert not kernel.foot_shapes(lying, legs, given).stands
    np.testing.assert_allclose(shapes.clearances, [[0.02, 0.09, 0], [0, 0.07, 0]], atol=1e-15)
    np.testing.assert_allclose(shapes.knee_axes, [[1, 0, 0], [0, 0.6, 0.8]], atol=1e-15)
    np.testing.assert_allclose(shapes.soles[0], [[0, 0, -1], [0, 1, 0]], atol=1e-15)
