"""`footpipe usd check`: each finding says the prim, the attribute and what to do."""

import json

import numpy as np
import pytest
import shot
from footpipe_usd import check
from footpipe_usd.checking import check_file
from pxr import Gf, Sdf, Usd, UsdSkel, Vt
from test_override_forms import edited, local, variant
from usd_stages import WALK, bind, character, new_stage

import footpipe
from footpipe.cli import main

JOINTS = list(WALK.skeleton.joints)
ANIM, SKEL = "/Hero/Anim", "/Hero/Skel"
pytestmark = pytest.mark.filterwarnings("ignore::footpipe.FootpipeWarning")


def set_joints(stage, joints):
    stage.GetPrimAtPath(SKEL).GetAttribute("joints").Set(joints)


def with_sample(name, change):
    def do(stage):
        attribute = stage.GetPrimAtPath(ANIM).GetAttribute(name)
        attribute.Set(change(attribute.Get(3.0)), 3.0)

    return do


def quaternion(q):
    def change(value):
        values = np.array(value)
        values[2] = q
        return Vt.QuatfArray.FromNumpy(values)

    return change


def not_finite(value):
    values = np.array(value)
    values[1, 1] = np.nan
    return Vt.Vec3fArray.FromNumpy(values)


def second_target(stage):
    bind(stage.GetPrimAtPath(SKEL), ANIM, "/Other")


def dangling(stage):
    bind(stage.GetPrimAtPath(SKEL), "/Nowhere")


def no_api(stage):
    stage.GetPrimAtPath(SKEL).RemoveAPI(UsdSkel.BindingAPI)


def no_rest(stage):
    """And an animation that leaves out the last joint."""
    stage.GetPrimAtPath(SKEL).RemoveProperty("restTransforms")
    animation = stage.GetPrimAtPath(ANIM)
    animation.GetAttribute("joints").Set(JOINTS[:-1])


def flat_matrix(stage):
    attribute = stage.GetPrimAtPath(SKEL).GetAttribute("bindTransforms")
    values = list(attribute.Get())
    values[4] = Gf.Matrix4d(0.0)
    attribute.Set(values)


def retyped(path, kind, value):
    """An attribute whose layer has another type than the schema."""

    def do(stage):
        prim, _, name = path.partition(".")
        spec = stage.GetRootLayer().GetPrimAtPath(prim)
        if name in spec.properties:
            del spec.properties[name]
        Sdf.AttributeSpec(spec, name, kind).default = value

    return do


