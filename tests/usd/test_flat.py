"""`author = "flat"`: any clip as a stage of its own, which USD, viewers and our own loader understand."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import shot
from footpipe_usd import check
from footpipe_usd.flat import flat_layer
from hypothesis import given, settings
from hypothesis import strategies as st
from pxr import Sdf, Usd, UsdGeom, UsdSkel

import footpipe
from footpipe import Clip, Contacts, Placement, Skeleton, kernel
from footpipe.testing import check_stage, walking_clip

ROOT = Path(__file__).resolve().parents[2]
WALK = ROOT / "examples/walk.bvh"
SKELETON = "/Character/Skeleton"


def opened(clip: Clip) -> Usd.Stage:
    return Usd.Stage.Open(flat_layer(clip))


def turned(degrees: float, axis: str) -> np.ndarray:
    return kernel.euler_to_quat([[degrees]], axis)


def world_of(stage: Usd.Stage, code: float) -> np.ndarray:
    """(J, 3) m, y up: as the stage's own metadata says."""
    joints = shot.world_joints(stage, SKELETON, code) * UsdGeom.GetStageMetersPerUnit(stage)
    return joints if UsdGeom.GetStageUpAxis(stage) == "Y" else joints[:, [0, 2, 1]] * [1, 1, -1]


PLACEMENTS = {
    "as it is": Placement(),
    "centimetres": Placement(scale=0.01),
    "z up": Placement(rotation=turned(-90.0, "X"), scale=0.01),
    "x up, elsewhere": Placement(np.array([[1.0, 2.0, 3.0]]), turned(90.0, "Z"), 0.0254),
    "on the move": Placement(np.linspace([0, 0, 0], [1, 2, 3.0], 60), np.tile(turned(-90.0, "X"), (60, 1))),
    "turning": Placement(rotation=kernel.euler_to_quat(np.linspace(0, 90, 60)[:, None], "Y")),
}


@pytest.mark.parametrize("name", PLACEMENTS)
def test_usd_sees_every_joint_where_the_clip_has_it(name):
    clip = walking_clip().replace(placement=PLACEMENTS[name])
    stage = opened(clip)
    assert stage.GetTimeCodesPerSecond() == stage.GetFramesPerSecond() == 60
    assert (stage.GetStartTimeCode(), stage.GetEndTimeCode()) == (0, 59)
    for frame in (0, 31, 59):
        np.testing.assert_allclose(world_of(stage, frame), clip.world.positions[frame], atol=2e-6)


def test_numbers_are_the_clips_own_and_the_unit_is_the_stages():
    clip = footpipe.load(WALK)
    stage = opened(clip)
    animation = UsdSkel.Animation(stage.GetPrimAtPath("/Character/Animation"))
    assert UsdGeom.GetStageMetersPerUnit(stage) == clip.placement.scale
    assert np.array_equal(animation.GetTranslationsAttr().Get(7), clip.translations[7].astype(np.float32))
    assert not UsdGeom.Xformable(stage.GetPrimAtPath("/Character")).GetOrderedXformOps()


def test_an_up_axis_of_z_stays_the_files():
    stage = opened(walking_clip().replace(placement=PLACEMENTS["z up"]))
    assert UsdGeom.GetStageUpAxis(stage) == "Z"
    assert not UsdGeom.Xformable(stage.GetPrimAtPath("/Character")).GetOrderedXformOps()


@pytest.mark.parametrize("clip", [walking_clip(), walking_clip(1), shot.hero()], ids=["walk", "one frame", "hero"])
def test_there_is_nothing_to_find_in_it(clip):
    checked = check(opened(clip))
    assert checked.findings == ()
    assert len(checked.ran) == 2


def test_the_guide_is_a_bone_for_each_child_and_a_knob_for_each_end():
    clip = walking_clip()
    stage = opened(clip)
    mesh = UsdGeom.Mesh(stage.GetPrimAtPath("/Character/Guide"))
    points = np.array(mesh.GetPointsAttr().Get()).reshape(-1, 6, 3)
    bones = len(clip.skeleton) - 1
    ends = sum(not children for children in clip.skeleton.children)
    assert len(points) == bones + ends
    heads = np.array(mesh.GetPrim().GetAttribute("primvars:skel:jointIndices").Get()).reshape(-1, 6)
    rest = kernel.forward(
        clip.skeleton.rest_translations[None], clip.skeleton.rest_rotations[None], clip.skeleton.parents,
        np.zeros((1, 3)), np.array([[0, 0, 0, 1.0]]), 1.0,
    )[0][0]  # fmt: skip
    np.testing.assert_allclose(points[:, 0], rest[heads[:, 0]], atol=1e-6)


