"""`author = "override"`: one small layer that lies above the shot and touches nothing of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from pxr import Sdf

from footpipe import Clip, StageError, log, place, warn
from footpipe_usd.animated import motion
from footpipe_usd.blur import tell_drift
from footpipe_usd.contacts import author_contacts
from footpipe_usd.provenance import mark, note_contacts
from footpipe_usd.restore import at_source_times
from footpipe_usd.source import OVERRIDE, StageFacts, UsdSource
from footpipe_usd.specs import new_layer, quatf, sampled, vec3f, vec3h

COMMENT = "Feet locked by footpipe. It lies above the shot and replaces attributes of its animation; mute it to undo."


def override_layer(clip: Clip, *, shared: bool = False) -> Any:
    """An anonymous `Sdf.Layer` with overs down to the animation that a clip of `load.usd` came from.

    `shared` allows an animation that moves other characters too. Raises `StageError` where USD would not see the
    override, or where that would move others; `DataError` where the clip holds what an override cannot say.
    """
    source = clip.source
    _check(clip, source, shared)
    tell_drift(clip)
    poses = at_source_times(clip, source)
    new = motion(poses, source)
    layer = new_layer()
    with Sdf.ChangeBlock():
        stage_metadata(layer, source.facts, COMMENT)
        layer.customLayerData = mark(OVERRIDE, source)
        prim = Sdf.CreatePrimInLayer(layer, source.animation)
        if new.translations is not None:
            sampled(prim, "translations", "float3[]", source.codes, new.translations, vec3f)
        if new.rotations is not None:
            sampled(prim, "rotations", "quatf[]", source.codes, new.rotations, quatf)
        if source.scales is None:
            _scales_of_one(prim, source)
        if poses.contacts is not None:
            author_contacts(prim, poses.contacts, source.codes)
            note_contacts(layer, source.animation)
    return layer


def stage_metadata(layer: Any, facts: StageFacts, comment: str) -> None:
    """Say what the shot's root layer says, so that times, units and axes mean the same in `layer`."""
    layer.timeCodesPerSecond = layer.framesPerSecond = facts.rate
    if facts.start is not None:
        layer.startTimeCode = facts.start
    if facts.end is not None:
        layer.endTimeCode = facts.end
    layer.pseudoRoot.SetInfo("upAxis", facts.up_axis)
    layer.pseudoRoot.SetInfo("metersPerUnit", facts.metres_per_unit)
    if facts.default_prim:
        layer.defaultPrim = facts.default_prim
    layer.comment = comment


def _scales_of_one(prim: Any, source: UsdSource) -> None:
    """Without scales UsdSkel drops the whole animation, the override's too."""
    sampled(prim, "scales", "half3[]", source.codes[:1], [np.ones((len(source.joints), 3))], vec3h)


def _check(clip: Clip, source: UsdSource, shared: bool) -> None:
    where = place(source.path or "the open stage")
    if source.blocked:
        raise StageError(source.blocked, where=where, help='write with author = "flat", or change the shot')
    if source.shared_with and not shared:
        others = ", ".join(source.shared_with)
        raise StageError(
            f"the animation {source.animation} moves {others} too, and an override would change them all",
            where=where,
            help="say shared = true where they shall all change; else give this character an animation of its own",
        )
    if clip.skeleton.joints != source.clip.skeleton.joints:
        raise StageError(
            "the clip's skeleton is not its stage's any more, and an override cannot say that",
            where=where,
            help='write with author = "flat"',
        )
    if source.variants:
        chosen = ", ".join(source.variants)
        log.info("the override is of the variant %s: it hides other variants of the animation too", chosen)
    if np.array_equal(clip.times, source.clip.times):
        _tell_unsaid(clip, source.clip)


def _tell_unsaid(clip: Clip, read: Clip) -> None:
    """Warn of what an override never says."""
    if not clip.placement.same_as(read.placement):
        warn("the clip's placement was changed, which an override does not say: the figure stands where it stood")
    if clip.scales is not read.scales and not np.array_equal(clip.scales, read.scales):  # type: ignore[arg-type]
        warn("the clip's scales were changed, which an override does not say: joints keep those of the shot")
