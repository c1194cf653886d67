"""BVH to USD to BVH: every joint stays where it is."""

from pathlib import Path

import numpy as np
import pytest
from pxr import Usd
from usd_stages import in_stage_units, world_by_usd

import footpipe

ROOT = Path(__file__).resolve().parents[2]
CLIPS = [ROOT / "examples/walk.bvh", *sorted((ROOT / "tests/data").glob("*.bvh"))]
CENTIMETRE = 0.01
pytestmark = pytest.mark.filterwarnings("ignore::footpipe.FootpipeWarning")


@pytest.mark.parametrize("path", CLIPS, ids=lambda path: path.stem)
@pytest.mark.parametrize("suffix", ["usda", "usdc"])
def test_joints_stay_within_a_ten_thousandth_of_a_centimetre(path, suffix, tmp_path):
    clip = footpipe.load(path)
    footpipe.save(clip, tmp_path / f"clip.{suffix}")
    back = footpipe.load(tmp_path / f"clip.{suffix}")
    assert back.placement.scale == clip.placement.scale
    np.testing.assert_allclose(back.world.positions, clip.world.positions, atol=1e-4 * CENTIMETRE, rtol=0)
    stage = Usd.Stage.Open(str(tmp_path / f"clip.{suffix}"))
    np.testing.assert_allclose(
        in_stage_units(back), world_by_usd(stage, back.source.skeleton, back.source.codes.tolist()), atol=1e-4
    )
    footpipe.save(back, tmp_path / "clip.bvh")
    again = footpipe.load(tmp_path / "clip.bvh", unit=clip.placement.scale)
    order = [again.skeleton.joints.index(joint) for joint in back.skeleton.joints]
    np.testing.assert_allclose(again.times, clip.times, atol=1e-6)
    np.testing.assert_allclose(again.world.positions[:, order], clip.world.positions, atol=1e-4 * CENTIMETRE, rtol=0)


def test_clips_of_the_shared_folder_too(shared, tmp_path):
    for path in sorted((shared / "data/bvh").glob("*.bvh")):
        clip = footpipe.load(path)
        footpipe.save(clip, tmp_path / "clip.usdc")
        back = footpipe.load(tmp_path / "clip.usdc")
        far = max(1.0, abs(clip.world.positions).max() / 20)  # single precision holds 20 m so finely
        np.testing.assert_allclose(
            back.world.positions, clip.world.positions, atol=far * 1e-4 * CENTIMETRE, rtol=0, err_msg=path.name
        )
