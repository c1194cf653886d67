"""A graph's digest: what tells one way of making a clip from another, on any machine and in any folder."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from footpipe.graph.read import Graph, Node
from footpipe.graph.rigs import RigEntry


def digest(graph: Graph) -> str:
    """sha256 (hex) of the nodes with all their values; of paths the last part alone counts."""
    told = json.dumps([_node(node) for node in graph.nodes], sort_keys=True, default=_told)
    return hashlib.sha256(told.encode()).hexdigest()


def _node(node: Node) -> dict[str, Any]:
    return {
        "node": node.name,
        "uses": node.uses.stage.full_name,
        "enabled": node.enabled,
        "inputs": dict(node.inputs),
        "rig": node.rig and _rig(node.rig),
        "params": dict(node.params),
    }


def _rig(rig: RigEntry) -> dict[str, Any]:
    return {"limbs": {name: dict(limb) for name, limb in rig.limbs.items()}, "pelvis": rig.pelvis, "floor": rig.floor}


def _told(value: Any) -> Any:
    """What JSON has no word for: a path, or an object such as an open stage, whose class alone counts."""
    return value.name if isinstance(value, Path) else type(value).__name__
