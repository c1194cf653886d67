"""Puts changed numbers into a file's bytes; every other byte stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from footpipe import Clip, DataError, number_text
from footpipe_bvh.encode import Encoded
from footpipe_bvh.motion import Span
from footpipe_bvh.numbers import decimals_for
from footpipe_bvh.source import BvhSource
from footpipe_bvh.table import Table
from footpipe_bvh.timing import frame_time_of, same_rate

if TYPE_CHECKING:
    from numpy.typing import NDArray

AT_ONCE = 1 << 17  # numbers

Bytes = bytes | memoryview


class Edit(NamedTuple):
    """What comes instead of some bytes of the header."""

    span: Span
    new: str


def patched(clip: Clip, source: BvhSource, encoded: Encoded) -> Iterator[Bytes]:
    """The file's bytes with the clip's numbers, piece by piece.

    Rows of times that the file has are its own lines, whichever of them the clip has; others are new lines.
    What follows the last row stays where the clip has all rows.
    """
    table, edits = source.table, _head_edits(clip, source)
    raw = memoryview(table.text.raw)
    all_rows = np.array_equal(encoded.rows, np.arange(table.motion.frames))
    if all_rows and not edits and encoded.kept.all():
        yield raw
        return
    yield from _head(raw, int(table.row_starts[0]), edits)
    for first, last in row_runs(encoded.rows):
        if encoded.rows[first] < 0:
            yield from _new_rows(table, encoded, first, last)
        else:
            yield from _file_rows(table, encoded, first, last)
    if all_rows:
        yield raw[table.row_starts[-1] :]


def row_runs(rows: NDArray[np.intp]) -> list[tuple[int, int]]:
    """Runs of rows that follow one another in the file, or that are not in it, as (first, after the last)."""
    before, after = rows[:-1], rows[1:]
    goes_on = np.where(before < 0, after < 0, after == before + 1)
    edges = [0, *(np.flatnonzero(~goes_on) + 1).tolist(), len(rows)]
    return list(pairwise(edges))


def _new_rows(table: Table, encoded: Encoded, first: int, last: int) -> Iterator[Bytes]:
    decimals = decimals_for(table.decimals)
    for rows in _slices(first, last, table.header.width):
        yield number_text.write_rows(encoded.values[rows], decimals, table.text.line_end)


def _file_rows(table: Table, encoded: Encoded, first: int, last: int) -> Iterator[Bytes]:
    raw, starts, ahead = memoryview(table.text.raw), table.row_starts, int(encoded.rows[first]) - first
    decimals = decimals_for(table.decimals)
    for rows in _slices(first, last, table.header.width):
        text, kept = raw[starts[rows.start + ahead] : starts[rows.stop + ahead]], encoded.kept[rows]
        yield text if kept.all() else number_text.patch_rows(text, encoded.values[rows], kept, decimals)
    end = int(starts[last + ahead])
    if last < len(encoded.rows) and not table.text.raw[end - 1 : end].isspace():
        yield table.text.line_end


def _slices(first: int, last: int, width: int) -> Iterator[slice]:
    """Rows from `first` to `last`, some at a time, so that their text takes little memory."""
    step = max(1, AT_ONCE // width)
    return (slice(row, min(row + step, last)) for row in range(first, last, step))


def _head_edits(clip: Clip, source: BvhSource) -> list[Edit]:
    """New Frames and Frame Time, where the file's own do not hold any more."""
    motion, rate = source.table.motion, even_rate(clip)
    edits = []
    if len(clip) != motion.frames:
        edits.append(Edit(motion.frames_span, str(len(clip))))
    if rate is not None and not same_rate(rate, source.rate):
        edits.append(Edit(motion.frame_time_span, frame_time_of(rate)))
    return sorted(edits)


def _head(raw: memoryview, end: int, edits: list[Edit]) -> Iterator[Bytes]:
    """The bytes up to `end` with what the edits put in."""
    at = 0
    for (first, last), new in edits:
        yield raw[at:first]
        yield new.encode("ascii")
        at = last
    yield raw[at:end]


def even_rate(clip: Clip) -> float | None:
    """Frames per second; None for one frame. Raises `DataError` where the times are not even."""
    if len(clip) == 1:
        return None
    if clip.rate is None:
        raise DataError(
            "the clip's times are not even, and a BVH has one Frame Time for all", help="resample the clip first"
        )
    return float((len(clip) - 1) / (clip.times[-1] - clip.times[0]))
