import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import footpipe
from footpipe import Contacts, StageError
from footpipe.testing import walking_clip

merge = footpipe.stage("merge.contacts")
write = footpipe.stage("write.contacts")
labels = footpipe.stage("detect.labels")
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


@given(arrays(np.float64, (6, 2), elements=st.floats(0, 1)))
def test_what_is_written_reads_back_to_the_last_bit(tmp_path_factory, weights):
    path = tmp_path_factory.mktemp("labels") / "labels.csv"
    write(CLIP.replace(contacts=Contacts(("left.toe", "right.toe"), weights)), path=path)
    assert (labels(CLIP, path=path).contacts.weights == weights).all()


def test_the_table_is_short_and_plain(tmp_path):
    write(ONE, path=tmp_path / "labels.csv")
    assert (tmp_path / "labels.csv").read_bytes() == (
        b"frame,left.toe,right.toe\n0,0,1\n1,0,1\n2,1,1\n3,1,0\n4,0.5,0\n5,0,0\n"
    )


def test_a_clip_without_contacts_is_not_written(tmp_path):
    with pytest.raises(StageError, match=r"write.contacts needs contacts, and the clip has none"):
        write(CLIP.replace(contacts=None), path=tmp_path / "labels.csv")
    assert list(tmp_path.iterdir()) == []
