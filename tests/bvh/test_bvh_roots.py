"""Several skeletons in one file: one is chosen by its ROOT's name; the others keep their numbers."""

from pathlib import Path

import numpy as np
import pytest
from bvh_files import HEADER, MOTION, TEXT, load_text, text_of, turned

from footpipe import FileError, FootpipeWarning

PROP = """ROOT Prop
{
  OFFSET 5 6 7
  CHANNELS 4 Yrotation Xposition Yposition Zposition
  JOINT Tip
  {
    OFFSET 0 1 0
    CHANNELS 1 Xrotation
  }
}
"""
LEFT = [row.split() for row in TEXT.split("0.0333333\n")[1].splitlines()]
RIGHT = [["90", "1", "2", "3", "0"], ["90", "2", "2", "3", "10"], ["90", "3", "2", "3", "20"]]


def two(first: str, second: str, rows: list[list[str]]) -> str:
    return "HIERARCHY\n" + first + second + MOTION + "".join(" ".join(row) + "\n" for row in rows)


HIPS = HEADER.removeprefix("HIERARCHY\n")
BOTH = two(HIPS, PROP, [a + b for a, b in zip(LEFT, RIGHT, strict=True)])
SWAPPED = two(PROP, HIPS, [b + a for a, b in zip(LEFT, RIGHT, strict=True)])


@pytest.mark.parametrize("text", [BOTH, SWAPPED], ids=["first", "second"])
def test_a_root_is_chosen_by_its_name(text: str, tmp_path: Path) -> None:
    alone = load_text(tmp_path, TEXT)
    clip = load_text(tmp_path, text, root="Hips")
    assert clip.skeleton.joints == alone.skeleton.joints
    assert np.array_equal(clip.world.positions, alone.world.positions)
    prop = load_text(tmp_path, text, root="Prop", unit=1.0)
    assert prop.skeleton.joints == ("Prop", "Prop/Tip")
    assert prop.world.positions[2].tolist() == [[3, 2, 3], [3, 3, 3]]


@pytest.mark.parametrize("text", [BOTH, SWAPPED], ids=["first", "second"])
def test_the_whole_file_is_written_with_the_other_roots_numbers(text: str, tmp_path: Path) -> None:
    clip = load_text(tmp_path, text, root="Hips")
    assert text_of(clip, tmp_path) == text.encode()
    raw = text_of(turned(clip, [1]), tmp_path).decode()
    start = 6 + (5 if text is SWAPPED else 0)
    for before, after in zip(text.splitlines()[-3:], raw.splitlines()[-3:], strict=True):
        changed = [i for i, (a, b) in enumerate(zip(before.split(), after.split(), strict=True)) if a != b]
        assert changed == [start, start + 1, start + 2]


def test_without_a_choice_the_second_root_is_an_error_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        load_text(tmp_path, BOTH)
    line = BOTH.splitlines().index("ROOT Prop") + 1
    assert str(caught.value) == (
        f"{tmp_path / 'clip.bvh'}:{line}:1: error: a second ROOT 'Prop': a clip has one skeleton\n"
        "  help: choose one by its name, such as root = 'Hips'"
    )


@pytest.mark.parametrize(
    ("text", "root", "said"),
    [
        (BOTH, "Hip", "2:6: error: no ROOT is called 'Hip'\n  help: the file has 'Hips', 'Prop'"),
        (TEXT, "Leg", "2:6: error: no ROOT is called 'Leg'\n  help: the file has 'Hips'"),
        (two(PROP, PROP, []), "Prop", "12:6: error: a second ROOT is called 'Prop'\n  help: give each a name of its own"),
        (TEXT.replace("JOINT Leg", "ROOT Leg"), "Hips", "6:3: error: ROOT 'Leg' stands inside of another ROOT's braces"),
    ],
)  # fmt: skip
def test_a_choice_that_cannot_be_is_told(text: str, root: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        load_text(tmp_path, text, root=root)
    assert str(caught.value) == f"{tmp_path / 'clip.bvh'}:{said}"


def test_a_single_root_may_be_named(tmp_path: Path) -> None:
    assert load_text(tmp_path, TEXT, root="Hips").skeleton.joints[0] == "Hips"


def test_a_fault_in_another_roots_numbers_is_told_with_its_joint(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="error: Tip Xrotation, frame 1: 'nan' is not a finite number"):
        load_text(tmp_path, BOTH.replace("3 10\n", "3 nan\n"), root="Hips")


def test_names_are_compared_within_the_chosen_root(tmp_path: Path) -> None:
    text = BOTH.replace("JOINT Tip", "JOINT Leg")
    assert load_text(tmp_path, text, root="Hips").skeleton.joints[1] == "Hips/Leg"
    with pytest.warns(FootpipeWarning, match="a second joint is called 'Leg'"):
        load_text(tmp_path, text.replace("JOINT Foot", "JOINT Leg"), root="Hips")
