"""What the pictures of all measures share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from footpipe import Floats, StageError, log, replacing

COLOURS = ("#b8bcc2", "#d1495b", "#edae49", "#00798c", "#66418a", "#30638e")
SHADE = "#00798c"


def new_figure(stage: str, height: float) -> Any:
    """An empty figure, so many inches high; raises `StageError` where matplotlib is missing."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        advice = "install it: pip install 'footpipe[plot]'"
        raise StageError(f"{stage} needs matplotlib for its plot", help=advice) from None
    return Figure(figsize=(12, height), layout="constrained")


def shade(axes: Any, times: Floats, first: int, stop: int) -> None:
    """Shade a contact, frames `first` to before `stop`."""
    axes.axvspan(times[first], times[stop - 1], color=SHADE, alpha=0.08, lw=0)


def finish(axes: Any, title: str) -> None:
    """Title and frame."""
    axes.set_title(title, loc="left", fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0)


def save(figure: Any, path: Path) -> None:
    """Write the figure to a file, whose suffix says of what kind."""
    with replacing(path) as target:
        figure.savefig(target, dpi=110, format=path.suffix[1:])
    log.info("wrote %s", path)
