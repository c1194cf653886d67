"""The bytes of one file, and where in them something stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from footpipe import FileError, Place, place

BOM = b"\xef\xbb\xbf"
WIDE = (b"\xff\xfe", b"\xfe\xff")  # how UTF-16 begins
NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
LINE_END = re.compile(rb"\r\n|\r|\n")
LARGEST = 1e15  # beyond it, squares and products of a pose's numbers lose their meaning
INK = re.compile(rb"\S")
WORD = re.compile(rb"[^\x00-\x20]{1,2000}")
LONGEST = 2000  # bytes of a number in the header
QUOTED = 40  # characters of a token that an error shows
COUNTED = 1_000_000  # bytes of a line beyond which columns count bytes


@dataclass(frozen=True)
class Text:
    """A file's bytes. `error` makes a `FileError` that points at one of them."""

    path: Path
    raw: bytes

    @property
    def start(self) -> int:
        """Where the text begins: after the byte order mark."""
        return len(BOM) if self.raw.startswith(BOM) else 0

    @property
    def line_end(self) -> bytes:
        """How the file ends its lines."""
        found = LINE_END.search(self.raw)
        return found.group() if found else b"\n"

    def place(self, at: int) -> Place:
        """Line and column of the byte `at`."""
        raw, start = self.raw, self.start
        returns = raw.count(b"\r", start, at) - raw.count(b"\r\n", start, at)
        line_start = max(start, raw.rfind(b"\n", start, at) + 1, raw.rfind(b"\r", start, at) + 1)
        return place(self.path, raw.count(b"\n", start, at) + returns + 1, _characters(raw, line_start, at) + 1)

    def word(self, at: int) -> bytes:
        """The beginning of the word at the byte `at`, long enough to be shown or to be a number."""
        found = WORD.match(self.raw, at)
        return found.group() if found else b""

    def error(self, message: str, at: int | None = None, help: str | None = None) -> FileError:
        """The error to raise about the byte `at`, or about the whole file."""
        return FileError(message, where=place(self.path) if at is None else self.place(at), help=help)

    def not_a_number(self, raw: bytes, at: int, what: str) -> FileError:
        """The error to raise about the token `raw` at the byte `at`, which should be a number; `what` it is."""
        hint = "decimals are written with a point, and numbers apart" if b"," in raw else None
        fault = "is too large" if NUMBER.fullmatch(raw) else "is not a finite number"
        return self.error(f"{what}: {quote(raw)} {fault}", at, hint)


def read_text(path: Path) -> Text:
    """The file at `path`. Raises `FileError` where it cannot be read, is empty, or is no text of bytes."""
    try:
        text = Text(path, path.read_bytes())
    except OSError as fault:
        raise FileError(f"cannot read: {fault.strerror or fault}", where=place(path)) from fault
    if text.raw.startswith(WIDE):
        raise text.error("the text is UTF-16", help="save it as UTF-8")
    if INK.search(text.raw) is None:
        raise text.error("the file is empty")
    return text


def decode(raw: bytes) -> str:
    """UTF-8, or latin-1 where it is not."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _characters(raw: bytes, first: int, last: int) -> int:
    return last - first if last - first > COUNTED else len(decode(raw[first:last]))


def quote(raw: bytes) -> str:
    """A token as an error shows it, in quotes."""
    return f"'{shown(raw)}'"


def shown(raw: bytes) -> str:
    """A token as an error shows it: on one line, not too long."""
    text = "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in decode(raw[: 4 * QUOTED])
    )
    return f"{text[:QUOTED]}{'...' if len(text) > QUOTED else ''}"


def number(raw: bytes) -> float | None:
    """The number that a token is, or None: nan, infinity, what holds an underscore or comma, what is too large."""
    value = float(raw) if len(raw) <= LONGEST and NUMBER.fullmatch(raw) else LARGEST * 2
    return value if abs(value) <= LARGEST else None
