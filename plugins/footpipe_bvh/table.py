"""The rows of numbers: where each stands in the text, and their values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from footpipe_bvh.layout import Header
from footpipe_bvh.motion import Motion
from footpipe_bvh.text import Text

BLANK = 32  # bytes up to this one are between words
LINE_ENDS = (10, 13)
DECIMALS = re.compile(rb"[+-]?\d*\.(\d+)")
LOOKED_AT = 20  # rows that say how many decimals the file has


@dataclass(frozen=True)
class Table:
    """All words after the two lines of MOTION; the first `frames * width` are the clip's numbers."""

    text: Text
    header: Header
    motion: Motion

    @property
    def width(self) -> int:
        """Numbers in a row."""
        return self.header.width

    @property
    def wanted(self) -> int:
        """Numbers that the header promises."""
        return self.motion.frames * self.width

    @cached_property
    def spans(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Of each word the first byte and the byte after the last."""
        ink = self._bytes > BLANK
        edges = np.flatnonzero(np.diff(ink, prepend=False, append=False)) + self.motion.start
        return edges[::2], edges[1::2]

    @cached_property
    def count(self) -> int:
        """Words that are there."""
        return len(self.spans[0])

    @cached_property
    def line_starts(self) -> NDArray[np.intp]:
        """The first word of each line that has any."""
        if not self.count:
            return np.empty(0, np.intp)
        ends = np.flatnonzero(np.isin(self._bytes, LINE_ENDS)) + self.motion.start
        firsts = np.searchsorted(self.spans[0], ends)
        return np.unique(np.append(firsts[firsts < self.count], 0))

    @cached_property
    def line_counts(self) -> NDArray[np.intp]:
        """Words in each line that has any."""
        return np.diff(self.line_starts, append=self.count)

    @property
    def one_row_a_line(self) -> bool:
        """Whether lines are rows, as in nearly every file; else rows flow over lines."""
        return 2 * int((self.line_counts == self.width).sum()) >= len(self.line_counts)

    @property
    def block(self) -> bytes:
        """The text of the numbers that are used."""
        used = min(self.count, self.wanted)
        return self.text.raw[self.motion.start : self.spans[1][used - 1] if used else self.motion.start]

    def word(self, index: int) -> bytes:
        """One word's text."""
        starts, ends = self.spans
        return self.text.raw[starts[index] : ends[index]]

    @cached_property
    def decimals(self) -> int:
        """Most decimals that a number of the first rows has."""
        words = (DECIMALS.fullmatch(self.word(i)) for i in range(min(self.wanted, LOOKED_AT * self.width)))
        return max((len(word.group(1)) for word in words if word), default=0)

    @property
    def _bytes(self) -> NDArray[np.uint8]:
        return np.frombuffer(self.text.raw, np.uint8)[self.motion.start :]
