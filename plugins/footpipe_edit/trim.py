"""`edit.trim`: a part of the clip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from footpipe import Clip, Fault, Params, StageError, param

CLOSE = 1e-6  # s: a frame this near to a time is at that time


class Trim(Params):
    """Parameters of `edit.trim`."""

    start: int | None = param(None, unit="frames", doc="first frame that stays; below 0 counts from the end")
    stop: int | None = param(None, unit="frames", doc="first frame after it; below 0 counts from the end")
    start_time: float | None = param(
        None, unit="s", ge=0, doc="the same as a time since the clip's first frame", examples=[1.0]
    )
    stop_time: float | None = param(
        None, unit="s", ge=0, doc="the same as a time since the clip's first frame", examples=[3.0]
    )
    rest: Literal["drop", "keep"] = param("drop", doc="whether an injected rest pose at the start goes or stays")

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """An end is given by its frame or by its time."""
        both = [end for end in ("start", "stop") if None not in (getattr(self, end), getattr(self, f"{end}_time"))]
        return [Fault(f"{end}_time", f"'{end}' says already where to cut", "give one of them") for end in both]


def trim(clip: Clip, p: Trim) -> Clip:
    """Keep the frames from start to just before stop.

    Frames are counted from 0, injected rest rows included. Those that stay keep their times, so a writer can give them
    back as they stood in the file. Raises `StageError` where nothing would stay.
    """
    kept = np.zeros(len(clip), bool)
    kept[slice(p.start, p.stop)] = True
    since = clip.times - clip.times[0]
    kept &= since >= (p.start_time or 0.0) - CLOSE
    if p.stop_time is not None:
        kept &= since < p.stop_time - CLOSE
    if p.rest == "drop":
        kept[: clip.rest_rows] = False
    if not kept[clip.rest_rows :].any():
        raise StageError(
            "edit.trim leaves nothing of the motion",
            help=f"the clip has {len(clip)} frames, of which {clip.rest_rows} rest, and lasts {since[-1]:g} s",
        )
    return clip.pick(np.flatnonzero(kept))
