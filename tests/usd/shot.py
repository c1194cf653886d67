"""A shot as studios have them, made by code: a character by reference, shifted and at another rate, under a moving Xform.

shot.usda           24 time codes per second, Z up, centimetres
  /World/Mover      Xform that travels and turns
    Hero            reference to hero.usda with offset +100, y up turned to z up
  /World/Beside     an instance of the same character
hero.usda           30 time codes per second: SkelRoot, Skeleton, SkelAnimation with blend shapes, fingers that
                    are scaled
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, UsdSkel, Vt

from footpipe import Clip, Contacts, Skeleton
from footpipe.testing import walking_clip

FRAMES, RATE, OFFSET = 90, 30.0, 100.0
SPEED = 120.0  # cm/s that the character walks, and that its mover nearly travels
ARM = ("Hips/Spine", "Hips/Spine/Arm", "Hips/Spine/Arm/Hand", "Hips/Spine/Arm/Hand/Finger", "Hips/Spine/Arm/Hand/Thumb")
PLACES = ((0, 15, 0), (20, 30, 0), (0, -25, 0), (0, -8, 0), (3, -4, 0))
HERO, SKELETON, ANIMATION = "/World/Mover/Hero", "/World/Mover/Hero/Skel", "/World/Mover/Hero/Anim"


def hero() -> Clip:
    """A walk on the spot, in centimetres, with an arm whose fingers nobody will touch."""
    walk = walking_clip(FRAMES, RATE)
    joints = (*walk.skeleton.joints, *ARM)
    rest = np.concatenate([walk.skeleton.rest_translations * 100, np.array(PLACES, float)])
    translations = np.concatenate([walk.translations * 100, np.tile(np.array(PLACES, float), (FRAMES, 1, 1))], axis=1)
    translations[:, 0, 2] = 0.0  # the mover travels
    rotations = np.concatenate([walk.rotations, np.tile([0.0, 0, 0, 1], (FRAMES, len(ARM), 1))], axis=1)
    swing = 0.4 * np.sin(2 * np.pi * walk.times)
    rotations[:, joints.index("Hips/Spine/Arm")] = np.stack(
        [np.sin(swing / 2), 0 * swing, 0 * swing, np.cos(swing / 2)], axis=1
    )
    return Clip(Skeleton(joints, rest), translations, rotations, walk.times, contacts=walk.contacts)


def write_hero(path: Path, clip: Clip, rate: float = RATE, scales: bool = True) -> None:
    """A character asset, its frames at time codes 1, 2, 3..."""
    stage = Usd.Stage.CreateNew(str(path))
    stage.SetTimeCodesPerSecond(rate)
    stage.SetFramesPerSecond(rate)
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y)
    UsdGeom.SetStageMetersPerUnit(stage, 0.01)
    root = UsdSkel.Root.Define(stage, "/Hero")
    stage.SetDefaultPrim(root.GetPrim())
    skeleton = UsdSkel.Skeleton.Define(stage, "/Hero/Skel")
    rest = [Gf.Matrix4d(1.0).SetTranslateOnly(Gf.Vec3d(*place)) for place in clip.skeleton.rest_translations.tolist()]
    skeleton.CreateJointsAttr(list(clip.skeleton.joints))
    skeleton.CreateRestTransformsAttr(rest)
    world = UsdSkel.ConcatJointTransforms(UsdSkel.Topology(list(clip.skeleton.joints)), Vt.Matrix4dArray(rest))
    skeleton.CreateBindTransformsAttr(world)
    binding = UsdSkel.BindingAPI.Apply(skeleton.GetPrim())
    binding.CreateAnimationSourceRel().SetTargets(["/Hero/Anim"])
    _write_animation(stage, clip, scales)
    stage.GetRootLayer().Save()


def _write_animation(stage: Usd.Stage, clip: Clip, scales: bool) -> None:
    animation = UsdSkel.Animation.Define(stage, "/Hero/Anim")
    joints = list(reversed(clip.skeleton.joints))  # an order of its own, children first
    animation.CreateJointsAttr(joints)
    animation.CreateBlendShapesAttr(["smile"])
    order = [clip.skeleton.joints.index(joint) for joint in joints]
    fingers = [joints.index(joint) for joint in ARM[-2:]]
    translations, rotations = animation.CreateTranslationsAttr(), animation.CreateRotationsAttr()
    weights = animation.CreateBlendShapeWeightsAttr()
    if scales:
        animation.CreateScalesAttr()
    for frame in range(len(clip)):
        code = frame + 1.0
        translations.Set(Vt.Vec3fArray.FromNumpy(clip.translations[frame, order].astype(np.float32)), code)
        rotations.Set(Vt.QuatfArray.FromNumpy(clip.rotations[frame, order].astype(np.float32)), code)
        weights.Set([abs(np.sin(frame / 10))], code)
        if scales:
            values = np.ones((len(joints), 3), np.float16)
            values[fingers] = 1 + 0.1 * np.sin(frame / 7)
            animation.GetScalesAttr().Set(Vt.Vec3hArray.FromNumpy(values), code)


def write_shot(folder: Path, clip: Clip | None = None) -> Path:
    """The shot; the path of its root layer."""
    write_hero(folder / "hero.usda", clip or hero())
    stage = Usd.Stage.CreateNew(str(folder / "shot.usda"))
    stage.SetTimeCodesPerSecond(24)
    stage.SetFramesPerSecond(24)
    stage.SetStartTimeCode(100)
    stage.SetEndTimeCode(173)
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    UsdGeom.SetStageMetersPerUnit(stage, 0.01)
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/World").GetPrim())
    _write_mover(stage)
    character = stage.DefinePrim(HERO)
    character.GetReferences().AddReference("./hero.usda", layerOffset=Sdf.LayerOffset(OFFSET))
    UsdGeom.Xformable(character).AddRotateXOp().Set(90.0)  # its y is the shot's z
    beside = stage.DefinePrim("/World/Beside")
    beside.GetReferences().AddReference("./hero.usda")
    beside.SetInstanceable(True)
    UsdGeom.Xformable(beside).AddTranslateOp().Set(Gf.Vec3d(200, 0, 0))
    stage.GetRootLayer().Save()
    return folder / "shot.usda"


def _write_mover(stage: Usd.Stage) -> None:
    """Travels along -y, to where the character looks, a little too fast, and turns by 12 degrees."""
    mover = UsdGeom.Xform.Define(stage, "/World/Mover")
    travel, turn = mover.AddTranslateOp(), mover.AddRotateZOp()
    for code in np.arange(100.0, 174.0):
        seconds = (code - 100) / 24
        travel.Set(Gf.Vec3d(0.0, -SPEED * 1.05 * seconds, 0.0), code)
        turn.Set(4.0 * seconds, code)


def write_cart(folder: Path) -> Path:
    """A character that stands still, shifting its weight, on a cart that goes at 1 m/s; Y up, metres."""
    write_hero(folder / "rider.usda", standing())
    stage = Usd.Stage.CreateNew(str(folder / "cart.usda"))
    stage.SetTimeCodesPerSecond(RATE)
    stage.SetFramesPerSecond(RATE)
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y)
    UsdGeom.SetStageMetersPerUnit(stage, 0.01)
    stage.SetDefaultPrim(UsdGeom.Xform.Define(stage, "/World").GetPrim())
    travel = UsdGeom.Xform.Define(stage, "/World/Cart").AddTranslateOp()
    for frame in range(FRAMES):
        travel.Set(Gf.Vec3d(100.0 * frame / RATE, 0.0, 0.0), frame + 1.0)
    stage.DefinePrim("/World/Cart/Hero").GetReferences().AddReference("./rider.usda")
    stage.GetRootLayer().Save()
    return folder / "cart.usda"


def standing() -> Clip:
    """Both feet on the ground, the whole figure sliding to and fro by 0.75 cm."""
    clip = hero()
    slide = 0.75 * np.sin(2 * np.pi * clip.times)
    translations = np.tile(clip.skeleton.rest_translations, (FRAMES, 1, 1))
    translations[:, 0] = np.stack([slide, 97.0 + 0 * slide, 0 * slide], axis=1)
    rotations = np.tile([0.0, 0, 0, 1], (FRAMES, len(clip.skeleton), 1))
    return clip.replace(
        translations=translations,
        rotations=rotations,
        contacts=Contacts(("left.toe", "right.toe"), np.ones((FRAMES, 2))),
    )


def world_joints(stage: Usd.Stage, skeleton: str, code: float) -> np.ndarray:
    """(J, 3) joints in the stage's world space, by UsdSkel's own query and XformCache."""
    prim = stage.GetPrimAtPath(skeleton)
    cache = UsdSkel.Cache()
    cache.Populate(UsdSkel.Root(prim.GetParent()), Usd.TraverseInstanceProxies())
    query = cache.GetSkelQuery(UsdSkel.Skeleton(prim))
    joints = np.array(query.ComputeJointSkelTransforms(code))
    return (joints @ np.array(UsdGeom.XformCache(code).GetLocalToWorldTransform(prim)))[:, 3, :3]
