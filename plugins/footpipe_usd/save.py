"""Layers become files: written whole beside their places, then moved in."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from pxr import Sdf, Tf

from footpipe import FileError, place, replacing_path
from footpipe_usd.paths import check_written
from footpipe_usd.tell import said

ROOM = "look whether its folder can be written to, and whether the disk has room"


def save(layers: Mapping[Path, Any]) -> None:
    """Write anonymous layers to files, in the formats of their endings; a layer that has one open sees the new one.

    Files are moved in when all are written, the last of them first. Raises `FileError` where one cannot be written, or
    ends otherwise: none of them has changed then.
    """
    for path in layers:
        check_written(path)
    with ExitStack() as whole:
        parts = {path: whole.enter_context(replacing_path(path)) for path in layers}
        for path, part in parts.items():
            _export(layers[path], part, path)
    for path in layers:
        _reload(path)


def _export(layer: Any, part: Path, path: Path) -> None:
    try:
        done, why = layer.Export(str(part)), ""
    except Tf.ErrorException as fault:
        done, why = False, f": {said(fault)}"
    if not done:
        raise FileError(f"USD could not write the layer{why}", where=place(path), help=ROOM)


def _reload(path: Path) -> None:
    for name in {str(path), os.path.realpath(path)}:
        if opened := Sdf.Layer.Find(name):
            opened.Reload(force=True)
