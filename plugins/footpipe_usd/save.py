"""Layers become files: written whole beside their place, then moved in."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pxr import Sdf

from footpipe import FileError, place, replacing

SUFFIXES = (".usda", ".usdc", ".usd")


def save(layer: Any, path: Path) -> None:
    """Write an anonymous layer to a file, in the format of its ending; a layer that has the file open sees the new one.

    Raises `FileError` where the file cannot be written, or ends otherwise.
    """
    if path.suffix.lower() not in SUFFIXES:
        advice = f"name a file that ends in {', '.join(SUFFIXES)}"
        raise FileError(f"no layer is written as '{path.suffix}'", where=place(path), help=advice)
    content = _exported(layer, path.suffix.lower())
    with replacing(path) as file:
        file.write(content)
    for name in {str(path), os.path.realpath(path)}:
        if opened := Sdf.Layer.Find(name):
            opened.Reload(force=True)


def _exported(layer: Any, suffix: str) -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"layer{suffix}"
        if not layer.Export(str(file)):
            raise FileError("USD could not write the layer", help=f"look whether {folder} has room")
        return file.read_bytes()