def test_the_guide_moves_with_its_joints():
    clip = walking_clip()
    stage = opened(clip)
    mesh = stage.GetPrimAtPath("/Character/Guide")
    cache = UsdSkel.Cache()
    cache.Populate(UsdSkel.Root(stage.GetPrimAtPath("/Character")), Usd.PrimDefaultPredicate)
    query, skeleton = cache.GetSkinningQuery(mesh), cache.GetSkelQuery(UsdSkel.Skeleton(stage.GetPrimAtPath(SKELETON)))
    points = UsdGeom.Mesh(mesh).GetPointsAttr().Get()
    query.ComputeSkinnedPoints(skeleton.ComputeSkinningTransforms(20.0), points, 20.0)
    heads = np.array(mesh.GetAttribute("primvars:skel:jointIndices").Get())[::6]
    np.testing.assert_allclose(np.array(points)[::6], clip.world.positions[20, heads], atol=1e-5)


def test_names_become_what_usd_can_read_and_stay_known():
    joints = ("mixamorig:Hips", "mixamorig:Hips/Bip01 L Leg", "mixamorig:Hips/Bip01.L.Leg", "mixamorig:Hips/骨", "2nd")
    clip = Clip(Skeleton(joints, np.zeros((5, 3))), np.zeros((1, 5, 3)), np.tile([0, 0, 0, 1.0], (1, 5, 1)), [0.0])
    stage = opened(clip)
    skeleton = UsdSkel.Skeleton(stage.GetPrimAtPath(SKELETON))
    tokens = [
        "mixamorig_Hips",
        "mixamorig_Hips/Bip01_L_Leg",
        "mixamorig_Hips/Bip01_L_Leg_2",
        "mixamorig_Hips/骨",
        "_2nd",
    ]
    assert list(skeleton.GetJointsAttr().Get()) == tokens
    assert list(skeleton.GetJointNamesAttr().Get()) == list(clip.skeleton.names)
    assert list(UsdSkel.Topology(tokens).GetParentIndices()) == [-1, 0, 0, 0, -1]


def test_paths_that_skip_a_parent_stay_as_they_are():
    joints = ("Hips", "Hips/Pelvis/Leg", "Hips/Pelvis/Leg/Shin/Foot")
    parents = np.array([-1, 0, 1])
    clip = Clip(
        Skeleton(joints, np.zeros((3, 3)), parents=parents),
        np.zeros((1, 3, 3)),
        np.tile([0, 0, 0, 1.0], (1, 3, 1)),
        [0.0],
    )
    stage = opened(clip)
    assert tuple(UsdSkel.Skeleton(stage.GetPrimAtPath(SKELETON)).GetJointsAttr().Get()) == joints


def test_contacts_are_there_states_only_where_one_changes():
    weights = np.array([[0, 1], [0, 1], [1, 1], [0.6, 0.2]])
    clip = walking_clip(4).replace(contacts=Contacts(("left.toe", "right.toe"), weights))
    stage = opened(clip)
    animation = stage.GetPrimAtPath("/Character/Animation")
    states = animation.GetAttribute("footpipe:contact:states")
    assert list(animation.GetAttribute("footpipe:contact:joints").Get()) == ["left.toe", "right.toe"]
    assert {code: list(states.Get(code)) for code in states.GetTimeSamples()} == {
        0: [False, True], 2: [True, True], 3: [True, False]
    }  # fmt: skip
    assert list(states.Get(1)) == [False, True]
    np.testing.assert_array_equal(
        [animation.GetAttribute("footpipe:contact:weights").Get(code) for code in range(4)], weights.astype(np.float32)
    )


def test_times_that_are_not_even_are_kept():
    clip = walking_clip(4).replace(times=np.array([0.0, 0.5, 0.75, 1.0]))
    stage = opened(clip)
    rotations = stage.GetAttributeAtPath("/Character/Animation.rotations")
    assert np.array(rotations.GetTimeSamples()) / stage.GetTimeCodesPerSecond() == pytest.approx(clip.times)


