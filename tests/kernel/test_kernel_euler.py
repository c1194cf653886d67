from itertools import product

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import kernel
from footpipe.errors import FootpipeError

LETTERS = "XYZ"
THREE = ["".join(o) for o in product(LETTERS, repeat=3) if o[0] != o[1] != o[2]]
TWO = ["".join(o) for o in product(LETTERS, repeat=2) if o[0] != o[1]]
orders = st.sampled_from(THREE)
degrees = st.floats(-720, 720)


def random_rotations(count, seed=0):
    return kernel.normalize(np.random.default_rng(seed).normal(size=(count, 4)))


@pytest.mark.parametrize("order", [*THREE, *TWO, *LETTERS, "ZZX", "XX"])
def test_channels_read_left_to_right_multiply_left_to_right(order):
    angles = np.random.default_rng(1).uniform(-400, 400, (300, len(order)))
    got = reference.matrix(kernel.euler_to_quat(angles, order))
    want = np.array([reference.euler(row, order) for row in angles])
    np.testing.assert_allclose(got, want, atol=1e-14)


def test_bvh_zyx_is_rz_times_ry_times_rx():
    z, y, x = (kernel.euler_to_quat([[angle]], axis) for angle, axis in [(30, "Z"), (40, "Y"), (50, "X")])
    got = kernel.euler_to_quat([[30, 40, 50]], "ZYX")
    np.testing.assert_allclose(got, kernel.multiply(z, kernel.multiply(y, x)), atol=1e-16)


@pytest.mark.parametrize("order", THREE)
def test_angles_give_the_rotation_back(order):
    q = random_rotations(2000)
    angles = kernel.quat_to_euler(q, order, np.zeros(3))
    assert kernel.euler_residual(q, angles, order).max() < 1e-13


@pytest.mark.parametrize("order", THREE)
def test_without_a_start_the_first_row_is_in_the_principal_range(order):
    low, high = (0, 180) if order[0] == order[2] else (-90, 90)
    for q in random_rotations(200):
        first = kernel.quat_to_euler(q[None], order)[0]
        assert (np.abs(first) <= 180).all()
        assert low <= first[1] <= high


@given(orders, st.lists(st.tuples(degrees, degrees, degrees), min_size=1, max_size=5))
@settings(max_examples=300)
def test_every_row_is_the_solution_nearest_to_the_row_before(order, rows):
    angles = np.array(rows)
    start = angles[0] + 5.0
    got = kernel.quat_to_euler(kernel.euler_to_quat(angles, order), order, start)
    before = start
    for row, given_row in zip(got, angles, strict=True):
        middle = 0 if order[0] == order[2] else 180
        for branch in (row, [row[0] + 180, middle - row[1], row[2] + 180]):
            for turns in product((-360, 0, 360), repeat=3):
                other = np.add(branch, turns)
                assert ((row - before) ** 2).sum() <= ((other - before) ** 2).sum() + 1e-6
        assert ((row - before) ** 2).sum() <= ((given_row - before) ** 2).sum() + 1e-6 or in_lock(given_row, order)
        before = row


def in_lock(row, order):
    return abs(np.sin(np.radians(row[1] - (0 if order[0] == order[2] else 90)))) < 1e-6


@pytest.mark.parametrize("order", THREE)
def test_smooth_angles_come_back_as_they_went_through_many_turns(order):
    t = np.linspace(0, 1, 2000)[:, None]
    middle = 40 * np.sin(7 * t) + (90 if order[0] == order[2] else 0)
    angles = np.concatenate([900 * t, middle, -700 * t + 30 * np.sin(9 * t)], axis=1)
    got = kernel.quat_to_euler(kernel.euler_to_quat(angles, order), order, angles[0])
    np.testing.assert_allclose(got, angles, atol=1e-9)


