"""The knee: its axis, its side, and no pops."""

import numpy as np
import poses
import pytest
from poses import FREE, rng_of

from footpipe import kernel
from footpipe.kernel import LegStatus


@pytest.mark.parametrize("degrees", [-0.5, -1, -3, -6, -20])
def test_a_knee_bent_backwards_is_exact_to_a_billionth(degrees):
    rng = rng_of(21)
    pose = poses.legs(rng, np.radians(np.full(200, degrees)))
    nudge = poses.directions(rng, 200)[:, None] * rng.uniform(0, 0.1, 200)[:, None, None]
    solution = pose.solve(pose.toe + nudge, **FREE)
    reached = solution.status == LegStatus.REACHED
    assert reached.sum() > 50
    assert solution.miss[reached].max() < 1e-9


@pytest.mark.parametrize("degrees", [3.0, 6.5, 9.0, 16.0])
def test_a_small_backward_bend_stays_backward_when_it_hardly_changes(degrees):
    pose = poses.legs(rng_of(22), np.radians(np.full(20, -degrees)))
    solution = pose.solve(with_bend(pose, np.radians(1.1 * degrees)), **FREE)
    np.testing.assert_allclose(signed_bend(pose, solution), np.radians(-1.1 * degrees), atol=1e-9)


@pytest.mark.parametrize("degrees", [3.0, 6.5, 9.0, 16.0])
def test_a_small_backward_bend_turns_forward_when_it_has_to_grow(degrees):
    pose = poses.legs(rng_of(22), np.radians(np.full(20, -degrees)))
    solution = pose.solve(with_bend(pose, np.radians(2 * degrees)), **FREE)
    np.testing.assert_allclose(signed_bend(pose, solution), np.radians(2 * degrees), atol=1e-9)


def test_a_limb_that_clearly_bends_the_other_way_keeps_its_way():
    pose = poses.legs(rng_of(23), np.radians(np.full(20, -30.0)))
    solution = pose.solve(with_bend(pose, np.radians(50)), **FREE)
    np.testing.assert_allclose(signed_bend(pose, solution), np.radians(-50), atol=1e-9)


def with_bend(pose, bend):
    """Toe targets (F, 1, 3) for which the knee must be bent by `bend`, in the direction of the input."""
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    distance = np.sqrt(0.45**2 + 0.42**2 + 2 * 0.45 * 0.42 * np.cos(bend))
    way = (ankle - hip) / np.linalg.norm(ankle - hip, axis=1, keepdims=True)
    return pose.toe + (hip + way * distance - ankle)[:, None]


def signed_bend(pose, solution):
    """(F,) rad about the given axis."""
    at, turned = pose.with_legs(solution)
    u, v = at[:, 2] - at[:, 4], at[:, 6] - at[:, 4]
    sine = (np.cross(v, u) * kernel.rotate(turned[:, 4], pose.axes[:, 0])).sum(1)
    return np.arctan2(sine, -(u * v).sum(1))


@pytest.mark.parametrize("shortening", [0.0005, 0.002, 0.01, 0.03])
@pytest.mark.parametrize("slant", [0.0, 0.25])
def test_a_leg_that_passes_through_straight_does_not_pop(shortening, slant):
    """Bend from 12 degrees forward to 3 backward while the target stays a little nearer than the ankle."""
    frames = 1500
    rng = rng_of(24)
    pose = sweep(rng, np.radians(np.linspace(12, -3, frames)), slant)
    hip, ankle = pose.positions[:, 2], pose.positions[:, 6]
    way = (hip - ankle) / np.linalg.norm(hip - ankle, axis=1, keepdims=True)
    solution = pose.solve(pose.toe + (way * shortening)[:, None], **FREE)
    assert solution.miss.max() < 1e-9
    step = np.degrees(kernel.angle(solution.rotations[1:, 0, :2], solution.rotations[:-1, 0, :2]))
    assert step.max() < 10 * 15 / frames  # the input turns by 15 / frames each


def sweep(rng, bends, slant):
    """One leg over time: only the knee's angle changes."""
    first = poses.legs(rng, np.zeros(1), slant=slant)
    count = len(bends)
    local = np.repeat(first.local, count, 0)
    normal_axis = hinge_in_plane(first)
    local[:, 4] = kernel.multiply(first.local[:, 4], poses.turn(np.repeat(normal_axis, count, 0), bends))
    translations = np.repeat(first.translations, count, 0)
    at, turned = kernel.forward(translations, local, poses.PARENTS, poses.STILL, poses.UPRIGHT, 1.0)
    return poses.Poses(translations, local, at, turned, np.repeat(first.axes, count, 0), np.repeat(first.length, count))


def hinge_in_plane(pose):
    """(1, 3) an axis square to the straight leg, near the given one, in the knee's frame."""
    shin = kernel.rotate(kernel.inverse(pose.rotations[:, 4]), pose.positions[:, 6] - pose.positions[:, 4])
    shin /= np.linalg.norm(shin)
    axis = pose.axes[:, 0] - shin * (pose.axes[:, 0] * shin).sum()
    return axis / np.linalg.norm(axis)


def test_the_axis_is_the_legs_own_plane_where_it_is_bent_however_wrong_the_given_one():
    rng = rng_of(25)
    pose = poses.legs(rng, rng.uniform(0.31, 2.5, 200), slant=0.0)
    wrong = poses.directions(rng, 200)[:, None]
    wanted = pose.toe + poses.directions(rng, 200)[:, None] * 0.02
    same = pose.solve(wanted, knee_axes=wrong).rotations == pose.solve(wanted).rotations
    assert same.all()


@pytest.mark.parametrize("bend", [3e-8, 1e-7, 1e-6])
def test_a_nearly_straight_knee_keeps_its_digits_for_the_smallest_moves(bend):
    """Moved sideways by a little more than what counts as no move: the knee has next to nothing to do."""
    rng = rng_of(38)
    pose = poses.legs(rng, np.full(300, bend), slant=0.2)
    at = pose.positions - pose.toe  # near the origin a target has digits for such moves
    pose = poses.assemble(at, pose.rotations, kernel.rotate(pose.rotations[:, 4], pose.axes[:, 0]), 0.87)
    down = at[:, 6] - at[:, 2]
    aside = poses.across(rng, down / np.linalg.norm(down, axis=1, keepdims=True)) * 2e-9
    solution = pose.solve(pose.toe + aside[:, None], **FREE)
    assert (solution.rotations[:, 0, 0] != pose.local[:, 2]).any()
    assert kernel.angle(solution.rotations[:, 0, 1], pose.local[:, 4]).max() < 1e-9
