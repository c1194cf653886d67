"""Stages made by code, out of a clip: what tests read and write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, UsdSkel, Vt

from footpipe import Clip
from footpipe.testing import walking_clip

WALK = walking_clip(frames=24, rate=24.0)
SKEL, ANIM = "Skel", "Anim"  # names of the prims below a character's root


def new_stage(
    path: Path | None = None, *, rate: float | None = 24.0, unit: float | None = 1.0, up: str | None = "Y"
) -> Any:
    """A stage in a file or in memory; what is None is not authored."""
    stage = Usd.Stage.CreateNew(str(path)) if path else Usd.Stage.CreateInMemory()
    if rate is not None:
        stage.SetTimeCodesPerSecond(rate)
    if unit is not None:
        UsdGeom.SetStageMetersPerUnit(stage, unit)
    if up is not None:
        UsdGeom.SetStageUpAxis(stage, up)
    return stage


def character(
    stage: Any,
    root: str = "/Hero",
    clip: Clip = WALK,
    *,
    codes: Sequence[float] | None = None,
    root_type: str = "SkelRoot",
    rest: bool = True,
    scales: Any = 1.0,
    joints: Sequence[str] | None = None,
    api: bool = True,
) -> Any:
    """A skeleton with its animation below `root`, bound on the Skeleton; the root prim.

    codes   time code of each frame, 0, 1, 2... when left out
    scales  one for all; (F, A, 3); None: not authored
    joints  those that the animation moves, in its own order
    """
    prim = stage.DefinePrim(root, root_type)
    skeleton = UsdSkel.Skeleton.Define(stage, f"{root}/{SKEL}")
    skeleton.CreateJointsAttr(list(clip.skeleton.joints))
    local = rest_matrices(clip)
    if rest:
        skeleton.CreateRestTransformsAttr(matrices(local))
    skeleton.CreateBindTransformsAttr(matrices(concatenated(local, clip.skeleton.parents)))
    animate(stage, f"{root}/{ANIM}", clip, codes=codes, scales=scales, joints=joints)
    bind(skeleton.GetPrim(), f"{root}/{ANIM}", api=api)
    return prim


def animate(
    stage: Any,
    path: str,
    clip: Clip = WALK,
    *,
    codes: Sequence[float] | None = None,
    scales: Any = 1.0,
    joints: Sequence[str] | None = None,
) -> Any:
    """A SkelAnimation with a clip's motion."""
    animation = UsdSkel.Animation.Define(stage, path)
    moved = list(clip.skeleton.joints if joints is None else joints)
    places = [clip.skeleton.joints.index(joint) for joint in moved]
    animation.CreateJointsAttr(moved)
    codes = range(len(clip)) if codes is None else codes
    moves, turns = animation.CreateTranslationsAttr(), animation.CreateRotationsAttr()
    for frame, code in enumerate(codes):
        moves.Set(Vt.Vec3fArray.FromNumpy(clip.translations[frame, places].astype("f")), float(code))
        turns.Set(Vt.QuatfArray.FromNumpy(clip.rotations[frame, places].astype("f")), float(code))
    if scales is not None:
        _scale(animation.CreateScalesAttr(), scales, codes, len(moved))
    return animation.GetPrim()


def bind(prim: Any, *animations: str, api: bool = True) -> Any:
    """Bind animations to a skeleton or to a prim above it; the relationship."""
    if api:
        UsdSkel.BindingAPI.Apply(prim)
    rel = prim.CreateRelationship("skel:animationSource", custom=False)
    rel.SetTargets([Sdf.Path(path) for path in animations])
    return rel


def labelled(animation: Any, contacts: Mapping[str, Sequence[int]]) -> None:
    """Contacts of points, each in some of the time codes, authored by a person: states alone, where one changes."""
    animation.CreateAttribute("footpipe:contact:joints", Sdf.ValueTypeNames.TokenArray).Set(list(contacts))
    states = animation.CreateAttribute("footpipe:contact:states", Sdf.ValueTypeNames.BoolArray)
    before = None
    for code in range(1 + max(max(codes) for codes in contacts.values())):
        now = [code in codes for codes in contacts.values()]
        if now != before:
            states.Set(Vt.BoolArray(now), float(code))
        before = now


def rest_matrices(clip: Clip) -> np.ndarray:
    """(J, 4, 4) of the rest pose in the parents' space, for row vectors."""
    out = np.tile(np.eye(4), (len(clip.skeleton), 1, 1))
    for matrix, (x, y, z, w) in zip(out, clip.skeleton.rest_rotations, strict=True):
        matrix[:3, :3] = Gf.Matrix3d(Gf.Quatd(w, x, y, z))
    out[:, 3, :3] = clip.skeleton.rest_translations
    return out


def concatenated(local: np.ndarray, parents: Sequence[int]) -> np.ndarray:
    """(J, 4, 4) in skeleton space."""
    out = local.copy()
    for joint, parent in enumerate(parents):
        if parent >= 0:
            out[joint] = local[joint] @ out[parent]
    return out


def matrices(values: np.ndarray) -> Any:
    """As USD wants them."""
    return Vt.Matrix4dArray([Gf.Matrix4d(row.tolist()) for row in values])


def world_by_usd(stage: Any, skeleton: str, codes: Sequence[float]) -> np.ndarray:
    """(F, J, 3) where UsdSkel has the joints, in stage units: its query times XformCache on the proxy prim."""
    prim = stage.GetPrimAtPath(skeleton)
    query = UsdSkel.Cache().GetSkelQuery(UsdSkel.Skeleton(prim))
    found = []
    for code in codes:
        joints = np.array(query.ComputeJointSkelTransforms(code))
        found.append((joints @ np.array(UsdGeom.XformCache(code).GetLocalToWorldTransform(prim)))[:, 3, :3])
    return np.array(found)


def in_stage_units(clip: Clip) -> np.ndarray:
    """(F, J, 3) the clip's joints in its stage's world: metres, y up, turned back."""
    facts = clip.source.facts
    x, y, z = np.moveaxis(clip.world.positions / facts.metres_per_unit, -1, 0)
    return np.stack([x, -z, y] if facts.up_axis == "Z" else [x, y, z], axis=-1)


def agrees_with_usd(clip: Clip, stage: Any, tolerance: float = 1e-4) -> None:
    """The clip's joints are where UsdSkel has them, at every frame."""
    wanted = world_by_usd(stage, clip.source.skeleton, clip.source.codes.tolist())
    np.testing.assert_allclose(in_stage_units(clip), wanted, atol=tolerance, rtol=0)


def _scale(attribute: Any, scales: Any, codes: Sequence[float], joints: int) -> None:
    if np.ndim(scales) == 0:
        attribute.Set(Vt.Vec3hArray([Gf.Vec3h(scales)] * joints))
        return
    for row, code in zip(np.asarray(scales), codes, strict=True):
        attribute.Set(Vt.Vec3hArray([Gf.Vec3h(*map(float, scale)) for scale in row]), float(code))
