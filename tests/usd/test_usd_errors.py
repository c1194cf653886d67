"""What USD would drop, ignore or take amiss is an error that names the prim, its attribute, and what to do."""

import os

import numpy as np
import pytest
from footpipe_usd.read import clip_of
from pxr import Gf, Sdf, UsdGeom, UsdSkel, Vt
from usd_stages import ANIM, SKEL, bind, character, new_stage

import footpipe
from footpipe import FileError, FootpipeWarning

FAULTS = {}


def fault(told: str, helped: str = ""):
    """A change of a character's stage, with a part of the error and of its help."""

    def register(change):
        FAULTS[change.__name__.replace("_", " ")] = (change, told, helped)
        return change

    return register


def joints_of(stage, *names):
    UsdSkel.Skeleton(stage.GetPrimAtPath("/Hero/Skel")).GetJointsAttr().Set(list(names))


def animation(stage):
    return UsdSkel.Animation(stage.GetPrimAtPath("/Hero/Anim"))


def source(stage):
    return stage.GetPrimAtPath("/Hero/Skel").GetRelationship("skel:animationSource")


@fault("</>: the stage has no Skeleton prim", "footpipe reads UsdSkel")
def no_skeleton(stage):
    stage.RemovePrim("/Hero/Skel")


@fault("</Hero/Skel.joints>: there are no joints")
def no_joints(stage):
    joints_of(stage)


@fault("</Hero/Skel.joints>: 1 of 2 joints are no well-formed paths: 'mixamorig:Leg'; USD makes each of them a root")
def a_colon_in_a_joint(stage):
    joints_of(stage, "Hips", "mixamorig:Leg")


@fault("</Hero/Skel.joints>: 1 of 2 joints are no well-formed paths: '/Hips/Leg'")
def an_absolute_joint(stage):
    joints_of(stage, "Hips", "/Hips/Leg")


@fault("</Hero/Skel.joints>: the joint 'Hips/Leg' stands there twice")
def a_joint_twice(stage):
    joints_of(stage, "Hips", "Hips/Leg", "Hips/Leg")


@fault("</Hero/Skel.joints>: the joint 'Hips/Leg' comes before its parent 'Hips'", "list parents first")
def a_child_before_its_parent(stage):
    joints_of(stage, "Hips/Leg", "Hips")


@fault("</Hero/Skel>: nothing moves it: no skel:animationSource on it nor above it", "bind a SkelAnimation")
def not_bound(stage):
    stage.GetPrimAtPath("/Hero/Skel").RemoveProperty("skel:animationSource")


@fault(
    "</Hero/Skel.skel:animationSource>: USD ignores it, since SkelBindingAPI is not applied to the prim; nothing else",
    'add to </Hero/Skel>: prepend apiSchemas = ["SkelBindingAPI"]',
)
def api_not_applied(stage):
    stage.GetPrimAtPath("/Hero/Skel").RemoveAPI(UsdSkel.BindingAPI)


@fault("</Hero/Skel.skel:animationSource>: is blocked, so nothing moves the skeleton")
def blocked(stage):
    bind(stage.GetPrimAtPath("/Hero"), "/Hero/Anim")
    source(stage).SetTargets([])


@fault("skel:animationSource>: leads over </Hero/Skel.loop> to nothing, so nothing moves the skeleton")
def bound_in_a_circle(stage):
    skeleton = stage.GetPrimAtPath("/Hero/Skel")
    skeleton.CreateRelationship("loop").SetTargets(["/Hero/Skel.skel:animationSource"])
    bind(skeleton, "/Hero/Skel.loop")


@fault("</Hero/Skel.skel:animationSource>: has 2 targets: </Hero/Anim>, </Other>", "leave one target")
def two_targets(stage):
    source(stage).SetTargets(["/Hero/Anim", "/Other"])


@fault("</Hero/Skel.skel:animationSource>: leads to </Gone>, where there is no prim", "mend the target")
def a_dangling_target(stage):
    source(stage).SetTargets(["/Gone"])


