"""Channels in any number and order, and rotations back into them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import DataError, kernel

angles = st.floats(-400, 400)
THEN = np.array([[0.0], [3], [0], [0]])
quaternions = st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: np.linalg.norm(q) > 0.1)


def turns(order: str) -> int:
    """Turns of an order, in which "XX" is one."""
    return sum(i == 0 or order[i - 1] != axis for i, axis in enumerate(order))


def layout(order: str) -> tuple[list[list[int]], list[list[int]]]:
    return [list(range(len(order)))], [["XYZ".index(axis) for axis in order]]


def product(order: str, rows: np.ndarray) -> np.ndarray:
    out = np.tile([0.0, 0, 0, 1], (len(rows), 1))
    for column, axis in enumerate(order):
        out = kernel.multiply(out, kernel.euler_to_quat(rows[:, [column]], axis))
    return out


@given(order=st.text("XYZ", min_size=1, max_size=6), data=st.data())
@settings(max_examples=100, deadline=None)
def test_any_channels_are_the_product_of_their_turns(order: str, data: st.DataObject) -> None:
    rows = np.array(data.draw(st.lists(st.tuples(*[angles] * len(order)), min_size=1, max_size=4)))
    got = kernel.channels_to_quat(rows, *layout(order))
    assert got[:, 0] == pytest.approx(product(order, rows), abs=1e-12)


@given(order=st.text("XYZ", min_size=3, max_size=6).filter(lambda order: turns(order) >= 3), data=st.data())
@settings(max_examples=200, deadline=None)
def test_three_turns_or_more_hold_every_rotation(order: str, data: st.DataObject) -> None:
    rows = np.array(data.draw(st.lists(st.tuples(*[angles] * len(order)), min_size=1, max_size=4)))
    wanted = kernel.normalize(np.array([data.draw(quaternions) for _ in rows]))[:, None]
    flags = np.array([[data.draw(st.booleans())] for _ in rows])
    new, kept = kernel.retrace(wanted, flags, *layout(order), rows)
    got = kernel.channels_to_quat(new, *layout(order))
    assert np.degrees(kernel.angle(got[flags], wanted[flags])).max(initial=0) < 1e-6
    assert np.array_equal(new[kept], rows[kept])
    own = {i for i, axis in enumerate(order) if i and order[i - 1] == axis}
    assert kept[:, sorted(own)].all()  # the second share of one turn stays


def test_the_turns_after_the_third_keep_their_values() -> None:
    rows = np.array([[10.0, 20, 30, 40, 50, 60]])
    wanted = kernel.normalize([[[0.1, 0.2, 0.3, 0.9]]])
    new, kept = kernel.retrace(wanted, [[True]], *layout("ZXYZXY"), rows)
    assert kept.tolist() == [[False, False, False, True, True, True]]
    assert new[0, 3:].tolist() == [40, 50, 60]


def test_the_old_values_come_back_as_soon_as_they_lie_on_the_curve() -> None:
    """170, 178, -174, -166 turned by 3 in the second frame: the third goes on, over 180."""
    rows = np.array([[170.0], [178], [-174], [-166]])
    wanted = kernel.euler_to_quat(rows + THEN, "X")[:, None]
    new, kept = kernel.retrace(wanted, [[False], [True], [False], [False]], *layout("X"), rows)
    assert new[:, 0] == pytest.approx([170, 181, 186, 194])
    assert kept[:, 0].tolist() == [True, False, False, False]
    level = np.array([[70.0], [78], [86], [94]])
    wanted = kernel.euler_to_quat(level + THEN, "X")[:, None]
    new, kept = kernel.retrace(wanted, [[False], [True], [False], [False]], *layout("X"), level)
    assert new[:, 0] == pytest.approx([70, 81, 86, 94])
    assert kept[:, 0].tolist() == [True, False, True, True]


def test_rest_frames_lead_nothing() -> None:
    rows = np.array([[-150.0], [170], [171]])
    wanted = kernel.euler_to_quat(rows + 1, "X")[:, None]
    new, _ = kernel.retrace(wanted, [[True]] * 3, *layout("X"), rows, rest=1)
    assert new[:, 0] == pytest.approx([-149, 171, 172])
    new, _ = kernel.retrace(wanted, [[True]] * 3, *layout("X"), rows)
    assert new[:, 0] == pytest.approx([-149, 171 - 360, 172 - 360])


def test_a_joint_without_channels_stands_still_and_takes_nothing() -> None:
    rows = np.array([[1.0, 2.0]])
    columns, axes = [[-1], [1]], [[-1], [2]]
    assert kernel.channels_to_quat(rows, columns, axes)[0, 0].tolist() == [0, 0, 0, 1]
    new, kept = kernel.retrace([[[0.6, 0, 0, 0.8], [0, 0, 0, 1]]], [[True, False]], columns, axes, rows)
    assert new.tolist() == rows.tolist()
    assert kept.all()


def test_nothing_at_all_is_taken_too() -> None:
    for shape in ((0, 2), (2, 0)):
        rows, columns = np.empty(shape), np.full((3, 1), -1)
        assert kernel.channels_to_quat(rows, columns, columns).tolist() == [[[0, 0, 0, 1]] * 3] * shape[0]
        new, kept = kernel.retrace(np.zeros((shape[0], 3, 4)), np.ones((shape[0], 3), bool), columns, columns, rows)
        assert new.shape == kept.shape == shape
    none = np.empty((3, 0), int)
    assert kernel.channels_to_quat([[1.0]], none, none).tolist() == [[[0, 0, 0, 1]] * 3]


@pytest.mark.parametrize(("columns", "axes"), [([[2]], [[0]]), ([[0]], [[3]]), ([[0]], [[-1]])])
def test_channels_that_are_not_there_are_refused(columns: list[list[int]], axes: list[list[int]]) -> None:
    with pytest.raises(DataError, match="columns: -1 or 0 to 1 wanted, with axes from 0 to 2"):
        kernel.channels_to_quat([[1.0, 2.0]], columns, axes)
