"""What a measure has to say: numbers for programs, a table for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Table:
    """Rows of text under named columns; the first column names the row."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Report:
    """Result of a measure.

    values  what JSON can hold: dicts, lists, numbers, text, None
    tables  the same for people
    """

    values: Mapping[str, Any]
    tables: Sequence[Table] = field(default_factory=tuple)
