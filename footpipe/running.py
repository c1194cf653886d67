"""Which graph is being run, for writers that say in a file how it was made."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from footpipe.graph import Graph
from footpipe.graph.digest import digest

_graph: ContextVar[Graph | None] = ContextVar("graph", default=None)


@contextmanager
def running(graph: Graph) -> Iterator[None]:
    """While the block runs, so does the graph."""
    token = _graph.set(graph)
    try:
        yield
    finally:
        _graph.reset(token)


def graph_digest() -> str | None:
    """sha256 (hex) of the graph that is being run, all its values included; None where a stage is called by itself.

    The same on any machine and in any folder: of paths the last part alone counts.
    """
    graph = _graph.get()
    return None if graph is None else digest(graph)
