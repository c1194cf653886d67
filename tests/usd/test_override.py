"""`author = "override"`: a layer above the shot that says what was meant, and nothing else of the shot changes."""

import hashlib
from pathlib import Path

import numpy as np
import pytest
import shot
from usd_stages import character, new_stage

import footpipe
from footpipe import Contacts, StageError

pytest.importorskip("pxr")
from footpipe_usd.blur import drift
from footpipe_usd.checking import check_file
from pxr import Gf, Sdf, Usd, UsdGeom, UsdSkel, Vt


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.is_file()}


def locked(path: Path, **params) -> footpipe.Clip:
    """The clip that `fix` writes, before it is written."""
    clip = footpipe.load(path, **params)
    return footpipe.stage("lock.offline")(footpipe.stage("detect.adaptive")(clip))


class Fixed:
    """A shot after `footpipe fix`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = shot.write_shot(folder)
        self.before = digests(folder)
        self.result = footpipe.fix(self.path, set={"before.skeleton": shot.HERO})
        self.wrapper, self.override = self.result.files
        self.clip = locked(self.path, skeleton=shot.HERO)
        self.source = Usd.Stage.Open(str(self.path))
        self.stage = Usd.Stage.Open(str(self.wrapper))
        self.layer = Sdf.Layer.FindOrOpen(str(self.override))

    def attribute(self, stage: Usd.Stage, name: str) -> Usd.Attribute:
        return stage.GetPrimAtPath(shot.ANIMATION).GetAttribute(name)


@pytest.fixture(scope="module")
def fixed(tmp_path_factory) -> Fixed:
    return Fixed(tmp_path_factory.mktemp("shot"))


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


def test_a_second_run_makes_the_same_bytes(fixed, tmp_path):
    elsewhere = tmp_path / "some where" / "else"
    elsewhere.mkdir(parents=True)
    path = shot.write_shot(elsewhere)
    first = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    bytes_of_first = [file.read_bytes() for file in first]
    second = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    assert [file.read_bytes() for file in second] == bytes_of_first
    assert bytes_of_first == [file.read_bytes() for file in fixed.result.files]


def test_our_own_layer_in_the_shot_is_left_out_when_the_shot_is_read_again(tmp_path):
    path = shot.write_shot(tmp_path)
    _, override = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    clip = locked(path, skeleton=shot.HERO)
    root = Sdf.Layer.FindOrOpen(str(path))
    root.subLayerPaths = ["./shot.footlock.override.usdc"]
    root.Save()
    again = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files[1]
    assert again == override
    new = Sdf.Layer.FindOrOpen(str(override))
    samples = new.ListTimeSamplesForPath(f"{shot.ANIMATION}.rotations")
    stage = Usd.Stage.Open(str(path))
    assert samples == stage.GetPrimAtPath(shot.ANIMATION).GetAttribute("rotations").GetTimeSamples()
    np.testing.assert_array_equal(locked(path, skeleton=shot.HERO).rotations, clip.rotations)


def test_a_wrapper_that_is_read_stands_for_its_shot(tmp_path):
    path = shot.write_shot(tmp_path)
    first = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    again = footpipe.fix(first[0], tmp_path / "again.usda", set={"before.skeleton": shot.HERO}).files
    wrapper, one, other = (Sdf.Layer.FindOrOpen(str(file)) for file in (again[0], first[1], again[1]))
    assert list(wrapper.subLayerPaths) == ["./again.override.usdc", "./shot.usda"]
    for name in ("rotations", "translations"):
        attribute = f"{shot.ANIMATION}.{name}"
        assert all(
            one.QueryTimeSample(attribute, code) == other.QueryTimeSample(attribute, code)
            for code in one.ListTimeSamplesForPath(attribute)
        )
    assert one.customLayerData["footpipe"]["sources"] == other.customLayerData["footpipe"]["sources"]


def test_two_characters_one_after_the_other(tmp_path):
    stage = new_stage(tmp_path / "shot.usda")
    for name in ("/World/A", "/World/B"):
        character(stage, name)
    stage.Save()
    first = footpipe.fix(tmp_path / "shot.usda", set={"before.skeleton": "/World/A"}).files
    with pytest.raises(footpipe.FileError, match="the override of another character"):
        footpipe.fix(tmp_path / "shot.usda", set={"before.skeleton": "/World/B"})
    both = footpipe.fix(first[0], tmp_path / "both.usda", set={"before.skeleton": "/World/B"}).files
    wrapper = Sdf.Layer.FindOrOpen(str(both[0]))
    assert list(wrapper.subLayerPaths) == ["./both.override.usdc", "./shot.footlock.override.usdc", "./shot.usda"]
    shown = Usd.Stage.Open(wrapper)
    for layer, animation in ((first[1], "/World/A/Anim"), (both[1], "/World/B/Anim")):
        own = Sdf.Layer.FindOrOpen(str(layer))
        for code in own.ListTimeSamplesForPath(f"{animation}.rotations"):
            meant = own.QueryTimeSample(f"{animation}.rotations", code)
            assert shown.GetAttributeAtPath(f"{animation}.rotations").Get(code) == meant
    assert [finding for finding in check_file(both[0]).findings if finding.check == "footpipe"] == []


def test_a_file_that_is_no_layer_is_replaced(tmp_path):
    path = shot.write_shot(tmp_path)
    (tmp_path / "shot.footlock.override.usdc").write_text("no layer at all")
    footpipe.fix(path, set={"before.skeleton": shot.HERO})
    assert Sdf.Layer.FindOrOpen(str(tmp_path / "shot.footlock.override.usdc")).customLayerData["footpipe"]


def edit_states(override: Path) -> None:
    """What an artist may do: the left foot never stands."""
    layer = Sdf.Layer.FindOrOpen(str(override))
    states = f"{shot.ANIMATION}.footpipe:contact:states"
    for code in layer.ListTimeSamplesForPath(states):
        layer.SetTimeSample(states, code, Vt.BoolArray([False, layer.QueryTimeSample(states, code)[1]]))
    layer.Save()


def test_an_artists_edit_of_the_states_wins_in_the_next_run(tmp_path, caplog):
    path = shot.write_shot(tmp_path)
    wrapper, override = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    edit_states(override)
    with caplog.at_level("INFO"):
        clip = footpipe.stage("detect.labels")(footpipe.load(wrapper, skeleton=shot.HERO))
    assert clip.contacts.active().any(axis=0).tolist() == [False, True]
    assert "says when left.toe, right.toe touch: detect.labels takes that" in caplog.text


def test_an_artists_edit_is_not_written_over(tmp_path):
    path = shot.write_shot(tmp_path)
    wrapper, override = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    edit_states(override)
    before = digests(tmp_path)
    with pytest.raises(footpipe.FileError, match="its contacts were edited since footpipe wrote it") as raised:
        footpipe.fix(path, set={"before.skeleton": shot.HERO})
    assert "detect.labels" in raised.value.help
    assert digests(tmp_path) == before

    labelled = {"before.skeleton": shot.HERO, "contacts.uses": "detect.labels"}
    files = footpipe.fix(wrapper, tmp_path / "again.usda", set=labelled).files
    assert footpipe.load(files[0], skeleton=shot.HERO).contacts.active().any(axis=0).tolist() == [False, True]
    again = footpipe.fix(wrapper, tmp_path / "again.usda", set=labelled).files
    assert [path.name for path in again] == ["again.usda", "again.override.usdc"]


def test_an_edit_that_is_what_is_written_does_not_stand_in_the_way(tmp_path):
    path = shot.write_shot(tmp_path)
    _, override = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    root = Sdf.Layer.FindOrOpen(str(path))
    root.subLayerPaths = ["./shot.footlock.override.usdc"]
    root.Save()
    edit_states(override)
    footpipe.fix(path, set={"before.skeleton": shot.HERO, "contacts.uses": "detect.labels"})
    assert footpipe.load(path, skeleton=shot.HERO).contacts.active().any(axis=0).tolist() == [False, True]


def test_what_is_written_has_nothing_to_be_found(fixed):
    assert [finding for finding in check_file(fixed.wrapper).findings if finding.check == "footpipe"] == []


def test_another_place_and_another_folder(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    path = shot.write_shot(tmp_path / "in")
    files = footpipe.fix(path, tmp_path / "out/clean.usda", set={"before.skeleton": shot.HERO}).files
    assert [file.relative_to(tmp_path).as_posix() for file in files] == ["out/clean.usda", "out/clean.override.usdc"]
    assert list(Sdf.Layer.FindOrOpen(str(files[0])).subLayerPaths) == ["./clean.override.usdc", "../in/shot.usda"]
    stage = Usd.Stage.Open(str(files[0]))
    assert stage.GetPrimAtPath(shot.ANIMATION).GetAttribute("rotations").GetNumTimeSamples() == shot.FRAMES


@pytest.mark.parametrize("author", ["override", "flat"])
@pytest.mark.parametrize("name", ["hero.usda", "set.usda", "shot.usda"])
def test_a_layer_of_the_shot_is_never_written_over(name, author, tmp_path):
    path = shot.write_shot(tmp_path)
    (tmp_path / "set.usda").write_text("#usda 1.0\n")  # which has no word on the character
    root = Sdf.Layer.FindOrOpen(str(path))
    root.subLayerPaths.append("./set.usda")
    root.Save()
    before = digests(tmp_path)
    clip = footpipe.load(path, skeleton=shot.HERO)
    with pytest.raises(footpipe.FileError, match="a layer of the shot"):
        footpipe.save(clip, tmp_path / name, author=author)
    assert digests(tmp_path) == before


def test_an_override_does_not_become_a_stage(tmp_path):
    path = shot.write_shot(tmp_path)
    clip = footpipe.load(path, skeleton=shot.HERO)
    _, override = footpipe.save(clip, tmp_path / "out.usda")
    with pytest.raises(footpipe.FileError, match="this is an override of footpipe"):
        footpipe.save(clip, override)


def test_nothing_touched_nothing_written_but_who_made_it(tmp_path):
    path = shot.write_shot(tmp_path)
    footpipe.save(footpipe.load(path, skeleton=shot.HERO), tmp_path / "out.usda")
    layer = Sdf.Layer.FindOrOpen(str(tmp_path / "out.override.usdc"))
    assert list(layer.GetPrimAtPath(shot.ANIMATION).attributes) == []
    assert "graph" not in layer.customLayerData["footpipe"]


def test_an_animation_inside_an_instance_is_refused(tmp_path):
    path = shot.write_shot(tmp_path)
    clip = footpipe.load(path, skeleton="/World/Beside")
    with pytest.raises(StageError, match="instance") as told:
        footpipe.save(clip, tmp_path / "out.usda")
    assert told.value.help
    assert not (tmp_path / "out.usda").exists()


def test_an_animation_that_moves_others_too_is_refused_until_they_are_meant(tmp_path):
    path = shot.write_shot(tmp_path)
    stage = Usd.Stage.Open(str(path))
    other = stage.DefinePrim("/World/Other")
    other.GetReferences().AddReference("./hero.usda")
    UsdSkel.BindingAPI(stage.GetPrimAtPath("/World/Other/Skel")).CreateAnimationSourceRel().SetTargets([shot.ANIMATION])
    stage.GetRootLayer().Save()
    clip = footpipe.load(path, skeleton=shot.HERO)
    with pytest.raises(StageError, match=f"the animation {shot.ANIMATION} moves /World/Other/Skel too"):
        footpipe.save(clip, tmp_path / "out.usda")
    footpipe.save(clip, tmp_path / "out.usda", shared=True)


def test_an_animation_without_scales_gets_ones(tmp_path):
    shot.write_hero(tmp_path / "hero.usda", shot.hero(), scales=False)
    with pytest.warns(footpipe.FootpipeWarning, match="scales"):
        clip = footpipe.load(tmp_path / "hero.usda")
    turned = footpipe.kernel.multiply(clip.rotations, np.broadcast_to([0.0, 0.6, 0, 0.8], clip.rotations.shape))
    footpipe.save(clip.replace(rotations=turned), tmp_path / "out.usda")
    stage = Usd.Stage.Open(str(tmp_path / "out.usda"))
    query = UsdSkel.Cache().GetAnimQuery(UsdSkel.Animation(stage.GetPrimAtPath("/Hero/Anim")))
    assert len(query.ComputeJointLocalTransforms(3.0)) == len(clip.skeleton)
    assert set(stage.GetPrimAtPath("/Hero/Anim").GetAttribute("scales").Get(3.0)) == {Gf.Vec3h(1)}


def test_a_joint_that_the_animation_does_not_hold_cannot_be_written(tmp_path):
    path = shot.write_shot(tmp_path)
    stage = Usd.Stage.Open(str(tmp_path / "hero.usda"))
    animation = UsdSkel.Animation(stage.GetPrimAtPath("/Hero/Anim"))
    animation.GetJointsAttr().Set(list(animation.GetJointsAttr().Get())[:-1])  # without the hips
    for attribute in (animation.GetTranslationsAttr(), animation.GetRotationsAttr(), animation.GetScalesAttr()):
        for code in attribute.GetTimeSamples():
            attribute.Set(list(attribute.Get(code))[:-1], code)
    stage.GetRootLayer().Save()
    clip = footpipe.load(path, skeleton=shot.HERO)
    moved = clip.translations.copy()
    moved[:, 0] += 1
    with pytest.raises(footpipe.DataError, match=r"joint Hips was moved, and the animation .* does not hold it"):
        footpipe.save(clip.replace(translations=moved), tmp_path / "out.usda")


def test_a_clip_cut_short_keeps_the_rest_of_the_shot(tmp_path):
    path = shot.write_shot(tmp_path)
    clip = footpipe.load(path, skeleton=shot.HERO)
    part = clip.pick(slice(20, 50))
    moved = part.translations.copy()
    moved[:, 0] += 1
    footpipe.save(part.replace(translations=moved), tmp_path / "out.usda")
    stages = [Usd.Stage.Open(str(p)) for p in (path, tmp_path / "out.usda")]
    one, other = (stage.GetPrimAtPath(shot.ANIMATION) for stage in stages)
    hips = list(one.GetAttribute("joints").Get()).index("Hips")
    shifts = [
        other.GetAttribute("translations").Get(code)[hips] - one.GetAttribute("translations").Get(code)[hips]
        for code in clip.source.codes
    ]
    assert np.allclose(shifts[20:50], 1, atol=1e-4)
    assert not np.array(shifts[:20] + shifts[50:]).any()


def test_a_resampled_clip_comes_back_to_the_shots_own_times(tmp_path):
    path = shot.write_shot(tmp_path)
    clip = footpipe.load(path, skeleton=shot.HERO)
    twice = footpipe.stage("edit.resample")(clip, rate=60.0)
    footpipe.save(twice.replace(contacts=Contacts(("left.toe",), np.ones((len(twice), 1)))), tmp_path / "out.usda")
    layer = Sdf.Layer.FindOrOpen(str(tmp_path / "out.override.usdc"))
    for name in ("rotations", "footpipe:contact:weights"):
        assert layer.ListTimeSamplesForPath(f"{shot.ANIMATION}.{name}") in ([], clip.source.codes.tolist())
