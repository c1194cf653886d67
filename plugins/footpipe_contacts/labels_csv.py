"""Labels as CSV: a row for every frame, a column for every contact point."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from footpipe import BoundRig, Clip, Contacts, FileError, place
from footpipe_contacts.label_files import check_point, labelled, read_text, short

DIGITS = 18  # of a frame's number: no clip has more
SAVE = "save it as comma-separated UTF-8"


def read_csv(path: Path, clip: Clip, rig: BoundRig) -> Contacts:
    """Contacts of `clip` from a table; an empty cell leaves a frame open.

    Raises `FileError` with the line of what does not fit.
    """
    rows = _rows(path)
    points = _points(path, next(rows, (1, []))[1], rig)
    weights, seen = np.zeros((len(clip), len(points))), np.zeros(len(clip), bool)
    for line, row in rows:
        frame = _frame(path, line, row, len(clip), len(points))
        if seen[frame]:
            raise FileError(f"frame {frame} is labelled twice", where=place(path, line), help="keep one of the rows")
        seen[frame] = True
        weights[frame] = [_weight(path, line, column, text) for column, text in enumerate(row[1:], 2)]
    missing = np.flatnonzero(~seen)
    if missing.size:
        raise FileError(
            f"{missing.size} of the clip's {len(clip)} frames have no row, the first is frame {missing[0]}",
            where=place(path),
            help="write a row for each frame, from 0",
        )
    return labelled(points, weights)


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row that is not blank."""
    reader = csv.reader(io.StringIO(read_text(path, "CSV", SAVE), newline=""))
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, [cell.strip() for cell in row]
    except csv.Error as fault:
        raise FileError(f"not a CSV file: {fault}", where=place(path), help=SAVE) from fault


def _points(path: Path, header: list[str], rig: BoundRig) -> tuple[str, ...]:
    if len(header) < 2 or header[0] != "frame":
        raise FileError(
            "the first line must be `frame`, then the contact points",
            where=place(path, 1),
            help=f"with commas between, such as: frame,{','.join(rig.points('toe'))}",
        )
    for point in header[1:]:
        check_point(point, rig, place(path, 1))
        if header.count(point) > 1:
            raise FileError(f"column '{point}' stands there twice", where=place(path, 1), help="keep one of them")
    return tuple(header[1:])


def _frame(path: Path, line: int, row: list[str], frames: int, points: int) -> int:
    if len(row) != points + 1:
        advice = "a row is the frame, then a weight for each contact point, with commas between"
        raise FileError(f"{points + 1} cells wanted, {len(row)} found", where=place(path, line), help=advice)
    frame = int(row[0]) if row[0].isdecimal() and len(row[0]) <= DIGITS else frames
    if frame >= frames:
        raise FileError(
            f"'{short(row[0])}' is not a frame of the clip: they are 0 to {frames - 1}",
            where=place(path, line),
            help="frames count from 0, injected rest rows included",
        )
    return frame


def _weight(path: Path, line: int, column: int, text: str) -> float:
    """The weight in a cell; NaN where it is empty."""
    if not text:
        return np.nan
    try:
        weight = float(text)
    except ValueError:
        weight = np.nan
    if not 0 <= weight <= 1:
        raise FileError(
            f"'{short(text)}' is not a weight from 0 to 1 (cell {column})",
            where=place(path, line),
            help="0 is no contact, 1 is contact, an empty cell leaves it open",
        )
    return weight
