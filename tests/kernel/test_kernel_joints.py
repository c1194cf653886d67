"""Joints in whole poses: new values of some, and the lengths of legs as they stand."""

import numpy as np
import poses
import pytest

from footpipe import FootpipeError, kernel


@pytest.mark.parametrize("width", [3, 4])
@pytest.mark.parametrize(("frames", "joints"), [(5, 7), (600, 40)])  # some bytes, and more than a page
def test_some_joints_are_new_from_a_frame_on_and_all_else_is_as_it_was(frames, joints, width):
    rng = np.random.default_rng(0)
    values, new = rng.normal(size=(frames, joints, width)), rng.normal(size=(frames - 2, 2, width))
    wanted, before = values.copy(), values.copy()
    wanted[2:, [4, 1]] = new
    got = kernel.with_joints(values, [4, 1], new, 2)
    assert (got == wanted).all()
    assert (values == before).all()
    assert not np.shares_memory(got, values)


def test_no_joints_or_no_frames_change_nothing():
    values = np.arange(24.0).reshape(2, 4, 3)
    assert (kernel.with_joints(values, [], np.empty((2, 0, 3))) == values).all()
    assert kernel.with_joints(values[:0], [1], np.empty((0, 1, 3))).shape == (0, 4, 3)


@pytest.mark.parametrize(
    ("joints", "frames", "first", "told"),
    [
        ([4], 2, 0, "joints from 0 to 3 wanted, got 4"),
        ([-1], 2, 0, "joints from 0 to 3 wanted, got -1"),
        ([1], 2, 1, "new values: those of 1 frames wanted, got 2"),
        ([1], 0, 3, "new values"),
        ([1], 3, -1, "new values"),
        ([1, 2], 2, 0, r"new values: shape \(M, N, W\) with N = 2, W = 3 wanted, got \(2, 1, 3\)"),
    ],
)
def test_new_values_that_do_not_fit_are_told(joints, frames, first, told):
    with pytest.raises(FootpipeError, match=told):
        kernel.with_joints(np.zeros((2, 4, 3)), joints, np.zeros((frames, 1, 3)), first)


def test_legs_are_measured_as_they_stand():
    pose = poses.legs(np.random.default_rng(1), np.linspace(-0.5, 3.0, 50), thigh=0.45, shin=0.42)
    hip, ankle, toe = (pose.positions[:, [joint]] for joint in poses.LEG[0, [0, 2, 3]])
    legs = kernel.measure_legs(pose.positions, poses.LEG)
    assert (legs.toes == toe).all()
    assert (legs.feet == ankle - toe).all()
    assert (legs.spans == hip - ankle).all()
    np.testing.assert_allclose(legs.lengths, 0.87, rtol=1e-14)


def test_legs_of_joints_that_are_not_there_are_refused():
    with pytest.raises(FootpipeError, match="joints from 0 to 9 wanted, got 10"):
        kernel.measure_legs(np.zeros((3, 10, 3)), [[2, 4, 6, 10, -1]])
