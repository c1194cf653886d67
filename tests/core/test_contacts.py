import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from footpipe import Contacts, DataError, spans

weights = arrays(np.float64, st.tuples(st.integers(0, 30), st.just(2)), elements=st.floats(0, 1))


def contacts(*column):
    return Contacts(("left.toe",), np.array(column)[:, None])


def test_a_contact_begins_at_on_and_ends_below_off():
    assert contacts(0.45, 0.5, 0.45, 0.4, 0.39, 0.45, 0.6).active(0.5, 0.4)[:, 0].tolist() == [
        False,
        True,
        True,
        True,
        False,
        False,
        True,
    ]


def test_the_points_asked_for_are_told_in_their_order_and_those_that_are_not_there_never_touch():
    found = Contacts(("a.toe", "b.toe"), [[0.0, 1.0], [1.0, 0.0]])
    assert found.active(0.5, 0.4, ["b.toe", "c.toe", "a.toe"]).tolist() == [[True, False, False], [False, False, True]]
    assert found.active(0.5, 0.4, []).shape == (2, 0)


@given(weights, st.floats(0.01, 1))
def test_without_hysteresis_active_is_a_threshold(values, threshold):
    found = Contacts(("a.toe", "b.toe"), values).active(threshold, threshold)
    assert (found == (values >= threshold)).all()


@given(weights)
def test_cutting_the_end_leaves_the_beginning(values):
    whole = Contacts(("a.toe", "b.toe"), values).active()
    half = Contacts(("a.toe", "b.toe"), values[: len(values) // 2]).active()
    assert (whole[: len(half)] == half).all()


def test_spans_are_first_and_after_last():
    assert contacts(1, 1, 0, 0, 1).spans("left.toe") == [(0, 2), (4, 5)]
    assert spans(np.zeros(0, bool)) == []


def test_booleans_become_weights_that_nobody_can_change():
    found = Contacts(("left.toe",), np.array([[True], [False]]))
    assert found.weights.dtype == np.float64
    with pytest.raises(ValueError, match="read-only"):
        found.weights[0, 0] = 0.5


def test_select_reorders_points():
    both = Contacts(("left.toe", "right.toe"), np.array([[0.0, 1.0]]))
    assert both.select(["right.toe", "left.toe"]).weights.tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize(
    ("points", "values", "text"),
    [
        (("left.toe",), [[1.5]], "contact weight of left.toe in frame 0 is 1.5, outside 0..1"),
        (("left.toe",), [[0.5, 0.5]], "contact weights (frames, points) has shape (1, 2), wanted (any, 1)"),
        (("a.toe", "a.toe"), [[0, 0]], "a contact point is named twice: a.toe, a.toe"),
        (("a.toe",), [[np.nan]], "contact weights (frames, points)[0, 0] is nan: every number must be finite"),
    ],
)
def test_contacts_that_cannot_be_say_why(points, values, text):
    with pytest.raises(DataError) as caught:
        Contacts(points, np.array(values))
    assert caught.value.message == text


def test_a_point_that_is_not_there_names_those_that_are():
    with pytest.raises(DataError, match=r"no contacts of 'left.heel': there are left.toe"):
        contacts(1).spans("left.heel")


def test_what_is_said_has_the_shape_of_the_weights_and_goes_along():
    some = Contacts(("a.toe", "b.toe"), [[0, 1], [1, 1], [0, 0]], [[True, False], [True, True], [False, True]])
    assert some.said.dtype == bool
    assert not some.said.flags.writeable
    assert some.select(["b.toe"]).said.tolist() == [[False], [True], [True]]
    assert some.pick(slice(1, 3)).said.tolist() == [[True, True], [False, True]]
    assert contacts(0, 1).pick([1]).said is None
    with pytest.raises(
        DataError, match=r"contacts that are said \(frames, points\) has shape \(1, 1\), wanted \(2, 1\)"
    ):
        Contacts(("a.toe",), [[0], [1]], [[True]])
