from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from footpipe_gait.figure import built_in
from footpipe_gait.standing import standing
from gait_figures import reframed, splayed
from hypothesis import given, settings
from hypothesis import strategies as st

import footpipe
from footpipe import Limb, Placement, Rig, RigError, find_rig, kernel

DATA = Path(__file__).resolve().parents[1] / "data"


def stands(clip, rig=None):
    return standing(clip, (rig or find_rig(clip.skeleton)).bind(clip.skeleton))


def measures(figure):
    return np.concatenate(
        [np.ravel(part) for part in (figure.thighs, figure.shanks, figure.feet, figure.toes, figure.hips, figure.ball)]
    )


def test_lengths_are_those_of_the_figure():
    figure = stands(built_in(2.0))
    assert figure.thighs == pytest.approx([0.49, 0.49])
    assert figure.shanks == pytest.approx([0.492, 0.492])
    assert figure.feet == pytest.approx(np.tile([0.49 * 0.152 * 2, 0.055], (2, 1)), abs=1e-9)
    assert figure.ball == pytest.approx(0.023)
    assert figure.hips[0] == pytest.approx([0.1, 0, 0])


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**31))
def test_axes_of_the_joints_change_nothing(seed):
    assert measures(stands(reframed(seed))) == pytest.approx(measures(stands(built_in())), abs=1e-9)


def test_legs_aside_in_the_rest_pose_change_no_length():
    before, after = stands(built_in()), stands(splayed())
    assert [after.thighs, after.shanks, after.toes] == [
        pytest.approx(x) for x in (before.thighs, before.shanks, before.toes)
    ]


@pytest.mark.parametrize("heading", [0.0, 40.0, -130.0])
def test_it_knows_where_it_faced(heading):
    half = np.radians(heading) / 2
    turned = built_in().replace(placement=Placement(rotation=[[0, np.sin(half), 0, np.cos(half)]], scale=0.01))
    figure = stands(turned)
    assert np.degrees(figure.heading) == pytest.approx(heading)
    assert figure.turns == pytest.approx(stands(built_in()).turns, abs=1e-9)


@pytest.mark.parametrize("name", ["run_blender", "makehuman_zombie", "jumping_jacks_30fps"])
def test_legs_of_any_rig_become_straight_and_feet_point_forward(name):
    clip = footpipe.load(DATA / f"{name}.bvh")
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    figure = standing(clip, rig)
    at, turned = clip.world.positions[-1], clip.world.rotations[-1]
    for leg in rig.legs:
        for upper, lower in pairwise(leg[:3]):
            bone = kernel.rotate(kernel.inverse(turned[upper]), at[lower] - at[upper])
            assert kernel.rotate(figure.turns[upper], bone) == pytest.approx([0, -np.linalg.norm(bone), 0], abs=1e-3)
        foot = kernel.rotate(kernel.inverse(turned[leg[2]]), at[leg[3]] - at[leg[2]])
        foot = kernel.rotate(figure.turns[leg[2]], foot)
        assert abs(foot[0]) < 1e-3
        assert foot[2] > 0.6 * np.linalg.norm(foot)
        assert foot[1] < 0


def test_a_figure_in_the_air_has_balls_of_a_usual_height():
    clip = built_in()
    lifted = clip.replace(translations=clip.translations + [0, 50, 0] * (np.arange(len(clip.skeleton)) == 0)[:, None])
    assert stands(lifted).ball == pytest.approx(0.02 * 0.491 * 1.75)


def test_a_limb_without_a_foot_is_told():
    names = {side: Limb(f"{side}UpLeg", f"{side}Leg", f"{side}Foot", f"{side}Foot") for side in ("Left", "Right")}
    rig = Rig({side.lower(): limb for side, limb in names.items()})
    with pytest.raises(RigError, match="limb 'left' has no foot"):
        stands(built_in(), rig)


def test_a_rig_of_one_leg_is_told():
    rig = Rig({"left": Limb("LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase")})
    with pytest.raises(RigError, match="two legs"):
        stands(built_in(), rig)


def test_a_leg_and_a_stump_are_no_pair():
    clip = built_in()
    stump = np.isin(clip.skeleton.names, ["RightLeg", "RightFoot"])[:, None]
    with pytest.raises(RigError, match=r"right \(RightUpLeg > .* no pair of legs: one is much longer"):
        stands(clip.replace(translations=clip.translations * np.where(stump, 0.6, 1.0)))


def test_people_are_not_taken_for_animals(shared):
    clips = [footpipe.load(path) for path in sorted((shared / "data/bvh").glob("*.bvh")) if "pybvh" not in path.name]
    assert len(clips) == 15
    for clip in clips:
        leg = stands(clip).leg
        assert 0.5 < leg < 1.1
