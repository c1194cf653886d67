"""`edit.trim`: a part of the clip."""

from __future__ import annotations

from typing import Literal

import numpy as np

from footpipe import Clip, Params, StageError, param


class Trim(Params):
    """Parameters of `edit.trim`."""

    start: float = param(0, unit="frames or s", doc="first frame that stays, or its time; below 0 counts from the end")
    stop: float | None = param(None, unit="frames or s", doc="first frame after it, or its time; below 0 from the end")
    count: Literal["frames", "seconds"] = param("frames", doc="what start and stop count")
    rest: Literal["drop", "keep"] = param("drop", doc="whether an injected rest pose at the start goes or stays")


def trim(clip: Clip, p: Trim) -> Clip:
    """Keep the frames from start to just before stop.

    Frames are counted from 0, injected rest rows included. Those that stay keep their times, so a writer can give them
    back as they stood in the file. Raises `StageError` where nothing would stay.
    """
    place = np.arange(len(clip)) if p.count == "frames" else clip.times - clip.times[0]
    end = float(place[-1]) + (1 if p.count == "frames" else 0)
    start = p.start + end if p.start < 0 else p.start
    stop = np.inf if p.stop is None else p.stop + end if p.stop < 0 else p.stop
    kept = (place >= start) & (place < stop)
    if p.rest == "drop":
        kept[: clip.rest_rows] = False
    if not kept[clip.rest_rows :].any():
        raise StageError(
            f"edit.trim leaves no frame between {start:g} and {stop:g}",
            help=f"the clip has {len(clip)} frames, {clip.times[-1] - clip.times[0]:g} s",
        )
    return clip.pick(np.flatnonzero(kept))
