"""`load.usd` reads what a stage holds, as USD itself has it."""

import sys

import numpy as np
import pytest
from footpipe_usd.read import clip_of
from pxr import Sdf, Usd
from usd_stages import WALK, agrees_with_usd, character, new_stage

import footpipe


@pytest.fixture
def shot(tmp_path):
    """The walk as a file."""
    path = tmp_path / "shot.usda"
    stage = new_stage(path)
    character(stage)
    stage.Save()
    return path


@pytest.mark.parametrize("suffix", ["usda", "usdc", "usd"])
def test_a_file_gives_the_motion_that_was_written(suffix, tmp_path):
    path = tmp_path / f"shot.{suffix}"
    stage = new_stage(path)
    character(stage)
    stage.Save()
    clip = footpipe.load(path)
    assert clip.skeleton.joints == WALK.skeleton.joints
    np.testing.assert_array_equal(clip.times, WALK.times)
    np.testing.assert_allclose(clip.world.positions, WALK.world.positions, atol=1e-6, rtol=0)
    assert clip.scales is None
    assert clip.contacts is None
    agrees_with_usd(clip, stage)


def test_a_callers_open_stage_gives_the_same_clip(shot):
    stage = new_stage()
    character(stage)
    one, other = clip_of(stage), footpipe.load(shot)
    np.testing.assert_array_equal(one.translations, other.translations)
    np.testing.assert_array_equal(one.rotations, other.rotations)
    assert one.source.stage is stage
    assert one.source.path is None


def test_the_source_keeps_the_samples_bit_for_bit(shot):
    source = footpipe.load(shot).source
    np.testing.assert_array_equal(source.rotations.values, WALK.rotations.astype("f"))
    np.testing.assert_array_equal(source.translations.values, WALK.translations.astype("f"))
    assert source.rotations.times == tuple(float(code) for code in range(len(WALK)))
    assert source.scales.times == ()
    assert source.scales.values.dtype == np.float16


def test_a_missing_pxr_is_told_with_the_command_that_adds_it(shot, monkeypatch):
    for name in list(sys.modules):
        if name.split(".")[0] == "pxr" or name.startswith("footpipe_usd."):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pxr", None)
    with pytest.raises(footpipe.FileError, match="pxr") as raised:
        footpipe.load(shot)
    assert raised.value.help == "install them: pip install 'footpipe[usd]'"


def test_a_layer_that_changed_since_it_was_read_has_no_digest(shot):
    source = footpipe.load(shot).source
    shot.write_text(shot.read_text() + "\n")
    with pytest.raises(footpipe.FileError, match="was changed since it was read"):
        dict(source.digests)


def test_a_layer_that_was_changed_in_memory_has_the_digest_of_its_text(shot):
    stage = Usd.Stage.Open(str(shot))
    before = dict(clip_of(stage).source.digests)
    stage.GetRootLayer().comment = "changed"
    after = dict(clip_of(stage).source.digests)
    assert before.keys() == after.keys() == {str(shot)}
    assert before != after


def test_payloads_that_are_not_needed_are_not_opened(tmp_path):
    stage = new_stage(tmp_path / "hero.usdc")
    stage.SetDefaultPrim(character(stage))
    stage.Save()
    (tmp_path / "broken.usdc").write_bytes(b"nobody can open this")
    stage = new_stage(tmp_path / "shot.usda")
    for name in ("hero", "broken"):
        stage.DefinePrim(f"/World/{name}", "Xform").GetPayloads().AddPayload(Sdf.Payload(f"./{name}.usdc", "/Hero"))
    stage.Save()
    clip = footpipe.load(tmp_path / "shot.usda", skeleton="/World/hero")
    assert len(clip) == len(WALK)
    assert not any("broken" in name for name in clip.source.digests)


def test_a_stage_whose_character_is_not_there_names_what_is_missing(tmp_path):
    (tmp_path / "shot.usda").write_text('#usda 1.0\ndef "Hero" (references = @./not_there.usda@) {}\n')
    with pytest.raises(footpipe.FileError, match=r"no Skeleton prim, and is not whole: .*not_there\.usda"):
        footpipe.load(tmp_path / "shot.usda")
