"""A walk seen from the side, put on figures in three dimensions."""

import numpy as np
import pytest
from footpipe_gait.assemble import assembled
from footpipe_gait.figure import built_in
from footpipe_gait.legs import Sway, place_legs, shape_of, still
from footpipe_gait.standing import standing
from footpipe_gait.track import straight
from gait_figures import machine_walk, origin_of, reframed, splayed
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import Placement, Skeleton, find_rig


def walked(clip, sway=None, heading=0.0):
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    figure = standing(clip, rig)
    walk = machine_walk(shape_of(figure))
    gait = place_legs(walk, figure, rig, sway or still(len(walk.times)), straight(walk))
    return assembled(clip, rig, figure, walk, gait, origin_of(clip, rig, gait.track, heading)), walk, rig


def side(clip, joints):
    """(F, N, 2) m: forward along z, and up."""
    return clip.world.positions[:, joints][..., [2, 1]]


def unequal():
    """The built-in figure with a right shin 8 mm longer."""
    clip = built_in()
    joint = clip.skeleton.names.index("RightFoot")
    offsets, translations = clip.skeleton.rest_translations.copy(), clip.translations.copy()
    offsets[joint, 1] -= 0.8
    translations[0, joint, 1] -= 0.8
    return clip.replace(skeleton=Skeleton(clip.skeleton.joints, offsets), translations=translations)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**31))
def test_every_joint_of_the_legs_is_where_the_walk_has_it_whatever_the_joints_axes(seed):
    clip, walk, rig = walked(reframed(seed))
    start = walk.pelvis[0, 0]
    hips = np.stack([walk.pelvis, walk.pelvis], axis=1)
    for joints, wanted in (
        (rig.hip, hips),
        (rig.knee, walk.points[:, :, 0]),
        (rig.ankle, walk.points[:, :, 1]),
        (rig.toe, walk.points[:, :, 3]),
        (rig.toe_end, walk.points[:, :, 4]),
    ):
        assert side(clip, joints) == pytest.approx(wanted - [start, 0], abs=1e-9)


def test_legs_that_rest_aside_walk_straight():
    clip, walk, rig = walked(splayed())
    assert np.ptp(clip.world.positions[:, rig.legs[:, :4], 0], axis=(0, 2)) == pytest.approx([0, 0], abs=1e-9)
    assert side(clip, rig.toe) == pytest.approx(walk.points[:, :, 3], abs=1e-9)


def test_bones_keep_their_lengths_and_only_the_root_travels():
    clip, _, rig = walked(built_in())
    assert (clip.translations[:, 1:] == clip.translations[:1, 1:]).all()
    lengths = np.linalg.norm(
        clip.world.positions[:, rig.legs[0, 1:4]] - clip.world.positions[:, rig.legs[0, :3]], axis=-1
    )
    assert np.ptp(lengths, axis=0) == pytest.approx([0, 0, 0], abs=1e-9)


def test_toes_stay_and_knees_bend_alike_over_a_pelvis_that_sways():
    frames = np.arange(90)
    wave = np.sin(2 * np.pi * frames / 60)
    plain, _, rig = walked(built_in())
    swayed, _, _ = walked(built_in(), Sway(0.05 * wave, 0.03 * wave, 0.015 * wave))
    legs = plain.world.positions[:, rig.legs]
    moved = swayed.world.positions[:, rig.legs]
    assert moved[:, :, 3:] == pytest.approx(legs[:, :, 3:], abs=1e-12)
    assert np.abs(moved[:, :, 0] - legs[:, :, 0]).max() > 0.01
    assert np.degrees(np.abs(bend(moved) - bend(legs))).max() < 3
    assert bend(moved).min() > 0


def bend(legs):
    """(F, L) rad of the knees, of joints (F, L, 5, 3)."""
    thigh, shin = legs[:, :, 1] - legs[:, :, 0], legs[:, :, 2] - legs[:, :, 1]
    cosine = (thigh * shin).sum(-1) / np.linalg.norm(thigh, axis=-1) / np.linalg.norm(shin, axis=-1)
    return np.arccos(np.clip(cosine, -1, 1))


def test_a_pelvis_is_level_with_legs_of_unequal_length():
    clip, walk, rig = walked(unequal())
    hips = clip.world.positions[:, rig.hip, 1]
    assert hips[:, 1] - hips[:, 0] == pytest.approx(0.008, abs=1e-3)
    toes = side(clip, rig.toe) - side(clip, rig.toe)[0]
    wanted = walk.points[:, :, 3] - walk.points[0, :, 3]
    assert toes == pytest.approx(wanted, abs=1e-9)


@settings(max_examples=10, deadline=None)
@given(st.floats(-np.pi, np.pi), st.floats(-5, 5))
def test_it_goes_where_it_is_told_to_from_where_the_figure_stood(heading, x):
    clip = built_in()
    placed = clip.replace(placement=Placement([[x, 0, 1]], [[0, np.sin(0.3), 0, np.cos(0.3)]], 0.01))
    out, walk, rig = walked(placed, heading=heading)
    hips = out.world.positions[:, rig.hip].mean(axis=1)
    assert hips[0, [0, 2]] == pytest.approx(placed.world.positions[0, rig.hip].mean(axis=0)[[0, 2]])
    way = np.ptp(walk.pelvis[:, 0])
    assert (hips[-1] - hips[0])[[0, 2]] == pytest.approx([way * np.sin(heading), way * np.cos(heading)], abs=1e-9)
    assert side(out, rig.toe)[..., 1] == pytest.approx(walk.points[:, :, 3, 1], abs=1e-9)