@fault("leads to </Hero/Anim>, a prim that is not active")
def an_inactive_animation(stage):
    stage.GetPrimAtPath("/Hero/Anim").SetActive(False)


@fault("leads to </Hero>, which is no SkelAnimation but SkelRoot")
def a_target_of_another_kind(stage):
    source(stage).SetTargets(["/Hero"])


@fault("</Hero/Anim.joints>: there are no joints")
def an_animation_without_joints(stage):
    animation(stage).GetJointsAttr().Set([])


@fault("</Hero/Anim>: none of its joints is one of the skeleton's: Pelvis, Pelvis/Leg")
def an_animation_of_another_skeleton(stage):
    animation(stage).GetJointsAttr().Set(["Pelvis", "Pelvis/Leg"])


@fault("</Hero/Anim.rotations>: has no value", "USD drops the whole animation")
def no_rotations(stage):
    animation(stage).GetRotationsAttr().Clear()


@fault("</Hero/Anim.translations>: has no value", "USD drops the whole animation")
def blocked_translations(stage):
    animation(stage).GetTranslationsAttr().Block()


@fault("</Hero/Anim.translations>: has no value at time code 5")
def a_blocked_sample(stage):
    animation(stage).GetTranslationsAttr().Set(Sdf.ValueBlock(), 5.0)


@fault("</Hero/Anim.rotations>: has 2 values at time code 7 for 11 joints", "one value for each joint")
def too_few_rotations(stage):
    animation(stage).GetRotationsAttr().Set(Vt.QuatfArray([Gf.Quatf(1)] * 2), 7.0)


@fault("</Hero/Anim.scales>: has 3 values at time code 0 for 11 joints")
def too_few_scales(stage):
    animation(stage).GetScalesAttr().Set(Vt.Vec3hArray([Gf.Vec3h(1)] * 3))


def retyped(stage, name, kind, value, of="Anim"):
    """An attribute whose layer has another type than the schema."""
    prim = stage.GetRootLayer().GetPrimAtPath(f"/Hero/{of}")
    del prim.properties[name]
    Sdf.AttributeSpec(prim, name, kind).default = value


@fault("</Hero/Anim.scales>: holds Vec3fArray at time code 0, where UsdSkel takes half3[]", "author it in that type")
def scales_of_another_type(stage):
    retyped(stage, "scales", Sdf.ValueTypeNames.Float3Array, Vt.Vec3fArray([Gf.Vec3f(1)] * 11))


@fault("</Hero/Anim.translations>: holds Vec3dArray at time code 0, where UsdSkel takes float3[]")
def translations_of_another_type(stage):
    retyped(stage, "translations", Sdf.ValueTypeNames.Double3Array, Vt.Vec3dArray([Gf.Vec3d(1)] * 11))


@fault("</Hero/Skel.joints>: has time samples alone", "author its default value")
def joints_over_time(stage):
    attribute = UsdSkel.Skeleton.Get(stage, "/Hero/Skel").GetJointsAttr()
    joints = attribute.Get()
    attribute.Clear()
    attribute.Set(joints, 1.0)


@fault("</Hero/Skel.joints>: holds StringArray, where USD takes token[]", "author it in that type")
def joints_of_another_type(stage):
    retyped(stage, "joints", Sdf.ValueTypeNames.StringArray, Vt.StringArray(["Hips"]), "Skel")


@fault("</Hero/Anim.joints>: holds int, where USD takes token[]", "author it in that type")
def joints_that_are_a_number(stage):
    retyped(stage, "joints", Sdf.ValueTypeNames.Int, 3)


@fault("</Hero/Skel.restTransforms>: holds Matrix3dArray, where USD takes matrix4d[]", "author it in that type")
def rest_transforms_of_another_type(stage):
    retyped(stage, "restTransforms", Sdf.ValueTypeNames.Matrix3dArray, Vt.Matrix3dArray(11), "Skel")


