"""`detect.labels` without a path: the contacts that came with the clip."""

import numpy as np
import pytest

import footpipe
from footpipe import Contacts, FileError, StageError
from footpipe.testing import walking_clip

labels = footpipe.stage("detect.labels")
WALK = walking_clip()


def test_contacts_that_came_with_the_clip_are_taken_as_they_are():
    assert labels(WALK).contacts is WALK.contacts


def test_a_clip_whose_file_holds_none_is_told_to_give_a_path():
    with pytest.raises(StageError) as raised:
        labels(WALK.replace(contacts=None))
    assert raised.value.message == "detect.labels has no path, and the clip's own file holds no contacts"


def test_a_contact_may_go_by_its_joint():
    left = next(joint for joint in WALK.skeleton.joints if joint.endswith("LeftToeBase"))
    named = WALK.replace(contacts=Contacts((left, "RightFoot"), WALK.contacts.weights))
    assert labels(named).contacts.points == ("left.toe", "right.ankle")
    np.testing.assert_array_equal(labels(named).contacts.weights, WALK.contacts.weights)


def test_a_name_that_the_rig_does_not_have_is_told_with_the_nearest():
    with pytest.raises(FileError) as raised:
        labels(WALK.replace(contacts=Contacts(("left.tow", "right.toe"), WALK.contacts.weights)))
    assert raised.value.message == "'left.tow' is no contact point, toe or ankle of the rig"
    assert "left.toe" in raised.value.help
