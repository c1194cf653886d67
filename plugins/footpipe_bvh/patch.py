"""Puts changed numbers into a file's bytes; every other byte stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from footpipe import Clip, DataError
from footpipe_bvh.encode import Encoded
from footpipe_bvh.numbers import decimals_for, lines, texts
from footpipe_bvh.source import BvhSource
from footpipe_bvh.table import Table
from footpipe_bvh.timing import frame_time_of, same_rate


class Edits(NamedTuple):
    """What comes instead of the bytes from each of `starts` to its one of `ends`, in rising order."""

    starts: list[int]
    ends: list[int]
    new: list[bytes]


def patched(clip: Clip, source: BvhSource, encoded: Encoded) -> Iterator[bytes]:
    """The file's bytes with the clip's numbers, piece by piece.

    Rows of times that the file has are its own lines, whichever of them the clip has; others are new lines.
    What follows the last row stays where the clip has all rows.
    """
    table, bounds = source.table, row_bounds(source.table)
    yield _replaced(table.text.raw, 0, bounds[0], _head_edits(clip, source))
    for first, last in row_runs(encoded.rows):
        if encoded.rows[first] < 0:
            yield lines(encoded.values[first:last], decimals_for(table.decimals), table.text.line_end)
        else:
            yield from _file_rows(table, bounds, encoded, first, last)
    if np.array_equal(encoded.rows, np.arange(table.motion.frames)):
        yield table.text.raw[bounds[-1] :]


def row_bounds(table: Table) -> list[int]:
    """The byte where each row's line begins, and where what follows the last row does."""
    raw, (starts, ends) = table.text.raw, table.spans
    stops = [table.motion.start, *ends[table.width - 1 : table.wanted : table.width].tolist()]
    begins = starts[: table.wanted + 1 : table.width].tolist()
    begins += [len(raw)] * (len(stops) - len(begins))
    return [_line_start(raw, stop, begin) for stop, begin in zip(stops, begins, strict=True)]


def _line_start(raw: bytes, stop: int, begin: int) -> int:
    """Where the line of `begin` starts, after `stop`; `begin` itself where both are on one line."""
    line_end = max(raw.rfind(b"\n", stop, begin), raw.rfind(b"\r", stop, begin))
    return begin if line_end < 0 else line_end + 1


def row_runs(rows: NDArray[np.intp]) -> list[tuple[int, int]]:
    """Runs of rows that follow one another in the file, or that are not in it, as (first, after the last)."""
    before, after = rows[:-1], rows[1:]
    goes_on = np.where(before < 0, after < 0, after == before + 1)
    edges = [0, *(np.flatnonzero(~goes_on) + 1).tolist(), len(rows)]
    return list(pairwise(edges))


def _file_rows(table: Table, bounds: list[int], encoded: Encoded, first: int, last: int) -> Iterator[bytes]:
    row, end = int(encoded.rows[first]), int(encoded.rows[last - 1]) + 1
    changed = np.flatnonzero(~encoded.kept[first:last])
    words = changed + row * table.width
    new = texts(encoded.values[first:last].ravel()[changed], decimals_for(table.decimals))
    starts, ends = table.spans
    edits = Edits(starts[words].tolist(), ends[words].tolist(), new)
    yield _replaced(table.text.raw, bounds[row], bounds[end], edits)
    if last < len(encoded.rows) and not table.text.raw[bounds[end] - 1 : bounds[end]].isspace():
        yield table.text.line_end


def _head_edits(clip: Clip, source: BvhSource) -> Edits:
    """New Frames and Frame Time, where the file's own do not hold any more."""
    motion, rate = source.table.motion, even_rate(clip)
    edits = []
    if len(clip) != motion.frames:
        edits.append((motion.frames_span, str(len(clip))))
    if rate is not None and not same_rate(rate, source.rate):
        edits.append((motion.frame_time_span, frame_time_of(rate)))
    edits.sort()
    return Edits([s[0] for s, _ in edits], [s[1] for s, _ in edits], [new.encode("ascii") for _, new in edits])


def even_rate(clip: Clip) -> float | None:
    """Frames per second; None for one frame. Raises `DataError` where the times are not even."""
    if len(clip) == 1:
        return None
    if clip.rate is None:
        raise DataError(
            "the clip's times are not even, and a BVH has one Frame Time for all", help="resample the clip first"
        )
    return float((len(clip) - 1) / (clip.times[-1] - clip.times[0]))


def _replaced(raw: bytes, first: int, last: int, edits: Edits) -> bytes:
    """The bytes `first` to `last` with what the edits put in."""
    pieces = [b""] * (2 * len(edits.new) + 1)
    pieces[::2] = [raw[a:b] for a, b in zip([first, *edits.ends], [*edits.starts, last], strict=True)]
    pieces[1::2] = edits.new
    return b"".join(pieces)