@fault("</Hero/Anim.translations>: 'Hips/LeftUpLeg' at time code 4 is not finite")
def a_translation_that_is_not_finite(stage):
    attribute = animation(stage).GetTranslationsAttr()
    values = np.array(attribute.Get(4.0))
    values[1, 2] = np.nan
    attribute.Set(Vt.Vec3fArray.FromNumpy(values), 4.0)


@fault("</Hero/Anim.rotations>: the quaternion of 'Hips' at time code 3 is zero", "(1, 0, 0, 0)")
def a_quaternion_of_zero(stage):
    attribute = animation(stage).GetRotationsAttr()
    values = np.array(attribute.Get(3.0))
    values[0] = 0
    attribute.Set(Vt.QuatfArray.FromNumpy(values), 3.0)


@fault("</Hero/Skel.restTransforms>: is missing, and the animation leaves 10 joints at rest: Hips/LeftUpLeg")
def no_rest_for_joints_that_need_it(stage):
    animation(stage).GetPrim().GetAttribute("joints").Set(["Hips"])
    stage.GetPrimAtPath("/Hero/Skel").GetAttribute("restTransforms").Clear()


@fault("</Hero/Skel.restTransforms>: has 2 matrices for 11 joints", "one matrix for each joint")
def too_few_rest_transforms(stage):
    stage.GetPrimAtPath("/Hero/Skel").GetAttribute("restTransforms").Set(Vt.Matrix4dArray([Gf.Matrix4d(1)] * 2))


