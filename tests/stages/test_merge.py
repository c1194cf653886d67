import numpy as np
import pytest

import footpipe
from footpipe import Contacts, StageError
from footpipe.testing import walking_clip

merge = footpipe.stage("merge.contacts")
CLIP = walking_clip(6)


def having(**points):
    names = tuple(f"{name}.toe" for name in points)
    return CLIP.replace(contacts=Contacts(names, np.array(list(points.values()), float).T))


ONE = having(left=[0, 0, 1, 1, 0.5, 0], right=[1, 1, 1, 0, 0, 0])
OTHER = having(left=[0, 1, 0, 1, 0.25, 0])


@pytest.mark.parametrize(
    ("mode", "left"),
    [
        ("replace", [0, 1, 0, 1, 0.25, 0]),
        ("any", [0, 1, 1, 1, 0.5, 0]),
        ("all", [0, 0, 0, 1, 0.25, 0]),
        ("mean", [0, 0.5, 0.5, 1, 0.375, 0]),
    ],
)
def test_a_point_that_two_inputs_have_goes_by_the_mode_and_others_stay(mode, left):
    merged = merge(ONE, OTHER, mode=mode).contacts
    assert merged.points == ("left.toe", "right.toe")
    assert merged.weights.T.tolist() == [left, [1, 1, 1, 0, 0, 0]]


def test_the_motion_is_that_of_the_first():
    moved = OTHER.replace(translations=OTHER.translations + 1)
    assert merge(moved, ONE).translations is moved.translations
    assert merge(ONE, moved).translations is ONE.translations


def test_an_input_without_contacts_has_no_say():
    assert merge(CLIP.replace(contacts=None), OTHER, mode="all").contacts.weights.T.tolist() == [[0, 1, 0, 1, 0.25, 0]]


def test_no_contacts_at_all_and_other_lengths_are_refused():
    bare = CLIP.replace(contacts=None)
    with pytest.raises(StageError, match=r"merge.contacts needs contacts, and no input has any"):
        merge(bare, bare)
    with pytest.raises(
        StageError, match=r"takes clips with the same frames, not <Clip: 6 frames.*> and <Clip: 5 frames"
    ):
        merge(ONE, OTHER.pick(slice(5)))


def said(text):
    """Contacts of the left toe: X and . as labels say, ? where they leave it open."""
    weights = [[float(letter == "X")] for letter in text]
    return CLIP.replace(contacts=Contacts(("left.toe",), weights, [[letter != "?"] for letter in text]))


@pytest.mark.parametrize(
    ("mode", "left"),
    [
        ("replace", [1, 0, 0, 0.5, 1, 0.5]),
        ("any", [1, 0.5, 0.5, 0.5, 1, 0.5]),
        ("all", [0.5, 0, 0, 0.5, 0.5, 0.5]),
        ("mean", [0.75, 0.25, 0.25, 0.5, 0.75, 0.5]),
    ],
)
def test_labels_win_over_a_detector_where_they_say_something(mode, left):
    """Every weight that they say, to the last bit; elsewhere it is the detector's."""
    detected = having(left=[0.5] * 6)
    merged = merge(detected, said("X..?X?"), mode=mode).contacts
    assert merged.weights[:, 0].tolist() == left
    assert merged.said is None


def test_labels_win_over_every_detector_before_them_and_over_none_after():
    detected, labels = having(left=[0.25] * 6, right=[1] * 6), said("XX..??")
    last = merge(detected, having(left=[0.75] * 6), labels).contacts
    assert last.weights.T.tolist() == [[1, 1, 0, 0, 0.75, 0.75], [1] * 6]
    assert merge(labels, detected).contacts.select(["left.toe"]).weights.T.tolist() == [[0.25] * 6]


def test_what_all_leave_open_is_no_contact():
    for mode in ("replace", "any", "all", "mean"):
        assert merge(said("X?????"), said("?X????"), mode=mode).contacts.weights[:, 0].tolist() == [1, 1, 0, 0, 0, 0]


def test_what_labels_leave_open_goes_along_with_the_frames():
    clip = said("X??...")
    assert clip.pick(slice(1, 5)).contacts.said[:, 0].tolist() == [False, False, True, True]
    assert clip.contacts.select(["left.toe"]).said[:, 0].tolist() == [True, False, False, True, True, True]
    twice = footpipe.stage("edit.resample")(clip, rate=120)
    assert twice.contacts.said[:, 0].tolist() == [True, *[False] * 5, True, True, True, True, True]
    mended = footpipe.stage("edit.contacts")(clip, lock=["left 1-1"], close_gaps=0.04)
    assert mended.contacts.said[:, 0].tolist() == [True, True, False, True, True, True]


def test_labels_that_say_nothing_about_any_point_change_nothing():
    nothing = CLIP.replace(contacts=Contacts((), np.zeros((6, 0))))
    assert (merge(ONE, nothing).contacts.weights == ONE.contacts.weights).all()
    assert merge(nothing, nothing).contacts.weights.shape == (6, 0)
