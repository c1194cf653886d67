"""`author = "override"`: a layer above the shot that says what was meant, and nothing else of the shot changes."""

import numpy as np
import pytest
import shot
from fixed import digests
from footpipe_usd.blur import drift
from footpipe_usd.checking import check_file
from pxr import Sdf, Usd, UsdGeom

import footpipe


def test_fix_writes_a_wrapper_and_an_override_beside_the_shot(fixed):
    assert [path.name for path in fixed.result.files] == ["shot.footlock.usda", "shot.footlock.override.usdc"]
    wrapper = Sdf.Layer.FindOrOpen(str(fixed.wrapper))
    assert list(wrapper.subLayerPaths) == ["./shot.footlock.override.usdc", "./shot.usda"]


def test_no_source_layer_changes(fixed):
    after = digests(fixed.folder)
    assert {name: after[name] for name in fixed.before} == fixed.before
    assert set(after) - set(fixed.before) == {path.name for path in fixed.result.files}


def test_the_stage_shows_what_was_written_bit_for_bit(fixed):
    for name in ("rotations", "translations"):
        composed = fixed.attribute(fixed.stage, name)
        codes = fixed.layer.ListTimeSamplesForPath(composed.GetPath())
        assert codes
        for code in codes:
            assert fixed.layer.QueryTimeSample(composed.GetPath(), code) == composed.Get(code)


def test_the_stage_shows_what_was_meant(fixed):
    scale = UsdGeom.GetStageMetersPerUnit(fixed.stage)
    for frame in (0, 40, 89):
        joints = shot.world_joints(fixed.stage, shot.SKELETON, fixed.clip.source.codes[frame]) * scale
        np.testing.assert_allclose(
            joints[:, [0, 2, 1]] * [1, 1, -1], fixed.clip.world.positions[frame], atol=2e-6, rtol=0
        )


def test_what_is_written_has_every_sample_of_the_source_in_its_own_order(fixed):
    for name in ("rotations", "translations"):
        path = fixed.attribute(fixed.source, name).GetPath()
        assert fixed.layer.ListTimeSamplesForPath(path) == fixed.attribute(fixed.source, name).GetTimeSamples()
    authored = {spec.name for spec in fixed.layer.GetPrimAtPath(shot.ANIMATION).attributes}
    assert authored == {
        "rotations", "translations", "footpipe:contact:joints", "footpipe:contact:states", "footpipe:contact:weights"
    }  # fmt: skip
    assert all(not spec.default for spec in fixed.layer.GetPrimAtPath(shot.ANIMATION).attributes if not spec.custom)


def test_joints_that_nobody_touched_keep_their_bits(fixed):
    tokens = list(fixed.attribute(fixed.source, "joints").Get())
    arm = [tokens.index(joint) for joint in shot.ARM]
    for name in ("rotations", "translations"):
        before, after = (fixed.attribute(stage, name) for stage in (fixed.source, fixed.stage))
        for code in before.GetTimeSamples():
            one, other = np.array(before.Get(code)), np.array(after.Get(code))
            assert np.array_equal(one[arm].view(np.uint32), other[arm].view(np.uint32))


def test_joints_that_nobody_touched_stay_where_they_are_in_the_world(tmp_path):
    path = shot.write_shot(tmp_path)
    clip = footpipe.load(path, skeleton=shot.HERO)
    turned = clip.rotations.copy()
    knee = clip.skeleton.joints.index("Hips/LeftUpLeg/LeftLeg")
    turned[:, knee] = footpipe.kernel.multiply(turned[:, knee], footpipe.kernel.euler_to_quat([[5.0]], "X"))
    footpipe.save(clip.replace(rotations=turned), tmp_path / "out.usda")
    source, stage = (Usd.Stage.Open(str(p)) for p in (path, tmp_path / "out.usda"))
    below = [joint.startswith("Hips/LeftUpLeg/LeftLeg/") for joint in clip.skeleton.joints]
    for code in clip.source.codes[::11]:
        moved = np.linalg.norm(
            shot.world_joints(stage, shot.SKELETON, code) - shot.world_joints(source, shot.SKELETON, code), axis=1
        )
        assert moved[~np.array(below)].max() < 1e-6
        assert moved[below].min() > 0.1


