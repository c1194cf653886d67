"""`measure.contacts`: figures worked out by hand, and against a count made another way."""

import itertools
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import footpipe
from footpipe import Contacts, GraphError, StageError
from footpipe.testing import walking_clip

measure = footpipe.stage("measure.contacts")
LONG = walking_clip(80, 100.0)  # 10 ms a frame


def clip_of(*rows, points=("left.toe", "right.toe"), rest_rows=0):
    """A clip with contacts where rows have an X."""
    weights = np.array([[letter == "X" for letter in row] for row in rows], float).T
    contacts = Contacts(points[: len(rows)], weights)
    return LONG.pick(slice(len(weights))).replace(contacts=contacts, rest_rows=rest_rows)


def figures(truth, found, **params):
    clips = {"truth": clip_of(*truth), "found": clip_of(*found)}
    return measure(clips, reference="truth", **params).values["clips"]["found"]


TRUTH = ".XXXX...XXX....XX..."
FOUND = "..XXXXX.........XX.X"


def test_frames_contacts_and_edges_are_counted():
    told = figures([TRUTH], [FOUND])
    assert told["all"] == {
        "f1": pytest.approx(2 * 4 / (8 + 9)),
        "precision": 4 / 8,
        "recall": pytest.approx(4 / 9),
        "contacts": 3,
        "reference_contacts": 3,
        "missed": 1,
        "false": 1,
        "touch_down_median": pytest.approx(10),
        "touch_down_p90": pytest.approx(10),
        "touch_down_bias": pytest.approx(10),
        "lift_off_median": pytest.approx(15),
        "lift_off_p90": pytest.approx(19),
        "lift_off_bias": pytest.approx(15),
    }
    assert told["missed"] == [{"point": "left.toe", "first": 8, "last": 10}]
    assert told["false"] == [{"point": "left.toe", "first": 19, "last": 19}]
    assert told["points"]["left.toe"] == told["all"]


def test_early_edges_are_below_0_in_the_bias_alone():
    told = figures(["...XXXXX..."], ["..XXXX....."])["all"]
    assert (told["touch_down_median"], told["touch_down_bias"]) == (pytest.approx(10), pytest.approx(-10))
    assert (told["lift_off_median"], told["lift_off_bias"]) == (pytest.approx(20), pytest.approx(-20))


def test_edges_that_the_clip_cuts_off_are_not_compared():
    told = figures(["XXXXXX"], [".XXXX."])["all"]
    assert told["touch_down_median"] is told["lift_off_median"] is None
    assert (told["missed"], told["false"]) == (0, 0)


def test_a_contact_in_pieces_goes_with_one_and_one_over_two_is_one():
    pieces = figures([".XXXXXXXX."], [".XX.XXXXX."])
    assert (pieces["all"]["missed"], pieces["false"]) == (0, [{"point": "left.toe", "first": 1, "last": 2}])
    merged = figures([".XX.XXXXX."], [".XXXXXXXX."])
    assert (merged["missed"], merged["all"]["false"]) == ([{"point": "left.toe", "first": 1, "last": 2}], 0)


def test_all_points_together_are_counted_as_one():
    told = figures(["XXXX......", "..XX......"], ["XXXX......", ".........."])
    assert told["all"]["f1"] == pytest.approx(2 * 4 / (4 + 6))
    assert told["points"]["right.toe"]["f1"] == 0
    assert told["points"]["right.toe"]["precision"] is None
    assert told["missed"] == [{"point": "right.toe", "first": 2, "last": 3}]


def test_nothing_found_where_nothing_is_has_no_share():
    told = figures(["...."], ["...."])["all"]
    assert (told["f1"], told["precision"], told["recall"]) == (None, None, None)


def test_the_first_input_is_the_reference_where_none_is_named():
    truth, found = clip_of("XX.."), clip_of("X...")
    report = measure({"truth": truth, "found": found})
    assert report.values == measure({"found": found, "truth": truth}, reference="truth").values


def test_rest_rows_and_points_that_not_all_have_are_left_out(caplog):
    truth = clip_of("XX.XX.", "XXXXXX", rest_rows=2)
    found = clip_of("...XX.", points=("left.toe",), rest_rows=2)
    with caplog.at_level("INFO", "footpipe"):
        report = measure({"truth": truth, "found": found}, reference="truth")
    assert report.values["points"] == ["left.toe"]
    assert report.values["clips"]["found"]["all"]["f1"] == 1
    assert "measure.contacts: not all inputs have right.toe: left out" in caplog.text


MASK = st.lists(st.booleans(), min_size=30, max_size=30).map(np.array)


@settings(deadline=None)
@given(MASK, MASK)
def test_pairs_are_apart_and_every_contact_is_paired_or_left_over(found, truth):
    told = figures([mask_text(truth)], [mask_text(found)])["all"]
    pairs = told["contacts"] - told["false"]
    assert pairs == told["reference_contacts"] - told["missed"]
    assert pairs <= most_pairs(footpipe.spans(found), footpipe.spans(truth))
    if (both := (found & truth).any()) or pairs:
        assert bool(both) == bool(pairs)


