"""Opening a stage: with the payloads that are needed, and without our own earlier override."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pxr import Sdf, Tf, Usd

from footpipe import FileError, place
from footpipe_usd.paths import check_nameable
from footpipe_usd.source import AUTHOR, MARK, OVERRIDE, WRAPPER
from footpipe_usd.tell import said


@dataclass(frozen=True)
class Opened:
    """A stage to be read.

    whole   as it stands; contacts are read from it
    stage   without overrides of ours, which is the same where there are none
    muted   identifiers of these
    """

    whole: Any
    stage: Any
    muted: tuple[str, ...]


def open_file(path: Path, skeleton: str | None) -> Opened:
    """The stage in a file; only the payloads on the way to `skeleton`, and below it, where one is given.

    Raises `FileError` where USD cannot open it.
    """
    check_nameable(path)
    try:
        stage = Usd.Stage.Open(str(path), Usd.Stage.LoadNone if skeleton else Usd.Stage.LoadAll)
    except Tf.ErrorException as fault:
        raise _unopened(fault, path) from fault
    return without_ours(stage)


def load_payloads(stage: Any, path: Any) -> None:
    """Load the payloads on the way to a prim, and below it."""
    rules = stage.GetLoadRules()
    rules.AddRule(path, Usd.StageLoadRules.AllRule)
    stage.SetLoadRules(rules)


def without_ours(stage: Any) -> Opened:
    """The stage, and the same motion before footpipe: the caller's own stage stays as it is."""
    above = (layer for layer in stage.GetLayerStack() if layer not in (stage.GetRootLayer(), stage.GetSessionLayer()))
    ours = [layer.identifier for layer in above if is_override(layer)]
    if not ours:
        return Opened(stage, stage, ())
    before = _second(stage)
    before.MuteAndUnmuteLayers([*stage.GetMutedLayers(), *ours], [])
    return Opened(stage, before, tuple(ours))


def is_override(layer: Any) -> bool:
    """Whether footpipe wrote this layer to lie above a shot."""
    return mark_of(layer).get(AUTHOR) == OVERRIDE


def mark_of(layer: Any) -> dict[str, Any]:
    """What footpipe says in a layer that it wrote; empty in any other."""
    told = layer.customLayerData.get(MARK)
    return told if isinstance(told, dict) else {}


def shot_of(stage: Any) -> Any:
    """The root layer of the shot: the stage's own, or the one that a wrapper of footpipe lays overrides above."""
    return _parts(stage)[1]


def above_shot(stage: Any) -> tuple[str, ...]:
    """Identifiers of the layers that a wrapper of footpipe lays above the shot; none where the stage is no wrapper."""
    return tuple(layer.identifier for layer in _parts(stage)[0])


def _parts(stage: Any) -> tuple[list[Any], Any]:
    """Overrides of ours above the shot, and its root layer."""
    root = stage.GetRootLayer()
    if mark_of(root).get(AUTHOR) != WRAPPER:
        return [], root
    below = [Sdf.Layer.FindOrOpenRelativeToLayer(root, path) for path in root.subLayerPaths]
    ours = [layer for layer in below if layer and is_override(layer)]
    return ours, next((layer for layer in below if layer and layer not in ours), root)


def _second(stage: Any) -> Any:
    """Another stage of the same layers, since muting one would show."""
    layers = [stage.GetRootLayer(), *([session] if (session := stage.GetSessionLayer()) else [])]
    context, mask = stage.GetPathResolverContext(), stage.GetPopulationMask()
    second = Usd.Stage.OpenMasked(*layers, context, mask, Usd.Stage.LoadNone)
    second.SetLoadRules(stage.GetLoadRules())
    second.SetInterpolationType(stage.GetInterpolationType())
    return second


def _unopened(fault: Exception, path: Path) -> FileError:
    try:
        size = path.stat().st_size
    except OSError as why:
        missing = isinstance(why, FileNotFoundError)
        return FileError("there is no such file" if missing else f"cannot read: {why.strerror}", where=place(path))
    if path.is_dir():
        return FileError("this is a folder", where=place(path), help="name a stage in it")
    if size == 0:
        return FileError("the file is empty", where=place(path), help="export the stage again")
    advice = "see whether the file is whole, and of the format that it ends in"
    return FileError(f"USD cannot open it: {said(fault)}", where=place(path), help=advice)


def is_anonymous(layer: Any) -> bool:
    """Whether a layer has no place of its own."""
    return bool(Sdf.Layer.IsAnonymousLayerIdentifier(layer.identifier))
