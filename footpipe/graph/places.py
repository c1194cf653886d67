"""Where each key and value of a TOML text stands: `tomllib` gives the values, this their places.

The text is taken to be right (`tomllib` has read it); so this only has to find where things begin and end.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

KeyPath = tuple[str | int, ...]
Span = tuple[int, int]


class Spot(NamedTuple):
    """Offsets (start, end) into the text: of a key's name, and of its value (of a table: its header)."""

    key: Span
    value: Span


BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
SPACES = re.compile(r"[ \t]*")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
STRINGS = (
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})',
    r"\'{3}.*?\'{3}(?:'{0,2})",
    r'"(?:[^"\\]|\\.)*"',
    r"'[^']*'",
)
STRING = re.compile("|".join(STRINGS), re.DOTALL)
BARE_VALUE = re.compile(r"[^,\]}#\r\n]*[^,\]}#\r\n \t]")


def find_places(text: str) -> dict[KeyPath, Spot]:
    """The spot of every table, key and value, by its path: ("nodes", "read", "path"); items of arrays by number."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.spots


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.spots: dict[KeyPath, Spot] = {}
        self.counts: dict[KeyPath, int] = {}  # tables so far of each array of tables

    def document(self) -> None:
        table: KeyPath = ()
        while self.skip(BLANK) < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)

    def skip(self, pattern: re.Pattern[str]) -> int:
        """Go past what `pattern` matches here; where that is."""
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return self.at

    def header(self) -> KeyPath:
        start = self.at
        brackets = 2 if self.text.startswith("[[", start) else 1
        self.at += brackets
        parts = self.dotted_key()
        self.at += brackets
        path: KeyPath = ()
        for name, span in parts:
            path = self.last_table((*path, name))
            self.spots.setdefault(path, Spot(span, (start, self.at)))
        if brackets == 2:
            path = self.next_table(path)
        self.spots[path] = Spot(parts[-1][1], (start, self.at))
        return path

    def last_table(self, path: KeyPath) -> KeyPath:
        """The path, within the last table so far where it is an array of tables."""
        return (*path, self.counts[path] - 1) if path in self.counts else path

    def next_table(self, path: KeyPath) -> KeyPath:
        array = path[:-1] if path and isinstance(path[-1], int) else path
        self.counts[array] = self.counts.get(array, 0) + 1
        return (*array, self.counts[array] - 1)

    def pair(self, table: KeyPath) -> None:
        parts = self.dotted_key()
        self.at += 1  # the equals sign
        self.skip(SPACES)
        start = self.at
        path: KeyPath = (*table, *(name for name, _ in parts))
        self.value(path)
        for depth, (_, span) in enumerate(parts, len(table) + 1):
            self.spots.setdefault(path[:depth], Spot(span, (start, self.at)))

    def dotted_key(self) -> list[tuple[str, Span]]:
        parts = []
        while True:
            start = self.skip(SPACES)
            self.skip(STRING if self.text[start] in "\"'" else BARE_KEY)
            parts.append((_name(self.text[start : self.at]), (start, self.at)))
            if self.text[self.skip(SPACES)] != ".":
                return parts
            self.at += 1

    def value(self, path: KeyPath) -> None:
        first = self.text[self.at]
        if first == "[":
            self.array(path)
        elif first == "{":
            self.inline_table(path)
        else:
            self.skip(STRING if first in "\"'" else BARE_VALUE)

    def array(self, path: KeyPath) -> None:
        for index, _ in enumerate(self.items("]")):
            start = self.at
            self.value((*path, index))
            self.spots[*path, index] = Spot((start, self.at), (start, self.at))

    def inline_table(self, path: KeyPath) -> None:
        for _ in self.items("}"):
            self.pair(path)

    def items(self, close: str) -> Iterator[None]:
        """Stop at each item between here and the closing bracket, and leave after that."""
        self.at += 1
        while self.text[self.skip(BLANK)] != close:
            if self.text[self.at] == ",":
                self.at += 1
            else:
                yield
        self.at += 1


def _name(raw: str) -> str:
    return str(tomllib.loads(f"name = {raw}")["name"]) if raw[0] in "\"'" else raw
