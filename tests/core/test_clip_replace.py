"""What a clip that is changed looks at again, and what it keeps."""

import numpy as np
import pytest

from footpipe import Contacts, DataError
from footpipe.testing import walking_clip

WALK = walking_clip(4)
JOINTS = len(WALK.skeleton)
NOT_FINITE = np.where(np.arange(JOINTS) == 2, np.nan, 0.0)[None, :, None] * np.ones((4, 1, 3))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"translations": np.zeros((3, JOINTS, 3))}, r"translations has shape \(3, \d+, 3\), wanted \(4, \d+, 3\)"),
        ({"translations": NOT_FINITE}, r"translations\[0, 2, 0\] is nan: every number must be finite"),
        ({"rotations": np.zeros((4, JOINTS, 3))}, "rotations has shape"),
        ({"rotations": WALK.rotations * 1.01}, "in frame 0 has length 1.01, not 1"),
        ({"scales": NOT_FINITE}, r"scales\[0, 2, 0\] is nan"),
        ({"channels": {"slide": np.zeros(3)}}, "channel 'slide' has 3 frames, the clip 4"),
        ({"channels": {"slide": np.full(4, np.inf)}}, r"channel 'slide'\[0\] is inf"),
        ({"contacts": Contacts(("a.toe",), np.zeros((5, 1)))}, "contacts has 5 frames, the clip 4"),
        ({"times": WALK.times[::-1]}, "times must rise"),
        ({"rest_rows": 4}, "rest_rows is 4"),
    ],
)
def test_what_is_changed_is_checked_as_if_the_clip_were_new(changes, told):
    with pytest.raises(DataError, match=told):
        WALK.replace(**changes)


def test_a_field_that_is_not_there_is_no_field():
    with pytest.raises(TypeError, match="speed"):
        WALK.replace(speed=1.0)


@pytest.mark.parametrize("part", ["translations", "rotations"])
def test_the_world_is_worked_out_anew_where_the_pose_changes_and_only_there(part):
    world = WALK.world
    assert WALK.replace(channels={"a": np.zeros(4)}, contacts=None).world is world
    assert WALK.replace(rest_rows=1).world is world
    moved = WALK.replace(**{part: getattr(WALK, part)[::-1]})
    assert "world" not in moved.__dict__
    assert (moved.world.positions != world.positions).any()


def test_a_changed_array_is_held_read_only_and_apart_from_the_one_given():
    given = WALK.translations.copy()
    changed = WALK.replace(translations=given)
    given[:] = 7
    assert (changed.translations == WALK.translations).all()
    assert not changed.translations.flags.writeable
    assert changed.rotations is WALK.rotations
