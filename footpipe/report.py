"""What a measure has to say: numbers for programs, a table for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

NOT_NUMBERS = ("", "-", "none")  # cells that may stand in a column of numbers


@dataclass(frozen=True)
class Table:
    """Rows of text under named columns; the first column names the row."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def __str__(self) -> str:
        """The table as plain lines: its title, its columns, its rows; numbers to the right."""
        columns = list(zip(self.columns, *self.rows, strict=True))
        widths = [max(len(cell) for cell in column) for column in columns]
        right = [holds_numbers(column[1:]) for column in columns]
        lines = [_line(row, widths, right) for row in (self.columns, *self.rows)]
        return "\n".join(line for line in (self.title, *lines) if line)


@dataclass(frozen=True)
class Report:
    """Result of a measure.

    values  what JSON can hold: dicts, lists, numbers, text, None
    tables  the same for people
    """

    values: Mapping[str, Any]
    tables: Sequence[Table] = field(default_factory=tuple)

    def __str__(self) -> str:
        return "\n\n".join(str(table) for table in self.tables)


def holds_numbers(cells: Iterable[str]) -> bool:
    """Whether a column has a number in it, and nothing else."""
    found = list(cells)
    return bool(found) and all(cell in NOT_NUMBERS or _is_number(cell) for cell in found)


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    parts = zip(cells, widths, right, strict=True)
    return "  ".join(cell.rjust(width) if to_right else cell.ljust(width) for cell, width, to_right in parts).rstrip()


def _is_number(cell: str) -> bool:
    try:
        float(cell.rstrip("%"))
    except ValueError:
        return False
    return True
