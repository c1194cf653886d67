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


def goes_and_comes_back(path: Path, file: Path) -> None:
    """Through `file`, and to a BVH again, every joint within 1e-4 cm of where it was."""
    clip = footpipe.load(path)
    footpipe.save(clip, file)
    back = footpipe.load(file)
    assert back.placement.scale == clip.placement.scale
    near = {"atol": 1e-4 * CENTIMETRE, "rtol": 0, "err_msg": path.name}
    np.testing.assert_allclose(back.world.positions, clip.world.positions, **near)
    stage = Usd.Stage.Open(str(file))
    shown = world_by_usd(stage, back.source.skeleton, back.source.codes.tolist())
    np.testing.assert_allclose(in_stage_units(back), shown, atol=1e-4)
    footpipe.save(back, file.with_suffix(".bvh"))
    again = footpipe.load(file.with_suffix(".bvh"), unit=clip.placement.scale)
    order = [again.skeleton.joints.index(joint) for joint in back.skeleton.joints]
    np.testing.assert_allclose(again.times, clip.times, atol=1e-6)
    np.testing.assert_allclose(again.world.positions[:, order], clip.world.positions, **near)


@pytest.mark.parametrize("path", CLIPS, ids=lambda path: path.stem)
@pytest.mark.parametrize("suffix", ["usda", "usdc"])
def test_joints_stay_within_a_ten_thousandth_of_a_centimetre(path, suffix, tmp_path):
    goes_and_comes_back(path, tmp_path / f"clip.{suffix}")


def test_those_of_the_shared_clips_too(shared, tmp_path):
    for path in sorted((shared / "data/bvh").glob("*.bvh")):
        goes_and_comes_back(path, tmp_path / f"{path.stem}.usdc")