OTHER_TYPES = {
    f"{name}, of another type": (retyped(name, kind, value), name, f"holds {type(value).__name__}, where USD takes")
    for name, kind, value in [
        (f"{SKEL}.joints", Sdf.ValueTypeNames.Int, 3),
        (f"{SKEL}.jointNames", Sdf.ValueTypeNames.Int, 3),
        (f"{SKEL}.restTransforms", Sdf.ValueTypeNames.Double, 1.0),
        (f"{SKEL}.bindTransforms", Sdf.ValueTypeNames.StringArray, Vt.StringArray(["a"])),
        (f"{ANIM}.joints", Sdf.ValueTypeNames.Token, "Hips"),
        (f"{ANIM}.scales", Sdf.ValueTypeNames.StringArray, Vt.StringArray(["a"] * 11)),
        (f"{ANIM}.translations", Sdf.ValueTypeNames.Float, 1.0),
    ]
}
FAULTS = OTHER_TYPES | {  # what is done to a good stage: the prim and attribute of the finding, what it says
    "a joint that is no path": (lambda s: set_joints(s, ["A b", *JOINTS[1:]]), f"{SKEL}.joints", "no well-formed paths"),
    "a joint twice": (lambda s: set_joints(s, [*JOINTS[:-1], JOINTS[0]]), f"{SKEL}.joints", "stands there twice"),
    "a child first": (lambda s: set_joints(s, JOINTS[::-1]), f"{SKEL}.joints", "comes before its parent"),
    "too few matrices": (lambda s: set_joints(s, [*JOINTS, "Hips/More"]), f"{SKEL}.restTransforms", "11 matrices for 12"),
    "no rest": (no_rest, f"{SKEL}.restTransforms", "leaves out 1 joints"),
    "no bind": (lambda s: s.GetPrimAtPath(SKEL).RemoveProperty("bindTransforms"), f"{SKEL}.bindTransforms", "no value"),
    "no inverse": (flat_matrix, f"{SKEL}.bindTransforms", "has no inverse"),
    "names": (
        lambda s: UsdSkel.Skeleton(s.GetPrimAtPath(SKEL)).CreateJointNamesAttr(["a"]), f"{SKEL}.jointNames", "1 names for 11"
    ),
    "two targets": (second_target, f"{SKEL}.skel:animationSource", "has 2 targets"),
    "a dangling target": (dangling, f"{SKEL}.skel:animationSource", "leads to </Nowhere>"),
    "no API": (no_api, f"{SKEL}.skel:animationSource", "USD ignores this binding"),
    "an unknown joint": (
        lambda s: s.GetPrimAtPath(ANIM).GetAttribute("joints").Set(["Tail", *JOINTS[1:]]), f"{ANIM}.joints", "1 of 11 joints"
    ),
    "no joints": (lambda s: s.GetPrimAtPath(ANIM).GetAttribute("joints").Clear(), f"{ANIM}.joints", "no joints"),
    "no scales": (lambda s: s.GetPrimAtPath(ANIM).GetAttribute("scales").Block(), f"{ANIM}.scales", "drops the whole"),
    "a short sample": (with_sample("rotations", lambda v: v[:5]), f"{ANIM}.rotations", "5 values for 11 joints at time code 3"),
    "a long quaternion": (with_sample("rotations", quaternion([0, 0, 0, 1.1])), f"{ANIM}.rotations", "1.1 long"),
    "a number that is none": (with_sample("translations", not_finite), f"{ANIM}.translations", "is not finite"),
    "a scale of nothing": (
        lambda s: s.GetPrimAtPath(ANIM).GetAttribute("scales").Set([(0, 1, 1)] * 11), f"{ANIM}.scales", "is 0"
    ),
}  # fmt: skip


def hero():
    stage = new_stage(unit=0.01)
    stage.SetDefaultPrim(character(stage))
    return stage


def test_a_good_stage_has_no_findings():
    checked = check(hero())
    assert checked.findings == ()
    assert checked.errors == 0


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_with_its_place_and_what_to_do(name):
    fault, where, what = FAULTS[name]
    stage = hero()
    fault(stage)
    ours = [finding for finding in check(stage).findings if finding.check == "footpipe"]
    assert where in [f"{finding.prim}.{finding.attribute}" for finding in ours if what in finding.what]
    assert all(finding.help for finding in ours)


def test_a_rest_pose_that_nobody_needs_may_be_missing():
    stage = hero()
    stage.GetPrimAtPath(SKEL).RemoveProperty("restTransforms")
    assert check(stage).findings == ()


def test_usds_own_validators_are_asked_too():
    stage = new_stage(up=None)
    character(stage)
    found = [finding for finding in check(stage).findings if finding.check != "footpipe"]
    assert any("upAxis" in finding.what and "upAxis" in finding.help for finding in found)


def written(folder, form=local):
    form(folder)
    return footpipe.save(edited(footpipe.load(folder / "shot.usda")), folder / "out.usda")[0]


def test_an_override_that_a_stronger_layer_hides_is_found(tmp_path):
    wrapper = Sdf.Layer.FindOrOpen(str(written(tmp_path)))
    stage = Usd.Stage.Open(wrapper)
    stage.GetPrimAtPath("/World/Hero/Anim").GetAttribute("rotations").Set([Gf.Quatf(1)] * 11, 4.0)
    (finding,) = [finding for finding in check(stage).findings if finding.check == "footpipe"]
    assert (finding.prim, finding.attribute) == ("/World/Hero/Anim", "rotations")
    assert "does not show the override's value at time code" in finding.what


def test_a_shot_that_changed_since_is_found_and_named(tmp_path):
    wrapper = written(tmp_path)
    (tmp_path / "shot.usda").write_text((tmp_path / "shot.usda").read_text() + "\n# changed\n")
    (finding,) = [finding for finding in check_file(wrapper).findings if finding.check == "footpipe"]
    assert finding.what == "the shot changed since the override was made: shot.usda"
    assert finding.kind == "warning"


