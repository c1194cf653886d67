"""The table of `measure.sliding`: a row per figure, a column per clip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footpipe import Table

FIGURES = {  # (part of a clip's values, key): what people read
    ("all", "contacts"): "contacts",
    ("all", "slide_mean"): "slide, mean cm/s",
    ("all", "slide_p95"): "slide, 95 % below cm/s",
    ("all", "slide_max"): "slide, most cm/s",
    ("all", "edge_mean"): "slide at the contacts' ends, mean cm/s",
    ("all", "settled_mean"): "slide once settled, mean cm/s",
    ("all", "stray_max"): "farthest from a contact's place, cm",
    ("all", "below_max"): "deepest below the ground, cm",
    ("all", "above_max"): "highest above it in contact, cm",
    ("", "velocity_error"): "off the reference's toe speed, cm/s",
    ("cost", "turn_mean"): "legs turned, mean deg",
    ("cost", "knee_bend_mean"): "knees bent further, mean deg",
    ("cost", "root_shift_max"): "root moved, most cm",
    ("cost", "acceleration_p99"): "leg acceleration, times the input's",
    ("cost", "miss_max"): "toe short of its place, most cm",
}


def table(values: Mapping[str, Any]) -> Table:
    """One column per clip; a figure that a clip does not have is a dash, one that none has is left out."""
    rows = [[text, *(_shown(_figure(clip, *at)) for clip in values.values())] for at, text in FIGURES.items()]
    told = [row for row in rows if set(row[1:]) != {"-"}]
    return Table("Sliding of the toes in contact, and what was changed", ["", *values], told)


def _figure(clip: Mapping[str, Any], part: str, key: str) -> float | int | None:
    found: float | int | None = (clip.get(part, {}) if part else clip).get(key)
    return found


def _shown(figure: float | int | None) -> str:
    if figure is None:
        return "-"
    return str(figure) if isinstance(figure, int) else f"{round(figure, 2) + 0.0:.2f}"
