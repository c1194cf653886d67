import numpy as np
import pytest

import footpipe
from footpipe import FileError, FootpipeWarning, GraphError

detect = footpipe.stage("detect.speed")
labels = footpipe.stage("detect.labels")


def at_rate(clip, step):
    """Every `step`-th frame of a clip, its rest rows left out."""
    rows = slice(clip.rest_rows, None, step)
    return clip.replace(
        translations=clip.translations[rows],
        rotations=clip.rotations[rows],
        times=clip.times[rows],
        rest_rows=0,
        contacts=None,
        source=None,
    )


def test_each_foot_of_the_walk_stands_for_its_usual_time(found):
    for point in found.contacts.points:
        whole = [b - a for a, b in found.contacts.spans(point) if a > 10 and b < len(found) - 10]
        assert len(whole) >= 2
        assert all(0.55 < frames / found.rate < 0.85 for frames in whole)


def test_contacts_begin_and_end_at_the_same_times_at_another_rate(found):
    slow = detect(at_rate(found, 2))
    for point in found.contacts.points:
        here = [(found.times[a], found.times[b - 1]) for a, b in found.contacts.spans(point)]
        there = [(slow.times[a], slow.times[b - 1]) for a, b in slow.contacts.spans(point)]
        assert np.array(there) == pytest.approx(np.array(here), abs=0.035)


def test_injected_rest_rows_are_never_contact(found):
    assert found.rest_rows == 1
    assert not found.contacts.weights[0].any()


def test_a_foot_that_rests_in_the_air_is_no_contact(walk):
    frozen = np.repeat(walk.rotations[200:201], len(walk), axis=0)
    still = walk.replace(
        translations=np.repeat(walk.translations[200:201], len(walk), axis=0), rotations=frozen, rest_rows=0
    )
    assert detect(still).contacts.weights.all()
    lifted = still.translations.copy()
    lifted[250:, 0, 1] += 0.15 / walk.placement.scale  # the whole figure is lifted by 15 cm, and held
    up = detect(still.replace(translations=lifted)).contacts.weights
    assert up[:240].all()
    assert not up[260:300].any()


def test_jitter_of_a_millimetre_does_not_break_a_contact(walk, found):
    noise = np.random.default_rng(7).normal(0, 0.001, (len(walk), 1, 3)) / walk.placement.scale
    shaken = walk.translations.copy()
    shaken[:, :1] += noise
    share = (detect(walk.replace(translations=shaken)).contacts.active() == found.contacts.active()).mean()
    assert share > 0.97


def test_a_single_frame_counts_as_standing(walk):
    one = walk.replace(
        translations=walk.translations[9:10],
        rotations=walk.rotations[9:10],
        times=walk.times[9:10],
        rest_rows=0,
        source=None,
    )
    assert detect(one).contacts.weights.tolist() == [[1, 1]]


def test_ankles_are_judged_where_asked(walk):
    assert detect(walk, points=("toe", "ankle")).contacts.points == (
        "left.toe",
        "right.toe",
        "left.ankle",
        "right.ankle",
    )


def test_labels_come_back_as_written(walk, tmp_path):
    path = tmp_path / "labels.csv"
    rows = "".join(f"{i},{i % 2},0.25\n" for i in range(len(walk)))
    path.write_text("frame,right.toe,left.toe\n" + rows, newline="")
    contacts = labels(walk, path=path).contacts
    assert contacts.points == ("right.toe", "left.toe")
    assert contacts.weights[:4].tolist() == [[0, 0.25], [1, 0.25], [0, 0.25], [1, 0.25]]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("left.toe\n1\n", ":1", "the first line must be `frame`, then the contact points"),
        ("", ":1", "the first line must be `frame`, then the contact points"),
        ("frame,left.tow\n", ":1", "the rig has no contact point 'left.tow'"),
        ("frame,left.toe,left.toe\n", ":1", "column 'left.toe' stands there twice"),
        ("frame,left.toe\n0,1\n\n1,yes\n", ":4", "'yes' is not a weight from 0 to 1 (cell 2)"),
        ("frame,left.toe\n0,1.5\n", ":2", "'1.5' is not a weight from 0 to 1 (cell 2)"),
        ("frame,left.toe\n0,nan\n", ":2", "'nan' is not a weight from 0 to 1 (cell 2)"),
        ("frame,left.toe\n0,1\n0,1\n", ":3", "frame 0 is labelled twice"),
        (f"frame,left.toe\n{'9' * 5000},1\n", ":2", f"'{'9' * 40}...' is not a frame of the clip: they are 0 to 523"),
        ("frame,left.toe\n600,1\n", ":2", "'600' is not a frame of the clip: they are 0 to 523"),
        ("frame,left.toe\n-1,1\n", ":2", "'-1' is not a frame of the clip: they are 0 to 523"),
        ("frame,left.toe\n0,1,1\n", ":2", "2 cells wanted, 3 found"),
        ("frame,left.toe\n0,1\n2,1\n", "", "522 of the clip's 524 frames have no row, the first is frame 1"),
    ],
)
def test_labels_that_do_not_fit_say_where(walk, tmp_path, text, place, message):
    path = tmp_path / "labels.csv"
    path.write_text(text)
    with pytest.raises(FileError) as caught:
        labels(walk, path=path)
    assert caught.value.message == message
    assert str(caught.value.where) == f"{path}{place}"


def test_missing_labels_are_an_error_about_the_file(walk, tmp_path):
    with pytest.raises(FileError, match="cannot read: No such file"):
        labels(walk, path=tmp_path / "none.csv")


def test_windows_longer_than_the_clip_are_the_clip(walk):
    short = at_rate(walk, 1).pick(slice(30))
    fine = short.replace(times=short.times * 1e-7)
    with pytest.warns(FootpipeWarning, match="found no contact"):
        assert len(detect(fine, smooth=10, vote=10, soften=10).contacts) == 30
    with pytest.raises(GraphError, match=r"'smooth' of detect\.speed must be at most 10, not 10\.5"):
        detect(short, smooth=10.5)