def test_samples_that_came_later_are_found(tmp_path):
    wrapper = written(tmp_path)
    layer = Sdf.Layer.FindOrOpen(str(tmp_path / "shot.usda"))
    path = "/World/Hero/Anim.rotations"
    layer.SetTimeSample(path, 99.0, layer.QueryTimeSample(path, 3.0))
    layer.Save()
    said = [finding.what for finding in check_file(wrapper).findings if finding.check == "footpipe"]
    assert "its samples are not at the times of the shot's animation" in said


def test_another_variant_than_the_overrides_is_found(tmp_path):
    wrapper = written(tmp_path, variant)
    stage = Usd.Stage.Open(str(tmp_path / "shot.usda"))
    stage.GetPrimAtPath("/World/Hero").GetVariantSets().SetSelection("motion", "still")
    stage.Save()
    said = [finding.what for finding in check_file(wrapper).findings]
    assert "the override is of the variant motion=walk, the stage now shows motion=still" in said


def test_a_mark_that_is_none_of_ours_does_no_harm(tmp_path):
    wrapper = written(tmp_path)
    layer = Sdf.Layer.FindOrOpen(str(tmp_path / "out.override.usdc"))
    layer.customLayerData = {"footpipe": {"author": "override", "sources": 3, "skeleton": 5, "variants": 1}}
    layer.Save()
    assert "the shot changed since" in str(check_file(wrapper).findings[-1])


def test_a_shot_that_holds_our_override_itself_is_checked(tmp_path):
    written(tmp_path)
    root = Sdf.Layer.FindOrOpen(str(tmp_path / "shot.usda"))
    before = [finding for finding in check_file(tmp_path / "shot.usda").findings if finding.check == "footpipe"]
    root.subLayerPaths.append("./out.override.usdc")
    root.Save()
    said = [finding.what for finding in check_file(tmp_path / "shot.usda").findings if finding.check == "footpipe"]
    assert before == []
    assert any("does not show the override's value" in what for what in said)  # the shot's own opinions are stronger


def run(*arguments):
    with pytest.raises(SystemExit) as left:
        main(["usd", "check", *map(str, arguments)])
    return left.value.code


def test_the_command_says_each_finding_and_exits_with_1(tmp_path, capsys):
    stage = hero()
    no_api(stage)
    stage.Export(str(tmp_path / "hero.usda"))
    assert run(tmp_path / "hero.usda") == 1
    said = capsys.readouterr().out
    assert f"hero.usda: <{SKEL}.skel:animationSource>: error: USD ignores this binding" in said
    assert "help: add to its prim" in said


def test_the_command_is_content_with_a_good_stage(tmp_path, capsys):
    hero().Export(str(tmp_path / "hero.usda"))
    assert run(tmp_path / "hero.usda") == 0
    assert "0 errors, 0 warnings" in capsys.readouterr().out


def test_warnings_alone_are_no_failure_unless_strict(tmp_path):
    wrapper = written(tmp_path)
    stage = Usd.Stage.Open(str(wrapper))
    assert stage
    (tmp_path / "shot.usda").write_text((tmp_path / "shot.usda").read_text() + "\n# changed\n")
    errors = check_file(wrapper).errors
    assert (run(wrapper) == 1) == bool(errors)
    assert run(wrapper, "--strict") == 1


def test_the_command_gives_json(tmp_path, capsys):
    stage = hero()
    no_api(stage)
    stage.Export(str(tmp_path / "hero.usda"))
    run(tmp_path / "hero.usda", "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["stage"] == str(tmp_path / "hero.usda")
    assert {"check", "prim", "attribute", "what", "help", "kind"} == set(told["findings"][0])


def test_a_file_that_is_none_is_told(tmp_path, capsys):
    assert run(tmp_path / "none.usda") == 1
    assert "there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["hero.usda"])
def test_a_shots_asset_may_be_checked_by_itself(name, tmp_path):
    shot.write_shot(tmp_path)
    assert check_file(tmp_path / name).findings == ()
