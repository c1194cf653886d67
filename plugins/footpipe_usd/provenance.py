"""Where a layer of ours comes from: said in its customLayerData, without a clock and without a folder's name."""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from typing import Any

from footpipe import graph_digest
from footpipe_usd.source import AUTHOR, MARK, UsdSource

SCHEMA = 1


def mark(author: str, source: UsdSource | None) -> dict[str, Any]:
    """customLayerData of a layer: its kind, the graph that made it and digests (sha256) of what it was made from."""
    told: dict[str, Any] = {"schema": SCHEMA, "version": version("footpipe"), AUTHOR: author}
    if graph := graph_digest():
        told["graph"] = graph
    if source is not None:
        told["sources"] = sources_digest(source)
    return {MARK: told}


def sources_digest(source: UsdSource) -> str:
    """One sha256 (hex) of all layers that a clip comes from, whatever they are called."""
    return hashlib.sha256("\n".join(sorted(source.digests.values())).encode()).hexdigest()
