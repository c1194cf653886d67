"""A character that stands on something that moves."""

import numpy as np
import pytest
import shot
from footpipe_usd.ground import on_ground
from pxr import Usd, UsdGeom

import footpipe
from footpipe import Placement, kernel

CART = "/World/Cart"
SKELETON = f"{CART}/Hero/Skel"


def feet(stage: Usd.Stage, clip: footpipe.Clip) -> np.ndarray:
    """(F, 2, 3) cm: toes as seen from the cart."""
    toes = [i for i, name in enumerate(clip.skeleton.names) if name.endswith("ToeBase")]
    places = []
    for code in clip.source.codes:
        cart = np.array(UsdGeom.XformCache(code).GetLocalToWorldTransform(stage.GetPrimAtPath(CART)))
        joints = shot.world_joints(stage, SKELETON, code)[toes]
        places.append((np.c_[joints, [1, 1]] @ np.linalg.inv(cart))[:, :3])
    return np.array(places)


def test_feet_stand_on_a_cart_that_is_named_as_the_ground(tmp_path):
    path = shot.write_cart(tmp_path)
    wrapper = footpipe.fix(path, set={"before.ground": CART}).files[0]
    clip = footpipe.load(path, ground=CART)
    before, after = (feet(Usd.Stage.Open(str(p)), clip) for p in (path, wrapper))
    assert np.ptp(before, axis=0).max() > 1.4
    assert np.ptp(after, axis=0).max() < 0.001
    assert abs(after - before).max() < 2.0


@pytest.mark.filterwarnings("ignore::footpipe.FootpipeWarning")
def test_without_it_the_log_says_what_carries_the_character_and_how_fast(tmp_path, caplog):
    caplog.set_level("INFO", "footpipe")
    footpipe.load(shot.write_cart(tmp_path))
    assert f"<{SKELETON}> is carried by <{CART}>, at 1.00 m/s on average" in caplog.text
    assert f'say ground = "{CART}"' in caplog.text


def test_where_nothing_moves_it_nothing_is_said(tmp_path, caplog):
    caplog.set_level("INFO", "footpipe")
    shot.write_hero(tmp_path / "hero.usda", shot.hero())
    footpipe.load(tmp_path / "hero.usda")
    assert "carried" not in caplog.text


def test_a_ground_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(footpipe.FileError, match="</World/Car>: is to be the ground, and there is no such prim"):
        footpipe.load(shot.write_cart(tmp_path), ground="/World/Car")


def test_a_still_ground_changes_nothing(tmp_path):
    path = shot.write_cart(tmp_path)
    one, other = footpipe.load(path), footpipe.load(path, ground="/World")
    np.testing.assert_allclose(one.world.positions, other.world.positions, atol=1e-12)


def test_a_ground_that_turns_and_moves_takes_its_rider_along():
    rng = np.random.default_rng(0)
    ground = Placement(rng.normal(size=(5, 3)), kernel.normalize(rng.normal(size=(5, 4))))
    seat, lean = np.array([[0.3, 0.5, -0.2]]), kernel.euler_to_quat([[20.0]], "Z")
    carried = Placement(
        ground.translation + kernel.rotate(ground.rotation, np.repeat(seat, 5, 0)),
        kernel.multiply(ground.rotation, np.repeat(lean, 5, 0)),
        0.01,
    )
    seen = on_ground(carried, ground)
    np.testing.assert_allclose(seen.translation, np.repeat(carried.translation[:1], 5, 0), atol=1e-12)
    np.testing.assert_allclose(kernel.angle(seen.rotation, np.repeat(carried.rotation[:1], 5, 0)), 0, atol=1e-7)
    assert seen.scale == 0.01
