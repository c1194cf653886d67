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


def read_numbers(path: Path, headers: Sequence[Header]) -> NumberTable:
    """The table in a CSV file whose first line is one of `headers`; empty lines do not count.

    Raises `FileError`, with its line, on another header and on rows that are not as many finite numbers.
    """
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            lines = [(number, row) for number, row in enumerate(csv.reader(file), 1) if row]
    except OSError as fault:
        raise FileError(f"cannot read: {fault.strerror}", where=place(path)) from None
    header = tuple(cell.strip() for cell in lines[0][1]) if lines else ()
    if header not in headers:
        known = " or ".join(f"`{','.join(each)}`" for each in headers)
        raise FileError(f"the first line must be {known}", where=place(path, 1))
    values = np.array(list(_numbers(path, lines[1:], len(header)))).reshape(-1, len(header))
    return NumberTable(path, header, values, tuple(number for number, _ in lines[1:]))


def _numbers(path: Path, lines: list[tuple[int, list[str]]], width: int) -> Iterator[list[float]]:
    for number, row in lines:
        try:
            values = [float(cell) for cell in row]
        except ValueError as fault:
            raise FileError(str(fault), where=place(path, number)) from None
        if len(values) != width or not np.isfinite(values).all():
            raise FileError(f"{width} numbers wanted, found {', '.join(row)}", where=place(path, number))
        yield values
