"""Layers become files: written whole beside their place, then moved in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pxr import Sdf

from footpipe import FileError, place, replacing_path

SUFFIXES = (".usda", ".usdc", ".usd")


def save(layer: Any, path: Path) -> None:
    """Write an anonymous layer to a file, in the format of its ending; a layer that has the file open sees the new one.

    Raises `FileError` where the file cannot be written, or ends otherwise.
    """
    if path.suffix.lower() not in SUFFIXES:
        advice = f"name a file that ends in {', '.join(SUFFIXES)}"
        raise FileError(f"no layer is written as '{path.suffix}'", where=place(path), help=advice)
    with replacing_path(path) as part:
        if not layer.Export(str(part)):
            raise FileError("USD could not write the layer", where=place(path), help="look whether the disk has room")
    for name in {str(path), os.path.realpath(path)}:
        if opened := Sdf.Layer.Find(name):
            opened.Reload(force=True)
