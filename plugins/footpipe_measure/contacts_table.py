"""The tables of `measure.contacts`: figures of all points together, and F1 point by point; a column per input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footpipe import Table

FIGURES = {
    "f1": "F1, frame by frame",
    "precision": "precision: of what was found, right",
    "recall": "recall: of what is, found",
    "contacts": "contacts",
    "missed": "contacts missed",
    "false": "false contacts",
    "touch_down_median": "touch-down off, median ms",
    "touch_down_p90": "touch-down off, 90 % below ms",
    "touch_down_bias": "touch-down late, median ms",
    "lift_off_median": "lift-off off, median ms",
    "lift_off_p90": "lift-off off, 90 % below ms",
    "lift_off_bias": "lift-off late, median ms",
}
SHARES = ("f1", "precision", "recall")


def tables(reference: str, values: Mapping[str, Any]) -> tuple[Table, Table]:
    """What people read; a figure that there is not is a dash."""
    rows = [[text, *(_shown(key, clip["all"][key]) for clip in values.values())] for key, text in FIGURES.items()]
    points = next(iter(values.values()))["points"]
    each = [[point, *(_shown("f1", clip["points"][point]["f1"]) for clip in values.values())] for point in points]
    return (
        Table(f"Contacts against '{reference}', which has {_wanted(values)}", ["", *values], rows),
        Table("F1 of each point", ["", *values], each),
    )


def _wanted(values: Mapping[str, Any]) -> int:
    """Number of the reference's contacts, which is the same beside every input."""
    found: int = next(iter(values.values()))["all"]["reference_contacts"]
    return found


def _shown(key: str, figure: float | int | None) -> str:
    if figure is None:
        return "-"
    return str(figure) if isinstance(figure, int) else f"{figure:.{3 if key in SHARES else 1}f}"
