import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

from footpipe import kernel

IDENTITY = np.array([0.0, 0, 0, 1])
numbers = st.floats(-10, 10, allow_nan=False).filter(lambda x: x == 0 or abs(x) > 1e-6)
vectors = st.tuples(numbers, numbers, numbers).map(np.array).filter(lambda v: np.linalg.norm(v) > 1e-3)
rotations = st.tuples(numbers, numbers, numbers, numbers).map(np.array).filter(lambda q: np.linalg.norm(q) > 1e-3)
rotations = rotations.map(lambda q: q / np.linalg.norm(q))
angles = st.floats(1e-12, np.pi - 1e-9)


def turn(axis, angle):
    return np.append(np.asarray(axis) / np.linalg.norm(axis) * np.sin(angle / 2), np.cos(angle / 2))


@given(rotations, rotations)
def test_a_product_rotates_by_its_right_factor_first(a, b):
    np.testing.assert_allclose(
        reference.matrix(kernel.multiply(a, b)), reference.matrix(a) @ reference.matrix(b), atol=1e-14
    )


@given(rotations, vectors)
def test_rotate_is_the_matrix_and_the_inverse_undoes_it(q, v):
    turned = kernel.rotate(q, v)
    np.testing.assert_allclose(turned, reference.matrix(q) @ v, atol=1e-13)
    np.testing.assert_allclose(kernel.rotate(kernel.inverse(q), turned), v, atol=1e-13)


@given(vectors, vectors)
def test_between_takes_one_direction_onto_the_other_by_the_shortest_way(p, q):
    r = kernel.between(p, q)
    p, q = p / np.linalg.norm(p), q / np.linalg.norm(q)
    np.testing.assert_allclose(kernel.rotate(r, p), q, atol=1e-14)
    apart = np.arctan2(np.linalg.norm(np.cross(p, q)), p @ q)
    assert abs(kernel.angle(r, IDENTITY) - apart) < 1e-14
    assert abs(np.linalg.norm(r) - 1) < 1e-15 * 4


@given(vectors, vectors, st.floats(-16, 0))
def test_between_is_exact_however_nearly_opposite_the_directions(p, aside, magnitude):
    q = -p + 10**magnitude * aside
    if np.linalg.norm(q) < 1e-3:
        return
    turned = kernel.rotate(kernel.between(p, q), p / np.linalg.norm(p))
    np.testing.assert_allclose(turned, q / np.linalg.norm(q), atol=3e-14)


@pytest.mark.parametrize(("p", "q"), [([0, 0, 0], [1, 0, 0]), ([0, 2, 0], [0, 0, 0]), ([1e-40, 0, 0], [0, 1, 0])])
def test_between_without_a_direction_is_the_identity(p, q):
    assert (kernel.between(p, q) == IDENTITY).all()


@given(vectors, angles)
def test_angle_and_log_keep_their_digits_at_small_angles(axis, angle):
    q = turn(axis, angle)
    assert abs(kernel.angle(q, IDENTITY) - angle) < 1e-15 * 4
    np.testing.assert_allclose(kernel.log(q), axis / np.linalg.norm(axis) * angle, rtol=1e-14, atol=2e-15)


@given(rotations, rotations)
def test_a_quaternion_and_its_negative_are_the_same_rotation(a, b):
    assert kernel.angle(a, b) == pytest.approx(kernel.angle(a, -b), abs=1e-14)
    assert kernel.angle(a, a) == kernel.angle(a, -a) == 0
    if abs(a[3]) > 1e-9:
        np.testing.assert_array_equal(kernel.log(a), kernel.log(-a))


def test_the_log_of_the_identity_is_zero():
    assert (kernel.log(IDENTITY) == 0).all()


def test_normalize_gives_unit_length_and_the_identity_for_none():
    q = kernel.normalize([[0.0, 3, 0, 4], [0, 0, 0, 0]])
    np.testing.assert_allclose(q, [[0, 0.6, 0, 0.8], [0, 0, 0, 1]], atol=1e-16)


def test_operands_broadcast_against_each_other():
    q = kernel.normalize(np.random.default_rng(0).normal(size=(5, 1, 4)))
    v = np.random.default_rng(1).normal(size=(7, 3))
    out = kernel.rotate(q, v)
    assert out.shape == (5, 7, 3)
    assert (out[3, 2] == kernel.rotate(q[3, 0], v[2])).all()
    assert kernel.angle(q, q[:, 0]).shape == (5, 5)
    assert kernel.multiply(np.empty((0, 4)), IDENTITY).shape == (0, 4)


@pytest.mark.parametrize(
    ("length", "found"), [(1 + 0.9e-6, None), (1 + 1.1e-6, 1), (1 - 1.1e-6, 1), (np.nan, 1), (0, 1)]
)
def test_the_first_whose_length_is_not_one_is_found(length, found):
    turns = np.array([[0, 0, 0, 1], [0.6, 0, 0, 0.8], [9, 9, 9, 9]]) * [[1], [length], [1]]
    assert kernel.first_not_unit(turns[:2], 1e-6) == found
    assert kernel.first_not_unit(turns, 1e-6) == (2 if found is None else found)
    assert kernel.first_not_unit(np.empty((0, 4)), 1e-6) is None
