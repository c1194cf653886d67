"""Shots of every kind that a studio's stages come in, made by code. `SHOTS` names them; each is a file in a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, UsdSkel
from usd_stages import ANIM, SKEL, WALK, animate, bind, character, new_stage

from footpipe import Clip, Skeleton

FRAMES = len(WALK)


@dataclass(frozen=True)
class Shot:
    """A shot's file, the `skeleton` that has to be chosen, and what reading it has to give.

    codes      (F,) time codes of the frames
    rate       time codes per second that count
    warned     a part of each warning
    exact      whether it moves just as `WALK`, but for the world around it
    scaled     whether the clip has scales
    editable   whether an override above it would be seen
    dropped    whether UsdSkel drops the animation, so that there is nothing to compare with
    """

    path: Path
    skeleton: str | None = None
    codes: Sequence[float] = tuple(range(FRAMES))
    rate: float = 24.0
    warned: tuple[str, ...] = ()
    exact: bool = True
    scaled: bool = False
    editable: bool = True
    dropped: bool = False


SHOTS: dict[str, Callable[[Path], Shot]] = {}


def shot(build: Callable[[Path], Shot]) -> Callable[[Path], Shot]:
    """One of `SHOTS`, by the function's name."""
    SHOTS[build.__name__.replace("_", " ")] = build
    return build


def saved(stage: Any, **expected: Any) -> Shot:
    stage.Save()
    return Shot(Path(stage.GetRootLayer().realPath), **expected)


def asset(folder: Path, name: str = "hero.usdc", root: str = "/Hero", clip: Clip = WALK, **options: Any) -> Path:
    """A character in a file of its own."""
    stage = new_stage(folder / name)
    stage.SetDefaultPrim(character(stage, root, clip, **options))
    stage.Save()
    return folder / name


def plain(folder: Path, name: str = "shot.usda", **metadata: Any) -> Any:
    """An empty stage for a shot."""
    return new_stage(folder / name, **metadata)


# Bindings


@shot
def bound_on_the_skeleton(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage)
    return saved(stage)


def unbound(stage: Any) -> Any:
    """A character whose animation nothing binds."""
    root = character(stage)
    skeleton = stage.GetPrimAtPath(f"/Hero/{SKEL}")
    skeleton.RemoveProperty("skel:animationSource")
    skeleton.RemoveAPI(UsdSkel.BindingAPI)
    return root


@shot
def bound_on_the_skelroot(folder: Path) -> Shot:
    stage = plain(folder)
    bind(unbound(stage), f"/Hero/{ANIM}")
    return saved(stage)


@shot
def bound_far_above(folder: Path) -> Shot:
    stage = plain(folder)
    bind(stage.DefinePrim("/World", "Xform"), f"/World/{ANIM}")
    animate(stage, f"/World/{ANIM}")
    root = character(stage, "/World/Group/Hero")
    skeleton = stage.GetPrimAtPath(root.GetPath().AppendChild(SKEL))
    skeleton.RemoveProperty("skel:animationSource")
    stage.RemovePrim(root.GetPath().AppendChild(ANIM))
    return saved(stage)


@shot
def nearer_binding_without_api(folder: Path) -> Shot:
    stage = plain(folder)
    bind(unbound(stage), f"/Hero/{ANIM}")
    animate(stage, "/Other", WALK.pick(slice(0, 3)))
    bind(stage.GetPrimAtPath(f"/Hero/{SKEL}"), "/Other", api=False)
    return saved(stage, warned=("SkelBindingAPI is not applied",))


@shot
def shared_by_two_skeletons(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage)
    character(stage, "/Twin")
    bind(stage.GetPrimAtPath(f"/Twin/{SKEL}"), f"/Hero/{ANIM}")
    return saved(stage, skeleton="/Hero")


# Composition


@shot
def in_a_sublayer(folder: Path) -> Shot:
    path = asset(folder)
    stage = plain(folder)
    stage.GetRootLayer().subLayerPaths.append(path.name)
    return saved(stage)


