"""In a host program: an open stage in, a layer out, no files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import footpipe
from footpipe import StageError
from footpipe_usd.hand_over import handing_over

if TYPE_CHECKING:
    from footpipe_usd.checking import Checked

FIX = {  # what `footpipe fix` does; the paths stand for the stage and the layer
    "before": {"uses": "load.usd", "path": "stage.usda"},
    "contacts": {"uses": "detect.adaptive"},
    "after": {"uses": "lock.offline"},
    "out": {"uses": "write.usd", "path": "layer.usda"},
}


def process(
    stage: Any,
    graph: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    *,
    set: Mapping[str, Any] | None = None,
) -> Any:
    """The layer (an anonymous `Sdf.Layer`) that a graph makes for an open `Usd.Stage`; nothing is saved.

    `graph` is the graph that would be run on files, a TOML file or its tables: each of its `load.usd` nodes takes the
    stage instead of its path, each `write.usd` node gives its layer instead of files; left out, it is what
    `footpipe fix` does. `set` holds values that win over the graph's, as {"before.skeleton": "/World/Hero"}.

    The stage is not changed, and asset paths pass through as they are. Lay the layer above the shot: in its session
    layer to look at it, in its root layer to publish it. Any pxr does that the host brings, from 24.3 on.

    Raises `StageError` for a graph without `write.usd` and for what is no stage, else as `footpipe.run` does.
    """
    if not (stage and hasattr(stage, "GetRootLayer")):
        raise StageError(f"an open Usd.Stage is wanted, not {stage!r}", help="open one: Usd.Stage.Open(path)")
    with handing_over(stage) as both:
        footpipe.run({"footpipe": 1, "nodes": FIX} if graph is None else graph, set=set)
    if not both.layers:
        raise StageError("the graph has no write.usd node, so no layer came of it", help="end it with write.usd")
    return _one(both.layers)


def characters(stage: Any) -> list[str]:
    """Paths of the Skeleton prims of an open `Usd.Stage` that an animation moves, as `skeleton` of `load.usd` takes."""
    from footpipe_usd.choice import moves, skeletons

    return [str(prim.GetPath()) for prim in skeletons(stage) if moves(prim)]


def check(stage: Any) -> Checked:
    """What `footpipe usd check` finds in an open `Usd.Stage`: `findings` with prim, attribute, what, help and kind."""
    from footpipe_usd.checking import check_stage

    return check_stage(stage)


def _one(layers: list[Any]) -> Any:
    """One layer of several: those of several characters do not meet."""
    from pxr import UsdUtils

    first, *others = layers
    for layer in others:
        UsdUtils.StitchLayers(first, layer)
    return first
