"""Contacts in files: what is written, what is read back, and where a file that does not fit goes wrong."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import footpipe
from footpipe import Contacts, FileError, GraphError, StageError
from footpipe.testing import walking_clip

write = footpipe.stage("write.contacts")
labels = footpipe.stage("detect.labels")
GOLDEN = Path(__file__).parent / "golden"
CLIP = walking_clip(6)
POINTS = ("left.toe", "right.toe")
WEIGHTS = np.array([[0, 0, 1, 1, 0.5, 0.1], [1, 1, 1, 0, 0, 0]]).T
SOME = CLIP.replace(contacts=Contacts(POINTS, WEIGHTS))


@pytest.mark.parametrize("suffix", [".csv", ".json", ".JSON"])
@given(
    weights=arrays(np.float64, (6, 2), elements=st.sampled_from([0.0, 1.0]) | st.floats(0, 1)),
    said=st.just(None) | arrays(np.bool_, (6, 2)),
)
@settings(deadline=None)  # it writes files
def test_what_is_written_reads_back_to_the_last_bit(tmp_path_factory, suffix, weights, said):
    weights = weights if said is None else np.where(said, weights, 0.0)
    path = tmp_path_factory.mktemp("labels") / f"labels{suffix}"
    write(CLIP.replace(contacts=Contacts(POINTS, weights, said)), path=path)
    back = labels(CLIP, path=path).contacts
    assert back.points == POINTS
    assert (back.weights == weights).all()
    if said is None or said.all():
        assert back.said is None
    else:
        assert (back.said == said).all()


@pytest.mark.parametrize(
    ("golden", "soft"), [("contacts.csv", True), ("contacts.json", True), ("hard_contacts.json", False)]
)
def test_files_are_short_and_plain(tmp_path, golden, soft):
    path = tmp_path / golden
    write(SOME, path=path, soft=soft)
    assert path.read_bytes() == (GOLDEN / golden).read_bytes()
    assert (labels(CLIP, path=path).contacts.weights == (WEIGHTS if soft else SOME.contacts.active())).all()


def test_points_without_contact_and_no_points_at_all_are_kept(tmp_path):
    none = Contacts(("left.toe", "right.ankle"), np.zeros((6, 2)))
    for contacts in (none, Contacts((), np.zeros((6, 0)))):
        write(CLIP.replace(contacts=contacts), path=tmp_path / "none.json")
        back = labels(CLIP, path=tmp_path / "none.json").contacts
        assert (back.points, back.weights.shape) == (contacts.points, contacts.weights.shape)
        assert not back.weights.any()


def test_labels_may_leave_frames_open(tmp_path, caplog):
    (tmp_path / "open.csv").write_text("frame,left.toe,right.toe\n0,1,\n1,,\n2,,0\n3,0,0\n4,0,\n5,0.5,\n")
    with caplog.at_level("INFO", "footpipe"):
        contacts = labels(CLIP, path=tmp_path / "open.csv").contacts
    assert contacts.weights.T.tolist() == [[1, 0, 0, 0, 0, 0.5], [0, 0, 0, 0, 0, 0]]
    assert contacts.said.T.tolist() == [
        [True, False, False, True, True, True],
        [False, False, True, True, False, False],
    ]
    assert "labels say something about a share of the frames: left.toe 67%, right.toe 33%" in caplog.text
    spans = [{"first": 0, "last": 1}, {"first": 4, "last": 5, "weight": 0}]
    assert mended(tmp_path, *spans, elsewhere=0.25) == [1, 1, 0.25, 0.25, 0, 0]
    text = (tmp_path / "labels.json").read_text()
    (tmp_path / "labels.json").write_text(text.replace("0.25", "null"))
    assert labels(CLIP, path=tmp_path / "labels.json").contacts.said[:, 0].tolist() == [
        True,
        True,
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("name", ["labels.txt", "labels"])
def test_other_suffixes_are_a_mistake_before_anything_is_read(tmp_path, name):
    for stage in (write, labels):
        with pytest.raises(GraphError, match=r"contacts are files of text\n  help: use \.csv or \.json"):
            stage(SOME, path=tmp_path / name)


def test_a_clip_without_contacts_is_not_written(tmp_path):
    with pytest.raises(StageError, match=r"write.contacts needs contacts, and the clip has none"):
        write(CLIP.replace(contacts=None), path=tmp_path / "labels.csv")
    assert list(tmp_path.iterdir()) == []


def mended(tmp_path, *spans, **head):
    """Labels of the left toe from spans; keys of `head` are laid over those of the file."""
    document = {"format": "footpipe.contacts", "version": 1, "contacts": {"left.toe": list(spans)}} | head
    path = tmp_path / "labels.json"
    path.write_text(json.dumps({key: value for key, value in document.items() if value is not None}, indent=1))
    return labels(CLIP, path=path).contacts.weights[:, 0].tolist()


def test_a_span_is_contact_unless_it_says_otherwise_and_later_spans_win(tmp_path):
    assert mended(tmp_path, {"first": 1, "last": 4}) == [0, 1, 1, 1, 1, 0]
    assert mended(tmp_path, {"first": 0, "last": 5}, {"first": 2, "last": 3, "weight": 0}) == [1, 1, 0, 0, 1, 1]
    assert mended(tmp_path, {"first": 1, "last": 2, "weights": [0.25, 1]}) == [0, 0.25, 1, 0, 0, 0]


def test_a_span_may_go_by_seconds_and_hold_a_note(tmp_path):
    frame = 1 / 60
    span = {"start_time": 2 * frame, "end_time": 4 * frame, "note": "scuffs"}
    assert mended(tmp_path, span, note="by hand", frames=6, rate=60) == [0, 0, 1, 1, 1, 0]
    assert mended(tmp_path, {"start_time": 1.5 * frame, "end_time": 99}) == [0, 0, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("spans", "head", "line", "message"),
    [
        ([], {"format": None}, 1, "not a file of contacts"),
        ([], {"version": 2}, 3, "its version is not 1"),
        ([], {"version": True}, 3, "its version is not 1"),
        ([], {"contacts": None}, 1, "it has no contacts"),
        ([], {"contacts": []}, 4, "an object wanted, a list found"),
        ([], {"contact": {}}, 7, "no key 'contact' belongs here"),
        ([], {"contacts": {"left.tow": []}}, 5, "the rig has no contact point 'left.tow'"),
        ([], {"contacts": {"left.toe": {"first": 1}}}, 5, "a list wanted, an object found"),
        ([], {"frames": 7}, 7, "it is about '7' frames, and the clip has 6"),
        ([], {"elsewhere": "open"}, 7, "'open' is not a weight from 0 to 1"),
        ([3], {}, 6, "an object wanted, '3' found"),
        ([{"first": 1, "last": 2}, {"first": 2}], {}, 10, "a span has `first` and `last`, or `start_time` and `end_time`"),
        ([{"first": 1, "end_time": 2}], {}, 6, "a span has `first` and `last`, or `start_time` and `end_time`"),
        ([{"first": 1, "last": 6}], {}, 8, "'6' is not a frame of the clip: they are 0 to 5"),
        ([{"first": True, "last": 3}], {}, 7, "'True' is not a frame of the clip: they are 0 to 5"),
        ([{"first": 1.5, "last": 3}], {}, 7, "'1.5' is not a frame of the clip: they are 0 to 5"),
        ([{"first": 3, "last": 2}], {}, 6, "the span has no frame of the clip"),
        ([{"start_time": 0.001, "end_time": 0.002}], {}, 6, "the span has no frame of the clip"),
        ([{"start_time": 0, "end_time": 10**400}], {}, 8, f"'1{'0' * 39}...' is not a time"),
        ([{"start_time": float("nan"), "end_time": 1}], {}, 7, "'nan' is not a time"),
        ([{"first": 0, "last": 1, "weight": 1.5}], {}, 9, "'1.5' is not a weight from 0 to 1"),
        ([{"first": 0, "last": 1, "weight": None}], {}, 9, "null is not a weight from 0 to 1"),
        ([{"first": 0, "last": 1, "weights": [1]}], {}, 9, "1 weights for 2 frames"),
        ([{"first": 0, "last": 1, "weights": [1, -1]}], {}, 11, "'-1' is not a weight from 0 to 1"),
        ([{"first": 0, "last": 1, "weights": [1, 1], "weight": 1}], {}, 6, "a span has `weight` or `weights`, not both"),
        ([{"first": 0, "last": 1, "wieght": 1}], {}, 9, "no key 'wieght' belongs here"),
    ],
)  # fmt: skip
def test_labels_that_do_not_fit_say_where(tmp_path, spans, head, line, message):
    with pytest.raises(FileError) as caught:
        mended(tmp_path, *spans, **head)
    assert (caught.value.message, caught.value.where.line) == (message, line)


def test_a_wrong_name_is_told_with_the_nearest(tmp_path):
    with pytest.raises(FileError) as caught:
        mended(tmp_path, contacts={"left.tow": []})
    assert str(caught.value) == (
        f"{tmp_path}/labels.json:5:15: error: the rig has no contact point 'left.tow'\n  help: did you mean 'left.toe'?"
    )


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (b"", ":1:1", "not JSON: Expecting value"),
        (b'{\n "format" 1}', ":2:11", "not JSON: Expecting ':' delimiter"),
        (b"\xff", "", "not a JSON file: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"),
        (b"[" * 100_000, "", "not JSON that can be read: maximum recursion depth exceeded"),
        (b'{"version": 1, "version": 1}', ":1:1", "'version' stands there twice"),
        (b"\n [1]", ":2:2", "an object wanted, a list found"),
    ],
)
def test_a_file_that_is_no_such_json_says_where(tmp_path, text, place, message):
    path = tmp_path / "labels.json"
    path.write_bytes(text)
    with pytest.raises(FileError) as caught:
        labels(CLIP, path=path)
    assert caught.value.message.startswith(message)
    assert str(caught.value.where) == f"{path}{place}"


def test_a_byte_order_mark_is_no_fault(tmp_path):
    for name in ("contacts.csv", "contacts.json"):
        path = tmp_path / name
        path.write_bytes(b"\xef\xbb\xbf" + (GOLDEN / name).read_bytes())
        assert (labels(CLIP, path=path).contacts.weights == WEIGHTS).all()