@shot
def in_a_sublayer_with_offset(folder: Path) -> Shot:
    path = asset(folder)
    stage = plain(folder)
    layer = stage.GetRootLayer()
    layer.subLayerPaths.append(path.name)
    layer.subLayerOffsets[0] = Sdf.LayerOffset(10.0, 0.5)
    return saved(stage, codes=[10 + code / 2 for code in range(FRAMES)])


@shot
def referenced_with_offset_and_scale(folder: Path) -> Shot:
    path = asset(folder)
    stage = plain(folder)
    hero = stage.DefinePrim("/World/Hero", "Xform")
    hero.GetReferences().AddReference(path.name, layerOffset=Sdf.LayerOffset(100.0, 2.0))
    return saved(stage, codes=[100 + 2 * code for code in range(FRAMES)])


@shot
def referenced_at_another_rate(folder: Path) -> Shot:
    source = new_stage(folder / "hero.usda", rate=30.0)
    source.SetDefaultPrim(character(source))
    source.Save()
    stage = plain(folder)
    stage.DefinePrim("/World/Hero", "Xform").GetReferences().AddReference("hero.usda")
    return saved(stage, codes=[code * (24 / 30) for code in range(FRAMES)])


@shot
def in_a_payload(folder: Path) -> Shot:
    path = asset(folder)
    stage = plain(folder)
    stage.DefinePrim("/World/Hero", "Xform").GetPayloads().AddPayload(path.name)
    return saved(stage)


@shot
def in_a_payload_that_is_chosen(folder: Path) -> Shot:
    stage = plain(folder)
    stage.DefinePrim("/World/Hero", "Xform").GetPayloads().AddPayload(asset(folder).name)
    stage.DefinePrim("/World/Extra", "Xform").GetPayloads().AddPayload(asset(folder, "extra.usdc").name)
    return saved(stage, skeleton=f"/World/Hero/{SKEL}")


@shot
def with_its_animation_in_another_payload(folder: Path) -> Shot:
    stage = plain(folder)
    stage.DefinePrim("/World/Hero", "Xform").GetPayloads().AddPayload(asset(folder).name)
    motion = new_stage(folder / "motion.usdc")
    motion.DefinePrim("/Motion", "Scope")
    animate(motion, f"/Motion/{ANIM}")
    motion.SetDefaultPrim(motion.GetPrimAtPath("/Motion"))
    motion.Save()
    stage.DefinePrim("/World/Motion", "Scope").GetPayloads().AddPayload("motion.usdc")
    skeleton = stage.OverridePrim(f"/World/Hero/{SKEL}")
    bind(skeleton, f"/World/Motion/{ANIM}")
    return saved(stage, skeleton="/World/Hero")


@shot
def in_a_variant(folder: Path) -> Shot:
    stage = plain(folder)
    hero = stage.DefinePrim("/Hero", "SkelRoot")
    takes = hero.GetVariantSets().AddVariantSet("take")
    for take, clip in (("walk", WALK), ("short", WALK.pick(slice(0, 3)))):
        takes.AddVariant(take)
        takes.SetVariantSelection(take)
        with takes.GetVariantEditContext():
            character(stage, "/Hero", clip)
    takes.SetVariantSelection("walk")
    return saved(stage)


@shot
def in_value_clips(folder: Path) -> Shot:
    asset(folder, "clip.usda")
    stage = plain(folder)
    character(stage, clip=WALK.pick([0]))
    animation = stage.GetPrimAtPath(f"/Hero/{ANIM}")
    for name in ("translations", "rotations"):
        animation.GetAttribute(name).Clear()
    manifest = Usd.ClipsAPI.GenerateClipManifestFromLayers(
        [Sdf.Layer.FindOrOpen(str(folder / "clip.usda"))], f"/Hero/{ANIM}"
    )
    manifest.Export(str(folder / "manifest.usda"))
    clips = Usd.ClipsAPI(animation)
    clips.SetClipAssetPaths([Sdf.AssetPath("./clip.usda")])
    clips.SetClipPrimPath(f"/Hero/{ANIM}")
    clips.SetClipActive([(0, 0)])
    clips.SetClipTimes([(0, 0), (FRAMES - 1, FRAMES - 1)])
    clips.SetClipManifestAssetPath("./manifest.usda")
    return saved(stage)


