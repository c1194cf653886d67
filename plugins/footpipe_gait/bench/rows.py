"""What a bench tells: rows of a figure, its bar, and whether it is met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from footpipe import Report, Table


@dataclass(frozen=True)
class Row:
    """One figure or some that belong together.

    what    what was measured, with its unit
    values  the figures, worst first where there are many of a kind
    bars    what each has to be: at most, or at least where `least`
    least   whether the bars are the least that is wanted
    digits  to show
    """

    what: str
    values: tuple[float, ...]
    bars: tuple[float, ...]
    least: bool = False
    digits: int = 2

    @property
    def met(self) -> bool:
        """Whether every figure meets its bar; one that is not finite does not."""
        pairs = zip(self.values, self.bars, strict=True)
        return all(value >= bar if self.least else value <= bar for value, bar in pairs)

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """As a line of the table."""
        shown = " / ".join(f"{value:.{self.digits}f}" for value in self.values)
        bar = " / ".join(f"{value:g}" for value in self.bars)
        return self.what, shown, f"{'>=' if self.least else '<='} {bar}", "met" if self.met else "NOT MET"


def report(rows: Sequence[Row], title: str) -> Report:
    """The rows as a table, and for programs."""
    told = [
        {"what": row.what, "values": list(row.values), "bars": list(row.bars), "least": row.least, "met": row.met}
        for row in rows
    ]
    table = Table(title, ("figure", "measured", "bar", ""), [row.cells for row in rows])
    return Report({"rows": told, "met": all(row.met for row in rows)}, (table,))
