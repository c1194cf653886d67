"""Labels as JSON: the spans of every contact point, by frames or by seconds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from footpipe import BoundRig, Clip, Contacts, Floats, hint
from footpipe_contacts.json_text import JsonText, Steps, Table
from footpipe_contacts.label_files import check_point, labelled, short

FORMAT, VERSION = "footpipe.contacts", 1
KEYS = ("format", "version", "note", "frames", "rate", "elsewhere", "contacts")
SPAN_KEYS = ("first", "last", "start_time", "end_time", "weight", "weights", "note")
LATEST = 1e9  # s: no clip is longer
CLOSE = 1e-6  # s: a frame this near to a time is at that time
EXAMPLE = '{"first": 12, "last": 80}'


def read_json(path: Path, clip: Clip, rig: BoundRig) -> Contacts:
    """Contacts of `clip` from spans; `"elsewhere": null` leaves open the frames that none is about.

    Raises `FileError` with the line of what does not fit.
    """
    file = JsonText(path)
    _check_head(file, len(clip))
    spans = file.document["contacts"]
    weights = np.full((len(clip), len(spans)), _elsewhere(file))
    for column, point in enumerate(spans):
        check_point(point, rig, file.where(("contacts", point)))
        for index in range(len(_list(file, ("contacts", point), spans[point]))):
            span = _Span(file, ("contacts", point, index), spans[point][index])
            frames = span.frames(clip)
            weights[frames, column] = span.weights(len(frames))
    return labelled(tuple(spans), weights)


def _check_head(file: JsonText, frames: int) -> None:
    """What a file of contacts must say before them."""
    _check_keys(file, (), file.document, KEYS)
    head = file.document
    if head.get("format") != FORMAT:
        raise file.fault("not a file of contacts", (), f'it must have "format": "{FORMAT}"')
    if not _is(head.get("version"), int) or head["version"] != VERSION:
        steps = ("version",) if "version" in head else ()
        raise file.fault(f"its version is not {VERSION}", steps, f'write "version": {VERSION}')
    if "contacts" not in head:
        raise file.fault("it has no contacts", (), f'such as "contacts": {{"left.toe": [{EXAMPLE}]}}')
    _check_keys(file, ("contacts",), head["contacts"], None)
    if "frames" in head and head["frames"] != frames:
        told = f"it is about {_quoted(head['frames'])} frames, and the clip has {frames}"
        raise file.fault(told, ("frames",), "label this clip, or leave `frames` out")


def _elsewhere(file: JsonText) -> float:
    """The weight of frames that no span is about; NaN where they are left open."""
    value = file.document.get("elsewhere", 0)
    if value is not None and (not _is(value, int, float) or not 0 <= value <= 1):
        told = f"{_quoted(value)} is not a weight from 0 to 1"
        raise file.fault(told, ("elsewhere",), "0 is no contact; null leaves it open")
    return np.nan if value is None else float(value)


def _check_keys(file: JsonText, steps: Steps, value: Any, known: Sequence[str] | None) -> None:
    """Raises `FileError` where a value is no object, or has a key twice, or one that is not `known`."""
    if not isinstance(value, Table):
        raise file.fault(f"an object wanted, {_quoted(value)} found", steps, "put { } around it")
    if value.twice:
        raise file.fault(f"'{short(value.twice[0])}' stands there twice", steps, "keep one of them")
    for key in value if known else ():
        if key not in (known or ()):
            raise file.fault(f"no key '{short(key)}' belongs here", (*steps, key), hint(key, known or (), "use"))


def _list(file: JsonText, steps: Steps, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise file.fault(f"a list wanted, {_quoted(value)} found", steps, f"such as [{EXAMPLE}]")
    return value


def _is(value: Any, *kinds: type) -> bool:
    """Whether a value is of one of the kinds; true and false are no numbers."""
    return isinstance(value, kinds) and not isinstance(value, bool)


def _quoted(value: Any) -> str:
    named = {Table: "an object", list: "a list", type(None): "null"}
    return named.get(type(value)) or f"'{short(str(value))}'"


class _Span:
    """One span of a point: frames of one weight, or of a weight each."""

    def __init__(self, file: JsonText, steps: Steps, table: Any) -> None:
        _check_keys(file, steps, table, SPAN_KEYS)
        self.file, self.steps, self.table = file, steps, table

    def frames(self, clip: Clip) -> np.ndarray[Any, np.dtype[np.intp]]:
        """(N,) the frames that it is about."""
        by_frames = {"first", "last"} & self.table.keys()
        by_times = {"start_time", "end_time"} & self.table.keys()
        if len(by_frames) == 2 and not by_times:
            first, last = (self._frame(key, len(clip)) for key in ("first", "last"))
            frames = np.arange(first, last + 1)
        elif len(by_times) == 2 and not by_frames:
            start, end = (self._time(key) for key in ("start_time", "end_time"))
            since = clip.times - clip.times[0]
            frames = np.flatnonzero((since >= start - CLOSE) & (since <= end + CLOSE))
        else:
            advice = f'as in {EXAMPLE}, or with "start_time" and "end_time"'
            raise self.file.fault("a span has `first` and `last`, or `start_time` and `end_time`", self.steps, advice)
        if not len(frames):
            raise self.file.fault(
                "the span has no frame of the clip", self.steps, "its end must not be before its start"
            )
        return frames

    def weights(self, count: int) -> Floats:
        """(`count`,) its weights, or (1,) the one of all of its frames: 1 where it does not say."""
        if "weight" in self.table and "weights" in self.table:
            raise self.file.fault("a span has `weight` or `weights`, not both", self.steps, "keep one of them")
        if "weights" not in self.table:
            return np.array([self._weight(self.table.get("weight", 1), "weight")])
        given = _list(self.file, (*self.steps, "weights"), self.table["weights"])
        if len(given) != count:
            told = f"{len(given)} weights for {count} frames"
            raise self.file.fault(told, (*self.steps, "weights"), 'give one for each, or one for all: "weight": 1')
        return np.array([self._weight(weight, "weights", index) for index, weight in enumerate(given)])

    def _frame(self, key: str, frames: int) -> int:
        value = self.table[key]
        if not _is(value, int) or not 0 <= value < frames:
            told = f"{_quoted(value)} is not a frame of the clip: they are 0 to {frames - 1}"
            advice = "frames count from 0, injected rest rows included"
            raise self.file.fault(told, (*self.steps, key), advice)
        return int(value)

    def _time(self, key: str) -> float:
        value = self.table[key]
        if not _is(value, int, float) or not 0 <= value <= LATEST:
            advice = "give seconds since the clip's first frame"
            raise self.file.fault(f"{_quoted(value)} is not a time", (*self.steps, key), advice)
        return float(value)

    def _weight(self, value: Any, *steps: str | int) -> float:
        if not _is(value, int, float) or not 0 <= value <= 1:
            told = f"{_quoted(value)} is not a weight from 0 to 1"
            raise self.file.fault(told, (*self.steps, *steps), "0 is no contact, 1 is contact")
        return float(value)
