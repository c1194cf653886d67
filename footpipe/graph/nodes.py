"""The nodes of a graph, each for itself: its stage, parameters, rig, and the names of its inputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from footpipe.graph.mistakes import Mistakes
from footpipe.graph.places import KeyPath
from footpipe.graph.rigs import RigEntry
from footpipe.graph.values import Subject, check_values
from footpipe.nearest import hint, nearest
from footpipe.params import Params
from footpipe.registry import NODE_KEYS, Registered, Registry
from footpipe.roles import Loader, Stage


@dataclass
class Draft:
    """A node as far as it has been made out; None for what was a mistake.

    inputs   names of its input nodes
    sources  those names -> the node whose clip it is, where nodes between are switched off
    """

    name: str
    table: Mapping[str, Any]
    uses: Registered | None = None
    params: Params | None = None
    rig: str | None = None
    enabled: bool = True
    inputs: tuple[str, ...] | None = None
    sources: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> KeyPath:
        """Its place in the graph."""
        return ("nodes", self.name)

    @property
    def stage(self) -> Stage | None:
        """What it runs."""
        return self.uses.stage if self.uses else None

    @property
    def tail(self) -> str:
        """Its name for the end of a sentence."""
        return f" (node '{self.name}')"


def read_nodes(
    tables: Any, rigs: Mapping[str, RigEntry], registry: Registry, strict: bool, notes: Mistakes
) -> dict[str, Draft]:
    """The nodes by name, in the order of the file; what is wrong with each is noted."""
    if not isinstance(tables, dict) or not tables:
        notes.add("the graph has no nodes", ("nodes",), 'write [nodes.read] and uses = "load.bvh" under it', on="key")
        return {}
    drafts: dict[str, Draft] = {}
    for name, table in tables.items():
        if isinstance(table, dict):
            drafts[name] = _read_node(Draft(name, table), rigs, registry, strict, notes)
        else:
            notes.add(f"'{name}' must be a table, as in [nodes.{name}]", ("nodes", name), on="key")
    return drafts


def _read_node(draft: Draft, rigs: Mapping[str, RigEntry], registry: Registry, strict: bool, notes: Mistakes) -> Draft:
    draft.uses = _stage(draft, registry, notes)
    draft.enabled = _enabled(draft, notes)
    if draft.stage:
        draft.params = _params(draft, draft.stage, strict, notes)
        draft.rig = _rig(draft, draft.stage, rigs, notes)
    return draft


def _stage(draft: Draft, registry: Registry, notes: Mistakes) -> Registered | None:
    path = (*draft.path, "uses")
    uses = draft.table.get("uses")
    if isinstance(uses, str) and uses in registry.stages:
        return registry.stages[uses]
    if uses is None:
        if path not in notes.unknown:
            notes.add(f"node '{draft.name}' does not say its stage", draft.path, 'write uses = "load.bvh"', on="key")
    elif not isinstance(uses, str):
        notes.add(f"'uses' must be the name of a stage{draft.tail}", path, 'such as uses = "load.bvh"')
    else:
        notes.add(f"there is no stage '{uses}'{draft.tail}", path, _similar(uses, registry))
    return None


def _similar(uses: str, registry: Registry) -> str:
    """The stage of the same name in another role, else the nearest one."""
    same = [name for name in registry.stages if name.split(".")[1] == uses.rpartition(".")[2]]
    near = nearest(uses, same) or nearest(uses, registry.stages)
    if near or len(same) == 1:
        return f"did you mean '{near or same[0]}'?"
    return hint(uses, same or registry.stages, "the stages are")


def _enabled(draft: Draft, notes: Mistakes) -> bool:
    enabled = draft.table.get("enabled", True)
    if not isinstance(enabled, bool):
        notes.add(f"'enabled' must be true or false{draft.tail}", (*draft.path, "enabled"))
    return enabled is not False


def _params(draft: Draft, stage: Stage, strict: bool, notes: Mistakes) -> Params | None:
    values = {key: value for key, value in draft.table.items() if key not in NODE_KEYS}
    if strict and isinstance(stage, Loader) and "strict" in stage.params.model_fields:
        values["strict"] = True
        notes.source.overrides[*draft.path, "strict"] = "--strict"
    subject = Subject(stage.full_name, draft.path, tail=draft.tail, also=NODE_KEYS)
    return check_values(stage.params, values, subject, notes)


def _rig(draft: Draft, stage: Stage, rigs: Mapping[str, RigEntry], notes: Mistakes) -> str | None:
    path, name = (*draft.path, "rig"), draft.table.get("rig")
    if name is None:
        return next(iter(rigs)) if stage.needs_rig and len(rigs) == 1 else None
    if not stage.needs_rig:
        notes.add(f"{stage.full_name} takes no rig{draft.tail}", path, on="key")
    elif not isinstance(name, str):
        notes.add(f"'rig' must be the name of a rig{draft.tail}", path, 'such as rig = "hero" with a table [rigs.hero]')
    elif name not in rigs:
        notes.add(f"the graph has no rig '{name}'{draft.tail}", path, hint(name, rigs, "its rigs are"))
    return name if isinstance(name, str) else None
