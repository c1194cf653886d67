"""`detect.labels`: contacts that a person, or another program, has written down."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from footpipe import BoundRig, Clip, Contacts, FileError, Params, hint, param, place
from footpipe_contacts.own_labels import known_points, own_labels

DIGITS = 18  # of a frame's number: no clip has more


class Labels(Params):
    """Parameters of `detect.labels`."""

    path: Path | None = param(
        None,
        doc="CSV file: a column `frame` from 0, then one per contact point, such as `left.toe`, 0 to 1; "
        "left out: the contacts that the clip's own file holds",
        examples=["labels.csv"],
    )


def labels(clip: Clip, rig: BoundRig, p: Labels) -> Contacts:
    """Contacts that somebody wrote down, the gold standard: in a CSV file, or in the clip's own.

    A CSV file has a row per frame and a column per contact point. Without `path` the contacts are those that came with
    the clip: a USD stage holds them on its SkelAnimation, where an artist may have edited them. There a contact may
    also go by its joint, a toe or an ankle of the rig.

    Raises `FileError` with line and column for a file that does not fit the clip or the rig, `StageError` for a clip
    whose file holds no contacts.
    """
    return own_labels(clip, rig) if p.path is None else _from_table(clip, rig, p.path)


def _from_table(clip: Clip, rig: BoundRig, path: Path) -> Contacts:
    rows = _rows(path)
    points = _points(path, next(rows, (1, []))[1], rig)
    weights = np.full((len(clip), len(points)), np.nan)
    for line, row in rows:
        frame = _frame(path, line, row, len(clip), len(points))
        if not np.isnan(weights[frame]).all():
            raise FileError(f"frame {frame} is labelled twice", where=place(path, line), help="keep one of the rows")
        weights[frame] = [_weight(path, line, column, text) for column, text in enumerate(row[1:], 2)]
    missing = np.flatnonzero(np.isnan(weights[:, 0]))
    if missing.size:
        raise FileError(
            f"{missing.size} of the clip's {len(clip)} frames have no row, the first is frame {missing[0]}",
            where=place(path),
            help="write a row for each frame, from 0",
        )
    return Contacts(points, weights)


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of each row that is not blank."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file)
            for row in reader:
                if any(cell.strip() for cell in row):
                    yield reader.line_num, [cell.strip() for cell in row]
    except OSError as fault:
        raise FileError(f"cannot read: {fault.strerror}", where=place(path)) from fault
    except (UnicodeDecodeError, csv.Error) as fault:
        raise FileError(
            f"not a CSV file: {fault}", where=place(path), help="save it as comma-separated UTF-8"
        ) from fault


def _points(path: Path, header: list[str], rig: BoundRig) -> tuple[str, ...]:
    if len(header) < 2 or header[0] != "frame":
        raise FileError(
            "the first line must be `frame`, then the contact points",
            where=place(path, 1),
            help=f"with commas between, such as: frame,{','.join(rig.points('toe'))}",
        )
    known = known_points(rig)
    for point in header[1:]:
        if point not in known:
            advice = hint(point, known, "the rig has")
            raise FileError(f"the rig has no contact point '{point}'", where=place(path, 1), help=advice)
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
            f"'{_short(row[0])}' is not a frame of the clip: they are 0 to {frames - 1}",
            where=place(path, line),
            help="frames count from 0, injected rest rows included",
        )
    return frame


def _weight(path: Path, line: int, column: int, text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = np.nan
    if not 0 <= weight <= 1:
        advice = "0 is no contact, 1 is contact"
        raise FileError(
            f"'{_short(text)}' is not a weight from 0 to 1 (cell {column})", where=place(path, line), help=advice
        )
    return weight


def _short(text: str) -> str:
    """A cell to be quoted: its beginning where it is long."""
    return text if len(text) <= 40 else f"{text[:40]}..."
