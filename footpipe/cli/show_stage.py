"""What a stage is and takes, for people to read: the command line and the manual say it in these words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from footpipe.graph.values import kinds_of, one_of, shown, words_of
from footpipe.params import unit_of
from footpipe.registry import Registered
from footpipe.roles import Loader, Stage

KINDS = ((bool, "true or false"), (int, "whole number"), (float, "number"), (str, "text"), (Path, "path"))
BOUNDS = (("gt", ">"), ("ge", ">="), ("lt", "<"), ("le", "<="))
NODE_NAMES = {"load": "read", "detect": "contacts", "lock": "locked", "write": "out", "measure": "figures"}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a stage, in words.

    takes    what it may be: "number > 0", "'toe', 'ankle' or 'both'"
    default  as TOML, or "required"; empty where it may be left out
    """

    name: str
    takes: str
    default: str
    unit: str
    doc: str


def parameters(model: type[BaseModel]) -> list[Parameter]:
    """Every parameter of a model, in its order."""
    return [
        Parameter(name, _takes(model, name), _default(model, name), unit_of(model, name), field.description or "")
        for name, field in model.model_fields.items()
    ]


def toml(known: Registered) -> str:
    """A node of a graph with every parameter of the stage, ready to paste: at its default, or an example."""
    stage = known.stage
    lines = [f"[nodes.{_node_name(stage)}]  # {stage.summary}", f'uses = "{stage.full_name}"', *_toml_inputs(stage)]
    entries = [_toml_entry(stage, parameter) for parameter in parameters(stage.params)]
    width = max((len(entry) for entry, _ in entries), default=0)
    return "\n".join([*lines, *(f"{entry.ljust(width)}  # {doc}" for entry, doc in entries)])


def _node_name(stage: Stage) -> str:
    """What a node with the stage may be called; no two roles share a name."""
    own = f"{stage.role}_{stage.name}" if stage.name in NODE_NAMES.values() else stage.name
    return NODE_NAMES.get(stage.role, own)


def _toml_inputs(stage: Stage) -> list[str]:
    return ['inputs = ["", ""]'] if stage.inputs[0] > 1 else []


def example(stage: Stage, name: str) -> Any:
    """A value that shows what a required parameter may be: its first example, a file for a path, else an empty text."""
    field = stage.params.model_fields[name]
    if field.examples:
        return field.examples[0]
    suffixes = getattr(stage, "suffixes", ())
    return f"{'walk' if isinstance(stage, Loader) else 'out'}{suffixes[0]}" if name == "path" and suffixes else ""


def _toml_entry(stage: Stage, parameter: Parameter) -> tuple[str, str]:
    field = stage.params.model_fields[parameter.name]
    doc = f"{parameter.unit}: {parameter.doc}" if parameter.unit else parameter.doc
    if field.is_required():
        return f"{parameter.name} = {toml_text(example(stage, parameter.name))}", f"required: {doc}"
    if field.default is None:
        return f"# {parameter.name} = {toml_text(field.examples[0]) if field.examples else ''}", doc
    return f"{parameter.name} = {toml_text(field.default)}", doc


def toml_text(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_text(item) for item in value)}]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(str(value) if isinstance(value, Path) else value, ensure_ascii=False)


def _default(model: type[BaseModel], name: str) -> str:
    field = model.model_fields[name]
    return "required" if field.is_required() else "" if field.default is None else shown(field.default)


def _takes(model: type[BaseModel], name: str) -> str:
    field = model.model_fields[name]
    kinds = kinds_of(field.annotation)
    words = [shown(word) for word in words_of(field.annotation)]
    plain = [word for kind, word in KINDS if kind in kinds]
    plain += ["table"] if any(issubclass(kind, BaseModel) for kind in kinds) else []
    takes = one_of([*words, *plain])
    bounds = ", ".join(_bounds(field.metadata))
    return f"{_list_of(field.annotation)}{takes}{f' {bounds}' if bounds else ''}"


def _list_of(annotation: Any) -> str:
    lists = {get_origin(annotation), *(get_origin(part) for part in get_args(annotation))} & {list, tuple}
    return "list of " if lists else ""


def _bounds(metadata: list[Any]) -> Iterator[str]:
    for bound in metadata:
        for name, sign in BOUNDS:
            if hasattr(bound, name):
                yield f"{sign} {shown(getattr(bound, name))}"
