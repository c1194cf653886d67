"""Curves on the ground plan, by the metres along them."""

import numpy as np
import pytest
from footpipe_gait.curve import arc, smooth, straight
from footpipe_gait.curve_read import read_curve
from hypothesis import given
from hypothesis import strategies as st

from footpipe import FileError

CORNERS = st.lists(st.tuples(st.floats(0.5, 2), st.floats(-1.2, 1.2)), min_size=1, max_size=6)  # m on, rad to the left


def zigzag(corners):
    """(N, 2) m: points that are so far from each other, in headings that turn so much."""
    headings = np.cumsum([turn for _, turn in corners])
    lengths = np.array([length for length, _ in corners])
    steps = lengths[:, None] * np.column_stack([np.sin(headings), np.cos(headings)])
    return np.vstack([[[0.0, 0.0]], np.cumsum(steps, axis=0)])


def curves():
    return st.one_of(
        st.builds(smooth, CORNERS.map(zigzag)),
        st.builds(arc, st.floats(0.3, 9), st.floats(0.2, 7) | st.floats(-7, -0.2)),
        st.builds(straight, st.floats(0, 5)),
    )


@given(curves())
def test_a_metre_along_it_is_a_metre_and_headings_are_those_of_the_way(curve):
    along = np.linspace(-1, curve.length + 1, 4001)
    places = curve.at(along)
    steps = np.diff(places[:, :2], axis=0) / np.diff(along)[:, None]
    heading = (places[1:, 2] + places[:-1, 2]) / 2
    assert steps == pytest.approx(np.column_stack([np.sin(heading), np.cos(heading)]), abs=5e-3)
    assert abs(np.diff(places[:, 2])).max() < 0.1  # it does not jump by whole turns


@given(curves(), st.floats(-0.2, 0.2))
def test_beside_it_is_square_to_it(curve, aside):
    along = np.linspace(0, curve.length, 50)
    off = curve.beside(along, aside)[:, :2] - curve.at(along)[:, :2]
    heading = curve.at(along)[:, 2]
    assert off == pytest.approx(aside * np.column_stack([np.cos(heading), -np.sin(heading)]), abs=1e-12)


def test_an_arc_to_the_left_ends_where_the_circle_does():
    quarter = arc(2.0, np.pi / 2)
    assert quarter.length == pytest.approx(np.pi)
    assert quarter.at(np.pi) == pytest.approx([2, 2, np.pi / 2])
    assert quarter.at(np.pi + 1) == pytest.approx([3, 2, np.pi / 2])
    assert arc(2.0, -np.pi / 2).at(np.pi) == pytest.approx([-2, 2, -np.pi / 2])


def test_a_smooth_curve_goes_through_its_points():
    points = np.array([[0, 0], [0.5, 2], [2, 3], [4, 3]])
    along = np.linspace(0, smooth(points).length, 20001)
    places = smooth(points).at(along)[:, :2]
    assert [np.hypot(*(places - point).T).min() for point in points] == pytest.approx([0] * 4, abs=1e-3)


def test_points_on_a_circle_make_one():
    turn = np.radians(np.arange(0, 181, 10))
    curve = smooth(3 * np.column_stack([1 - np.cos(turn), np.sin(turn)]))
    assert curve.length == pytest.approx(3 * np.pi, rel=1e-3)
    places = curve.at(np.linspace(0, curve.length, 500))
    assert np.hypot(places[:, 0] - 3, places[:, 1]) == pytest.approx(np.full(500, 3), abs=5e-3)
    assert 2 < curve.radius < 3  # its ends are straight, so that it bends more beside them


def written(folder, text):
    path = folder / "path.csv"
    path.write_text(text)
    return path


def test_two_points_are_a_straight_line(tmp_path):
    line = read_curve(written(tmp_path, "x,z\n1,1\n1,4\n"), least=0.5)
    assert line.length == pytest.approx(3)
    assert line.at([0, 1.5, 4]) == pytest.approx(np.array([[1, 1, 0], [1, 2.5, 0], [1, 5, 0]]))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("x,y\n0,0\n", ":1", "the first line must be `x,z`"),
        ("x,z\n0,0\n", "", "a path needs two points or more"),
        ("x,z\n0,0\n\n1,b\n", ":4", "2 numbers wanted, found 1, b"),
        ("x,z\n0,0\n1,2\n1,2\n", ":4", "this point of the path is where the one before is"),
        ("x,z\n0,0\n0,3\n0,0\n", ":3", "the path goes straight back from here"),
        ("x,z\n0,0\n0,1e300\n", ":3", "z is 1e+300, and at most 10000 from 0 can be"),
        ("x,z\n0,-9000\n0,9000\n", "", "the path is 18000 m long, and at most 10000 m are walked"),
        (
            "x,z\n0,0\n0,2\n0.05,0\n0,-2\n",
            ":3",
            "the path bends here by a radius of 0.0",
        ),
    ],
)
def test_a_file_that_is_no_path_says_where(tmp_path, text, line, message):
    path = written(tmp_path, text)
    with pytest.raises(FileError) as caught:
        read_curve(path, least=0.5)
    assert caught.value.message.startswith(message)
    assert str(caught.value.where) == f"{path}{line}"
