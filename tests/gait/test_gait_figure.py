import numpy as np
import pytest
from footpipe_gait.figure import built_in

import footpipe
from footpipe import find_arms, find_rig


def heights(clip):
    return dict(zip(clip.skeleton.joints, clip.world.positions[0, :, 1], strict=True))


def named(clip, name):
    return clip.world.positions[0, clip.skeleton.names.index(name)]


@pytest.mark.parametrize("stature", [1.2, 1.75, 2.0])
def test_its_segments_are_those_of_the_anthropometric_table(stature):
    clip = built_in(stature)
    table = {"LeftUpLeg": 0.530, "LeftLeg": 0.285, "RightFoot": 0.039, "LeftArm": 0.818}
    assert {name: named(clip, name)[1] / stature for name in table} == pytest.approx(table, abs=1e-3)
    assert max(heights(clip).values()) == pytest.approx(stature)
    assert named(clip, "LeftArm")[0] - named(clip, "RightArm")[0] == pytest.approx(0.258 * stature)


def test_legs_and_arms_are_found_by_their_names():
    clip = built_in()
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    assert rig.rig.origin.startswith("by names")
    assert [clip.skeleton.names[j] for j in rig.legs[1, :4]] == ["RightUpLeg", "RightLeg", "RightFoot", "RightToeBase"]
    arms = {side: [clip.skeleton.names[j] for j in arm] for side, arm in find_arms(clip.skeleton).items()}
    assert arms["left"] == ["LeftArm", "LeftForeArm", "LeftHand"]
    assert arms["right"] == ["RightArm", "RightForeArm", "RightHand"]


def test_it_is_written_as_a_bvh_of_centimetres_that_comes_back(tmp_path):
    clip = built_in()
    footpipe.save(clip, tmp_path / "figure.bvh")
    back = footpipe.load(tmp_path / "figure.bvh")
    assert back.skeleton.joints == clip.skeleton.joints
    assert back.placement.scale == 0.01
    assert back.world.positions == pytest.approx(clip.world.positions, abs=1e-6)


def test_left_and_right_mirror_each_other():
    clip = built_in()
    for name in clip.skeleton.names:
        if name.startswith("Left"):
            assert named(clip, name) == pytest.approx(named(clip, name.replace("Left", "Right")) * [-1, 1, 1])
    assert np.abs(clip.world.positions[0, :2, 0]).max() == 0