@pytest.mark.parametrize("suffix", ["usda", "usdc", "usd"])
def test_the_same_clip_makes_the_same_bytes_in_any_process(suffix, tmp_path):
    code = "import sys, footpipe; footpipe.save(footpipe.load(sys.argv[1]), sys.argv[2])"
    files = [tmp_path / f"{name}.{suffix}" for name in ("one", "other")]
    for seed, file in enumerate(files):
        env = {**os.environ, "PYTHONHASHSEED": str(seed)}
        subprocess.run([sys.executable, "-P", "-W", "ignore", "-c", code, WALK, file], check=True, env=env)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_it_replaces_a_file_and_an_open_layer_sees_it(tmp_path):
    path = tmp_path / "walk.usdc"
    footpipe.save(walking_clip(2), path)
    layer = Sdf.Layer.FindOrOpen(str(path))
    footpipe.save(walking_clip(5), path)
    assert layer.endTimeCode == 4


def test_an_ending_that_is_none_is_refused(tmp_path):
    with pytest.raises(footpipe.FileError, match=r"no layer is written as '\.fbx'"):
        footpipe.stage("write.usd")(walking_clip(), path=tmp_path / "a.fbx")
    with pytest.raises(footpipe.StageError, match="this clip came from none"):
        footpipe.save(walking_clip(), tmp_path / "a.usda", author="override")
    assert list(tmp_path.iterdir()) == []


def test_the_stage_is_a_good_one():
    from footpipe.registry import installed

    check_stage(installed().stages["write.usd"].stage)


@pytest.mark.skipif("FOOTPIPE_THREE" not in os.environ, reason="FOOTPIPE_THREE is not the folder of three.js")
@pytest.mark.parametrize("suffix", ["usda", "usdc"])
def test_three_js_shows_the_same_motion(suffix, tmp_path):
    clip = footpipe.load(WALK)
    footpipe.save(clip, tmp_path / f"walk.{suffix}")
    script = Path(__file__).with_name("three.mjs")
    arguments = [shutil.which("node"), script, os.environ["FOOTPIPE_THREE"], tmp_path / f"walk.{suffix}", "0", "1.5"]
    said = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout
    for bones, frame in zip(json.loads(said.splitlines()[-1]), (0, 180), strict=True):
        places = {tuple(np.round(bone[1:], 3)) for bone in bones}
        wanted = {tuple(place) for place in np.round(clip.world.positions[frame], 3) + 0.0}
        assert len(places & wanted) > 0.9 * len(wanted)


@st.composite
def any_clip(draw) -> Clip:
    """A skeleton of any shape, with odd names, bones without length, and joints that scale."""
    count, frames = draw(st.integers(1, 8)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    parents = [-1, *(int(rng.integers(-1, joint)) for joint in range(1, count))]
    names = draw(
        st.lists(st.sampled_from(["Hips", "a b", "x:y", "1", "é", "a.b", "a_b"]), min_size=count, max_size=count)
    )
    joints: list[str] = []
    for index, parent in enumerate(parents):
        joints.append((f"{joints[parent]}/" if parent >= 0 else "") + f"{names[index]}{'#' * index}")
    rest = rng.normal(size=(count, 3)) * rng.integers(0, 2, size=(count, 1))
    return Clip(
        Skeleton(tuple(joints), rest, kernel.normalize(rng.normal(size=(count, 4)))),
        rng.normal(size=(frames, count, 3)),
        kernel.normalize(rng.normal(size=(frames, count, 4))),
        np.sort(rng.choice(1000, frames, replace=False)) / 24,
        placement=Placement(rng.normal(size=(1, 3)), kernel.normalize(rng.normal(size=(1, 4))), 0.01),
        scales=draw(st.sampled_from([None, np.float64(np.float16(rng.uniform(0.5, 2, (frames, count, 3))))])),
    )


@given(any_clip())
@settings(max_examples=60, deadline=None)
def test_any_clip_becomes_a_stage_that_usd_sees_alike_and_finds_nothing_in(clip):
    stage = opened(clip)
    checked = check(stage)
    assert checked.findings == ()
    for frame, code in enumerate(stage.GetAttributeAtPath("/Character/Animation.rotations").GetTimeSamples()):
        np.testing.assert_allclose(
            world_of(stage, code), clip.world.positions[frame], atol=1e-6 * (1 + len(clip.skeleton))
        )


def test_injected_rest_rows_are_told_since_usd_knows_none(caplog):
    with caplog.at_level("INFO", "footpipe"):
        flat_layer(footpipe.load(WALK))
        flat_layer(walking_clip(2))
    assert [line for line in caplog.messages if line.startswith("rest rows")] == [
        "rest rows: 1; in USD they are frames as any other, and edit.trim leaves them out"
    ]
