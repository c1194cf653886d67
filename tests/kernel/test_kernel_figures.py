"""Legs that are solved within a whole figure: what moves, what stays, and what is told of it."""

import figures
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import DataError, kernel
from footpipe.kernel import LegStatus

SEEDS = st.integers(0, 10**6)
SCALES = st.sampled_from([None, "even"])
RIGHTS = st.sampled_from(figures.RIGHTS)


def near(rng, pose, joints, most):
    """Places (F, N, 3) m within `most` of these joints."""
    at = kernel.joint_positions(pose, joints)
    return at + rng.uniform(-1, 1, size=at.shape) * most / np.sqrt(3)


def options(rng, pose, legs):
    """Everything that legs can be asked for, each in one of two cases."""
    frames, count = len(pose.translations), len(legs)
    turns = kernel.normalize(np.add(rng.normal(scale=0.1, size=(frames, count, 2, 4)), [0, 0, 0, 1.0]))
    given = {
        "ankle_targets": near(rng, pose, legs[:, 2], 0.1),
        "ground": near(rng, pose, legs[:, 3], 0.1)[..., 1],
        "clearance": rng.uniform(0, 0.1, size=(count, 3)),
        "soles": kernel.SoleTurns(turns, rng.uniform(size=(frames, count))),
    }
    return {name: value for name, value in given.items() if rng.random() < 0.5}


def posed(pose, solved):
    """World positions (F, J, 3) of the figure that came out."""
    return kernel.forward(*pose._replace(translations=solved.translations, rotations=solved.rotations))[0]


@settings(max_examples=60)
@given(seed=SEEDS, scales=SCALES, right=RIGHTS, carrier=st.integers(0, figures.JOINTS - 1))
def test_a_figure_that_is_shifted_is_solved_as_if_it_had_stood_there(seed, scales, right, carrier):
    rng = np.random.default_rng(seed)
    pose, legs = figures.figure(rng, 5, scales=scales), np.array([figures.LEFT, right])
    shifts, asked = rng.normal(scale=0.1, size=(5, 3)), options(rng, pose, legs)
    asked["knee_axes"] = rng.normal(size=(1, 2, 3))
    targets = near(rng, pose, legs[:, 3], 0.3)
    moved = pose._replace(translations=kernel.carry(pose, carrier, shifts))
    wanted = kernel.solve_legs(moved, legs, targets, **asked)
    got = kernel.solve_legs(pose, legs, targets, carrier=carrier, shifts=shifts, **asked)
    for name, value in wanted._asdict().items():
        np.testing.assert_array_equal(getattr(got, name), value, err_msg=name)
    assert (moved.translations != pose.translations).any()


@settings(max_examples=60)
@given(seed=SEEDS, scales=st.sampled_from([None, "even", "uneven"]), right=RIGHTS)
def test_away_is_how_far_the_toes_of_the_figure_that_comes_out_are_from_their_targets(seed, scales, right):
    rng = np.random.default_rng(seed)
    pose, legs = figures.figure(rng, 5, scales=scales), np.array([figures.LEFT, right])
    targets, shifts = near(rng, pose, legs[:, 3], 0.5), rng.normal(scale=0.1, size=(5, 3))
    asked = options(rng, pose, legs)
    solved = kernel.solve_legs(pose, legs, targets, knee_axes=np.ones((1, 2, 3)), carrier=1, shifts=shifts, **asked)
    away = np.linalg.norm(posed(pose, solved)[:, legs[:, 3]] - targets, axis=-1)
    np.testing.assert_allclose(solved.away, away, rtol=0, atol=1e-12)
    if scales != "uneven" and not asked.keys() & {"ground", "ankle_targets"}:
        np.testing.assert_allclose(solved.miss, away, rtol=0, atol=1e-9)


