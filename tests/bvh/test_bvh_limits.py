"""Files that promise or hide more than they are: refused at once, in memory of their own size."""

import sys
import time
import tracemalloc
import warnings
from pathlib import Path

import pytest
from bvh_files import HEADER, TEXT
from footpipe_bvh.load import LoadBvh, load

from footpipe import FootpipeError, FootpipeWarning

SIZE = 3_000_000  # bytes of a large file
ONE = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n"
ROW = "MOTION\nFrames: 1\nFrame Time: 0.1\n0\n"
STILL = "JOINT b\n{\nOFFSET 0 0 0\n}\n"


def motion(frames: int) -> str:
    return f"MOTION\nFrames: {frames}\nFrame Time: 0.0333333\n"


STRANGE = {
    "a million million frames": (TEXT.replace("Frames: 3", "Frames: 1000000000000"), "1000000000000 declared, 3 found"),
    "a million joints nested": (ONE + "JOINT b\n{\nOFFSET 0 0 0\n" * 10**6 + "}" * (10**6 + 1) + ROW, "more than 500 joints below"),
    "a million joints side by side": (ONE + STILL * 10**6 + "}\n" + ROW, "more than 10000 joints"),
    "still joints times frames": (ONE + STILL * 5000 + "}\n" + motion(10**6) + "0\n" * 10**6, "would take 260.8 GB of memory"),
    "long paths": (ONE + f"JOINT {'b' * 4000}\n{{\nOFFSET 0 0 0\n" * 480 + STILL * 9000 + "}" * 481 + ROW, "paths are longer than 16000000"),
    "a row of all numbers": (HEADER + motion(SIZE // 24) + "0 " * 12 * (SIZE // 24), None),
    "rows": (HEADER + motion(SIZE // 24) + ("0 " * 11 + "0\n") * (SIZE // 24), None),
    "a long word": (HEADER + motion(3) + "x" * SIZE, "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' is not a finite number"),
    "a number of many digits": (HEADER + motion(3) + "1" * SIZE, "is too large"),
    "a fraction of many digits": (HEADER + motion(1) + ("0." + "1" * (SIZE // 12) + " ") * 12, None),
    "numbers near zero": (HEADER + motion(SIZE // 7 // 12) + "1e-300 " * 12 * (SIZE // 7 // 12), None),
    "blanks in the rows": (HEADER + motion(3) + " " * SIZE, "3 declared, 0 found"),
    "blanks in the header": ("HIERARCHY" + " " * SIZE + "ROOT", "'{' is missing after ROOT"),
    "a long word in the header": ("HIERARCHY\n" + "x" * SIZE, "is not expected here"),
    "a long name": ("HIERARCHY\nROOT " + "x" * SIZE + "\n{\nOFFSET 0 0 0", f"a name of {SIZE} bytes"),
    "a long name and no brace": ("HIERARCHY\nROOT " + "x" * SIZE + "\nOFFSET", "'{' is missing after ROOT xxx"),
    "braces": ("HIERARCHY\nROOT a\n" + "{" * SIZE, "'{' is not expected here"),
    "a long Frame Time": (HEADER + "MOTION\nFrames: 3\nFrame Time: 0." + "3" * SIZE, "is too large"),
    "a long Frames": (HEADER + "MOTION\nFrames: " + "3" * SIZE, "is missing"),
    "a long OFFSET": (ONE.replace("0 0 0", "1" * SIZE + " 0 0"), "is too large"),
    "empty ROOTs": ("HIERARCHY\n" + "ROOT a\n{\n}\n" * (SIZE // 11), "a second ROOT 'a'"),
    "nulls": (TEXT + "\0" * SIZE, None),
    "nulls in the header": (TEXT.replace("MOTION", "\0" * SIZE), "is not expected here"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "said"), STRANGE.values(), ids=STRANGE)
def test_a_strange_file_takes_no_more_than_twenty_times_its_size(text: str, said: str | None, tmp_path: Path) -> None:
    path = tmp_path / "strange.bvh"
    path.write_text(text)
    size, heard = path.stat().st_size, None
    tracemalloc.start()
    began = time.monotonic()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FootpipeWarning)
            load(LoadBvh(path=path))
    except FootpipeError as fault:
        heard = str(fault)
    took = time.monotonic() - began
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (said is None) == (heard is None), heard
    assert said is None or said in str(heard)
    assert heard is None or len(heard) < 500
    assert peak < 20 * max(size, 500_000)
    assert took < 20


def test_a_thousand_joints_deep_needs_no_recursion(tmp_path: Path) -> None:
    """As deep as may be, below a recursion limit that could not go down there."""
    depth = 499
    path = tmp_path / "deep.bvh"
    joints = "".join(f"JOINT b{i}\n{{\nOFFSET 0 1 0\n" for i in range(depth))
    path.write_text(ONE + joints + "}" * (depth + 1) + "\n" + ROW)
    frames = len(_frames())
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(frames + 150)
    try:
        clip = load(LoadBvh(path=path, unit=1.0, up="y"))
    finally:
        sys.setrecursionlimit(limit)
    assert clip.world.positions[0, -1].tolist() == [0, depth, 0]


def _frames() -> list[object]:
    found, frame = [], sys._getframe()
    while frame is not None:
        found.append(frame)
        frame = frame.f_back  # type: ignore[assignment]
    return found
