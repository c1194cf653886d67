"""Mistakes of a graph, gathered so that all of them are told at once."""

from __future__ import annotations

from footpipe.errors import GraphError, Mistake
from footpipe.graph.places import KeyPath, Span
from footpipe.graph.text import On, Source


class Mistakes:
    """What is wrong so far with the graph of one source."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Mistake] = []
        self.unknown: set[KeyPath] = set()  # values that a mistake left unknown: no second word about them

    def add(
        self, message: str, path: KeyPath, help: str | None = None, on: On = "value", within: str | Span = ""
    ) -> None:
        """Note a mistake at the key or value of `path`; see `Source.mistake`."""
        self.found.append(self.source.mistake(message, path, help, on, within))

    def stop(self) -> None:
        """Raise `GraphError` with everything found, in the file's order; nothing where there was nothing."""
        if self.found:
            raise GraphError(sorted(self.found, key=_order))


def _order(mistake: Mistake) -> tuple[bool, int, int]:
    where = mistake.where
    return (where is None or where.line is None, (where and where.line) or 0, (where and where.column) or 0)
