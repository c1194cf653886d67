"""What a stage touched is written anew; every other byte stays."""

import re
from pathlib import Path

import numpy as np
import pytest
from bvh_files import HEADER, MOTION, ROWS, TEXT, load_text, text_of, turned
from footpipe_bvh.load import LoadBvh, load

from footpipe import Clip, DataError, FootpipeWarning, Placement, kernel

WALK = Path(__file__).resolve().parents[2] / "examples/walk.bvh"
ONE_TURN = HEADER.replace("CHANNELS 3 Zrotation Xrotation Yrotation", "CHANNELS 1 Xrotation", 1)


def words_and_gaps(raw: bytes) -> tuple[list[bytes], list[bytes]]:
    parts = re.split(rb"(\s+)", raw[raw.index(b"Frame Time") :])
    return parts[::2], parts[1::2]


def rows_of(raw: bytes, width: int = 12) -> list[list[str]]:
    lines = raw.decode().split("0.0333333")[1].split()
    return [lines[i : i + width] for i in range(0, len(lines), width)]


def hinge(angles: list[float], rest: str = "5 0 0") -> str:
    """A clip whose Leg turns about x alone."""
    rows = "".join(f"0 90 0 0 0 0 {angle:g} {rest}\n" for angle in angles)
    return ONE_TURN + MOTION.replace("3\n", f"{len(angles)}\n", 1) + rows


def test_only_the_touched_legs_columns_change_in_a_file_of_tabs_and_crlf(tmp_path: Path) -> None:
    text = (HEADER + MOTION + ROWS.replace(" ", "\t").replace("\t2", "  2")).replace("\n", "\r\n") + "\r\n \r\n"
    clip = load_text(tmp_path, text)
    raw = text_of(turned(clip, [1]), tmp_path)
    (before, gaps), (after, new_gaps) = words_and_gaps(text.encode()), words_and_gaps(raw)
    assert raw.startswith(text.encode()[: text.index("Frame Time")])
    assert new_gaps == gaps
    numbers = slice(3, -1)
    changed = [i % 12 for i, (a, b) in enumerate(zip(before[numbers], after[numbers], strict=True)) if a != b]
    assert set(changed) == {6, 7, 8}
    assert all(re.fullmatch(rb"-?\d+\.\d{7}", after[3 + 12 * row + 6]) for row in range(3))


def test_a_real_walk_keeps_all_but_one_legs_columns(tmp_path: Path) -> None:
    clip = load(LoadBvh(path=WALK))
    legs = [i for i, name in enumerate(clip.skeleton.names) if name in ("LeftUpLeg", "LeftLeg", "LeftFoot")]
    columns = {c for i in legs for c in clip.source.header.joints[i].rotation_columns}
    assert len(columns) == 9
    raw = text_of(turned(clip, legs, slice(1, None)), tmp_path)
    (before, gaps), (after, new_gaps) = words_and_gaps(WALK.read_bytes()), words_and_gaps(raw)
    assert new_gaps == gaps
    assert b"\r\n" in gaps
    changed = np.array([a != b for a, b in zip(before[3:-1], after[3:-1], strict=True)]).reshape(len(clip), -1)
    assert set(np.flatnonzero(changed.any(axis=0)).tolist()) == columns
    assert not changed[0].any()


def test_frames_that_nothing_touched_keep_their_text(tmp_path: Path) -> None:
    raw = text_of(turned(load_text(tmp_path, TEXT), [1], slice(1, 2)), tmp_path)
    before, after = TEXT.splitlines(), raw.decode().splitlines()
    assert [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b] == [len(before) - 2]


def test_touched_numbers_read_back(tmp_path: Path) -> None:
    clip = turned(load_text(tmp_path, TEXT), [0, 1, 2])
    again = load_text(tmp_path, text_of(clip, tmp_path))
    assert again.rotations == pytest.approx(clip.rotations, abs=2e-9)
    assert not np.array_equal(again.rotations, load_text(tmp_path, TEXT).rotations)


