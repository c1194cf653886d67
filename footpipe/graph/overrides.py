"""Values that win over a graph's own: `--set node.param=value`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from footpipe.errors import GraphError, Mistake, Place, printable
from footpipe.graph.mistakes import Mistakes
from footpipe.graph.text import check_depth
from footpipe.graph.values import toml_value
from footpipe.nearest import hint


class Override(NamedTuple):
    """A value for `key` ("locked.blend"); `said` is how the user gave it, for what is told about it."""

    key: str
    value: Any
    said: str


def from_text(text: str) -> Override:
    """An override as the command line takes it: "locked.blend=0.2", the value being TOML, else a text."""
    key, equals, value = text.partition("=")
    said = f"--set {text}"
    if not equals or "." not in key.strip("."):
        raise GraphError([Mistake("this sets nothing", Place(said), help="write node.parameter=value")])
    return Override(printable(key.strip()), toml_value(value.strip()), said)


def lay_over(document: dict[str, Any], overrides: Iterable[Override], notes: Mistakes) -> None:
    """Put each value in its place, as if the file had it; one for a node that is not there is a mistake."""
    nodes = document.get("nodes")
    for override in overrides:
        node, *keys = override.key.split(".")
        table = nodes.get(node) if isinstance(nodes, dict) else None
        check_depth(_nested(keys, override.value), Place(override.said))
        if isinstance(table, dict):
            _put(table, keys, override.value)
            notes.source.overrides["nodes", node, *keys] = override.said
        else:
            near = hint(node, nodes if isinstance(nodes, dict) else (), "the nodes are")
            notes.found.append(Mistake(f"the graph has no node '{node}'", Place(override.said), help=near))


def _nested(keys: list[str], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _put(table: dict[str, Any], keys: list[str], value: Any) -> None:
    *tables, last = keys
    for key in tables:
        inner = table.get(key)
        table[key] = inner = dict(inner) if isinstance(inner, dict) else {}
        table = inner
    table[last] = value