def instanced(folder: Path, bound_inside: bool) -> Any:
    """A stage with an instance of a character."""
    source = new_stage(folder / "hero.usda")
    root = character(source) if bound_inside else unbound(source)
    source.SetDefaultPrim(root)
    source.Save()
    stage = plain(folder)
    hero = stage.DefinePrim("/World/Hero", "SkelRoot")
    hero.GetReferences().AddReference("hero.usda")
    hero.SetInstanceable(True)
    UsdGeom.Xformable(hero).AddTranslateOp().Set((3.0, 0.0, -2.0))
    return stage


@shot
def instance_bound_inside(folder: Path) -> Shot:
    return saved(instanced(folder, bound_inside=True), editable=False)


@shot
def instance_bound_outside(folder: Path) -> Shot:
    stage = instanced(folder, bound_inside=False)
    animate(stage, "/World/Motion")
    bind(stage.GetPrimAtPath("/World/Hero"), "/World/Motion")
    return saved(stage)


# Time


def at_rate(rate: float) -> None:
    def build(folder: Path) -> Shot:
        stage = plain(folder, rate=rate)
        character(stage)
        return saved(stage, rate=rate)

    SHOTS[f"at {rate:g} time codes a second"] = build


for _rate in (24.0, 25.0, 30.0, 60.0, 24000 / 1001):
    at_rate(_rate)


@shot
def without_a_rate(folder: Path) -> Shot:
    stage = plain(folder, rate=None)
    character(stage)
    return saved(stage, rate=24.0)


@shot
def frames_per_second_alone(folder: Path) -> Shot:
    stage = plain(folder, rate=None)
    stage.SetFramesPerSecond(30.0)
    character(stage)
    return saved(stage, rate=30.0)


@shot
def samples_between_frames_and_before_0(folder: Path) -> Shot:
    codes = [-5.5 + 0.75 * frame for frame in range(FRAMES)]
    stage = plain(folder)
    character(stage, codes=codes)
    return saved(stage, codes=codes)


@shot
def samples_that_are_not_even(folder: Path) -> Shot:
    codes = np.cumsum(np.random.default_rng(0).choice([0.25, 0.5, 3.0], FRAMES)).tolist()
    stage = plain(folder)
    character(stage, codes=codes)
    return saved(stage, codes=codes)


@shot
def translations_and_rotations_sampled_apart(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage)
    animation = UsdSkel.Animation(stage.GetPrimAtPath(f"/Hero/{ANIM}"))
    turns = animation.GetRotationsAttr()
    values = [turns.Get(float(code)) for code in range(FRAMES)]
    turns.Clear()
    for code, value in enumerate(values[:-1]):
        turns.Set(value, code + 0.5)
    codes = sorted([*range(FRAMES), *(code + 0.5 for code in range(FRAMES - 1))])
    return saved(stage, codes=codes, exact=False)


@shot
def held_without_samples(folder: Path) -> Shot:
    stage = plain(folder)
    stage.SetStartTimeCode(7)
    character(stage)
    animation = stage.GetPrimAtPath(f"/Hero/{ANIM}")
    for name in ("translations", "rotations"):
        attribute = animation.GetAttribute(name)
        value = attribute.Get(5.0)
        attribute.Clear()
        attribute.Set(value)
    return saved(stage, codes=[7.0], exact=False)


@shot
def held_on_a_cart(folder: Path) -> Shot:
    stage = plain(folder)
    moving_above(stage)
    character(stage, "/World/Cart/Hero", WALK.pick([4]))
    return saved(stage, codes=[0.0], warned=("has one sample",), exact=False)


