"""Tables of numbers in CSV files: a header that says what they are, and rows that are told by their lines."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from footpipe.arrays import Floats
from footpipe.errors import FileError, Place, place

Header = tuple[str, ...]


class NumberTable(NamedTuple):
    """What a file holds: values (N, K) in the columns `header` (K,), and the line that each row is in."""

    path: Path
    header: Header
    values: Floats
    lines: tuple[int, ...]

    def column(self, name: str) -> Floats:
        """(N,) of the column with that name."""
        return self.values[:, self.header.index(name)]

    def place(self, row: int) -> Place:
        """Where a row stands."""
        return place(self.path, self.lines[row])

    def check_within(self, most: float) -> None:
        """Raises `FileError` for the first row with a number farther from 0 than `most`."""
        beyond = np.argwhere(np.abs(self.values) > most)
        if len(beyond):
            row, column = beyond[0]
            what = f"{self.header[column]} is {self.values[row, column]:g}, and at most {most:g} from 0 can be"
            raise FileError(what, where=self.place(row))


def read_numbers(path: Path, headers: Sequence[Header]) -> NumberTable:
    """The table in a CSV file whose first line is one of `headers`; lines without a word do not count.

    Raises `FileError`, with its line, on another header and on rows that are not as many finite numbers.
    """
    lines = _lines(path)
    header = tuple(cell.strip() for cell in lines[0][1]) if lines else ()
    if header not in headers:
        known = " or ".join(f"`{','.join(each)}`" for each in headers)
        raise FileError(f"the first line must be {known}", where=place(path, 1))
    values = np.array(list(_numbers(path, lines[1:], len(header)))).reshape(-1, len(header))
    return NumberTable(path, header, values, tuple(number for number, _ in lines[1:]))


def _lines(path: Path) -> list[tuple[int, list[str]]]:
    """Rows that say something, with the number of the line that each ends in."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file)
            return [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except OSError as fault:
        raise FileError(f"cannot read: {fault.strerror}", where=place(path)) from None
    except UnicodeDecodeError:
        raise FileError("this is no text in UTF-8", where=place(path), help="save it as CSV in UTF-8") from None
    except csv.Error as fault:
        raise FileError(f"this is no CSV: {fault}", where=place(path, reader.line_num)) from None


def _numbers(path: Path, lines: list[tuple[int, list[str]]], width: int) -> Iterator[list[float]]:
    for number, row in lines:
        try:
            values = [float(cell) for cell in row]
        except ValueError:
            values = []
        if len(values) != width or not np.isfinite(values).all():
            found = ", ".join(cell.strip() for cell in row)
            raise FileError(f"{width} numbers wanted, found {found}", where=place(path, number))
        yield values
