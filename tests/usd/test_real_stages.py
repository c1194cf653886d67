"""`footpipe fix` on stages that real programs wrote."""

import hashlib
import shutil

import numpy as np
import pytest
from footpipe_usd.checking import check_file
from pxr import Sdf, Usd
from usd_stages import agrees_with_usd

import footpipe

TWO_LEGGED = [
    "CesiumMan.usdz",
    "HIK_Export.usda",
    "pab_crackhead_blender.usdc",
    "pab_jog_blender.usda",
    "pab_walk_blender.usda",
    "skeleton.usda",
]
pytestmark = pytest.mark.filterwarnings("ignore::footpipe.FootpipeWarning")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("name", TWO_LEGGED)
def test_feet_stand_and_the_shot_stays_as_it_is(name, shared, tmp_path):
    path = tmp_path / name
    shutil.copy(shared / "data/usd" / name, path)
    before = digest(path)
    result = footpipe.fix(path)
    wrapper, override = result.files
    assert [wrapper.name, override.name] == [f"{path.stem}.footlock.usda", f"{path.stem}.footlock.override.usdc"]
    assert digest(path) == before
    bytes_of_first = [file.read_bytes() for file in result.files]
    assert [file.read_bytes() for file in footpipe.fix(path).files] == bytes_of_first
    assert [finding for finding in check_file(wrapper).findings if finding.check == "footpipe"] == []

    clip = footpipe.load(path)
    meant = footpipe.stage("lock.offline")(footpipe.stage("detect.adaptive")(clip))
    stage = Usd.Stage.Open(str(wrapper))
    agrees_with_usd(meant, stage, 1e-4)
    stage.Flatten().Export(str(tmp_path / "shown.usdc"))
    shown = footpipe.load(tmp_path / "shown.usdc")
    slide = footpipe.stage("measure.sliding")({"shown": shown}).values["clips"]["shown"]["all"]["slide_mean"]
    assert slide is None or slide <= 0.05


@pytest.mark.parametrize("name", TWO_LEGGED)
def test_what_no_stage_touched_has_its_bits(name, shared, tmp_path):
    path = tmp_path / name
    shutil.copy(shared / "data/usd" / name, path)
    clip = footpipe.load(path)
    spine = max(
        set(clip.source.joint_map.tolist()), key=lambda joint: (not clip.skeleton.children[joint], joint)
    )  # a joint that nothing hangs from
    rotations = clip.rotations.copy()
    rotations[:, spine] = footpipe.kernel.multiply(rotations[:, spine], np.repeat([[0.0, 0.0, 0.6, 0.8]], len(clip), 0))
    files = footpipe.save(clip.replace(rotations=rotations), tmp_path / "out.usda")
    layer, source = Sdf.Layer.FindOrOpen(str(files[1])), Usd.Stage.Open(str(path))
    attribute = source.GetPrimAtPath(clip.source.animation).GetAttribute("rotations")
    kept = clip.source.joint_map != spine
    for code in attribute.GetTimeSamples():
        written = np.array(layer.QueryTimeSample(attribute.GetPath(), code))
        assert np.array_equal(written[kept].view(np.uint32), np.array(attribute.Get(code))[kept].view(np.uint32))
    assert not layer.GetAttributeAtPath(attribute.GetPath().ReplaceName("translations"))
