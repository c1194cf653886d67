"""A TOML file as it was written, a graph or another: its text, where everything stands in it, what overrides it."""

from __future__ import annotations

import copy
import os
import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from footpipe.errors import GraphError, Mistake, Place
from footpipe.graph.places import KeyPath, Span, Spot, find_places
from footpipe.nearest import nearest

On = Literal["key", "value"]  # what of an entry is wrong
DEEPEST = 50  # tables and lists within one another; a graph needs six, other files fewer
SYNTAX = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL)


@dataclass(frozen=True)
class Source:
    """Where a graph, or what else a TOML file says, comes from.

    name       the file as the user named it; empty for what is no file
    folder     what paths in it are relative to
    text       the file's text
    overrides  values that were given elsewhere, by their path in it: who gave them ("--set read.path=a.bvh")
    """

    name: str = ""
    folder: Path = Path()
    text: str = ""
    overrides: dict[KeyPath, str] = field(default_factory=dict)

    @cached_property
    def spots(self) -> Mapping[KeyPath, Spot]:
        """Where each key and value stands, by its path."""
        return find_places(self.text)

    @cached_property
    def lines(self) -> list[int]:
        """Offset of each line's start."""
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def override(self, path: KeyPath) -> str | None:
        """Who gave the value at `path`, or the table around it, if not the file."""
        return next((who for end in range(len(path), 0, -1) if (who := self.overrides.get(path[:end]))), None)

    def folder_of(self, path: KeyPath) -> Path:
        """What a path given at `path` is relative to: the file's folder, the working directory for overrides."""
        return Path() if self.override(path) else self.folder

    def place(self, path: KeyPath) -> Place | None:
        """Where the key at `path` stands, or the nearest one around it."""
        return self.mistake("", path, on="key").where

    def origin(self, path: KeyPath) -> str:
        """Who gave the value at `path`, in a word: the file and line, or the override's kind."""
        who = self.override(path)
        if who:
            return who.split()[0]
        where = self.place(path)
        return f"{self.short_name}:{where.line}" if where else "given"

    @cached_property
    def short_name(self) -> str:
        """The file's name without its folder."""
        return Path(self.name).name

    def mistake(
        self, message: str, path: KeyPath, help: str | None = None, on: On = "value", within: str | Span = ""
    ) -> Mistake:
        """A mistake at the key or the value of `path`.

        `within`: the part of the value that is meant, itself or the span of a text's characters.
        """
        who = self.override(path)
        if who or not self.name:
            return Mistake(message, Place(who) if who else None, help=help)
        known = next((path[:end] for end in range(len(path), 0, -1) if path[:end] in self.spots), None)
        if known is None:
            return Mistake(message, Place(self.name, 1, 1), help=help)
        spot = self.spots[known]
        start, end = spot.value if on == "value" and known == path else spot.key
        return self.at(self._part(within, (start, end)), message, help)

    def _part(self, within: str | Span, value: Span) -> Span:
        """Where a part of a value stands; the whole value for characters that are not written as they are."""
        start, end = value
        if not isinstance(within, str):
            written = self.text[start:end]
            if written[0] not in "\"'" or "\\" in written or written[:3] in ('"""', "'''"):
                return value
            return start + 1 + within[0], start + 1 + within[1]
        found = self.text.find(within, start, end) if within else -1
        return (found, found + len(within)) if found >= 0 else value

    def at(self, span: Span, message: str, help: str | None = None) -> Mistake:
        """A mistake at a span of the text; what goes on in a further line is not underlined."""
        line = bisect_right(self.lines, span[0])
        start = self.lines[line - 1]
        source = self.text[start : self.lines[line] - 1] if line < len(self.lines) else self.text[start:]
        width = min(span[1], start + len(source)) - span[0]
        return Mistake(message, Place(self.name, line, span[0] - start + 1), source, width, help)


Document = dict[str, Any]


def read_toml(graph: str | os.PathLike[str] | Mapping[str, Any], what: str = "graph") -> tuple[Source, Document]:
    """A graph from its file, or from the same in Python; raises `GraphError` where it is no TOML.

    `what` it is called in mistakes: "graph", or what another file is.
    """
    if isinstance(graph, Mapping):
        check_depth(graph, None, what)
        return Source(), copy.deepcopy(dict(graph))
    path = Path(graph)
    source = Source(str(graph), path.parent, _text(path, what))
    try:
        document = tomllib.loads(source.text)
    except ValueError as fault:
        raise GraphError([_syntax(source, str(fault))]) from fault
    except RecursionError as fault:
        raise GraphError([_too_deep(Place(source.name), what)]) from fault
    check_depth(document, Place(source.name), what)
    return source, document


def check_depth(value: Any, where: Place | None, what: str = "graph") -> None:
    """Raise `GraphError` for tables and lists so deep that nobody means them."""
    level = [value]
    for _ in range(DEEPEST):
        parts = (item for part in level for item in (part.values() if isinstance(part, Mapping) else part))
        level = list({id(part): part for part in parts if isinstance(part, Mapping | list | tuple)}.values())
        if not level:
            return
    raise GraphError([_too_deep(where, what)])


def _too_deep(where: Place | None, what: str) -> Mistake:
    wrong = f"more than {DEEPEST} tables and lists within one another"
    return Mistake(wrong, where, help=f"a {what} needs but a few")


def _text(path: Path, what: str) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        wrong = f"the {what} is not UTF-8 text (byte {fault.start})"
        raise GraphError([Mistake(wrong, Place(str(path)), help=f"a {what} is a TOML file")]) from fault
    except (OSError, ValueError) as fault:  # of a name that cannot be
        wrong = f"cannot read the {what}: {getattr(fault, 'strerror', None) or fault}"
        raise GraphError([Mistake(wrong, Place(str(path)), help=_neighbour(path))]) from fault


def _neighbour(path: Path) -> str | None:
    if os.path.exists(path) or not os.path.isdir(path.parent):  # noqa: PTH110, PTH112 (never raise)
        return None
    near = nearest(path.name, (p.name for p in path.parent.glob("*.toml")))
    return f"did you mean '{path.with_name(near)}'?" if near else None


def _syntax(source: Source, fault: str) -> Mistake:
    found = SYNTAX.fullmatch(fault)
    what = re.sub(r"\('(.*?)',?\)", lambda name: name[1].replace("', '", "."), found["what"] if found else fault)
    if found and found["line"]:
        offset = source.lines[int(found["line"]) - 1] + int(found["column"]) - 1
    else:
        offset = max(0, len(source.text.rstrip()) - 1)
    return source.at((offset, offset + 1), f"not TOML: {what[:1].lower()}{what[1:]}")
