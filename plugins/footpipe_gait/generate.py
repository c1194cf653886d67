"""`generate.fuzzy_gait`: a figure walks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from footpipe import Fault, Params, param
from footpipe_gait.figure import STATURE

RATE = 60.0  # frames per second, without an input that tells


class FuzzyGait(Params):
    """Parameters of `generate.fuzzy_gait`."""

    style: Literal["walk", "paper"] | Path = param(
        "walk", doc="how to walk: a style that comes along, or a TOML file of one's own"
    )
    step: float = param(0.65, unit="m", gt=0, doc="from one foot to the other")
    steps: int = param(8, unit="steps", ge=1, le=100_000, doc="how many")
    distance: float | None = param(None, unit="m", gt=0, doc="how far to go instead, to the nearest whole step")
    rate: float | None = param(None, unit="frames/s", gt=0, le=1000, doc="the input's where left out, else 60")
    start: bool = param(True, doc="whether it begins from standing")
    stop: bool = param(True, doc="whether it comes to a stand at the end")
    heading: float | None = param(
        None, unit="deg", doc="where to go, about the vertical from z towards x; forward where left out"
    )
    upper_body: bool = param(True, doc="whether pelvis, spine and arms move against the legs; else they are still")
    stature: float = param(STATURE, unit="m", gt=0, doc="height of the built-in figure")

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """Steps or a distance; a stature only without an input."""
        found = []
        if self.distance is not None and "steps" in self.model_fields_set:
            found.append(Fault("distance", "'steps' says already how far to go", "give one of them"))
        if inputs and "stature" in self.model_fields_set:
            found.append(Fault("stature", "the figure is that of the input clip", "leave it out"))
        return found
