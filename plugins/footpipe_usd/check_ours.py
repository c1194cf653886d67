"""Checks of layers that footpipe wrote: the stage shows what they say, and the shot is the one that they are for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from pxr import Sdf, Usd

from footpipe_usd.check_animation import CHANNELS
from footpipe_usd.digests import digests_of
from footpipe_usd.editable import variants_of
from footpipe_usd.finding import Finding, found
from footpipe_usd.opening import is_override, shot_of, without_ours
from footpipe_usd.provenance import SKELETON, SOURCES, VARIANTS, named_digests, said_in

AGAIN = "run footpipe again on the shot"


def check_ours(stage: Any) -> Iterator[Finding]:
    """Findings of every override of ours in a stage; none where there is no such layer."""
    overrides = [layer for layer in stage.GetLayerStack(includeSessionLayers=False) if is_override(layer)]
    shot = _shot(stage) if overrides else None
    for layer in overrides:
        for spec in _animations(layer):
            yield from _check_override(spec, stage, shot)


def _shot(stage: Any) -> Any:
    """The stage below our layers."""
    root = shot_of(stage)
    return without_ours(stage if root == stage.GetRootLayer() else Usd.Stage.Open(root)).stage


def _animations(layer: Any) -> list[Any]:
    """Prim specs of a layer that hold attributes."""
    paths: list[Any] = []
    layer.Traverse(Sdf.Path.absoluteRootPath, paths.append)
    return [layer.GetPrimAtPath(path) for path in paths if path.IsPrimPath() and layer.GetPrimAtPath(path).attributes]


def _check_override(spec: Any, stage: Any, shot: Any) -> Iterator[Finding]:
    composed, source = (one.GetPrimAtPath(spec.path) for one in (stage, shot))
    if not (composed and source):
        yield found(spec.path, "the shot has no such prim any more, so the override changes nothing", AGAIN)
        return
    if spec.layer.timeCodesPerSecond != stage.GetTimeCodesPerSecond():
        told = f"the override counts {spec.layer.timeCodesPerSecond:g} time codes per second, the stage "
        yield found(composed, f"{told}{stage.GetTimeCodesPerSecond():g}", AGAIN)
    own = sorted({code for name in CHANNELS for code in source.GetAttribute(name).GetTimeSamples()})
    for attribute in spec.attributes:
        yield from _check_shown(attribute, composed.GetAttribute(attribute.name))
        if attribute.name in ("translations", "rotations") and spec.layer.ListTimeSamplesForPath(attribute.path) != own:
            yield found(attribute.path, "its samples are not at the times of the shot's animation", AGAIN)
    yield from _check_sources(spec, shot, source)
    then, now = said_in(spec.layer, VARIANTS, str), ", ".join(variants_of(source))
    if then != now:
        told = f"the override is of the variant {then or '(none)'}, the stage now shows {now or '(none)'}"
        yield found(composed, told, f"{AGAIN}, or mute the override", "warning")


def _check_shown(intended: Any, composed: Any) -> Iterator[Finding]:
    """The stage has the override's very values."""
    layer = intended.layer
    for code in layer.ListTimeSamplesForPath(intended.path):
        if not _same(layer.QueryTimeSample(intended.path, code), composed.Get(code)):
            advice = "a stronger layer has an opinion of its own: remove that, or lay the override above it"
            yield found(composed, f"the stage does not show the override's value at time code {code:g}", advice)
            return


def _same(one: Any, other: Any) -> bool:
    return other is not None and np.array_equal(np.asarray(one), np.asarray(other))


def _check_sources(spec: Any, shot: Any, animation: Any) -> Iterator[Finding]:
    path, then = said_in(spec.layer, SKELETON, str), said_in(spec.layer, SOURCES, dict)
    skeleton = shot.GetPrimAtPath(path if Sdf.Path.IsValidPathString(path) else Sdf.Path())
    now = named_digests(digests_of(shot, (skeleton, animation)))
    changed = sorted(name for name in {*now, *then} if now.get(name) != then.get(name))
    if changed:
        what = f"the shot changed since the override was made: {', '.join(changed)}"
        yield found(animation, what, f"{AGAIN}; the override hides the change", "warning")
