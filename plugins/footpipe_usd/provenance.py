"""Where a layer of ours comes from: said in its customLayerData, without a clock and without a folder's name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from footpipe import graph_digest
from footpipe_usd.source import AUTHOR, MARK, UsdSource

SCHEMA = 1
GRAPH, SKELETON, SOURCES, VARIANTS = "graph", "skeleton", "sources", "variants"


def mark(author: str, source: UsdSource | None = None) -> dict[str, Any]:
    """customLayerData of a layer: its kind, the graph that made it and digests (sha256) of what it was made from."""
    told: dict[str, Any] = {"schema": SCHEMA, "version": version("footpipe"), AUTHOR: author}
    if graph := graph_digest():
        told[GRAPH] = graph
    if source is not None:
        told |= {SKELETON: source.skeleton, SOURCES: named_digests(source.digests)}
        told |= {VARIANTS: ", ".join(source.variants)} if source.variants else {}
    return {MARK: told}


def named_digests(digests: Mapping[str, str]) -> dict[str, str]:
    """Digests by the last part of each layer's identifier, told apart by "#2" where two are called the same."""
    names: dict[str, str] = {}
    for name, digest in sorted((identifier.rpartition("/")[2], digest) for identifier, digest in digests.items()):
        free, count = name, 1
        while free in names:
            count += 1
            free = f"{name}#{count}"
        names[free] = digest
    return names
