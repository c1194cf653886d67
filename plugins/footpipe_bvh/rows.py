"""From text to numbers: fast where all is well, word by word to find what is not."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from footpipe import FileError, warn
from footpipe_bvh.table import Table
from footpipe_bvh.text import LARGEST, number, quote

PLAIN = b"0123456789+-.eE \t\n\r\v\f"  # all that numbers and blanks are made of


def read_rows(table: Table, strict: bool) -> NDArray[np.float64]:
    """(F, width) numbers. Warns of rows beyond those declared.

    Raises `FileError` on a word that is no finite number, and on rows that are short, long or missing.
    """
    if table.block.translate(None, PLAIN):
        raise _bad_number(table)
    _check_lines(table)
    _check_count(table, strict)
    values = _numbers(table)
    if values is None:
        raise _bad_number(table)
    values = values.reshape(table.motion.frames, table.width)
    values.flags.writeable = False
    return values


def _numbers(table: Table) -> NDArray[np.float64] | None:
    """The block's numbers; None where one of its words is not a number, or too large."""
    try:
        values = np.fromstring(table.block, sep=" ")
    except (ValueError, DeprecationWarning):
        return None
    return values if len(values) == table.wanted and abs(values).max() <= LARGEST else None


def _check_lines(table: Table) -> None:
    if not table.one_row_a_line:
        return
    odd = np.flatnonzero(table.line_counts[: table.motion.frames] != table.width)
    if odd.size:
        found, first = table.line_counts[odd[0]], table.line_starts[odd[0]]
        raise table.text.error(
            f"a row of {found} numbers, {table.width} are wanted",
            int(table.spans[0][first]),
            "the header's CHANNELS say how many",
        )


def _check_count(table: Table, strict: bool) -> None:
    if table.count == table.wanted:
        return
    declared = table.motion.frames
    found = len(table.line_counts) if table.one_row_a_line else table.count / table.width
    counts = f"Frames: {declared} declared, {found:g} found"
    if table.count < table.wanted:
        raise table.text.error(counts, table.motion.frames_span[0], "the file may have been cut short")
    warn(
        f"{counts}: what follows row {declared} is left out",
        where=table.text.place(int(table.spans[0][table.wanted])),
        help="correct the Frames line if the clip goes on",
        strict=strict,
    )


def _bad_number(table: Table) -> FileError:
    """The error about the first word that is not a finite number, or about a byte between the numbers."""
    words = (i for i in range(min(table.count, table.wanted)) if number(table.word(i)) is None)
    index = next(words, None)
    if index is not None:
        return table.text.not_a_number(table.word(index), int(table.spans[0][index]), _channel(table, index))
    odd = table.block.translate(None, PLAIN)[:1]
    at = table.motion.start + table.block.index(odd)
    return table.text.error(f"{quote(odd)} stands between the numbers", at)


def _channel(table: Table, index: int) -> str:
    """Joint, channel and frame of a number, as far as they can be told."""
    line = int(np.searchsorted(table.line_starts, index, side="right")) - 1
    row, column = divmod(index, table.width)
    if table.one_row_a_line:
        row, column = line, index - int(table.line_starts[line])
    return f"{table.header.channel(column)}, frame {row}" if column < table.width else f"frame {row}"
