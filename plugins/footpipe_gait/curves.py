"""Joint curves over a stride as gait laboratories give them, a mean and a band: `percent,hip_flexion_mean,...`."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from footpipe import FileError, Floats, hint, place

JOINTS = {  # columns of each joint's mean and standard deviation begin so; the first that is there is taken
    "hip": ("hip_flexion",),
    "knee": ("knee_flexion",),
    "ankle": ("ankle_dorsiflexion",),
    "toe": ("toe_dorsiflexion", "hallux_dorsiflexion"),
}
TILT = "pelvis_tilt"  # the pelvis' anterior tilt, against which laboratories measure the hip
NEEDED = ("hip", "knee", "ankle")
POINTS = 101
USUAL_SD = 5.0  # deg, of a joint without a band

Row = tuple[int, list[str]]


@dataclass(frozen=True, eq=False)
class Curves:
    """Mean curves of a stride, from a foot's contact to its next.

    joints  which there are, of hip, knee, ankle, toe
    mean    (101, J) deg: hip (thigh against the vertical) and knee flexion, ankle and toe dorsiflexion
    sd      (101, J) deg
    """

    joints: tuple[str, ...]
    mean: Floats
    sd: Floats


def read_curves(path: Path) -> Curves:
    """The curves in a CSV file: a column `percent`, then `hip_flexion_mean`, `hip_flexion_sd` and so on, in degrees.

    Hip, knee and ankle have to be there, the toe may; bands may be missing. With `pelvis_tilt_mean` the hip is taken to
    be against the pelvis, and becomes the thigh's angle against the vertical. Rows are interpolated to 101 points.

    Raises `FileError` with the line of what is wrong.
    """
    rows = list(_rows(path))
    if not rows:
        raise _error(path, "the file is empty", 1)
    names = rows[0][1]
    columns = {joint: found for joint in JOINTS if (found := _column(names, joint))}
    _check_header(path, names, columns)
    values = np.array([_numbers(path, line, row, len(names)) for line, row in rows[1:]]).reshape(-1, len(names))
    percent = values[:, names.index("percent")]
    _check_percent(path, percent, [line for line, _ in rows[1:]])

    def curve(name: str, otherwise: float) -> Floats:
        given = values[:, names.index(name)] if name in names else np.full(len(values), otherwise)
        return np.interp(np.linspace(0, 100, POINTS), percent, given)

    means = {joint: curve(f"{column}_mean", 0.0) for joint, column in columns.items()}
    means["hip"] = means["hip"] - curve(f"{TILT}_mean", 0.0)
    bands = [curve(f"{column}_sd", USUAL_SD) for column in columns.values()]
    return Curves(tuple(columns), np.stack(list(means.values()), axis=1), np.stack(bands, axis=1))


def _rows(path: Path) -> Iterator[Row]:
    """Line number and cells of each row that is not blank and no comment."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file)
            for row in reader:
                if any(cell.strip() for cell in row) and not row[0].startswith("#"):
                    yield reader.line_num, [cell.strip() for cell in row]
    except OSError as fault:
        raise FileError(f"cannot read: {fault.strerror}", where=place(path)) from fault
    except (UnicodeDecodeError, csv.Error) as fault:
        advice = "save it as comma-separated UTF-8"
        raise FileError(f"not a CSV file: {fault}", where=place(path), help=advice) from fault


def _column(names: Sequence[str], joint: str) -> str | None:
    return next((column for column in JOINTS[joint] if f"{column}_mean" in names), None)


def _check_header(path: Path, names: Sequence[str], columns: dict[str, str]) -> None:
    wanted = ["percent", *(f"{JOINTS[joint][0]}_mean" for joint in NEEDED if joint not in columns)]
    for name in wanted:
        if name not in names:
            raise _error(path, f"there is no column '{name}'", 1, hint(name, names, "the columns are"))
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise _error(path, f"column '{twice}' stands there twice", 1, "keep one of them")


def _numbers(path: Path, line: int, row: list[str], width: int) -> list[float]:
    if len(row) != width:
        raise _error(path, f"{width} cells wanted, {len(row)} found", line)
    numbers = []
    for cell in row:
        try:
            numbers.append(float(cell))
        except ValueError:
            numbers.append(np.nan)
        if not np.isfinite(numbers[-1]):
            raise _error(path, f"'{cell[:40]}' is not a number (cell {len(numbers)})", line)
    return numbers


def _check_percent(path: Path, percent: Floats, lines: Sequence[int]) -> None:
    if len(percent) < 2 or percent[0] != 0 or percent[-1] != 100:
        raise _error(path, "percent has to go from 0 to 100", lines[-1] if lines else 1)
    late = np.flatnonzero(np.diff(percent) <= 0)
    if late.size:
        raise _error(path, "percent has to rise", lines[int(late[0]) + 1])


def _error(path: Path, what: str, line: int, help: str | None = None) -> FileError:
    return FileError(what, where=place(path, line), help=help)