def test_a_file_of_more_decimals_keeps_its_number(tmp_path: Path) -> None:
    clip = load_text(tmp_path, TEXT.replace("2 91 4", "2.000000001 91 4"))
    row = rows_of(text_of(turned(clip, [1]), tmp_path))[0]
    assert [len(word.partition(".")[2]) for word in row[6:9]] == [9, 9, 9]
    assert row[:6] == ["0", "90", "0", "0", "0", "0"]


def test_no_number_is_minus_zero(tmp_path: Path) -> None:
    clip = load_text(tmp_path, hinge([0, 0, 0]))
    rotations = clip.rotations.copy()
    rotations[:, 1, 0] = -1e-12
    assert rows_of(text_of(clip.replace(rotations=rotations), tmp_path), 10)[0][6] == "0.0000000"


def test_touched_angles_go_on_where_the_files_own_jump(tmp_path: Path) -> None:
    """170, 178, -174 is a step over 180; the written curve steps on to 189 and stays there."""
    clip = load_text(tmp_path, hinge([170, 178, -174, -166, -158]))
    rows = rows_of(text_of(turned(clip, [1], slice(1, 3)), tmp_path), 10)
    angles = [float(row[6]) for row in rows]
    assert angles == pytest.approx([170, 181, 189, 194, 202])
    assert rows[0][6] == "170"


def test_the_files_own_jump_stays_where_nothing_was_touched_about_it(tmp_path: Path) -> None:
    text = hinge([10, 20, 30, 178, -174])
    rows = rows_of(text_of(turned(load_text(tmp_path, text), [1], slice(1, 2)), tmp_path), 10)
    assert [row[6] for row in rows] == ["10", "23.0000000", "30", "178", "-174"]


def test_whole_turns_are_kept(tmp_path: Path) -> None:
    clip = load_text(tmp_path, hinge([700, 725, 750]))
    rows = rows_of(text_of(turned(clip, [1], slice(1, 2)), tmp_path), 10)
    assert [row[6] for row in rows] == ["700", "728.0000000", "750"]


def test_an_axis_that_stands_twice_in_a_row_keeps_its_second_share(tmp_path: Path) -> None:
    text = TEXT.replace("3 Zrotation Xrotation Yrotation", "3 Xrotation Xrotation Yrotation", 1)
    clip = load_text(tmp_path, text)
    rotations = clip.rotations.copy()
    rotations[:, 1] = kernel.multiply([[np.sin(0.1), 0, 0, np.cos(0.1)]] * 3, rotations[:, 1])
    clip = clip.replace(rotations=rotations)
    raw = text_of(clip, tmp_path)
    assert load_text(tmp_path, raw).rotations == pytest.approx(clip.rotations, abs=2e-9)
    assert [float(row[7]) for row in rows_of(raw)] == [20, 22, 24]


# Rest rows


def jumping(frames: int = 30) -> str:
    """A clip of slow motion after one row of rest; the Leg's angles wrap between them."""
    angles = [-150.0, *(170 + 0.5 * i for i in range(frames - 1))]
    return hinge(angles)


def test_rest_rows_keep_their_text_and_lead_nothing(tmp_path: Path) -> None:
    clip = load_text(tmp_path, jumping())
    assert clip.rest_rows == 1
    rows = rows_of(text_of(turned(clip, [1], slice(1, None)), tmp_path), 10)
    assert rows[0][6] == "-150"
    assert [float(row[6]) for row in rows[1:4]] == pytest.approx([173, 173.5, 174])


def test_a_touched_rest_row_is_written(tmp_path: Path) -> None:
    clip = load_text(tmp_path, jumping())
    rows = rows_of(text_of(turned(clip, [1], slice(0, 1)), tmp_path), 10)
    assert [row[6] for row in rows[:2]] == ["-147.0000000", "170"]


def test_fast_motion_is_no_rest(tmp_path: Path) -> None:
    fast = hinge([0.0, 30, 60, 90, 120, 150, 180, 210, *(210 + 0.1 * i for i in range(30))])
    assert load_text(tmp_path, fast).rest_rows == 0


