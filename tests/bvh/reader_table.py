"""The tables of docs/bvh_files.md: what footpipe does with odd files and real clips, beside what other readers do.

python tests/bvh/reader_table.py     # writes them anew
"""

from __future__ import annotations

import csv
import re
import warnings
from pathlib import Path

import numpy as np
from bvh_clips import CLIPS, Known
from footpipe_bvh.load import LoadBvh, load

from footpipe import Clip, FileError, FootpipeWarning

FAULTS = Path(__file__).with_name("faults")
PAGE = Path(__file__).resolve().parents[2] / "docs/bvh_files.md"
READERS = ("bvhio", "pymotion", "bvhtoolbox", "bvh", "pybvh", "three.js", "Blender")
UNITS = {1.0: "m", 0.1: "dm", 0.01: "cm", 0.0254: "inch", 0.0254 / 0.45: "1/0.45 inch"}
CELL = 60  # characters of another reader's words


def tables() -> dict[str, str]:
    """Each table as Markdown, by its name in the page."""
    return {"faults": _table(_fault_rows()), "clips": _table(_clip_rows())}


def page(text: str) -> str:
    """The page with its tables made anew."""
    for name, table in tables().items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        text = text[: text.index(begin) + len(begin)] + table + text[text.index(end) :]
    return text


def _fault_rows() -> list[list[str]]:
    rows = [["file", "what is odd", "footpipe", *READERS]]
    for row in _read("readers.csv"):
        rows.append([row["file"][:3], row["fault"], ours(FAULTS / row["file"]), *(_short(row[r]) for r in READERS)])
    return rows


def _clip_rows() -> list[list[str]]:
    rows = [["clip", "frames", "joints", "rate", "unit", "up", "rest rows", "bvhio differs by", "pymotion by"]]
    others = {row["clip"]: row for row in _read("clips.csv")}
    for name, known in CLIPS.items():
        rows.append([name, *_known(known), others[name]["bvhio"], others[name]["pymotion"]])
    return rows


def _known(known: Known) -> list[str]:
    unit = next(name for size, name in UNITS.items() if abs(size - known.unit) < 1e-9)
    numbers = (known.frames, known.joints, known.rate, unit, known.up, known.rest_rows or "")
    return [str(number) for number in numbers]


def ours(path: Path) -> str:
    """What footpipe does with a file: where the last joint of the last frame is, or what it says."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", FootpipeWarning)
        try:
            clip = load(LoadBvh(path=path, unit=1.0, up="y"))
        except FileError as fault:
            return _words(str(fault), path)
    return "; ".join([_place(clip), *(_words(str(word.message), path) for word in said)])


def _place(clip: Clip) -> str:
    foot = [i for i, joint in enumerate(clip.source.header.joints) if joint.channels or joint.name != "End"][-1]
    x, y, z = np.round(clip.world.positions[-1, foot], 3)
    return f"loads {len(clip)} frames: ({x:g}, {y:g}, {z:g})"


def _words(text: str, path: Path) -> str:
    """A message without the folder and the help."""
    return text.splitlines()[0].replace(f"{path}:", "").strip()


def _short(cell: str) -> str:
    return cell if len(cell) <= CELL else cell[:CELL].rstrip() + "..."


def _read(name: str) -> list[dict[str, str]]:
    with (FAULTS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _table(rows: list[list[str]]) -> str:
    head, *body = [[re.sub(r"([|<*_])", r"\\\1", cell) for cell in row] for row in rows]
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *body]]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
