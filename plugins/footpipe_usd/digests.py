"""Digests of the layers that a motion comes from, so that one can tell later whether it still is the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pxr import Ar

from footpipe_usd.binding import upwards


def digests_of(stage: Any, prims: Iterable[Any]) -> dict[str, str]:
    """sha256 (hex) by identifier of every layer with a word on the prims or on what is above them."""
    return {layer.identifier: digest(layer) for layer in sorted(_layers(stage, prims), key=lambda one: one.identifier)}


def digest(layer: Any) -> str:
    """sha256 of a layer's file, or of its text where it is in memory alone or was changed there."""
    package, _ = Ar.SplitPackageRelativePathOuter(layer.realPath)
    path = Path(package or layer.realPath)
    if layer.dirty or not path.is_file():
        return hashlib.sha256(layer.ExportToString().encode()).hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _layers(stage: Any, prims: Iterable[Any]) -> set[Any]:
    above = {prim for one in prims for prim in upwards(one)}
    specs = {spec.layer for prim in above for spec in prim.GetPrimStack()}
    clips = set(stage.GetUsedLayers(True)) - set(stage.GetUsedLayers(False))
    return {stage.GetRootLayer(), *specs, *clips}