# Joints


@shot
def joints_in_another_order(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage, joints=list(reversed(WALK.skeleton.joints)))
    return saved(stage)


@shot
def a_subset_of_joints(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage, joints=[joint for joint in WALK.skeleton.joints if "Toe" not in joint][::-1])
    return saved(stage, exact=False)


def with_joints(folder: Path, names: Sequence[str], places: Sequence[Sequence[float]]) -> Shot:
    """A character with other joints, that all turn."""
    skeleton = Skeleton(tuple(names), np.array(places, float), None, _nearest_parents(names))
    turns = np.random.default_rng(3).normal(size=(FRAMES, len(names), 4))
    turns /= np.linalg.norm(turns, axis=-1, keepdims=True)
    moves = np.tile(skeleton.rest_translations, (FRAMES, 1, 1))
    stage = plain(folder)
    character(stage, clip=Clip(skeleton, moves, turns, np.arange(FRAMES) / 24))
    return saved(stage, exact=False)


def _nearest_parents(names: Sequence[str]) -> list[int]:
    return [
        max((i for i, n in enumerate(names) if name.startswith(f"{n}/")), key=lambda i: len(names[i]), default=-1)
        for name in names
    ]


@shot
def a_skipped_parent(folder: Path) -> Shot:
    return with_joints(
        folder, ["Hips", "Hips/Gone/Knee", "Hips/Gone/Knee/Foot"], [[0, 1, 0], [0, -0.5, 0], [0, -0.4, 0.1]]
    )


@shot
def leaves_of_the_same_name(folder: Path) -> Shot:
    names = ["Hips", "Hips/L", "Hips/R", "Hips/L/Foot", "Hips/R/Foot"]
    return with_joints(folder, names, [[0, 1, 0], [0.1, 0, 0], [-0.1, 0, 0], [0, -0.9, 0], [0, -0.9, 0]])


@shot
def without_rest(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage, rest=False)
    return saved(stage)


@shot
def without_rest_and_bind(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage, rest=False)
    UsdSkel.Skeleton(stage.GetPrimAtPath(f"/Hero/{SKEL}")).GetBindTransformsAttr().Clear()
    return saved(stage)


@shot
def without_scales(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage, scales=None)
    return saved(stage, warned=("UsdSkel drops the whole animation",), dropped=True)


@shot
def with_blocked_scales(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage)
    stage.GetPrimAtPath(f"/Hero/{ANIM}").GetAttribute("scales").Block()
    return saved(stage, warned=("UsdSkel drops the whole animation",), dropped=True)


@shot
def with_animated_scales(folder: Path) -> Shot:
    scales = np.ones((FRAMES, len(WALK.skeleton), 3))
    scales[:, 0] = (1 + 0.3 * np.sin(np.arange(FRAMES) / 5))[:, None]
    scales[:, -1] = [1.0, 2.0, 0.5]
    stage = plain(folder)
    character(stage, scales=scales)
    return saved(stage, exact=False, scaled=True)


@shot
def scaled_unevenly_in_the_middle(folder: Path) -> Shot:
    scales = np.random.default_rng(0).uniform(0.5, 2, (FRAMES, len(WALK.skeleton), 3))
    stage = plain(folder)
    character(stage, scales=scales)
    return saved(stage, exact=False, scaled=True)


@shot
def several_skeletons(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage)
    character(stage, "/Twin", WALK.pick(slice(0, 5)))
    return saved(stage, skeleton="/Hero")


@shot
def several_of_which_one_moves(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage)
    UsdSkel.Skeleton.Define(stage, "/Prop/Skel").CreateJointsAttr(["Lid"])
    return saved(stage)


@shot
def without_skelroot(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage, root_type="Xform")
    return saved(stage)


