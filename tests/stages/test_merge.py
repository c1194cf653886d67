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
