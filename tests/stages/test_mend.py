"""`edit.contacts`: values worked out by hand, and what holds for any contacts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import footpipe
from footpipe import Contacts, GraphError, StageError
from footpipe.testing import walking_clip

mend = footpipe.stage("edit.contacts")
RATE = 60.0
FRAME = 1 / RATE
LONG = walking_clip(2200, 600.0)


def row(text):
    """Weights: a digit per frame, in tenths, X being 1."""
    return [1.0 if letter == "X" else int(letter) / 10 for letter in text]


def clip_of(*rows, rate=RATE, rest_rows=0):
    weights = np.array([row(text) if isinstance(text, str) else text for text in rows], float).T
    some = LONG.pick(slice(len(weights)))
    points = ("left.toe", "right.toe", "left.ankle")[: weights.shape[1]]
    times = np.arange(len(weights)) / rate
    return some.replace(times=times, contacts=Contacts(points, weights), rest_rows=rest_rows, source=None)


def mended(text, column=0, **params):
    return mend(clip_of(text), **params).contacts.weights[:, column].tolist()


def test_without_parameters_nothing_changes():
    clip = clip_of("004X99405500", "XXXX00000000")
    assert (mend(clip).contacts.weights == clip.contacts.weights).all()


@pytest.mark.parametrize(
    ("before", "params", "after"),
    [
        ("0XX00XX000", {"close_gaps": 2.5 * FRAME}, "0XX55XX000"),
        ("0XX00XX000", {"close_gaps": 2.0 * FRAME}, "0XX00XX000"),  # it is not shorter
        ("00X0000XX0", {"close_gaps": 9.0}, "00X5555XX0"),  # what the clip cuts off is no gap
        ("0XX000X000", {"drop_blips": 1.5 * FRAME}, [*row("0XX000"), 0.39, *row("000")]),
        ("0XX000X000", {"drop_blips": 1.0 * FRAME}, "0XX000X000"),
        ("X000XX000X", {"drop_blips": 9.0}, [1, 0, 0, 0, 0.39, 0.39, 0, 0, 0, 1]),  # nor is it a blip
        ("0X0X0X0000", {"close_gaps": 1.5 * FRAME, "drop_blips": 3 * FRAME}, "0X5X5X0000"),  # gaps first
        ("000XXX0000", {"shift": 2}, "00000XXX00"),
        ("0X0XXX0000", {"shift": -2}, "0XXX000000"),
        ("90XX000008", {"shift": 1}, "990XX00000"),  # it begins as it began
        ("0000X00000", {"reach_offset": 2 * FRAME, "release_offset": FRAME}, "0055X50000"),
        ("00XXXXX000", {"reach_offset": -2 * FRAME, "release_offset": -FRAME}, [0, 0, 0.39, 0.39, 1, 1, 0.39, 0, 0, 0]),
        ("00XX000000", {"reach_offset": -FRAME, "release_offset": -FRAME}, [0, 0, 0.39, 0.39, 0, 0, 0, 0, 0, 0]),
        ("XX000000XX", {"reach_offset": -FRAME, "release_offset": -FRAME}, [1, 0.39, *[0] * 6, 0.39, 1]),
        ("0X000X0000", {"reach_offset": 2 * FRAME, "release_offset": 2 * FRAME}, "5X555X5500"),
    ],
)  # fmt: skip
def test_each_rule_does_what_it_says(before, params, after):
    assert mended(before, **params) == (row(after) if isinstance(after, str) else after)


def test_the_rules_come_in_the_order_that_is_told():
    steps = [
        {"shift": 1},
        {"close_gaps": 2.5 * FRAME},
        {"drop_blips": 2.5 * FRAME},
        {"reach_offset": FRAME, "release_offset": -FRAME},
        {"transition": 6 * FRAME},
        {"lock": ["left 1-2"], "release": ["left 12-13"]},
    ]
    whole = one_by_one = clip_of("0X0X0000XX00XXXX00000X00")
    for step in steps:
        one_by_one = mend(one_by_one, **step)
    at_once = mend(whole, **{key: value for step in steps for key, value in step.items()})
    assert (at_once.contacts.weights == one_by_one.contacts.weights).all()


def test_a_transition_is_soft_around_the_ends_and_leaves_them_where_they_are():
    soft = mend(clip_of("0000XXXX0000"), transition=6 * FRAME).contacts
    rise = [0.4 * (1 - near) for near in (5 / 6, 3 / 6, 1 / 6)]
    inside = [0.5 + 0.5 * near for near in (1 / 6, 3 / 6)]
    assert soft.weights[:, 0] == pytest.approx([0, *rise, *inside, *inside[::-1], *rise[::-1], 0])
    assert soft.spans("left.toe") == [(4, 8)]


def test_no_end_no_transition():
    assert mended("XXXXXX", transition=1.0) == row("XXXXXX")
    assert mended("000000", transition=1.0) == row("000000")


@pytest.mark.parametrize(
    ("text", "frames"),
    [
        ("left.toe 2-4", [2, 3, 4]),
        ("left 2-4", [2, 3, 4]),
        ("all 2-2", [2]),
        ("  left.toe   start - 1 ", [0, 1]),
        ("left 8-end", [8, 9]),
        ("left 0.05s-0.1s", [3, 4, 5, 6]),
        ("left 0.04s-99s", [3, 4, 5, 6, 7, 8, 9]),
        ("left 7-0.134s", [7, 8]),
    ],
)
def test_ranges_go_by_frames_and_seconds_both_ends_included(text, frames):
    wanted = np.isin(np.arange(10), frames)
    assert mended("0000000000", lock=[text]) == wanted.tolist()
    assert mended("XXXXXXXXXX", release=[text]) == (~wanted).tolist()


def test_a_limb_has_all_of_its_points_and_a_point_is_one():
    clip = clip_of("0000", "0000", "0000")
    assert mend(clip, lock=["left 1-1"]).contacts.weights[1].tolist() == [1, 0, 1]
    assert mend(clip, lock=["left.ankle 1-1"]).contacts.weights[1].tolist() == [0, 0, 1]
    assert mend(clip, lock=["all 1-1", "right 2-3"]).contacts.weights.sum(axis=0).tolist() == [1, 3, 1]


def test_rules_are_for_the_points_that_are_named():
    clip = clip_of("0X0X00", "0X0X00", "0X0X00")
    closed = mend(clip, points=["left"], close_gaps=1.5 * FRAME).contacts
    assert [len(closed.spans(point)) for point in closed.points] == [1, 2, 1]


def test_ranges_win_over_all_rules_and_are_sure():
    clip = clip_of("000XXXX000")
    both = mend(clip, transition=8 * FRAME, reach_offset=2 * FRAME, lock=["left 8-9"], release=["left 1-4"]).contacts
    assert both.weights[[1, 2, 3, 4, 8, 9], 0].tolist() == [0, 0, 0, 0, 1, 1]


def test_injected_rest_rows_stay_as_they_are():
    clip = clip_of("00XX00XX", rest_rows=2)
    assert mend(clip, lock=["all 0-3"], reach_offset=1.0).contacts.weights[:2].tolist() == [[0], [0]]


def test_the_motion_stays_as_it_is():
    clip = clip_of("00XX00XX")
    after = mend(clip, shift=1)
    assert after.translations is clip.translations
    assert after.rotations is clip.rotations


@pytest.mark.parametrize("text", ["left", "left 3", "2-4", "left 4..6", "left 1.5-2", "left -3-5", "left 1s 2s", ""])
def test_what_is_no_range_is_a_mistake_of_the_graph(text):
    with pytest.raises(GraphError) as caught:
        mend(clip_of("0000"), release=[text])
    assert caught.value.message == f"'{text}' is not a range"
    assert caught.value.help.startswith("write a limb or a point, then frames or seconds: 'left 120-180'")


@pytest.mark.parametrize(
    ("params", "message", "help"),
    [
        ({"lock": ["lefd 1-2"]}, "edit.contacts: the clip has no contacts of 'lefd'", "did you mean 'left'?"),
        ({"points": ["left.tow"]}, "edit.contacts: the clip has no contacts of 'left.tow'", "did you mean 'left.toe'?"),
        (
            {"lock": ["left 3-4"]},
            "edit.contacts: 'left 3-4' is not a range of this clip",
            "its frames are 0 to 3, its seconds 0 to 0.05",
        ),
        (
            {"release": ["left 2-1"]},
            "edit.contacts: 'left 2-1' is not a range of this clip",
            "its frames are 0 to 3, its seconds 0 to 0.05",
        ),
        (
            {"lock": ["all 1-2"], "release": ["left 2-3"]},
            "edit.contacts: left.toe is both locked and released in frame 2",
            "let the ranges of `lock` and `release` not overlap",
        ),
    ],
)
def test_what_does_not_fit_the_clip_is_told(params, message, help):
    with pytest.raises(StageError) as caught:
        mend(clip_of("0000"), **params)
    assert (caught.value.message, caught.value.help) == (message, help)


def test_a_clip_without_contacts_cannot_be_mended(tmp_path):
    with pytest.raises(StageError, match=r"edit\.contacts needs contacts, and the clip has none"):
        mend(LONG.replace(contacts=None))
    graph = {"read": {"uses": "load.bvh", "path": "walk.bvh"}, "mend": {"uses": "edit.contacts"}}
    with pytest.raises(GraphError, match=r"edit\.contacts needs contacts, and no node above finds any"):
        footpipe.run({"footpipe": 1, "nodes": graph})


def test_what_was_changed_is_told(caplog):
    with caplog.at_level("INFO", "footpipe"):
        mend(clip_of("0X00XX0000", "0000000000"), close_gaps=0.1, release=["left 5-5"])
    assert [r.getMessage() for r in caplog.records] == [
        "edit.contacts: left.toe had 2 contacts, now 1; 2 frames added, 1 taken off"
    ]


MASKS = st.lists(st.booleans(), min_size=1, max_size=60).map(lambda values: np.array(values, float))
SECONDS = st.floats(0, 0.3)


@settings(deadline=None)
@given(MASKS, SECONDS, SECONDS)
def test_closing_and_dropping_twice_is_doing_it_once(mask, gap, blip):
    once = mend(clip_of(mask), close_gaps=gap, drop_blips=blip)
    assert (mend(once, close_gaps=gap, drop_blips=blip).contacts.weights == once.contacts.weights).all()


@settings(deadline=None)
@given(
    MASKS, SECONDS, SECONDS, st.floats(-0.1, 0.1), st.floats(-0.1, 0.1), SECONDS, st.integers(-5, 5), st.integers(0, 99)
)
def test_backwards_it_does_the_mirror_of_what_it_does_forwards(mask, gap, blip, reach, release, soft, shift, seed):
    """Also at uneven times."""
    clip = clip_of(mask)
    times = np.random.default_rng(seed).uniform(0.005, 0.03, len(mask)).cumsum()
    there, last = clip.replace(times=times), len(mask) - 1
    back = clip.replace(times=times[-1] - times[::-1], contacts=Contacts(("left.toe",), clip.contacts.weights[::-1]))
    rules = {"close_gaps": gap, "drop_blips": blip, "transition": soft}
    forth = mend(there, shift=shift, reach_offset=reach, release_offset=release, lock=["left 0-0"], **rules)
    mirror = mend(back, shift=-shift, reach_offset=release, release_offset=reach, lock=[f"left {last}-{last}"], **rules)
    assert mirror.contacts.weights[::-1] == pytest.approx(forth.contacts.weights, abs=1e-9)


LENGTHS = st.lists(st.integers(3, 12).filter(lambda length: length not in (7, 8)), min_size=3, max_size=9)  # 1/30 s


@settings(deadline=None)
@given(LENGTHS, st.booleans(), st.sampled_from([30.0, 50.0, 120.0, 240.0]))
def test_contacts_come_out_at_the_same_times_at_any_rate_within_a_frame(lengths, begins, rate):
    """Of contacts and gaps none is within a frame of what is closed or dropped."""
    fine, coarse = (mended_edges(lengths, begins, r) for r in (600.0, rate))
    assert coarse == pytest.approx(fine, abs=1 / rate)


def mended_edges(lengths, begins, rate):
    """Seconds at which contacts begin and end after some rules, of stretches in and out of contact, sampled at a rate."""
    ends = np.cumsum(lengths) / 30
    times = np.arange(int(ends[-1] * rate)) / rate
    mask = (np.searchsorted(ends, times + 1e-9, side="right") + begins) % 2
    after = mend(
        clip_of(mask, rate=rate), close_gaps=0.25, drop_blips=0.25, reach_offset=0.04, release_offset=-0.03
    ).contacts
    edges = np.array(after.spans("left.toe")).ravel()
    return (edges[(edges > 0) & (edges < len(mask))] - 0.5) / rate
