"""What a measure has to say: numbers for programs, a table for people."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

NOT_NUMBERS = ("", "-", "none")  # cells that may stand in a column of numbers


class Table(NamedTuple):
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

    def fault(self) -> str | None:
        """Why it cannot be shown, to follow "a report"; None where it can."""
        try:
            return self._fault()
        except TypeError as fault:  # of rows that are none
            return f"whose table cannot be read: {fault}"

    def _fault(self) -> str | None:
        for number, row in enumerate((self.columns, *self.rows)):
            if len(row) != len(self.columns):
                return f"whose table has {len(row)} cells in row {number} for {len(self.columns)} columns"
            if strange := [type(cell).__name__ for cell in (self.title, *row) if not isinstance(cell, str)]:
                return f"whose table has {strange[0]} in it, where text belongs"
        return None


class Report(NamedTuple):
    """Result of a measure.

    values  what JSON can hold: dicts, lists, numbers, text, None
    tables  the same for people
    """

    values: Mapping[str, Any]
    tables: Sequence[Table] = ()

    def __str__(self) -> str:
        return "\n\n".join(str(table) for table in self.tables)

    def as_json(self) -> Any:
        """The values as plain dicts, lists, numbers and texts; numbers that are not finite become None."""
        return _plain(self.values)

    def fault(self) -> str | None:
        """Why it cannot be shown, to follow "a report"; None where it can."""
        try:
            json.dumps(self.as_json(), allow_nan=False)
        except (TypeError, ValueError, RecursionError) as fault:
            return f"that JSON cannot hold: {fault}"
        if strange := [type(table).__name__ for table in self.tables if not isinstance(table, Table)]:
            return f"with {strange[0]} among its tables"
        return next((wrong for table in self.tables if (wrong := table.fault())), None)


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


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return str(value) if isinstance(value, Path) else value