@fault("</Hero/Skel.restTransforms>: the matrix of 'Hips/LeftUpLeg' is sheared")
def a_sheared_rest_transform(stage):
    animation(stage).GetPrim().GetAttribute("joints").Set(["Hips"])
    attribute = stage.GetPrimAtPath("/Hero/Skel").GetAttribute("restTransforms")
    values = list(attribute.Get())
    values[1] = Gf.Matrix4d(1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    attribute.Set(Vt.Matrix4dArray(values))


@fault("</>: the root layer's metersPerUnit is 0: it must be above 0, and below 1e+18", "0.01")
def no_unit_at_all(stage):
    UsdGeom.SetStageMetersPerUnit(stage, 0.0)


@fault("</>: the root layer's metersPerUnit is nan")
def a_unit_that_is_no_number(stage):
    UsdGeom.SetStageMetersPerUnit(stage, float("nan"))


@fault("</>: the root layer's metersPerUnit is 1e+300")
def a_unit_beyond_measure(stage):
    UsdGeom.SetStageMetersPerUnit(stage, 1e300)


@fault("</>: the root layer's upAxis is X", 'USD knows "Y" and "Z"')
def an_up_axis_that_is_none(stage):
    stage.GetRootLayer().pseudoRoot.SetInfo("upAxis", "X")


@fault(
    "</Hero/Anim>: has samples at time codes 0.0 and 1.0, which are too near", "see whether the stage's rate is right"
)
def frames_of_a_picosecond(stage):
    stage.SetTimeCodesPerSecond(1e12)


@fault("</>: the root layer's timeCodesPerSecond is -24", "such as 24")
def time_that_runs_backwards(stage):
    stage.SetTimeCodesPerSecond(-24)


def again_at(stage, codes):
    """Samples at other time codes."""
    for attribute in stage.GetPrimAtPath("/Hero/Anim").GetAttributes():
        values = [attribute.Get(code) for code in attribute.GetTimeSamples()]
        if values:
            attribute.Clear()
            for code, value in zip(codes, values, strict=True):
                attribute.Set(value, code)


@fault("</Hero/Anim>: has samples at time codes 9.0 and 9.00000001, which are too near", "one time code")
def samples_nearly_at_once(stage):
    again_at(stage, [*range(10), 9.00000001, *range(11, 24)])


@fault("</Hero/Anim>: has a sample at time code 2.3e+301, which is no time of a shot")
def samples_at_no_time(stage):
    again_at(stage, np.arange(24) * 1e300)


def put_over(stage, matrices, codes=(None,)):
    """A transform on the character's root."""
    op = UsdGeom.Xformable(stage.GetPrimAtPath("/Hero")).AddTransformOp()
    for matrix, code in zip(matrices, codes, strict=True):
        op.Set(Gf.Matrix4d(*matrix) if isinstance(matrix, tuple) else matrix, *([] if code is None else [code]))


@fault("</Hero/Skel>: is scaled by (1, 2, 1) by what is above it", "only one scale for all axes can be held")
def scaled_unevenly(stage):
    put_over(stage, [Gf.Matrix4d().SetScale((1, 2, 1))])


@fault("</Hero/Skel>: is mirrored by what is above it")
def mirrored(stage):
    put_over(stage, [Gf.Matrix4d().SetScale((-1, 1, 1))])


@fault("</Hero/Skel>: is sheared by what is above it")
def sheared(stage):
    put_over(stage, [(0.8, 0.6, 0, 0, 0.6, 0.8, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)])


@fault("</Hero/Skel>: changes its size: what is above it scales it from 1 to 2")
def growing(stage):
    put_over(stage, [Gf.Matrix4d().SetScale(1), Gf.Matrix4d().SetScale(2)], [0.0, 23.0])


@fault("</Hero/Skel>: is scaled by (1, 1, 3) by what is above it at time code 23")
def scaled_unevenly_at_the_end(stage):
    put_over(stage, [Gf.Matrix4d(1)] * 2 + [Gf.Matrix4d().SetScale((1, 1, 3))], [0.0, 22.0, 23.0])


def beyond(x):
    return Gf.Matrix4d(1).SetTranslate(Gf.Vec3d(x, 0, 0))


@fault("</Hero/Skel>: is moved out of all numbers by what is above it at time code 5", "mend the Xforms above")
def moved_to_nowhere(stage):
    put_over(stage, [Gf.Matrix4d(1), beyond(np.nan)], (4.0, 5.0))


@fault("</Hero/Skel>: is moved out of all numbers by what is above it")
def moved_too_far(stage):
    put_over(stage, [beyond(1e200)])


@fault("</Hero/Skel.bindTransforms>: the matrix of 'Hips/LeftUpLeg' is not finite")
def a_bind_transform_that_is_not_finite(stage):
    skeleton = UsdSkel.Skeleton.Get(stage, "/Hero/Skel")
    skeleton.GetRestTransformsAttr().Clear()
    bind = np.array(skeleton.GetBindTransformsAttr().Get())
    bind[1, 3, 0] = np.nan
    skeleton.GetBindTransformsAttr().Set(Vt.Matrix4dArray.FromNumpy(bind))


@pytest.mark.parametrize("name", FAULTS)
def test_the_error_names_prim_and_attribute(name, tmp_path):
    change, told, helped = FAULTS[name]
    stage = new_stage(tmp_path / "shot.usda")
    character(stage)
    change(stage)
    stage.Save()
    with pytest.raises(FileError) as raised:
        footpipe.load(tmp_path / "shot.usda")
    assert told in raised.value.message
    assert helped in (raised.value.help or "")
    assert raised.value.where.file == str(tmp_path / "shot.usda")


def test_a_quaternion_that_is_far_from_unit_length_is_told():
    stage = new_stage()
    character(stage)
    attribute = animation(stage).GetRotationsAttr()
    values = np.array(attribute.Get(3.0))
    values[2] *= 1.25
    attribute.Set(Vt.QuatfArray.FromNumpy(values), 3.0)
    with pytest.warns(FootpipeWarning, match=r"1 quaternions are not of unit length, the worst is 1.25 long") as told:
        clip = clip_of(stage)
    assert "'Hips/LeftUpLeg/LeftLeg' at time code 3" in str(told[0].message)
    np.testing.assert_allclose(np.linalg.norm(clip.rotations, axis=-1), 1, atol=1e-12)
    assert np.linalg.norm(clip.source.rotations.values[3, 2]) == pytest.approx(1.25)


# Choosing


def two(stage):
    character(stage)
    character(stage, "/Twin")
    return stage


def test_several_skeletons_without_a_choice_are_listed():
    with pytest.raises(FileError) as raised:
        clip_of(two(new_stage()))
    assert raised.value.message == f"</>: 2 skeletons move: /Hero/{SKEL}, /Twin/{SKEL}"
    assert raised.value.help.startswith(f'choose one: skeleton = "/Hero/{SKEL}", with footpipe fix --set')


@pytest.mark.parametrize("path", ["/Twin", f"/Twin/{SKEL}"])
def test_a_skeleton_is_chosen_by_its_path_or_one_above_it(path):
    assert clip_of(two(new_stage()), path).source.skeleton == f"/Twin/{SKEL}"


def test_a_choice_that_is_not_there_is_told_with_the_nearest():
    with pytest.raises(FileError) as raised:
        clip_of(two(new_stage()), "/Twine/Skel")
    assert raised.value.message == "</Twine/Skel>: there is no skeleton at this path nor below it"
    assert "/Twin/Skel" in raised.value.help


@pytest.mark.parametrize("path", ["Twin", "/Twin.joints", "/a b", "", "//"])
def test_a_choice_that_is_no_path_is_told(path):
    with pytest.raises(FileError, match="is no path of a prim"):
        clip_of(two(new_stage()), path)


# Files


@pytest.mark.parametrize("suffix", ["usda", "usdc", "usdz"])
def test_a_file_that_is_none_is_told_in_one_line(suffix, tmp_path):
    path = tmp_path / f"shot.{suffix}"
    path.write_bytes(b"this is no stage")
    with pytest.raises(FileError) as raised:
        footpipe.load(path)
    assert raised.value.message.startswith("USD cannot open it: ")
    assert "pxrInternal" not in str(raised.value)
    assert "whole" in raised.value.help
    with pytest.raises(FileError, match="there is no such file"):
        footpipe.load(tmp_path / f"gone.{suffix}")


def test_an_empty_file_is_told_to_be_empty(tmp_path):
    (tmp_path / "shot.usdc").touch()
    with pytest.raises(FileError, match="the file is empty"):
        footpipe.load(tmp_path / "shot.usdc")


def test_a_folder_is_told_to_be_one(tmp_path):
    (tmp_path / "shot.usda").mkdir()
    with pytest.raises(FileError, match="this is a folder"):
        footpipe.load(tmp_path / "shot.usda")


def test_what_usd_says_of_a_file_is_told_without_its_namespace(tmp_path):
    path = tmp_path / "shot.usda"
    path.write_text('#usda 1.0\ndef SkelAnimation "Anim" { float3[] translations = [(1, 2')
    with pytest.raises(FileError, match="USD cannot open it: ") as raised:
        footpipe.load(path)
    assert "pxrInternal" not in str(raised.value)


@pytest.mark.parametrize("name", ["two\nlines.usda", os.fsdecode(b"latin-\xe4.usda")])
def test_a_path_that_usd_cannot_say_is_told(name, tmp_path):
    with pytest.raises(FileError, match="USD has no asset paths with control characters"):
        footpipe.load(tmp_path / name)


def test_an_animation_of_the_wrong_stage_is_not_mixed_up():
    """Two characters in one stage: each has its own motion."""
    stage = two(new_stage())
    values = Vt.Vec3fArray(11)
    UsdSkel.Animation(stage.GetPrimAtPath(f"/Twin/{ANIM}")).GetTranslationsAttr().Set(values, 0.0)
    assert not clip_of(stage, "/Twin").translations[0].any()
    assert clip_of(stage, "/Hero").translations[0].any()
