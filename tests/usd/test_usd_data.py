"""Stages that others made, each read as its README says, and the faults refused by name."""

import numpy as np
import pytest
from pxr import Usd
from usd_stages import agrees_with_usd

import footpipe
from footpipe import FileError, find_rig

pytestmark = pytest.mark.filterwarnings("ignore::footpipe.FootpipeWarning")
READ = {  # file: skeleton, joints, frames, rate of time codes, first and last
    "CesiumMan.usdz": (None, 19, 48, 24, 1, 48),
    "HIK_Export.usda": (None, 70, 101, 24, 0, 100),
    "framerate.usda": ("/Root/joint1", 3, 2, 60, 1, 20),
    "lbs.usda": (None, 3, 30, 24, 1, 30),
    "pab_jog_blender.usda": (None, 66, 25, 30, 1, 25),
    "pab_walk_blender.usda": (None, 66, 41, 30, 1, 41),
    "pab_crackhead_blender.usdc": (None, 66, 87, 30, 1, 87),  # the stage says 1 to 101
    "skeleton.usda": (None, 66, 3, 24, 1, 3),
    "skinnedArm.usda": (None, 3, 2, 24, 1, 10),
}
LEGS = {  # file: hip, knee, ankle, toe of the left and the right leg
    "CesiumMan.usdz": "leg_joint_L_1 leg_joint_L_2 leg_joint_L_3 leg_joint_L_5 leg_joint_R_1 leg_joint_R_2 leg_joint_R_3 leg_joint_R_5",
    "HIK_Export.usda": "Fight_LeftUpLeg Fight_LeftLeg Fight_LeftFoot Fight_LeftToeBase Fight_RightUpLeg Fight_RightLeg Fight_s_genrig_RightFoot Fight_RightToeBase",
    "pab_walk_blender.usda": "LeftUpLeg LeftLeg LeftFoot LeftFootThumb1 RightUpLeg RightLeg RightFoot RightFootThumb1",
    "skeleton.usda": "LLeg LKnee LFoot LToes RLeg RKnee RFoot RToes",
}
REFUSED = {  # file: part of the error
    "usd/framerate.usda": "</>: 3 skeletons move: /Root/joint1, /Root/joint4, /Root/joint5",
    "usd/populate.usda": "</>: of 13 skeletons none has joints and an animation: /Skel1, /Skel2",
    "usd/usdskel-001.usdc": "</Model/Skel.skel:animationSource>: USD ignores it, since SkelBindingAPI is not applied",
    "faults/v24_rest_missing_sparse_anim.usda": "</Char/Skel.restTransforms>: is missing, and the animation leaves 2 joints",
    "faults/v26_ill_formed_joint_paths.usda": "</Char/Skel.joints>: 3 of 3 joints are no well-formed paths: 'Bip001 Pelvis'",
}


@pytest.mark.parametrize("name", READ)
def test_it_is_read_as_usd_has_it(shared, name):
    skeleton, joints, frames, rate, first, last = READ[name]
    clip = footpipe.load(shared / "data/usd" / name, skeleton=skeleton)
    assert (len(clip.skeleton), len(clip), clip.source.rate) == (joints, frames, rate)
    assert (clip.source.codes[0], clip.source.codes[-1]) == (first, last)
    agrees_with_usd(clip, Usd.Stage.Open(str(shared / "data/usd" / name)))


@pytest.mark.parametrize("name", LEGS)
def test_legs_are_found(shared, name):
    clip = footpipe.load(shared / "data/usd" / name)
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    assert [clip.skeleton.names[joint] for joint in rig.legs[:, :4].ravel()] == LEGS[name].split()


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_by_name(shared, name):
    with pytest.raises(FileError) as raised:
        footpipe.load(shared / "data" / name)
    assert REFUSED[name] in raised.value.message


@pytest.mark.parametrize("name", ["Instance/Inherit", "Instance/Override", "Scope/Block", "BoundToInactiveAnim"])
def test_a_skeleton_without_joints_is_refused(shared, name):
    with pytest.raises(FileError):
        footpipe.load(shared / "data/usd/populate.usda", skeleton=f"/AnimBinding/{name}")


def test_joints_of_an_animation_are_known_by_their_names(shared):
    clip = footpipe.load(shared / "data/faults/v23_anim_subset_reordered.usda")
    wanted = [[10, 90, 0], [50, 90, 0], [90, 90, 5]]
    np.testing.assert_allclose(clip.world.positions[-1] / 0.01, wanted, atol=1e-4)


def test_time_codes_are_the_root_layers(shared):
    clip = footpipe.load(shared / "data/faults/v25_tcps_and_layer_offset.usda")
    assert clip.source.codes.tolist() == [100.0, 124.0]
    assert clip.times.tolist() == [100 / 24, 124 / 24]
    assert np.ptp(clip.world.positions[:, 0], axis=0) == pytest.approx([60, 0, 0])


@pytest.mark.parametrize("name", ["CesiumMan.usdz", "HIK_Export.usda", "pab_walk_blender.usda"])
def test_it_is_fixed_into_a_bvh(shared, name, tmp_path):
    done = footpipe.fix(shared / "data/usd" / name, tmp_path / "fixed.bvh")
    read = footpipe.load(tmp_path / "fixed.bvh")
    assert len(read) == done.nodes[0].frames
    assert read.world.positions[:, 0].std(axis=0).max() > 0.01