@pytest.mark.parametrize("scales", [None, "even"])
def test_toes_come_to_their_targets_wherever_the_figure_is_placed_and_however_it_scales(scales):
    rng = np.random.default_rng(7)
    pose, legs = figures.figure(rng, 200, scales=scales, rows=200), np.array([figures.LEFT, figures.RIGHTS[0]])
    targets = near(rng, pose, legs[:, 3], 0.05)
    solved = kernel.solve_legs(pose, legs, targets, knee_axes=np.ones((1, 2, 3)), stretch=np.inf, softening=0.0)
    reached = solved.status == LegStatus.REACHED
    assert reached.sum() > 300  # of 400
    assert np.linalg.norm(posed(pose, solved)[:, legs[:, 3]] - targets, axis=-1)[reached].max() < 1e-9


@pytest.mark.parametrize("frames", [5, 400])  # less than a page of memory, and many
def test_a_shift_moves_one_joint_legs_turn_their_own_and_frames_at_rest_stay_bit_for_bit(frames):
    rng = np.random.default_rng(8)
    pose, legs = figures.figure(rng, frames), np.array([figures.LEFT, figures.RIGHTS[0]])
    targets, rest = near(rng, pose, legs[:, 3], 0.1)[3:], slice(None, 3)
    axes, shifts = np.ones((1, 2, 3)), rng.normal(size=(frames - 3, 3))
    solved = kernel.solve_legs(pose, legs, targets, knee_axes=axes, carrier=1, shifts=shifts)
    moves = (solved.translations != pose.translations).any(axis=(0, 2))
    turns = (solved.rotations != pose.rotations).any(axis=(0, 2))
    assert np.flatnonzero(moves).tolist() == [1]
    assert np.flatnonzero(turns).tolist() == [2, 4, 5, 6, 8, 9, 10]  # the right toe has no end to aim
    np.testing.assert_array_equal(solved.translations[rest], pose.translations[rest])
    np.testing.assert_array_equal(solved.rotations[rest], pose.rotations[rest])
    assert solved.away.shape == solved.miss.shape == solved.status.shape == (frames - 3, 2)


def test_where_nothing_is_to_be_solved_the_figure_stays_as_it_is():
    pose, legs = figures.figure(np.random.default_rng(9), 4), np.array([figures.LEFT, figures.RIGHTS[0]])
    none = kernel.solve_legs(pose, legs, np.empty((0, 2, 3)), knee_axes=np.ones((1, 2, 3)))
    legless = kernel.solve_legs(pose, legs[:0], np.empty((4, 0, 3)), knee_axes=np.empty((1, 0, 3)))
    for solved in (none, legless):
        np.testing.assert_array_equal(solved.translations, pose.translations)
        np.testing.assert_array_equal(solved.rotations, pose.rotations)
    assert none.away.shape == (0, 2)
    assert legless.away.shape == (4, 0)


def flattened():
    """Scales of 4 frames, in the last of which the root is flat."""
    scales = np.ones((4, figures.JOINTS, 3))
    scales[3, 0, 2] = 0
    return scales


@pytest.mark.parametrize(
    ("carrier", "shifts", "scales", "told"),
    [
        (-1, np.zeros((4, 3)), None, "carrier: a joint from 0 to 14 wanted, got -1"),
        (15, np.zeros((4, 3)), None, "carrier: a joint from 0 to 14 wanted, got 15"),
        (1, np.zeros((3, 3)), None, r"shifts: shape \(M, 3\) with M = 4 wanted, got \(3, 3\)"),
        (1, np.zeros((4, 3)), flattened(), "joint 1 cannot be moved: joint 0 is scaled to nothing in frame 3"),
    ],
)
def test_a_figure_that_cannot_be_shifted_so_is_refused(carrier, shifts, scales, told):
    pose = figures.figure(np.random.default_rng(10), 4)._replace(scales=scales)
    targets, axes = np.zeros((4, 1, 3)), np.ones((1, 1, 3))
    with pytest.raises(DataError, match=told):
        kernel.solve_legs(pose, [figures.LEFT], targets, knee_axes=axes, carrier=carrier, shifts=shifts)
