"""Overrides of clips that were cut or resampled, in other places, and those that are refused."""

import numpy as np
import pytest
import shot
from fixed import digests
from pxr import Gf, Sdf, Usd, UsdSkel

import footpipe
from footpipe import Contacts, StageError, kernel


def test_another_place_and_another_folder(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    path = shot.write_shot(tmp_path / "in")
    files = footpipe.fix(path, tmp_path / "out/clean.usda", set={"before.skeleton": shot.HERO}).files
    assert [file.relative_to(tmp_path).as_posix() for file in files] == ["out/clean.usda", "out/clean.override.usdc"]
    assert list(Sdf.Layer.FindOrOpen(str(files[0])).subLayerPaths) == ["./clean.override.usdc", "../in/shot.usda"]
    stage = Usd.Stage.Open(str(files[0]))
    assert stage.GetPrimAtPath(shot.ANIMATION).GetAttribute("rotations").GetNumTimeSamples() == shot.FRAMES


def test_an_override_never_takes_a_layers_place(tmp_path):
    path = shot.write_shot(tmp_path)
    before = digests(tmp_path)
    clip = footpipe.load(path, skeleton=shot.HERO)
    with pytest.raises(footpipe.FileError, match="a layer of the shot"):
        footpipe.save(clip, tmp_path / "hero.usda")
    assert not (tmp_path / "hero.override.usdc").exists()
    with pytest.raises(footpipe.FileError, match="a layer of the shot"):
        footpipe.save(clip, tmp_path / "hero.usda", author="flat")
    assert digests(tmp_path) == before


@pytest.mark.parametrize("author", ["override", "flat"])
def test_nor_that_of_any_layer_that_footpipe_did_not_write(author, tmp_path):
    clip = footpipe.load(shot.write_shot(tmp_path), skeleton=shot.HERO)
    props = Usd.Stage.CreateNew(str(tmp_path / "props.usda"))
    props.Save()
    before = digests(tmp_path)
    with pytest.raises(footpipe.FileError, match="footpipe did not write the layer that is here"):
        footpipe.save(clip, tmp_path / "props.usda", author=author)
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


def test_a_resampled_clip_comes_back_to_the_shots_own_times(tmp_path, caplog):
    caplog.set_level("INFO", "footpipe")
    path = shot.write_shot(tmp_path)
    clip = footpipe.load(path, skeleton=shot.HERO)
    twice = footpipe.stage("edit.resample")(clip, rate=60.0)
    knee = clip.skeleton.joints.index("Hips/LeftUpLeg/LeftLeg")
    rotations = twice.rotations.copy()
    rotations[:, knee] = kernel.multiply(rotations[:, knee], kernel.euler_to_quat([[5.0]], "X"))
    contacts = Contacts(("left.toe",), np.ones((len(twice), 1)))
    footpipe.save(twice.replace(rotations=rotations, contacts=contacts), tmp_path / "out.usda")
    assert "the clip was resampled: it is brought back to the 90 samples of its stage" in caplog.text
    layer, stage = Sdf.Layer.FindOrOpen(str(tmp_path / "out.override.usdc")), Usd.Stage.Open(str(path))
    for name in ("rotations", "footpipe:contact:weights"):
        assert layer.ListTimeSamplesForPath(f"{shot.ANIMATION}.{name}") == clip.source.codes.tolist()
    assert layer.GetAttributeAtPath(f"{shot.ANIMATION}.translations") is None
    kept = clip.source.joint_map != knee
    for code in clip.source.codes:
        written = np.array(layer.QueryTimeSample(f"{shot.ANIMATION}.rotations", code))
        before = np.array(stage.GetAttributeAtPath(f"{shot.ANIMATION}.rotations").Get(code))
        assert np.array_equal(written[kept], before[kept])
        assert not np.array_equal(written[~kept], before[~kept])