@pytest.mark.parametrize("order", THREE)
@pytest.mark.parametrize("off", [0.0, 1e-14, 1e-12, 1e-10, 1e-9, 1e-8, 1e-6, 1e-3])
@pytest.mark.parametrize("side", [-1, 1])
def test_near_the_gimbal_lock_the_rotation_is_precise_to_a_ten_billionth(order, off, side):
    lock = {True: (0.0, 180.0), False: (-90.0, 90.0)}[order[0] == order[2]][side > 0]
    rng = np.random.default_rng(2)
    angles = rng.uniform(-180, 180, (300, 3))
    angles[:, 1] = lock + np.degrees(off) * rng.choice([-1, 1], 300)
    q = kernel.euler_to_quat(angles, order)
    for start in (None, [10.0, lock, -20.0]):
        assert kernel.euler_residual(q, kernel.quat_to_euler(q, order, start), order).max() < 1e-10


@pytest.mark.parametrize("order", THREE)
@pytest.mark.parametrize("side", [-1, 1])
def test_in_gimbal_lock_the_split_stays_that_of_the_row_before(order, side):
    lock = {True: (0.0, 180.0), False: (-90.0, 90.0)}[order[0] == order[2]][side > 0]
    held = np.array([[33.0, lock, -71.0]] * 5)
    got = kernel.quat_to_euler(kernel.euler_to_quat(held, order), order, [33.0, lock - side, -71.0])
    np.testing.assert_allclose(got, held, atol=1e-8)


@pytest.mark.parametrize("axis", LETTERS)
def test_one_channel_gives_the_twist_and_no_other_angle_comes_closer(axis):
    for q in random_rotations(50, 3):
        best = kernel.quat_to_euler(q[None], axis)
        others = best + np.linspace(-180, 180, 721)[:, None]
        misses = kernel.euler_residual(np.repeat(q[None], 721, 0), others, axis)
        assert kernel.euler_residual(q[None], best, axis)[0] <= misses.min() + 1e-12


@pytest.mark.parametrize("order", TWO)
def test_two_channels_come_as_close_as_two_can(order):
    steps = np.array(list(product(np.arange(-20, 21, 2.0), repeat=2)))
    far = np.array(list(product(np.arange(-180, 180, 10.0), repeat=2)))
    for q in random_rotations(25, 4):
        best = kernel.quat_to_euler(q[None], order)
        miss = kernel.euler_residual(q[None], best, order)[0]
        for others in (best + steps, best + steps / 100, far):
            assert miss <= kernel.euler_residual(np.repeat(q[None], len(others), 0), others, order).min() + 1e-9


@pytest.mark.parametrize("order", [*TWO, *LETTERS])
def test_rotations_that_few_channels_can_do_come_back_exactly(order):
    angles = np.cumsum(np.random.default_rng(5).uniform(-40, 50, (500, len(order))), axis=0)
    q = kernel.euler_to_quat(angles, order)
    got = kernel.quat_to_euler(q, order, angles[0])
    np.testing.assert_allclose(got, angles, atol=1e-8)
    assert kernel.euler_residual(q, got, order).max() < 1e-12


def test_a_twist_that_cannot_be_told_stays_that_of_the_row_before():
    half_turn_about_y = np.array([[0.0, 1, 0, 0]])
    assert kernel.quat_to_euler(half_turn_about_y, "X", [37.0]).tolist() == [[37.0]]
    got = kernel.quat_to_euler(kernel.euler_to_quat([[20.0, 180.0]], "XY"), "XY", [15.0, 170.0])
    np.testing.assert_allclose(got, [[20, 180]], atol=1e-9)


@pytest.mark.parametrize("order", ["", "XYZX", "ZYW", "zyx"])
def test_an_order_that_is_none_is_refused(order):
    with pytest.raises(FootpipeError, match="one to three of X, Y, Z"):
        kernel.euler_to_quat(np.zeros((2, len(order))), order)


def test_one_axis_twice_in_a_row_cannot_be_read_back():
    with pytest.raises(FootpipeError, match="twice in a row"):
        kernel.quat_to_euler([[0.0, 0, 0, 1]], "ZZX")
