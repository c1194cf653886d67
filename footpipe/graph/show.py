"""A graph for people and programs to look at: every node, every value, and where it came from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from footpipe.graph import Graph, Node
from footpipe.graph.values import shown
from footpipe.params import unit_of
from footpipe.report import Table


def tables(graph: Graph) -> list[Table]:
    """One table a node: its values with their units, each with who gave it."""
    return [_table(node) for node in graph.nodes]


def as_json(graph: Graph) -> dict[str, Any]:
    """The same for programs."""
    return {"nodes": [_json(node) for node in graph.nodes]}


def _table(node: Node) -> Table:
    off = "" if node.enabled else ", switched off"
    title = f"{node.name}: {node.uses.stage.full_name} ({node.uses.provider.name}{off})"
    rows = [(name, text, node.origins[name]) for name, text in _wiring(node).items()]
    rows += [(name, _with_unit(node, name, value), node.origins[name]) for name, value in node.params]
    return Table(title, ("value", "", "from"), rows)


def _wiring(node: Node) -> dict[str, str]:
    """What goes in, beside the parameters."""
    inputs = ", ".join(name if name == source else f"{name} (off: {source})" for name, source in node.inputs.items())
    rig = node.rig.name if node.rig else "found in the clip"
    return ({"inputs": inputs} if inputs else {}) | ({"rig": rig} if node.uses.stage.needs_rig else {})


def _with_unit(node: Node, name: str, value: Any) -> str:
    unit = unit_of(type(node.params), name)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return f"{shown(value)} {unit}" if unit and number else shown(value)


def _json(node: Node) -> dict[str, Any]:
    return {
        "node": node.name,
        "uses": node.uses.stage.full_name,
        "provider": node.uses.provider.name,
        "enabled": node.enabled,
        "inputs": list(node.inputs),
        "rig": node.rig.name if node.rig else None,
        "params": {name: _plain(value) for name, value in node.params},
        "from": dict(node.origins),
    }


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Path) else value
