"""What measures ask of their inputs and parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from footpipe import Clip, Fault, StageError, hint

PICTURES = (".png", ".svg", ".pdf")


def reference_faults(reference: str, inputs: Sequence[str]) -> list[Fault]:
    """The reference is one of the inputs."""
    if reference in inputs:
        return []
    advice = hint(reference, inputs, "the inputs are")
    return [Fault("reference", f"reference '{reference}' is none of the inputs", advice)]


def plot_faults(plot: Path | None) -> list[Fault]:
    """A plot is a picture of a kind that is drawn."""
    if plot is None or plot.suffix in PICTURES:
        return []
    advice = f"use {', '.join(PICTURES)}"
    return [Fault("plot", f"'plot' ends in '{plot.suffix}': no such picture is drawn", advice)]


def threshold_faults(on: float, off: float) -> list[Fault]:
    """A contact begins before it ends."""
    if off <= on:
        return []
    return [Fault("off", "'off' is above 'on': a contact would end before it begins", "lower 'off'")]


def check_alike(clips: Mapping[str, Clip]) -> None:
    """Raises `StageError` where clips do not have the joints and frames of the first."""
    first = next(iter(clips.values()))
    for name, clip in clips.items():
        if not np.array_equal(clip.times, first.times) or clip.skeleton.joints != first.skeleton.joints:
            raise StageError(
                f"'{name}' has other joints or other frames than '{next(iter(clips))}'",
                help="measure clips that come from one file",
            )