def test_a_short_clip_has_no_rest_rows(tmp_path: Path) -> None:
    assert load_text(tmp_path, jumping(20)).rest_rows == 0
    assert load_text(tmp_path, jumping(21)).rest_rows == 1


# Translations


def moved(clip: Clip, joint: int, by: list[float], frames: slice = slice(None)) -> Clip:
    translations = clip.translations.copy()
    translations[frames, joint] += by
    return clip.replace(translations=translations)


def test_a_moved_root_changes_its_columns_of_the_moved_axes(tmp_path: Path) -> None:
    rows = rows_of(text_of(moved(load_text(tmp_path, TEXT), 0, [0, -0.25, 0], slice(1, 2)), tmp_path))
    assert rows[1] == ["1", "90.2500000", "2", "0", "5", "0", "12", "22", "28", "6", "1", "0"]
    assert [" ".join(row) for row in rows[::2]] == ROWS.splitlines()[::2]


def test_a_joint_without_position_channels_cannot_move(tmp_path: Path) -> None:
    clip = moved(load_text(tmp_path, TEXT), 1, [0, 0.5, 0], slice(2, 3))
    with pytest.raises(DataError) as caught:
        text_of(clip, tmp_path)
    assert str(caught.value) == (
        "error: joint 'Hips/Leg' moves by 0.5 in frame 2, but the file has no Yposition channel for it\n"
        "  help: only joints with position channels can move; rotate the others"
    )
    assert not (tmp_path / "written.bvh").exists()


def test_a_move_below_the_last_decimal_is_none(tmp_path: Path) -> None:
    clip = moved(load_text(tmp_path, TEXT), 1, [0, 1e-9, 0])
    assert text_of(clip, tmp_path) == TEXT.encode()


@pytest.mark.parametrize(
    ("numbers", "meaning", "new"), [("0 -40 1", "absolute", "-39.5000000"), ("0 0 0", "delta", "0.5000000")]
)
def test_positions_below_the_root_keep_their_meaning(numbers: str, meaning: str, new: str, tmp_path: Path) -> None:
    text = TEXT.replace("3 Zrotation Xrotation Yrotation", "3 Xposition Yposition Zposition", 1)
    for leg in ("10 20 30", "12 22 28", "14 24 26"):
        text = text.replace(leg, numbers)
    clip = load_text(tmp_path, text)
    assert clip.source.positions == meaning
    raw = text_of(moved(clip, 1, [0, 0.5, 0]), tmp_path)
    assert [row[7] for row in rows_of(raw)] == [new] * 3
    assert load_text(tmp_path, raw).translations[:, 1, 1] == pytest.approx(-39.5)


# Channels that are too few


def test_a_rotation_that_one_channel_cannot_hold_is_fitted_and_said(tmp_path: Path) -> None:
    clip = load_text(tmp_path, hinge([10, 20, 30]))
    rotations = clip.rotations.copy()
    half = np.radians(2.0) / 2
    rotations[1, 1] = [0, np.sin(half), 0, np.cos(half)]
    with pytest.warns(FootpipeWarning) as said:
        rows = rows_of(text_of(clip.replace(rotations=rotations), tmp_path), 10)
    assert [str(w.message) for w in said] == [
        "warning: joint 'Hips/Leg' misses its rotation by up to 2 degrees (frame 1): 1 rotation channel cannot hold it"
    ]
    assert [row[6] for row in rows] == ["10", "0.0000000", "30"]


def test_a_turned_joint_without_channels_is_said(tmp_path: Path) -> None:
    clip = turned(load_text(tmp_path, TEXT), [3], slice(1, 2))
    with pytest.warns(
        FootpipeWarning, match=r"'Hips/Leg/Foot/End' misses its rotation by up to 3 degrees \(frame 1\): no"
    ):
        assert text_of(clip, tmp_path) == TEXT.encode()