def mask_text(mask):
    return "".join("X" if on else "." for on in mask)


def most_pairs(ours, theirs):
    """How many contacts share frames with any."""
    return len({i for (i, a), b in itertools.product(enumerate(ours), theirs) if a[0] < b[1] and b[0] < a[1]})


@settings(deadline=None)
@given(MASK, MASK)
def test_turned_around_precision_is_recall(found, truth):
    forth = figures([mask_text(truth)], [mask_text(found)])["all"]
    back = figures([mask_text(found)], [mask_text(truth)])["all"]
    assert (forth["f1"], forth["precision"], forth["recall"]) == (back["f1"], back["recall"], back["precision"])
    assert (forth["missed"], forth["false"]) == (back["false"], back["missed"])
    assert forth["lift_off_median"] == (back["lift_off_median"] and pytest.approx(back["lift_off_median"]))


def test_detectors_stand_side_by_side_in_tables_and_json(found, slid):
    clips = {
        "clean": found,
        "speed": footpipe.stage("detect.speed")(slid),
        "adaptive": footpipe.stage("detect.adaptive")(slid),
    }
    report = measure(clips, reference="clean")
    values = report.values["clips"]
    assert list(values) == ["speed", "adaptive"]
    assert values["adaptive"]["all"]["f1"] > 0.98 > 0.92 > values["speed"]["all"]["f1"]
    assert values["adaptive"]["all"]["touch_down_p90"] < 10
    assert json.loads(json.dumps(report.as_json(), allow_nan=False))["reference"] == "clean"
    whole, each = report.tables
    assert whole.title == "Contacts against 'clean', which has 8"
    assert whole.columns == ["", "speed", "adaptive"]
    assert [row[0] for row in each.rows] == ["left.toe", "right.toe"]


def test_the_shared_slide_is_a_channel_in_metres_per_second(walk, slid):
    channel = footpipe.stage("detect.adaptive")(slid).channels["detect.slide"]
    assert channel.shape == (len(slid), 2)
    hips = slid.velocity([0])[slid.rest_rows :, 0][:, [0, 2]]
    shared = channel[slid.rest_rows :]
    assert np.linalg.norm(shared + hips / 3, axis=1).mean() < 0.05  # a quarter of the way is missing: 0.25 m/s
    assert not channel[: slid.rest_rows].any()
    giant = slid.placement
    twice = slid.replace(placement=type(giant)(giant.translation * 2, giant.rotation, giant.scale * 2))
    assert footpipe.stage("detect.adaptive")(twice).channels["detect.slide"] == pytest.approx(2 * channel)


def test_the_plot_is_a_picture_of_all_inputs(found, slid, tmp_path):
    pytest.importorskip("matplotlib")
    clips = {"clean": found, "adaptive": footpipe.stage("detect.adaptive")(slid)}
    for suffix, start in ((".png", b"\x89PNG"), (".svg", b"<?xml")):
        measure(clips, reference="clean", plot=tmp_path / f"contacts{suffix}")
        assert (tmp_path / f"contacts{suffix}").read_bytes().startswith(start)
    text = (tmp_path / "contacts.svg").read_text()
    for words in ("clean", "adaptive", "slide that the feet share", "right.toe: height in cm"):
        assert f"<!-- {words} -->" in text


def test_points_that_the_rig_does_not_know_are_drawn_as_lanes(tmp_path):
    pytest.importorskip("matplotlib")
    clips = {name: clip_of("XX..", points=("tail",)) for name in ("truth", "found")}
    measure(clips, reference="truth", plot=tmp_path / "tail.svg")
    assert "<!-- tail: height in cm -->" in (tmp_path / "tail.svg").read_text()


def test_what_cannot_be_compared_is_told():
    one = clip_of("XX..")
    with pytest.raises(GraphError, match="reference 'trut' is none of the inputs\n  help: did you mean 'truth'"):
        measure({"truth": one, "found": one}, reference="trut")
    with pytest.raises(StageError, match=r"measure\.contacts compares two inputs or more"):
        measure({"truth": one}, reference="truth")
    with pytest.raises(StageError, match=r"measure\.contacts needs contacts, and 'found' has none"):
        measure({"truth": one, "found": one.replace(contacts=None)}, reference="truth")
    with pytest.raises(StageError, match=r"no contact point is common to all inputs") as caught:
        measure({"truth": one, "found": clip_of("XX..", points=("tail",))}, reference="truth")
    assert caught.value.help == "they have truth: left.toe; found: tail"
    with pytest.raises(StageError, match=r"'found' has other joints or other frames than 'truth'"):
        measure({"truth": one, "found": clip_of("XX.")}, reference="truth")
