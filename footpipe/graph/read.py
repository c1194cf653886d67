"""A graph of stages, resolved: every node with its stage, parameters, inputs and rig, and where each value came from.

`read_graph` finds every mistake before any motion is opened, and tells all of them in one `GraphError`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import compress
from typing import Any

from footpipe.errors import GraphError, Mistake, PluginError, warn
from footpipe.graph.check import check_flow
from footpipe.graph.mistakes import Mistakes
from footpipe.graph.nodes import Draft, read_nodes
from footpipe.graph.overrides import Override, lay_over
from footpipe.graph.rigs import RigEntry, read_rigs
from footpipe.graph.text import Source, read_toml
from footpipe.graph.values import shown
from footpipe.graph.vars import substitute
from footpipe.nearest import hint
from footpipe.params import Params
from footpipe.registry import Registered, Registry, installed

SCHEMA = 1
TABLES = ("footpipe", "plugins", "vars", "rigs", "nodes")


@dataclass(frozen=True)
class Node:
    """A stage in its place.

    params   the stage's parameters, all of them
    inputs   names of the inputs as the graph gives them -> the node whose clip it is, where nodes between are off
    rig      the graph's rig for it; None: found in the clip
    enabled  False: its input is passed through
    origins  who gave each value ("walk.toml:7", "--set", "default"), of its parameters, inputs and rig
    """

    name: str
    uses: Registered
    params: Params
    inputs: Mapping[str, str]
    rig: RigEntry | None
    enabled: bool
    origins: Mapping[str, str]


@dataclass(frozen=True)
class Graph:
    """Nodes in the order in which they run; `name` is the file's, empty where there is none."""

    name: str
    nodes: tuple[Node, ...]
    registry: Registry


def read_graph(
    graph: str | os.PathLike[str] | Mapping[str, Any],
    registry: Registry | None = None,
    overrides: Iterable[Override] = (),
    *,
    strict: bool = False,
    local_plugins: bool = True,
) -> Graph:
    """A graph from a TOML file, or from the same in Python, resolved and checked.

    `registry`: the plugins, those installed when left out. `overrides` win over the graph; `strict` sets that
    parameter of every loader; without `local_plugins` a graph that names plugin files is refused. No motion is opened.

    Raises `GraphError` with every mistake, `PluginError` for a plugin that cannot be used.
    """
    source, document = read_toml(graph)
    notes = Mistakes(source)
    _check_schema(document, notes)
    lay_over(document, overrides, notes)
    document = substitute(document, notes)
    registry = _with_plugins(registry or installed(), document, local_plugins, notes)
    rigs = read_rigs(document.get("rigs", {}), notes)
    drafts = read_nodes(document.get("nodes"), rigs, registry, strict, notes)
    check_flow(drafts, _own_files(source, registry), notes)
    notes.stop()
    _tell_unused_rigs(rigs, drafts.values(), source)
    return Graph(source.name, tuple(_node(draft, rigs, source) for draft in drafts.values()), registry)


def _own_files(source: Source, registry: Registry) -> dict[str, str]:
    """Files that the graph is made of, and what each is."""
    plugins = {provider.name: "a plugin of this graph" for provider in registry.providers if provider.local}
    return plugins | ({source.name: "this graph"} if source.name else {})


def _tell_unused_rigs(rigs: Mapping[str, RigEntry], drafts: Iterable[Draft], source: Source) -> None:
    used = {draft.rig for draft in drafts}
    for name in rigs:
        if name not in used:
            where = source.place(("rigs", name))
            warn(f"no node uses rig '{name}'", where=where, help=f'write rig = "{name}" in the nodes that shall')


def _check_schema(document: Mapping[str, Any], notes: Mistakes) -> None:
    """A graph of another schema is not looked at any further."""
    version = document.get("footpipe")
    if version is not None and (version != SCHEMA or isinstance(version, bool)):
        newer = isinstance(version, int) and version > SCHEMA
        advice = "a newer footpipe may know it" if newer else f"write footpipe = {SCHEMA}"
        notes.add(f"this footpipe reads graphs of schema {SCHEMA}, not {shown(version)}", ("footpipe",), advice)
        notes.stop()
    if version is None:
        notes.add("the graph does not say its schema", (), f"write footpipe = {SCHEMA} at its top")
    for key in document:
        if key not in TABLES:
            notes.add(f"a graph has no '{key}'", (key,), hint(key, TABLES, "it has"), on="key")
    if not isinstance(document.get("vars", {}), dict):
        notes.add("'vars' must be a table", ("vars",))


def _with_plugins(registry: Registry, document: Mapping[str, Any], allowed: bool, notes: Mistakes) -> Registry:
    names = document.get("plugins", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        notes.add("'plugins' must be a list of files", ("plugins",), 'as in plugins = ["my_detector.py"]')
        return registry
    if names and not allowed:
        notes.add("the graph names plugin files, which --no-local-plugins refuses", ("plugins",))
        notes.stop()
    files = [notes.source.folder / name for name in names]
    there = [os.path.isfile(file) for file in files]  # noqa: PTH113 (never raises)
    for index, file in enumerate(files):
        if not there[index]:
            notes.add(f"there is no plugin file '{names[index]}'", ("plugins", index), f"looked for {file}")
    try:
        return registry.with_files(list(compress(files, there))) if files else registry
    except PluginError as fault:
        named = notes.source.place(("plugins",))
        notes.found.append(Mistake(fault.message, fault.where, help=fault.help or f"the graph names it in {named}"))
        raise GraphError(notes.found) from fault


def _node(draft: Draft, rigs: Mapping[str, RigEntry], source: Source) -> Node:
    assert draft.uses  # what had none was a mistake
    assert draft.params is not None
    rig = rigs.get(draft.rig or "")
    return Node(draft.name, draft.uses, draft.params, draft.sources, rig, draft.enabled, _origins(draft, rig, source))


def _origins(draft: Draft, rig: RigEntry | None, source: Source) -> dict[str, str]:
    """Who gave each value of a node."""
    assert draft.params is not None
    origins = dict.fromkeys((*type(draft.params).model_fields, "inputs", "rig", "enabled"), "default")
    if rig:
        origins["rig"] = source.origin(("rigs", rig.name))
    given = [*draft.params.model_fields_set, *(key for key in ("inputs", "rig", "enabled") if key in draft.table)]
    return origins | {name: source.origin((*draft.path, name)) for name in given}
