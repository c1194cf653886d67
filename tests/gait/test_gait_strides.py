import numpy as np
import pytest
from footpipe_gait.strides import strides

import footpipe
from footpipe import DataError, Placement, find_rig


@pytest.fixture(scope="module")
def walk(request):
    root = request.config.rootpath
    return footpipe.stage("detect.adaptive")(footpipe.load(root / "examples/walk.bvh"))


def found(clip):
    return strides(clip, find_rig(clip.skeleton).bind(clip.skeleton))


def test_strides_of_both_legs_follow_one_another(walk):
    strides = found(walk)
    assert [stride.leg for stride in strides] == ["left", "right"] * 2
    assert [stride.time for stride in strides] == pytest.approx([1.28] * 4, abs=0.05)
    assert [stride.length for stride in strides] == pytest.approx([1.15] * 4, abs=0.06)
    assert [stride.step for stride in strides] == pytest.approx([0.585] * 4, abs=0.02)
    assert [stride.stance for stride in strides] == pytest.approx([0.58] * 4, abs=0.06)
    assert [stride.speed for stride in strides] == pytest.approx([0.9] * 4, abs=0.06)


def test_curves_are_those_of_a_walking_person(walk):
    for stride in found(walk):
        hip, knee, ankle, toe = stride.angles.T
        assert stride.angles.shape == (101, 4)
        assert 45 < hip.max() - hip.min() < 65
        assert knee.max() == pytest.approx(75, abs=4)
        assert 66 <= np.argmax(knee) <= 78
        assert ankle.min() < -20
        assert 58 <= np.argmin(ankle) <= 74
        assert 50 <= np.argmax(toe) <= 72


def test_where_the_figure_goes_and_stands_changes_nothing(walk):
    half = np.radians(57) / 2
    turn = np.array([[0, np.sin(half), 0, np.cos(half)]])
    turned = walk.replace(placement=Placement([[3, 0, -2]], turn, walk.placement.scale))
    for before, after in zip(found(walk), found(turned), strict=True):
        assert after.angles == pytest.approx(before.angles, abs=1e-6)
        assert after.step == pytest.approx(before.step)


def test_a_walk_in_a_figure_of_eight_has_strides_alike(shared):
    clip = footpipe.load(shared / "data/bvh/pymo_AV_8Walk_inch.bvh")
    strides = found(footpipe.stage("detect.adaptive")(clip))
    assert len(strides) >= 12
    curves = np.array([stride.angles for stride in strides])
    assert curves.std(axis=0).mean(axis=0)[:3] == pytest.approx([3, 4, 4], abs=2)
    assert [stride.step for stride in strides] == pytest.approx([0.92] * len(strides), abs=0.15)


def test_a_clip_without_contacts_is_told(walk):
    with pytest.raises(DataError, match="no contacts"):
        found(walk.replace(contacts=None))


def test_a_clip_of_one_step_is_told(walk):
    with pytest.raises(DataError, match="no strides"):
        found(walk.pick(slice(0, 120)))


def test_feet_that_go_nowhere_make_no_stride(walk):
    with pytest.raises(DataError, match="no strides found"):
        found(footpipe.stage("edit.scale_travel")(walk, factor=-0.2))
