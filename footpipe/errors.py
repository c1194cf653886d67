"""What goes wrong, said so that a person can mend it: what, where, and what to do.

`FootpipeError` is the one base. Its text is one plain line that begins with the place, so that
editors and terminals can jump there, then an optional second line of help.
"""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import ClassVar

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")  # what would break a line, or turn it around


def plain(text: str) -> str:
    """A text in which control characters are escaped, so that it is one line."""
    return CONTROL.sub(lambda found: repr(found[0])[1:-1], text)


def printable(text: str) -> str:
    """A text that UTF-8 can hold: bytes of a file's name that are no UTF-8 are escaped."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


@dataclass(frozen=True)
class Place:
    """Where in a file: line and column count from 1; None where they say nothing."""

    file: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)


def place(file: str | PathLike[str], line: int | None = None, column: int | None = None) -> Place:
    """A `Place` from any kind of path."""
    return Place(str(file), line, column)


class FootpipeError(Exception):
    """Base of every error that footpipe raises on purpose.

    `message` says what, `where` the place (a file, or a prim, or a joint and frame), `help` what to do.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, where: Place | None = None, help: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.help = help

    def __str__(self) -> str:
        return describe("error", self.message, self.where, self.help)


class DataError(FootpipeError):
    """A skeleton, clip, contacts or array that cannot be: wrong shape, not finite, out of range."""


class FileError(FootpipeError):
    """A file that cannot be read, understood or written."""


class RigError(FootpipeError):
    """Legs that were not found, or named joints that a skeleton does not have."""


class StageError(FootpipeError):
    """A stage that failed, or that gave back what its role does not allow."""


class PluginError(FootpipeError):
    """A plugin that cannot be registered."""

    exit_code = 2


@dataclass(frozen=True)
class Mistake:
    """One mistake in a graph, or in another TOML file.

    message  what is wrong
    where    its place, where it stands in a file
    source   that line of the file, and `width` how many of its characters are meant, from the place's column on
    help     what to do
    """

    message: str
    where: Place | None = None
    source: str = ""
    width: int = 1
    help: str | None = None

    def __str__(self) -> str:
        lines = [describe("error", self.message, self.where, None)]
        if self.source and self.where:
            before = self.source[: (self.where.column or 1) - 1]
            blank = "".join("\t" if character == "\t" else " " for character in before)
            source = CONTROL.sub(lambda found: "\t" if found[0] == "\t" else "\ufffd", self.source)
            lines += [f"{self.where.line:>5} | {source}", f"      | {blank}{'^' * max(1, self.width)}"]
        if self.help:
            lines.append(f"  help: {plain(self.help)}")
        return "\n".join(lines)


class GraphError(FootpipeError):
    """A graph, parameters of a stage, or another TOML file, that cannot be; `mistakes` holds every one of them."""

    exit_code = 2

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        first = mistakes[0]
        super().__init__(first.message, where=first.where, help=first.help)
        self.mistakes = tuple(mistakes)

    def __str__(self) -> str:
        return "\n".join(str(mistake) for mistake in self.mistakes)


class FootpipeWarning(UserWarning):
    """Something odd in a file that was repaired or guessed; `strict` makes it an error."""


def describe(kind: str, message: str, where: Place | None, help: str | None) -> str:
    """`FILE:LINE:COL: kind: message`, and a line of help where there is one."""
    line = plain(" ".join(message.splitlines()))
    head = f"{plain(str(where))}: {kind}: {line}" if where else f"{kind}: {line}"
    return f"{head}\n  help: {plain(help)}" if help else head


def warn(message: str, *, where: Place | None = None, help: str | None = None, strict: bool = False) -> None:
    """Issue a `FootpipeWarning`, or raise it as a `FileError` where the user asked for `strict`."""
    if strict:
        raise FileError(message, where=where, help=help)
    warnings.warn(describe("warning", message, where, help), FootpipeWarning, stacklevel=2)


log = logging.getLogger("footpipe")  # what was found or guessed, at level INFO; the command line shows it
