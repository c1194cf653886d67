"""Ranges of frames as people write them: "left 120-180", "right.toe 1.2s-1.45s", "all start-30"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from footpipe import Floats, StageError, hint

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALL, START, END = "all", "start", "end"
CLOSE = 1e-6  # s: a frame this near to a time is at that time
MOMENT = rf"{START}|{END}|\d{{1,18}}|\d+(?:\.\d+)?s"
RANGE = re.compile(rf"(?P<who>\S(?:.*\S)?)\s+(?P<first>{MOMENT})\s*-\s*(?P<last>{MOMENT})")
ADVICE = "write a limb or a point, then frames or seconds: 'left 120-180', 'right.toe 1.2s-1.45s', 'all start-30'"


class Range(NamedTuple):
    """Frames `first` to `last`, both included, of a limb or a point; as texts, `text` being the whole."""

    text: str
    who: str
    first: str
    last: str

    @classmethod
    def read(cls, text: str) -> Range | None:
        """The range that a text means; None where it means none."""
        found = RANGE.fullmatch(text.strip())
        return cls(text, found["who"], found["first"], found["last"]) if found else None

    def mask(self, points: Sequence[str], times: Floats) -> NDArray[np.bool_]:
        """(F, P) which frames of which points it is about; raises `StageError` where it is about none."""
        mask = np.zeros((len(times), len(points)), bool)
        mask[self._frames(times)[:, None], columns(self.who, points)] = True
        return mask

    def _frames(self, times: Floats) -> NDArray[np.intp]:
        frames, since = np.arange(len(times)), times - times[0]
        found = np.flatnonzero(_after(self.first, frames, since) & _before(self.last, frames, since))
        beyond = [text for text in (self.first, self.last) if text.isdecimal() and int(text) >= len(times)]
        if not found.size or beyond:
            raise StageError(
                f"edit.contacts: '{self.text}' is not a range of this clip",
                help=f"its frames are 0 to {len(times) - 1}, its seconds 0 to {since[-1]:g}",
            )
        return found


def columns(who: str, points: Sequence[str]) -> list[int]:
    """Columns of a point, of all points of a limb, or of all; raises `StageError` with the nearest name for others."""
    found = [i for i, point in enumerate(points) if who in (ALL, point, point.rpartition(".")[0])]
    if not found:
        limbs = list(dict.fromkeys(point.rpartition(".")[0] for point in points))
        advice = hint(who, [*points, *limbs, ALL], "there are")
        raise StageError(f"edit.contacts: the clip has no contacts of '{who}'", help=advice)
    return found


def _after(moment: str, frames: NDArray[np.intp], since: Floats) -> NDArray[np.bool_]:
    return frames >= int(moment) if moment.isdecimal() else since >= _seconds(moment, since) - CLOSE


def _before(moment: str, frames: NDArray[np.intp], since: Floats) -> NDArray[np.bool_]:
    return frames <= int(moment) if moment.isdecimal() else since <= _seconds(moment, since) + CLOSE


def _seconds(moment: str, since: Floats) -> float:
    named = {START: 0.0, END: float(since[-1])}
    return named[moment] if moment in named else float(moment.removesuffix("s"))
