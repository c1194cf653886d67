"""The rows of numbers: read in one pass over the text, with an error that finds what is wrong in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from footpipe import FileError, number_text, warn
from footpipe_bvh.layout import Header
from footpipe_bvh.motion import Motion
from footpipe_bvh.text import LARGEST, Text, quote

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOOKED_AT = 20  # rows that say how many decimals the file has


@dataclass(frozen=True, eq=False)
class Table:
    """The clip's numbers, and the text that they stand in.

    values    (F, width)
    decimals  most that a number of the first rows has
    """

    text: Text
    header: Header
    motion: Motion
    values: NDArray[np.float64]
    decimals: int

    @cached_property
    def row_starts(self) -> NDArray[np.int64]:
        """(F + 1,) the byte where each row's line begins, and where what follows the last row does."""
        rows, width = self.values.shape
        return number_text.row_starts(self.text.raw, self.motion.start, rows, width)


def read_table(text: Text, header: Header, motion: Motion, strict: bool) -> Table:
    """The numbers that follow the two lines of MOTION. Warns of rows beyond those declared.

    Raises `FileError` on a word that is no finite number, and on rows that are short, long or missing.
    """
    width = header.width
    found = number_text.read_rows(text.raw, motion.start, motion.frames, width, LARGEST, LOOKED_AT * width)
    _Checks(text, header, motion, found).run(strict)
    values = found.values.reshape(motion.frames, width)
    values.flags.writeable = False
    return Table(text, header, motion, values, found.decimals)


@dataclass(frozen=True)
class _Checks:
    text: Text
    header: Header
    motion: Motion
    found: number_text.RowsFound

    def run(self, strict: bool) -> None:
        if self.found.bad_at is not None:
            raise self.bad_number(self.found.bad_at)
        if self.found.odd_at is not None:
            odd = self.text.raw[self.found.odd_at : self.found.odd_at + 1]
            raise self.text.error(f"{quote(odd)} stands between the numbers", self.found.odd_at)
        self.lines()
        self.count(strict)

    @property
    def one_row_a_line(self) -> bool:
        """Whether lines are rows, as in nearly every file; else rows flow over lines."""
        return 2 * self.found.full_lines >= self.found.lines

    def bad_number(self, at: int) -> FileError:
        """The error about the first word that is not a finite number, with joint, channel and frame if known."""
        row, column = divmod(self.found.bad or 0, self.header.width)
        if self.one_row_a_line:
            row, column = self.found.bad_line or 0, self.found.bad_column or 0
        what = f"{self.header.channel(column)}, frame {row}" if column < self.header.width else f"frame {row}"
        return self.text.not_a_number(self.text.word(at), at, what)

    def lines(self) -> None:
        """Rows are lines, or there are as many lines as rows are promised: one of another length is wrong."""
        rows_are_lines = self.one_row_a_line or self.found.lines == self.motion.frames
        if rows_are_lines and self.found.uneven_at is not None and not self.fits_exactly:
            raise self.text.error(
                f"a row of {self.found.uneven_words} numbers, {self.header.width} are wanted",
                self.found.uneven_at,
                "the header's CHANNELS say how many",
            )

    @property
    def fits_exactly(self) -> bool:
        """Whether rows flow over lines, and there are just as many numbers as are promised."""
        return not self.one_row_a_line and self.found.words == self.motion.frames * self.header.width

    def count(self, strict: bool) -> None:
        declared, width = self.motion.frames, self.header.width
        if self.found.words == declared * width:
            return
        rows = self.found.lines if self.one_row_a_line else self.found.words / width
        counts = f"Frames: {declared} declared, {rows:.12g} found"
        if self.found.words < declared * width:
            raise self.text.error(counts, self.motion.frames_span[0], "the file may have been cut short")
        if not self.one_row_a_line and self.found.begun <= declared:
            raise self.text.error(counts, self.motion.frames_span[0], "its lines are no rows of so many numbers")
        warn(
            f"{counts}: what follows row {declared} is left out",
            where=self.text.place(self.found.beyond or 0),
            help="correct the Frames line if the clip goes on",
            strict=strict,
        )
