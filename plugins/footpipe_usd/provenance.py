"""Where a layer of ours comes from: said in its customLayerData, without a clock and without a folder's name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any, TypeVar

from pxr import Sdf

from footpipe import graph_digest
from footpipe_usd.contacts import states_digest
from footpipe_usd.opening import mark_of
from footpipe_usd.source import AUTHOR, MARK, UsdSource

T = TypeVar("T")
SCHEMA = 1
GRAPH, SKELETON, SOURCES, VARIANTS, CONTACTS = "graph", "skeleton", "sources", "variants", "contacts"


def mark(author: str, source: UsdSource | None = None) -> dict[str, Any]:
    """customLayerData of a layer: its kind, the graph that made it and digests (sha256) of what it was made from."""
    told: dict[str, Any] = {"schema": SCHEMA, "version": version("footpipe"), AUTHOR: author}
    if graph := graph_digest():
        told[GRAPH] = graph
    if source is not None:
        told |= {SKELETON: source.skeleton, SOURCES: named_digests(source.digests)}
        told |= {VARIANTS: ", ".join(source.variants)} if source.variants else {}
    return {MARK: told}


def note_contacts(layer: Any, animation: str) -> None:
    """Say in a layer's customLayerData how its contacts were written (sha256), so that one can tell an edit later."""
    data = dict(layer.customLayerData)
    data[MARK] = {**data[MARK], CONTACTS: {animation: states_digest(layer, animation)}}
    layer.customLayerData = data


def contacts_were_edited(layer: Any, animation: str) -> bool:
    """Whether somebody changed the contacts of an animation in a layer since footpipe wrote it."""
    written = said_in(layer, CONTACTS, dict).get(animation)
    return written is not None and written != states_digest(layer, animation)


def said_in(layer: Any, key: str, kind: type[T]) -> T:
    """What footpipe says under a key in a layer that it wrote; an empty value where that is not of its kind."""
    found = mark_of(layer).get(key)
    return found if isinstance(found, kind) else kind()


def named_digests(digests: Mapping[str, str]) -> dict[str, str]:
    """Digests by the last part of each layer's identifier, told apart by "#2" where two are called the same.

    An anonymous layer's is its tag: before that comes where it is in memory.
    """
    names: dict[str, str] = {}
    for name, digest in sorted((_name(identifier), digest) for identifier, digest in digests.items()):
        free, count = name, 1
        while free in names:
            count += 1
            free = f"{name}#{count}"
        names[free] = digest
    return names


def _name(identifier: str) -> str:
    if Sdf.Layer.IsAnonymousLayerIdentifier(identifier):
        return ":".join(identifier.split(":")[2:]) or "unsaved"
    return identifier.rpartition("/")[2]
