"""The table of `measure.sliding`: a row per clip, the figures that people look at first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footpipe import Table

SLIDES = {
    "slide_mean": "mean",
    "slide_p95": "95 %",
    "slide_max": "max",
    "edge_mean": "edges",
    "settled_mean": "settled",
}
CHANGES = {
    "turn_mean": "turned deg",
    "knee_bend_mean": "knees deg",
    "root_shift_max": "root cm",
    "acceleration_p99": "jerks x",
    "miss_max": "missed cm",
}


def table(values: Mapping[str, Any]) -> Table:
    """One row per clip; figures that a clip does not have are a dash."""
    columns = ["clip", *SLIDES.values(), "stray cm", *CHANGES.values()]
    if any("velocity_error" in clip for clip in values.values()):
        columns.append("off source")
    rows = [_row(name, clip, len(columns)) for name, clip in values.items()]
    return Table("Sliding of the toes in contact, cm/s; then what was changed", columns, rows)


def _row(name: str, clip: Mapping[str, Any], width: int) -> list[str]:
    cost = clip.get("cost", {})
    figures = [clip["all"][key] for key in SLIDES] + [clip["all"]["stray_max"]] + [cost.get(key) for key in CHANGES]
    if width > len(figures) + 1:
        figures.append(clip.get("velocity_error"))
    return [name, *("-" if figure is None else f"{figure:.2f}" for figure in figures)]
