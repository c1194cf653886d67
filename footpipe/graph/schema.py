"""The JSON Schema of a graph, with the stages of all plugins, so that editors complete and check it."""

from __future__ import annotations

from typing import Any

from footpipe.graph import SCHEMA
from footpipe.graph.rigs import LimbTable, RigTable
from footpipe.registry import Registered, Registry
from footpipe.roles import Stage

REFERENCE = {"type": "string", "pattern": r"\$\{(vars|env)\.[^}]+\}"}  # may stand for any value
DRAFT = "http://json-schema.org/draft-07/schema#"  # what editors' TOML extensions know


def graph_schema(registry: Registry) -> dict[str, Any]:
    """The schema of a graph with the stages of a registry."""
    shared: dict[str, Any] = {}
    nodes = [_node(known, shared) for known in registry.stages.values()]
    return {
        "$schema": DRAFT,
        "title": "A graph of footpipe",
        "type": "object",
        "required": ["footpipe", "nodes"],
        "additionalProperties": False,
        "properties": {
            "footpipe": {"const": SCHEMA, "description": "version of the graph's schema"},
            "plugins": _list_of_texts("files of Python with stages, relative to the graph"),
            "vars": {"type": "object", "description": "values for ${vars.NAME}"},
            "rigs": {"type": "object", "additionalProperties": _rig(shared)},
            "nodes": {"type": "object", "minProperties": 1, "additionalProperties": {"oneOf": nodes}},
        },
        "$defs": shared,
    }


def _node(known: Registered, shared: dict[str, Any]) -> dict[str, Any]:
    stage = known.stage
    parameters = _model(stage.params, stage.full_name, shared)
    own: dict[str, Any] = {
        "uses": {"const": stage.full_name, "description": stage.summary},
        "enabled": {"type": "boolean", "default": True, "description": "false: the input is passed through"},
    }
    if stage.inputs[1] != 0:
        own["inputs"] = _inputs(stage)
    if stage.needs_rig:
        own["rig"] = {"type": "string", "description": "a rig of this graph; found in the clip when left out"}
    return {
        "title": stage.full_name,
        "description": stage.doc,
        "type": "object",
        "properties": {**own, **parameters["properties"]},
        "required": ["uses", *(["inputs"] if stage.inputs[0] > 1 else []), *parameters.get("required", [])],
        "additionalProperties": False,
    }


def _inputs(stage: Stage) -> dict[str, Any]:
    fewest, most = stage.inputs
    otherwise = "" if fewest > 1 else "; the node just above when left out"
    count = {"minItems": fewest} | ({} if most is None else {"maxItems": most})
    return _list_of_texts(f"nodes above whose clips go in{otherwise}") | count | {"uniqueItems": True}


def _rig(shared: dict[str, Any]) -> dict[str, Any]:
    rig = _model(RigTable, "rig", shared)
    rig["properties"]["limbs"] = {"type": "object", "additionalProperties": _model(LimbTable, "limb", shared)}
    return rig


def _model(model: Any, name: str, shared: dict[str, Any]) -> dict[str, Any]:
    """A model's schema; its definitions go to `shared`, and any value may be a reference to a variable."""
    schema: dict[str, Any] = model.model_json_schema(ref_template=f"#/$defs/{name}.{{model}}")
    shared |= {f"{name}.{key}": part for key, part in schema.pop("$defs", {}).items()}
    schema["properties"] = {key: _or_reference(part) for key, part in schema.get("properties", {}).items()}
    return schema


def _or_reference(part: dict[str, Any]) -> dict[str, Any]:
    told = {key: part[key] for key in ("description", "default", "examples", "unit") if key in part}
    value = {key: item for key, item in part.items() if key not in (*told, "title")}
    return told | {"anyOf": [value, REFERENCE]}


def _list_of_texts(doc: str) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}, "description": doc}
