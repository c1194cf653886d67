"""Joints that scale: everything is where it is with matrices, and stages carry the scales along."""

import numpy as np
import pytest

import footpipe
from footpipe import Clip, DataError, Placement, Skeleton, carried, kernel, unscaled
from footpipe.rig_find import rest_positions
from footpipe.testing import walking_clip

WALK = walking_clip()
LEFT_KNEE = WALK.skeleton.joints.index("Hips/LeftUpLeg/LeftLeg")
LEFT_TOE = next(i for i, joint in enumerate(WALK.skeleton.joints) if joint.endswith("LeftToeBase"))


def scaled(clip: Clip = WALK, even: bool = True, seed: int = 0, **changes) -> Clip:
    """The clip with scales that change over time; `even`: by one number for all axes of a joint."""
    drawn = np.random.default_rng(seed).uniform(0.7, 1.4, (*clip.translations.shape[:2], 1 if even else 3))
    turned = Placement(np.array([[1.0, 2, 3]]), kernel.euler_to_quat([[40.0, 10, -20]], "XYZ"), 0.9)
    return clip.replace(scales=np.broadcast_to(drawn, clip.translations.shape), placement=turned, **changes)


def test_scales_have_a_number_for_each_axis_of_each_joint():
    with pytest.raises(DataError, match="scales has shape"):
        WALK.replace(scales=np.ones((len(WALK), 3)))
    with pytest.raises(DataError, match="every number must be finite"):
        WALK.replace(scales=np.full(WALK.translations.shape, np.nan))


def test_the_world_is_worked_out_again_for_other_scales():
    clip = scaled()
    assert abs(clip.world.positions - WALK.replace(placement=clip.placement).world.positions).max() > 0.01


def test_some_of_the_frames_keep_their_scales():
    clip = scaled()
    np.testing.assert_array_equal(clip.pick(slice(5, 20)).scales, clip.scales[5:20])
    trimmed = footpipe.stage("edit.trim")(clip, start=7, stop=9)
    np.testing.assert_array_equal(trimmed.scales, clip.scales[7:9])


def test_scales_are_resampled_along_straight_lines():
    clip = scaled()
    fine = footpipe.stage("edit.resample")(clip, rate=120.0)
    np.testing.assert_allclose(fine.scales[::2], clip.scales, atol=1e-12)
    np.testing.assert_allclose(fine.scales[1:-1:2], (clip.scales[1:] + clip.scales[:-1]) / 2, atol=1e-12)


@pytest.mark.parametrize("even", [True, False])
def test_without_scales_every_joint_stays_where_it_was(even):
    clip = scaled(even=even)
    plain = unscaled(clip)
    assert plain.scales is None
    np.testing.assert_allclose(plain.world.positions, clip.world.positions, atol=1e-12)
    np.testing.assert_array_equal(plain.world.rotations, clip.world.rotations)
    assert unscaled(WALK) is WALK


def test_a_rest_pose_that_scales_stands_where_it_stood():
    large = np.ones((3, 3))
    large[0] = 100.0
    skeleton = Skeleton(
        ("Hips", "Hips/Leg", "Hips/Leg/Foot"), [[0, 90, 0], [0, -0.4, 0], [0, -0.4, 0.1]], None, None, large
    )
    np.testing.assert_allclose(rest_positions(skeleton), [[0, 90, 0], [0, 50, 0], [0, 10, 10]], atol=1e-12)
    clip = Clip(skeleton, skeleton.rest_translations[None], [[[0, 0, 0, 1.0]] * 3], [0.0], scales=large[None])
    np.testing.assert_allclose(rest_positions(unscaled(clip).skeleton), rest_positions(skeleton), atol=1e-12)


@pytest.mark.parametrize("even", [True, False])
@pytest.mark.parametrize("joint", [0, LEFT_KNEE])
def test_a_joint_is_carried_as_far_as_was_asked(joint, even):
    clip = scaled(even=even)
    shifts = np.random.default_rng(1).normal(size=(len(clip), 3))
    moved = clip.replace(translations=carried(clip, joint, shifts))
    way = moved.world.positions[:, joint] - clip.world.positions[:, joint]
    np.testing.assert_allclose(way, shifts, atol=1e-12)


@pytest.mark.parametrize("lock", ["lock.offline", "lock.relax", "lock.runtime"])
def test_a_character_that_changes_its_size_is_locked_as_one_without_scales(lock):
    clip = walking_clip(120)
    scales = np.ones(clip.translations.shape)
    scales[:, 0] = (1 + 0.05 * np.sin(np.arange(len(clip)) / 20))[:, None]
    scales[:, LEFT_TOE] = [1.0, 2.0, 0.5]  # uneven where no leg is below it
    clip = clip.replace(scales=scales)
    locked, wanted = footpipe.stage(lock)(clip), footpipe.stage(lock)(unscaled(clip))
    np.testing.assert_array_equal(locked.scales, scales)
    np.testing.assert_allclose(locked.world.positions, wanted.world.positions, atol=1e-9)
    assert abs(locked.world.positions - clip.world.positions).max() > 0.001


def test_legs_that_scale_unevenly_are_refused_with_joint_and_frame():
    scales = np.ones(WALK.translations.shape)
    scales[7, LEFT_KNEE] = [1, 1.5, 1]
    with pytest.raises(DataError) as raised:
        footpipe.stage("lock.offline")(WALK.replace(scales=scales))
    assert "Hips/LeftUpLeg/LeftLeg is scaled by (1, 1.5, 1) in frame 7" in raised.value.message


def test_a_bvh_keeps_the_places_of_joints_and_says_that_scales_are_gone(tmp_path):
    clip = scaled(even=False)
    with pytest.warns(footpipe.FootpipeWarning, match="a BVH holds no scales"):
        footpipe.save(clip, tmp_path / "walk.bvh")
    read = footpipe.load(tmp_path / "walk.bvh", unit="m", up="y")
    assert read.placement.scale == 1.0
    np.testing.assert_allclose(read.world.positions * 0.9, clip.world.positions, atol=1e-6)