@shot
def with_a_mesh(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage)
    mesh = UsdGeom.Mesh.Define(stage, "/Hero/Skin")
    mesh.CreatePointsAttr([(0, 0, 0), (1, 0, 0), (0, 1, 0)])
    mesh.CreateFaceVertexCountsAttr([3])
    mesh.CreateFaceVertexIndicesAttr([0, 1, 2])
    skin = UsdSkel.BindingAPI.Apply(mesh.GetPrim())
    skin.CreateSkeletonRel().SetTargets([f"/Hero/{SKEL}"])
    skin.CreateJointIndicesPrimvar(False, 1).Set([0, 0, 0])
    skin.CreateJointWeightsPrimvar(False, 1).Set([1.0, 1.0, 1.0])
    return saved(stage)


# The world


def moving_above(stage: Any) -> None:
    """A cart that drives, turns, and is turned upside down by what is above it."""
    world = UsdGeom.Xform.Define(stage, "/World")
    world.AddRotateXYZOp().Set((20.0, -30.0, 170.0))
    world.AddScaleOp().Set((1.5, 1.5, 1.5))
    cart = UsdGeom.Xform.Define(stage, "/World/Cart")
    drive, turn = cart.AddTranslateOp(), cart.AddRotateYOp()
    for code in range(0, 40, 3):
        drive.Set((0.1 * code, 0.0, -0.02 * code), code)
        turn.Set(5.0 * code, code)


@shot
def ancestors_that_move_turn_and_scale(folder: Path) -> Shot:
    stage = plain(folder)
    moving_above(stage)
    character(stage, "/World/Cart/Hero")
    return saved(stage)


@shot
def an_ancestor_that_resets_the_stack(folder: Path) -> Shot:
    stage = plain(folder)
    moving_above(stage)
    seat = UsdGeom.Xform.Define(stage, "/World/Cart/Seat")
    seat.AddTranslateOp().Set((0.0, 2.0, 0.0))
    seat.SetResetXformStack(True)
    character(stage, "/World/Cart/Seat/Hero")
    return saved(stage)


@shot
def a_skeleton_that_is_moved_itself(folder: Path) -> Shot:
    stage = plain(folder)
    character(stage)
    skeleton = UsdGeom.Xformable(stage.GetPrimAtPath(f"/Hero/{SKEL}"))
    skeleton.AddTransformOp().Set(Gf.Matrix4d().SetRotate(Gf.Rotation((0, 0, 1), 30)).SetTranslateOnly((1, 2, 3)))
    return saved(stage)


if hasattr(Usd.Attribute, "SetSpline"):

    @shot
    def an_ancestor_that_moves_along_a_spline(folder: Path) -> Shot:
        from pxr import Ts

        stage = plain(folder)
        cart = UsdGeom.Xform.Define(stage, "/World")
        drive = cart.AddTranslateXOp() if hasattr(cart, "AddTranslateXOp") else None
        turn = cart.AddRotateYOp(UsdGeom.XformOp.PrecisionDouble)
        for op in filter(None, (drive, turn)):
            spline = Ts.Spline()
            for code, value in ((0.0, 0.0), (20.0, 90.0)):
                spline.SetKnot(Ts.Knot(typeName="double", time=code, value=value, nextInterp=Ts.InterpCurve))
            op.GetAttr().SetSpline(spline)
        character(stage, "/World/Hero")
        return saved(stage)


def in_units(unit: float | None, up: str | None, warned: tuple[str, ...] = ()) -> None:
    def build(folder: Path) -> Shot:
        stage = plain(folder, unit=unit, up=up)
        moving_above(stage)
        character(stage, "/World/Cart/Hero")
        return saved(stage, warned=warned)

    SHOTS[f"up {up}, unit {unit}"] = build


for _up in ("Y", "Z"):
    for _unit in (0.01, 1.0):
        in_units(_unit, _up)
in_units(None, "Z", ("no metersPerUnit",))
in_units(0.01, None, ("no upAxis",))
in_units(None, None, ("no upAxis nor metersPerUnit",))
