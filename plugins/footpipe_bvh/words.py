"""Words of a header, one after the other."""

from __future__ import annotations

import re
from typing import NamedTuple

from footpipe_bvh.text import Text, number, shown

WORD = re.compile(rb"[{}]|[^\s{}]+")
LINE = re.compile(rb"[^\r\n]*")
SITE = re.compile(rb"[ \t_]*site", re.IGNORECASE)


class Word(NamedTuple):
    """A token and the byte where it starts."""

    raw: bytes
    at: int

    @property
    def key(self) -> str:
        """As a keyword: in lower case."""
        return self.raw.lower().decode("latin-1")


class Words:
    """A cursor in a text. Raises `FileError` where the text ends too soon."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.at = text.start

    def next(self) -> Word:
        """The next word; the cursor goes behind it."""
        found = WORD.search(self.text.raw, self.at)
        if found is None:
            raise self.text.error("the file ends before MOTION", len(self.text.raw), "it may have been cut short")
        self.at = found.end()
        return Word(found.group(), found.start())

    def name(self, keyword: Word) -> Word:
        """A joint's name: the rest of the line, less the brace that opens the joint, which is passed."""
        raw, start = self._line(), self.at
        self.at += len(raw)
        if self._brace_follows():
            self.next()
        elif b"{" in raw:
            raw = raw[: raw.index(b"{")]
            self.at = start + len(raw) + 1
        else:
            raise self.text.error(f"'{{' is missing after {shown(keyword.raw + raw.rstrip())}", keyword.at)
        return Word(raw.strip(), start + len(raw) - len(raw.lstrip()))

    def site(self, keyword: Word) -> None:
        """Pass what follows the word End, up to the brace."""
        found = SITE.match(self.text.raw, self.at)
        self.at = found.end() if found else self.at
        self.name(keyword)

    def number(self, what: str) -> float:
        """The next word as a number; `what` it is, for the error."""
        word = self.next()
        value = number(word.raw)
        if value is None:
            raise self.text.not_a_number(word.raw, word.at, what)
        return value

    def _line(self) -> bytes:
        found = LINE.match(self.text.raw, self.at)
        return found.group() if found else b""

    def _brace_follows(self) -> bool:
        found = WORD.search(self.text.raw, self.at)
        return found is not None and found.group() == b"{"
