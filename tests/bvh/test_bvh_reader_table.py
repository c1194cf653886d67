"""The manual's tables of odd files are what the reader does today, and what it does is right."""

import re
import warnings
from pathlib import Path

import pytest
from bvh_files import text_of
from footpipe_bvh.load import LoadBvh, load
from reader_table import FAULTS, PAGE, ours, page, tables

from footpipe import FileError, FootpipeWarning

WRONG = {
    "v01": "22:9: error: Frames: 3 declared, 2 found",
    "v04": "24:3: error: Hips Yposition, frame 0: '90,0' is not a finite number",
    "v05": "23:13: error: Frame Time must be > 0, it is '0'",
    "v06": "25:16: error: LeftLeg Zrotation, frame 1: 'nan' is not a finite number",
    "v09": "21:1: error: a second ROOT 'Prop': a clip has one skeleton",
    "v16": "22:9: error: the clip has no frames",
    "v19": "25:1: error: a row of 11 numbers, 12 are wanted",
}
PLACES = {
    "v08": "(2, 11.347, -4.968)",
    "v11": "(11.795, 72.213, -52.876)",
    "v12": "(15.246, 7.959, -7.612)",
    "v18": None,
}
USUAL = "(13.409, 17.578, -21.298)"
WARNED = {
    "v07": "warning: a second joint is called 'Leg'",
    "v10": "warning: the scale channels of 'LeftLeg' are left out",
    "v18": "warning: Frames: 2 declared, 3 found",
}
FILES = sorted(FAULTS.glob("*.bvh"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_an_odd_file_is_read_right_or_refused_with_its_place(path: Path) -> None:
    key, said = path.name[:3], ours(path)
    if key in WRONG:
        assert said.startswith(WRONG[key])
        return
    place = PLACES.get(key, USUAL)
    assert said.startswith(f"loads {2 if key == 'v18' else 3} frames: {place or ''}")
    assert (WARNED[key] in said) if key in WARNED else (";" not in said)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_an_odd_file_that_loads_goes_back_byte_for_byte(path: Path, tmp_path: Path) -> None:
    if path.name[:3] in WRONG:
        pytest.skip("it does not load")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FootpipeWarning)
        clip = load(LoadBvh(path=path, unit=1.0, up="y"))
    assert text_of(clip, tmp_path) == path.read_bytes()


@pytest.mark.parametrize("key", WARNED)
def test_what_is_repaired_is_an_error_where_one_is_strict(key: str) -> None:
    (path,) = (path for path in FILES if path.name.startswith(key))
    with pytest.raises(FileError, match=WARNED[key].replace("warning", "error")):
        load(LoadBvh(path=path, unit=1.0, up="y", strict=True))


def test_there_is_a_row_for_every_file() -> None:
    assert len(FILES) == 23
    rows = tables()["faults"].splitlines()[2:]
    assert [re.split(r" \| ", row)[0].strip("| ") for row in rows] == [path.name[:3] for path in FILES]


def test_the_page_has_the_tables_of_today() -> None:
    """Refresh with python tests/bvh/reader_table.py, and look at what has changed."""
    text = PAGE.read_text("utf-8")
    assert page(text) == text
