"""The stage that lays an override above its shot: two sublayers, and the shot's own metadata."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pxr import Sdf

from footpipe import FileError, StageError, place
from footpipe_usd.contacts import states_digest
from footpipe_usd.free import check_free, layer_at
from footpipe_usd.opening import is_override
from footpipe_usd.override import stage_metadata
from footpipe_usd.paths import check_written
from footpipe_usd.provenance import contacts_were_edited, mark
from footpipe_usd.save import save
from footpipe_usd.source import WRAPPER, UsdSource
from footpipe_usd.specs import new_layer

COMMENT = "A shot with the feet of a character locked by footpipe: open this instead of the shot."
OVERRIDE_SUFFIX = ".override.usdc"


def save_above(override: Any, source: UsdSource, path: Path) -> list[Path]:
    """Write an override beside `path`, and at `path` the stage that lays it above the shot; the paths written.

    Raises `FileError` where one of them would take the place of a layer of the shot, of the override of another
    character, or of contacts that somebody edited; `StageError` for a shot that is no file.
    """
    if source.path is None:
        advice = "save the stage first, or take the layer from footpipe_usd.process"
        raise StageError("the stage has no file that a layer could lie above", help=advice)
    beside = override_path(path)
    for target in (path, beside):
        check_written(target)
        check_free(target, source)
    if (there := layer_at(path)) and is_override(there):
        advice = "write to another name: its layer goes beside that"
        raise FileError("this is an override of footpipe, and would become a stage", where=place(path), help=advice)
    _check_others(beside, source)
    _check_edits(beside, override, source.animation)
    save({path: wrapper_layer(source, path, beside), beside: override})
    return [path, beside]


def override_path(path: Path) -> Path:
    """Where the override goes whose wrapper is at `path`."""
    return path.with_name(path.stem + OVERRIDE_SUFFIX)


def wrapper_layer(source: UsdSource, path: Path, beside: Path) -> Any:
    """An anonymous layer to be saved at `path`, with the override beside it above the shot.

    Overrides of other characters that a wrapper laid above the shot stay in between.
    """
    assert source.path is not None
    others = [name for name in source.above if not _moves(name, source.animation)]
    layer = new_layer(".usda")
    stage_metadata(layer, source.facts, COMMENT)
    for name, value in source.facts.further.items():
        layer.pseudoRoot.SetInfo(name, value)
    layer.customLayerData = mark(WRAPPER)
    layer.subLayerPaths = [f"./{beside.name}", *(asset_path(name, path) for name in (*others, source.path))]
    return layer


def asset_path(identifier: str, path: Path) -> str:
    """The shot as a layer at `path` names it: from there where it is a file, else its identifier as it is."""
    if not Path(identifier).is_file():
        return identifier
    shot, folder = Path(os.path.abspath(identifier)), Path(os.path.abspath(path)).parent  # noqa: PTH100 (keeps links)
    if shot.parent == folder:
        return f"./{shot.name}"
    between = Path(os.path.relpath(shot.resolve(), folder.resolve())).as_posix()
    return between if between.startswith("../") else f"./{between}"


def _check_others(target: Path, source: UsdSource) -> None:
    there = layer_at(target)
    if there and is_override(there) and not _moves(str(target), source.animation):
        raise FileError(
            "this is the override of another character, which would be lost",
            where=place(target),
            help="write elsewhere; to have both, read the stage that lays it above the shot, and write elsewhere",
        )


def _check_edits(target: Path, override: Any, animation: str) -> None:
    """Contacts that a person made stay, unless they are what is written."""
    there = layer_at(target)
    if not (there and contacts_were_edited(there, animation)):
        return
    if states_digest(there, animation) != states_digest(override, animation):
        raise FileError(
            "its contacts were edited since footpipe wrote it, and the edit would be lost",
            where=place(target),
            help="to go by them, read the stage that lays it above the shot with detect.labels, and write elsewhere; "
            "to be rid of them, remove the file",
        )


def _moves(override: str, animation: str) -> bool:
    """Whether an override says anything of an animation."""
    layer = Sdf.Layer.FindOrOpen(override)  # held: its specs live no longer than it does
    prim = layer.GetPrimAtPath(animation)
    return bool(prim and prim.attributes)