def test_a_changed_placement_is_said(tmp_path: Path) -> None:
    clip = load_text(tmp_path, TEXT)
    with pytest.warns(FootpipeWarning, match="placement was changed"):
        assert text_of(clip.replace(placement=Placement(scale=0.5)), tmp_path) == TEXT.encode()


# Other times


def picked(clip: Clip, frames: slice, times: np.ndarray | None = None) -> Clip:
    return clip.replace(
        translations=clip.translations[frames],
        rotations=clip.rotations[frames],
        times=clip.times[frames] if times is None else times,
    )


def test_a_trimmed_clip_keeps_the_lines_of_its_rows(tmp_path: Path) -> None:
    text = TEXT + "\n"
    raw = text_of(picked(load_text(tmp_path, text), slice(0, 2)), tmp_path)
    assert raw.decode() == HEADER + MOTION.replace("Frames: 3", "Frames: 2") + "".join(ROWS.splitlines(True)[:2])
    raw = text_of(picked(load_text(tmp_path, text), slice(1, 3)), tmp_path)
    assert raw.decode() == HEADER + MOTION.replace("Frames: 3", "Frames: 2") + "".join(ROWS.splitlines(True)[1:]) + "\n"


def test_every_second_frame_has_twice_the_frame_time(tmp_path: Path) -> None:
    raw = text_of(picked(load_text(tmp_path, TEXT), slice(0, 3, 2)), tmp_path)
    lines = ROWS.splitlines(True)
    assert raw.decode() == HEADER + "MOTION\nFrames: 2\nFrame Time: 0.0666667\n" + lines[0] + lines[2]


def test_other_times_are_written_anew_under_the_old_header(tmp_path: Path) -> None:
    clip = load_text(tmp_path, TEXT.replace("\n", "\r\n"))
    raw = text_of(picked(clip, slice(None), clip.times + 0.01), tmp_path)
    assert raw.startswith((HEADER + MOTION).replace("\n", "\r\n").encode())
    assert raw.splitlines(True)[-1] == b" ".join(b"%.7f" % float(w) for w in ROWS.split()[-12:]) + b"\r\n"
    again = load_text(tmp_path, raw)
    assert again.rotations == pytest.approx(clip.rotations, abs=2e-9)
    assert np.array_equal(again.translations, clip.translations)


def test_frames_after_the_last_begin_on_a_new_line(tmp_path: Path) -> None:
    clip = load_text(tmp_path, TEXT.rstrip("\n"))
    longer = clip.replace(
        translations=clip.translations[[0, 1, 2, 2]], rotations=clip.rotations[[0, 1, 2, 2]], times=np.arange(4) / 30
    )
    lines = text_of(longer, tmp_path).decode().splitlines()
    assert lines[-2] == ROWS.splitlines()[-1]
    assert [float(word) for word in lines[-1].split()] == pytest.approx([float(w) for w in ROWS.split()[-12:]])
    assert lines[-6] == "Frames: 4"


def test_uneven_times_are_refused(tmp_path: Path) -> None:
    clip = load_text(tmp_path, TEXT)
    with pytest.raises(DataError, match="the clip's times are not even"):
        text_of(picked(clip, slice(None), np.array([0, 0.1, 0.5])), tmp_path)


def test_a_trimmed_clip_leaves_extra_rows_out(tmp_path: Path) -> None:
    with pytest.warns(FootpipeWarning, match="Frames: 2 declared, 3 found"):
        clip = load_text(tmp_path, TEXT.replace("Frames: 3", "Frames: 2"))
    raw = text_of(picked(clip, slice(0, 1)), tmp_path)
    assert raw.decode() == HEADER + MOTION.replace("Frames: 3", "Frames: 1") + ROWS.splitlines(True)[0]


def test_writing_does_not_change_the_clip(tmp_path: Path) -> None:
    clip = turned(load_text(tmp_path, TEXT), [1])
    before = clip.rotations.copy(), clip.source.values.copy()
    assert text_of(clip, tmp_path) == text_of(clip, tmp_path)
    assert np.array_equal(clip.rotations, before[0])
    assert np.array_equal(clip.source.values, before[1])
