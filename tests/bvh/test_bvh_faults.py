"""Broken files: each mistake is told with its place; each oddity loads."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from bvh_files import HEADER, MOTION, PLACES, ROWS, TEXT, load_text, matrix, text_of, turned
from footpipe_bvh.load import LoadBvh, load

from footpipe import FileError, FootpipeWarning

DECIMAL_POINT = "\n  help: decimals are written with a point, and numbers apart"
CHANNEL_NAMES = "\n  help: channels are Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation"
HEADER_WORDS = "\n  help: a header has ROOT, JOINT, End Site, OFFSET, CHANNELS"
CUT = "\n  help: the file may have been cut short"
WIDTH = "\n  help: the header's CHANNELS say how many"

MISTAKES = {
    # numbers
    ("1 90.5 2", "1 90,5 2"): "25:3: error: Hips Yposition, frame 1: '90,5' is not a finite number" + DECIMAL_POINT,
    ("14 24 26", "14 nan 26"): "26:18: error: Leg Xrotation, frame 2: 'nan' is not a finite number",
    ("14 24 26", "14 -inf 26"): "26:18: error: Leg Xrotation, frame 2: '-inf' is not a finite number",
    ("14 24 26", "14 1e999 26"): "26:18: error: Leg Xrotation, frame 2: '1e999' is too large",
    ("14 24 26", "14 1.2.3 26"): "26:18: error: Leg Xrotation, frame 2: '1.2.3' is not a finite number",
    ("14 24 26", "14 24-26 26"): "26:18: error: Leg Xrotation, frame 2: '24-26' is not a finite number",
    ("14 24 26", "14 --24 26"): "26:18: error: Leg Xrotation, frame 2: '--24' is not a finite number",
    ("14 24 26", "14 2_4 26"): "26:18: error: Leg Xrotation, frame 2: '2_4' is not a finite number",
    ("14 24 26", "14 0x18 26"): "26:18: error: Leg Xrotation, frame 2: '0x18' is not a finite number",
    ("14 24 26", "14 1.#IND 26"): "26:18: error: Leg Xrotation, frame 2: '1.#IND' is not a finite number",
    ("14 24 26", "14 e5 26"): "26:18: error: Leg Xrotation, frame 2: 'e5' is not a finite number",
    ("14 24 26", "14 24° 26"): "26:18: error: Leg Xrotation, frame 2: '24°' is not a finite number",
    ("14 24 26", f"14 {'x' * 99} 26"): f"26:18: error: Leg Xrotation, frame 2: '{'x' * 40}...' is not a finite number",
    ("14 24 26", "14 \0 26"): "26:18: error: '\\x00' stands between the numbers",
    # rows
    ("14 24 26", "14 24"): "26:1: error: a row of 11 numbers, 12 are wanted" + WIDTH,
    ("14 24 26", "14 24 26 27"): "26:1: error: a row of 13 numbers, 12 are wanted" + WIDTH,
    (" 0 10 20 30 ", " 0 10 20 30 40 "): "24:1: error: a row of 13 numbers, 12 are wanted" + WIDTH,
    ("6 Xposition Yposition Zposition Zrotation Xrotation Yrotation", "3 Xposition Yposition Zposition"): "24:1: error: a row of 12 numbers, 9 are wanted" + WIDTH,
    ("CHANNELS 3 Zrotation Xrotation Yrotation", "CHANNELS 4 Zrotation Xrotation Yrotation Zrotation"): "24:1: error: a row of 12 numbers, 13 are wanted" + WIDTH,
    (MOTION + ROWS, MOTION.replace("3", "2", 1) + " ".join(ROWS.split())): "22:9: error: Frames: 2 declared, 3 found\n  help: its lines are no rows of so many numbers",
    ("14 24 26", "14\u202824 26"): "26:15: error: Leg Zrotation, frame 2: '14\\u202824' is not a finite number",
    ("Frames: 3", "Frames: 4"): "22:9: error: Frames: 4 declared, 3 found" + CUT,
    ("Frames: 3", "Frames: 1000000000000"): "22:9: error: Frames: 1000000000000 declared, 3 found" + CUT,
    (ROWS, ""): "22:9: error: Frames: 3 declared, 0 found" + CUT,
    # the lines of MOTION
    ("Frames: 3", "Frames: 0"): "22:9: error: the clip has no frames",
    ("Frames: 3", "Frames: -3"): "22:9: error: Frames: '-3' is not a number of frames",
    ("Frames: 3", "Frames: 3.5"): "22:9: error: Frames: '3.5' is not a number of frames",
    ("Frames: 3", f"Frames: {'9' * 5000}"): f"22:9: error: Frames: '{'9' * 40}...' is not a number of frames",
    ("Frames: 3\n", ""): "23:1: error: 'Frames:' is missing\n  help: it follows MOTION",
    ("Frame Time: 0.0333333\n", ""): "23:1: error: 'Frame Time:' is missing\n  help: it follows MOTION",
    ("0.0333333", "0"): "23:13: error: Frame Time must be > 0, it is '0'\n  help: it is the seconds of one frame",
    ("0.0333333", "-0.03"): "23:13: error: Frame Time must be > 0, it is '-0.03'\n  help: it is the seconds of one frame",
    ("0.0333333", "0,033"): "23:13: error: Frame Time: '0,033' is not a finite number" + DECIMAL_POINT,
    ("0.0333333", "nan"): "23:13: error: Frame Time: 'nan' is not a finite number",
    # the header
    ("HIERARCHY\n", ""): "1:1: error: not a BVH file: it does not begin with HIERARCHY",
    ("-40.0 5.0", "-40.0 x"): "12:24: error: OFFSET of 'Foot': 'x' is not a finite number",
    ("-40.0 5.0", "-40.0 5,0"): "12:24: error: OFFSET of 'Foot': '5,0' is not a finite number" + DECIMAL_POINT,
    ("-40.0 5.0", "-40.0"): "13:7: error: OFFSET of 'Foot': 'CHANNELS' is not a finite number",
    ("      OFFSET 0.0 -40.0 5.0\n", ""): "10:11: error: 'Foot' has no OFFSET",
    ("0.0 -40.0 5.0", "0.0 -40.0 5.0\nOFFSET 0 0 0"): "13:1: error: a second OFFSET of 'Foot'",
    ("CHANNELS 3 ", "CHANNELS 4 "): "10:5: error: 'JOINT' is not a channel ('Leg' has 4)" + CHANNEL_NAMES,
    ("CHANNELS 3 ", "CHANNELS 2 "): "9:36: error: 'Leg' has CHANNELS 2, but one more follows: 'Yrotation'",
    ("CHANNELS 3 ", "CHANNELS "): "9:14: error: 'Zrotation' is not a number of channels ('Leg')",
    ("CHANNELS 3 ", "CHANNELS -3 "): "9:14: error: '-3' is not a number of channels ('Leg')",
    ("Zrotation", "Wrotation"): "5:44: error: 'Wrotation' is not a channel ('Hips' has 6)" + CHANNEL_NAMES,
    ("Zposition", "Xposition"): "5:3: error: 'Hips' has Xposition twice",
    ("6 Xposition Yposition", f"10{' Xrotation' * 6}"): "5:3: error: 'Hips' has 9 rotation channels: 6 are the most",
    ("  JOINT Leg\n  {\n", "  JOINT Leg\n"): "6:3: error: '{' is missing after JOINT Leg",
    ("JOINT Leg", "JOINT"): "6:3: error: a JOINT without a name",
    ("OFFSET 0.0 90.0 0.0", "OFFSETS 0.0 90.0 0.0"): "4:3: error: 'OFFSETS' is not expected here" + HEADER_WORDS,
    ("}\nMOTION", "MOTION"): "20:1: error: '}' of 'Hips' is missing",
    ("}\nMOTION", "}\n}\nMOTION"): "21:1: error: '}' stands outside of the ROOT's braces",
    ("}\nMOTION", "}\nJOINT Prop\n{\nOFFSET 0 0 0\n}\nMOTION"): "21:1: error: 'JOINT' stands outside of the ROOT's braces",
    ("}\nMOTION", "}\nROOT Prop\n{\nOFFSET 0 0 0\n}\nMOTION"): "21:1: error: a second ROOT 'Prop': a clip has one skeleton\n  help: choose one by its name, such as root = 'Hips'",
    (MOTION + ROWS, ""): "21:1: error: the file ends before MOTION\n  help: it may have been cut short",
    (HEADER, "HIERARCHY\n"): "2:1: error: MOTION comes before any ROOT",
    (HEADER, "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\n"): "6:1: error: no joint has a channel: there is no motion",
    (HEADER, "HIERARCHY\nROOT a\n{\n" + "JOINT b\n{\n" * 500): "1002:7: error: more than 500 joints below one another",
    (HEADER, "HIERARCHY\nROOT a\n{\n" + "JOINT b { }\n" * 10_000): "10003:7: error: more than 10000 joints",
    ("Leg", "L" * 5000): "6:9: error: a name of 5000 bytes: 4096 are the most",
    ("  JOINT Leg\n  {\n", f"  JOINT {'L' * 5000}\n"): "6:3: error: '{' is missing after JOINT " + "L" * 34 + "...",
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "said"), MISTAKES.items(), ids=[said.split(":", 3)[3][:60] for said in MISTAKES.values()]
)
def test_a_mistake_is_told_with_its_place(change: tuple[str, str], said: str, tmp_path: Path) -> None:
    old, new = change
    assert old in TEXT
    with pytest.raises(FileError) as caught:
        load_text(tmp_path, TEXT.replace(old, new, 1))
    expected = f"{tmp_path / 'clip.bvh'}:{said}"
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "the file is empty"),
        (b" \r\n\t", "the file is empty"),
        (b"\xff\xfeH\0I\0", "the text is UTF-16\n  help: save it as UTF-8"),
    ],
)
def test_a_file_that_is_no_text_is_refused(raw: bytes, said: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        load_text(tmp_path, raw)
    assert str(caught.value) == f"{tmp_path / 'clip.bvh'}: error: {said}"


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    for path, said in ((tmp_path / "none.bvh", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(FileError) as caught:
            load(LoadBvh(path=path))
        assert str(caught.value) == f"{path}: error: cannot read: {said}"


def test_lines_are_counted_whatever_ends_them(tmp_path: Path) -> None:
    broken = TEXT.replace("1 90.5", "1 90,5")
    for end in ("\r\n", "\r"):
        with pytest.raises(FileError, match=r":25:3: error: Hips Yposition, frame 1: '90,5'"):
            load_text(tmp_path, broken.replace("\n", end))


def test_a_column_counts_characters_not_bytes(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r":6:29: error: OFFSET of 'Bein é': 'x' is not a finite number"):
        load_text(tmp_path, TEXT.replace("  JOINT Leg\n  {", "  JOINT Bein é { OFFSET 0 0 x"))


# Oddities that load

SAME = {
    "control": TEXT,
    "byte order mark": "\ufeff" + TEXT,
    "CRLF": TEXT.replace("\n", "\r\n"),
    "CR alone": TEXT.replace("\n", "\r"),
    "no last line end": TEXT.rstrip("\n"),
    "blank lines and blanks at line ends": TEXT.replace("\n", " \t\n\n"),
    "tabs": TEXT.replace(" ", "\t").replace("End\tSite", "End Site").replace("Frame\tTime", "Frame Time"),
    "exponents": TEXT.replace("0 90 0", "0.0E+00 9.0e1 0e-5"),
    "plus signs and bare points": TEXT.replace("0 90 0 0", "+0 +90. .0 0"),
    "lower case": TEXT.lower(),
    "upper case": TEXT.upper(),
    "no space after the colon": TEXT.replace(": ", ":"),
    "space before the colon": TEXT.replace(":", " :"),
    "no colon": TEXT.replace(":", ""),
    "Frame Time first": TEXT.replace("Frames: 3\nFrame Time: 0.0333333", "Frame Time: 0.0333333\nFrames: 3"),
    "braces after names": TEXT.replace("Leg\n  {", "Leg {").replace("Hips\n{", "Hips{").replace("Site\n      {", "Site {"),
    "End": TEXT.replace("End Site", "End"),
    "EndSite": TEXT.replace("End Site", "EndSite"),
    "End Site with a name": TEXT.replace("End Site", "End Site Toes {1}"),
    "no End Site": TEXT.replace("      End Site\n      {\n        OFFSET 0.0 -5.0 15.0\n      }\n", ""),
    "End Site with CHANNELS 0": TEXT.replace("-5.0 15.0", "-5.0 15.0\nCHANNELS 0"),
    "CHANNELS before OFFSET": TEXT.replace("    OFFSET 0.0 -40.0 0.0\n    CHANNELS 3 Zrotation Xrotation Yrotation", "    CHANNELS 3 Zrotation Xrotation Yrotation OFFSET 0.0 -40.0 0.0"),
    "header on few lines": TEXT.replace("\n      ", " ").replace("\n    CH", " CH"),
    "rotations first": TEXT.replace("Xposition Yposition Zposition Zrotation Xrotation Yrotation", "Zrotation Xrotation Yrotation Xposition Yposition Zposition").replace("0 90 0 0 0 0", "0 0 0 0 90 0").replace("1 90.5 2 0 5 0", "0 5 0 1 90.5 2").replace("2 91 4 0 10 0", "0 10 0 2 91 4"),
    "rows wrapped": TEXT.replace("0 10 20", "0\n10 20").replace("0 12 22", "0\n12 22").replace("0 14 24", "0\n14 24"),
    "rows flow": HEADER + MOTION + "\n".join(ROWS.split()),
    "all on one line": HEADER + MOTION + " ".join(ROWS.split()),
    "angles beyond 360": TEXT.replace("14 24 26", "734 -336 26"),
    "Ctrl-Z at the end": TEXT + "\x1a",
}  # fmt: skip


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_an_oddity_reads_the_same_and_goes_back_unchanged(text: str, tmp_path: Path) -> None:
    clip = load_text(tmp_path, text, unit=1.0)
    control = load_text(tmp_path, TEXT, unit=1.0)
    assert len(clip) == 3
    assert clip.rate == 30
    assert clip.world.positions[:, :3] == pytest.approx(control.world.positions[:, :3], abs=1e-9)
    assert clip.world.positions[2, 2] == pytest.approx([13.409, 17.578, -21.298], abs=1e-3)
    assert clip.world.positions[2, 0] == pytest.approx(PLACES)
    assert text_of(clip, tmp_path) == text.encode("utf-8")


def test_names_are_kept_whole(tmp_path: Path) -> None:
    names = ("Bip01 Pelvis", "mixamorig:Left/Leg", "L.Foot-end (1) {x}")
    text = TEXT.replace("Hips", names[0]).replace("JOINT Leg", f"JOINT {names[1]}").replace("Foot", names[2])
    clip = load_text(tmp_path, text)
    assert clip.skeleton.names == (*names, "End")
    assert clip.skeleton.joints[1] == "Bip01 Pelvis/mixamorig:Left%2FLeg"
    assert text_of(clip, tmp_path) == text.encode("utf-8")


def test_latin_1_names_are_read_and_their_bytes_kept(tmp_path: Path) -> None:
    raw = TEXT.replace("Leg", "Hüfte").encode("latin-1")
    clip = load_text(tmp_path, raw)
    assert clip.skeleton.names[1] == "Hüfte"
    assert text_of(clip, tmp_path) == raw


def test_joints_of_one_name_are_told_apart(tmp_path: Path) -> None:
    text = TEXT.replace("JOINT Foot", "JOINT Leg")
    with pytest.warns(FootpipeWarning) as said:
        clip = load_text(tmp_path, text)
    (word,) = said
    assert str(word.message) == (
        f"{tmp_path / 'clip.bvh'}:10:11: warning: a second joint is called 'Leg'\n"
        "  help: they are told apart by their paths, and by '#2' below one parent"
    )
    assert clip.skeleton.joints == ("Hips", "Hips/Leg", "Hips/Leg/Leg", "Hips/Leg/Leg/End")
    with pytest.raises(FileError, match="a second joint is called 'Leg'"):
        load_text(tmp_path, text, strict=True)


def test_siblings_of_one_name_are_numbered(tmp_path: Path) -> None:
    twin = "  JOINT Leg\n  {\n    OFFSET 1 2 3\n    CHANNELS 0\n  }\n"
    with pytest.warns(FootpipeWarning, match="a second joint is called 'Leg'"):
        clip = load_text(tmp_path, TEXT.replace("}\nMOTION", twin + "}\nMOTION"))
    assert clip.skeleton.joints[1:] == ("Hips/Leg", "Hips/Leg/Foot", "Hips/Leg/Foot/End", "Hips/Leg#2")
    assert clip.world.positions[0, 4] == pytest.approx([0.01, 0.92, 0.03])


def test_many_joints_of_one_name_are_told_in_one_word(tmp_path: Path) -> None:
    twins = "  JOINT Leg\n  {\n    OFFSET 1 2 3\n    CHANNELS 0\n  }\n" * 5000
    with pytest.warns(FootpipeWarning, match="a second joint is called 'Leg', and 4999 more share a name") as said:
        clip = load_text(tmp_path, TEXT.replace("}\nMOTION", twins + "}\nMOTION"))
    assert len(said) == 1
    assert clip.skeleton.joints[-1] == "Hips/Leg#5001"


def test_extra_rows_are_left_out_and_said(tmp_path: Path) -> None:
    text = TEXT.replace("Frames: 3", "Frames: 2")
    with pytest.warns(FootpipeWarning) as said:
        clip = load_text(tmp_path, text)
    (word,) = said
    assert str(word.message) == (
        f"{tmp_path / 'clip.bvh'}:26:1: warning: Frames: 2 declared, 3 found: what follows row 2 is left out\n"
        "  help: correct the Frames line if the clip goes on"
    )
    assert len(clip) == 2
    assert text_of(clip, tmp_path) == text.encode()
    with pytest.raises(FileError, match="26:1: error: Frames: 2 declared, 3 found"):
        load_text(tmp_path, text, strict=True)


def test_an_extra_row_of_wrapped_rows_is_left_out_and_said(tmp_path: Path) -> None:
    wrapped = ROWS.replace("0 10 20", "0\n10 20").replace("0 12 22", "0\n12 22").replace("0 14 24", "0\n14 24")
    with pytest.warns(FootpipeWarning, match="28:1: warning: Frames: 2 declared, 3 found: what follows row 2"):
        clip = load_text(tmp_path, HEADER + MOTION.replace("Frames: 3", "Frames: 2") + wrapped)
    assert len(clip) == 2
    assert clip.source.values[1].tolist() == [float(word) for word in ROWS.splitlines()[1].split()]


def test_words_after_the_rows_are_left_out_and_said(tmp_path: Path) -> None:
    text = TEXT + "made by hand\n"
    with pytest.warns(FootpipeWarning, match="27:1: warning: Frames: 3 declared, 4 found: what follows row 3"):
        clip = load_text(tmp_path, text)
    assert text_of(clip, tmp_path) == text.encode()


def test_a_rate_in_the_place_of_the_frame_time_is_said(tmp_path: Path) -> None:
    with pytest.warns(FootpipeWarning) as said:
        clip = load_text(tmp_path, TEXT.replace("0.0333333", "30"))
    (word,) = said
    assert str(word.message) == (
        f"{tmp_path / 'clip.bvh'}:23:13: warning: a frame of 30 s\n"
        "  help: Frame Time is the seconds of one frame, not frames per second"
    )
    assert clip.times.tolist() == [0, 30, 60]


@pytest.mark.parametrize(
    ("text", "fps", "written"), [("0.033", 30, "30.303"), ("0.0166", 60, "60.241"), ("0.0084", None, "")]
)
def test_a_rate_that_is_far_from_its_text_is_said(text: str, fps: int | None, written: str, tmp_path: Path) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        load_text(tmp_path, TEXT.replace("0.0333333", text))
    assert [str(w.message) for w in said] == (
        [
            (
                f"{tmp_path / 'clip.bvh'}:23:13: warning: Frame Time {text} is taken to be {fps} fps, not {written}\n"
                "  help: give Frame Time more digits where that is wrong"
            )
        ]
        if fps
        else []
    )


def test_a_rate_within_a_thousandth_is_not_worth_a_word(tmp_path: Path) -> None:
    for text in (".03333", "0.0333333", "3.33333e-02", ".0083333"):
        assert load_text(tmp_path, TEXT.replace("0.0333333", text), strict=True).rate in (30, 120)


@pytest.mark.parametrize("order", ["ZXYZ", "XXYZ", "ZXYZXY", "XYXYX"])
def test_more_than_three_rotation_channels_are_the_product_of_all(order: str, tmp_path: Path) -> None:
    channels = " ".join(f"{axis}rotation" for axis in order)
    text = HEADER.replace("3 Zrotation Xrotation Yrotation", f"{len(order)} {channels}", 1) + MOTION
    for row in ROWS.splitlines():
        words = row.split()
        text += " ".join([*words[:6], *(str(7 * (i + 1)) for i in range(len(order))), *words[9:]]) + "\n"
    clip = load_text(tmp_path, text)
    product = np.eye(3)
    for i, axis in enumerate(order):
        product = product @ matrix("XYZ".index(axis), 7.0 * (i + 1))
    down = clip.world.positions[0, 2] - clip.world.positions[0, 1]
    assert down == pytest.approx(product @ [0, -0.4, 0.05], abs=1e-12)
    assert text_of(clip, tmp_path) == text.encode()
    changed = turned(clip, [1])
    again = load_text(tmp_path, text_of(changed, tmp_path))
    assert again.world.positions == pytest.approx(changed.world.positions, abs=1e-8)


def test_scale_channels_are_left_out_and_columns_stay_aligned(tmp_path: Path) -> None:
    text = TEXT.replace("3 Zrotation Xrotation Yrotation", "6 Zrotation Xrotation Yrotation Xscale Yscale Zscale", 1)
    for leg in ("10 20 30", "12 22 28", "14 24 26"):
        text = text.replace(leg, leg + " 1 2 1")
    with pytest.warns(FootpipeWarning) as said:
        clip = load_text(tmp_path, text, unit=1.0)
    assert [str(w.message) for w in said] == [
        f"{tmp_path / 'clip.bvh'}:6:9: warning: the scale channels of 'Leg' are left out: bones keep their lengths"
    ]
    assert clip.world.positions[2, 2] == pytest.approx([13.409, 17.578, -21.298], abs=1e-3)
    assert text_of(clip, tmp_path) == text.encode()


def test_a_joint_without_channels_stands_still(tmp_path: Path) -> None:
    text = TEXT.replace("CHANNELS 3 Zrotation Xrotation Yrotation", "CHANNELS 0", 1)
    for leg in (" 10 20 30", " 12 22 28", " 14 24 26"):
        text = text.replace(leg, "")
    clip = load_text(tmp_path, text, unit=1.0)
    assert clip.world.positions[2, 2] == pytest.approx([2, 11.347, -4.968], abs=1e-3)
    assert np.array_equal(clip.rotations[:, 1], [[0, 0, 0, 1]] * 3)


def test_positions_on_some_axes_keep_the_offset_on_the_others(tmp_path: Path) -> None:
    text = TEXT.replace("CHANNELS 3 Zrotation Xrotation Yrotation", "CHANNELS 2 Zposition Xposition", 1)
    for leg, places in (("10 20 30", "1 2"), ("12 22 28", "1 2"), ("14 24 26", "3 4")):
        text = text.replace(leg, places)
    clip = load_text(tmp_path, text)
    assert clip.translations[2, 1] == pytest.approx([4, -40, 3])


def test_position_channels_below_the_root_replace_the_offset() -> None:
    path = Path(__file__).with_name("faults") / "v12_child_positions_animated.bvh"
    clip = load(LoadBvh(path=path, unit=1.0, up="y"))
    assert clip.source.positions == "absolute"
    assert clip.world.positions[2, 2] == pytest.approx([15.246, 7.959, -7.612], abs=1e-3)
