"""Whether a file may be written to: no layer of anybody else is replaced."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pxr import Sdf, Tf

from footpipe import FileError, place
from footpipe_usd.opening import mark_of
from footpipe_usd.source import UsdSource


def check_free(target: Path, source: UsdSource) -> None:
    """Raises `FileError` where a file would take the place of a layer of the shot, or of any that is not ours."""
    layers = [name for name in (source.path, *source.digests) if name and Path(name).is_file()]
    if os.path.realpath(target) in {os.path.realpath(name) for name in layers}:
        what = "this is a layer of the shot: it would be overwritten"
        raise FileError(what, where=place(target), help="write elsewhere")
    if (there := layer_at(target)) and not mark_of(there):
        what = "footpipe did not write the layer that is here, and it may be one of the shot's"
        raise FileError(what, where=place(target), help="write elsewhere, or remove it first")


def layer_at(path: Path) -> Any:
    """The layer in a file; None where there is no file, or none that USD can open."""
    try:
        return Sdf.Layer.FindOrOpen(str(path)) if path.is_file() else None
    except Tf.ErrorException:
        return None