def test_quaternions_are_of_unit_length_and_in_the_sources_hemisphere(fixed):
    before, after = (fixed.attribute(stage, "rotations") for stage in (fixed.source, fixed.stage))
    for code in before.GetTimeSamples():
        one, other = (np.array(a.Get(code), np.float64) for a in (before, after))
        assert abs(np.linalg.norm(other, axis=1) - 1).max() < 2e-7
        assert ((one * other).sum(axis=1) > 0).all()


def test_blend_shapes_scales_and_sample_times_are_the_sources(fixed):
    for name in ("blendShapeWeights", "scales", "translations", "rotations"):
        before, after = (fixed.attribute(stage, name) for stage in (fixed.source, fixed.stage))
        assert before.GetTimeSamples() == after.GetTimeSamples()
    for name in ("blendShapeWeights", "scales", "blendShapes", "joints"):
        before, after = (fixed.attribute(stage, name) for stage in (fixed.source, fixed.stage))
        for code in before.GetTimeSamples() or [Usd.TimeCode.Default()]:
            assert before.Get(code) == after.Get(code)


def test_the_instance_beside_it_does_not_move(fixed):
    for code in (100.0, 120.5):
        one, other = (shot.world_joints(stage, "/World/Beside/Skel", code) for stage in (fixed.source, fixed.stage))
        assert np.array_equal(one, other)


def test_metadata_is_the_shots(fixed):
    for layer in (fixed.layer, fixed.stage.GetRootLayer()):
        assert (layer.timeCodesPerSecond, layer.framesPerSecond) == (24, 24)
        assert (layer.startTimeCode, layer.endTimeCode, layer.defaultPrim) == (100, 173, "World")
        assert layer.pseudoRoot.GetInfo("upAxis") == "Z"
        assert layer.pseudoRoot.GetInfo("metersPerUnit") == 0.01
        assert layer.comment


def test_it_says_where_it_comes_from_without_clock_or_folder(fixed):
    told = fixed.layer.customLayerData["footpipe"]
    assert told["author"] == "override"
    assert told["schema"] == 1
    assert told["sources"] == {"shot.usda": fixed.before["shot.usda"], "hero.usda": fixed.before["hero.usda"]}
    assert len(told["graph"]) == 64
    for path in fixed.result.files:
        assert str(fixed.folder).encode() not in path.read_bytes()


def test_feet_stand_in_the_world(fixed):
    clips = fixed.result.reports["sliding"].values["clips"]
    assert clips["before"]["all"]["slide_mean"] > 5
    assert clips["after"]["all"]["slide_mean"] <= 0.05


def test_feet_stand_in_the_world_of_the_stage_as_usd_shows_it(fixed, tmp_path):
    fixed.stage.Flatten().Export(str(tmp_path / "flat.usdc"))
    shown = footpipe.load(tmp_path / "flat.usdc", skeleton=shot.HERO)
    assert shown.contacts is not None
    figures = footpipe.stage("measure.sliding")({"shown": shown}).values["clips"]["shown"]["all"]
    assert figures["slide_mean"] <= 0.05
    assert figures["slide_mean"] < 0.001  # what single precision leaves


def test_what_motion_blur_sees_between_frames_is_told(fixed, caplog):
    """Halfway between frames, by USD's own evaluation."""
    toes = [i for i, name in enumerate(fixed.clip.skeleton.names) if name.endswith("ToeBase")]
    on, codes = fixed.clip.contacts.active(), fixed.clip.source.codes
    away = []
    for frame in range(len(codes) - 1):
        here, halfway = (
            shot.world_joints(fixed.stage, shot.SKELETON, code)[toes]
            for code in (codes[frame], (codes[frame] + codes[frame + 1]) / 2)
        )
        away += np.linalg.norm(halfway - here, axis=1)[on[frame] & on[frame + 1]].tolist()
    found = drift(fixed.clip)
    assert found.mean == pytest.approx(np.mean(away), rel=0.01)
    assert found.most == pytest.approx(np.max(away), rel=0.01)
    assert found.mean < 0.05


def test_what_is_written_has_nothing_to_be_found(fixed):
    assert [finding for finding in check_file(fixed.wrapper).findings if finding.check == "footpipe"] == []
