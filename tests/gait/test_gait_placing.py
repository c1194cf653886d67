"""Legs placed by the kernel against a numpy reference, and what holds for any figure, foot and way."""

import numpy as np
import pytest
from figure_reference import reference, seen_from
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import DataError, figure_kernel, kernel

FRAMES = 40


def anything(seed):
    """A figure with legs of unequal length, and frames of feet that it can reach or not."""
    pick = np.random.default_rng(seed)
    hips = np.array([[0.1, 0, 0], [-0.1, 0, 0]]) + pick.normal(0, 0.01, (2, 3))
    bones = [0.43, 0.41, 0.13, 0.05] * pick.uniform(0.9, 1.1, (2, 4))
    pelvis = pick.normal(0, [2, 2, 2, 0.05, 0.1, 0.05, 0.02], (FRAMES, 7))
    pelvis[:, 3] += 0.85
    x = pick.normal(0, 3, (FRAMES, 1))
    spots = []
    for _ in range(2):
        heading = pelvis[:, None, 2] + pick.normal(0, 0.3, (FRAMES, 2))
        place = pelvis[:, None, :2] + pick.normal(0, 0.1, (FRAMES, 2, 2))
        spots.append(np.concatenate([place, heading[..., None], x[:, None] + pick.normal(0, 0.05, (FRAMES, 2, 1))], 2))
    share = pick.choice([0.0, 1.0, 0.3, 0.8], (FRAMES, 2))
    feet = pick.normal([0, 0.03, 0, 0, 0.4], [0.2, 0.02, 0.4, 0.4, 0.3], (FRAMES, 2, 5))
    feet[..., 0] += x
    return hips, bones, pelvis, *spots, share, feet


def joints(given):
    """(F, 2, 4, 3) m: hips, knees, ankles, toe joints by the rotations that the kernel tells."""
    hips, bones = given[:2]
    placed = figure_kernel.place_legs(*given)
    at = [placed.middle[:, None] + np.stack([kernel.rotate(placed.pelvis, hip) for hip in hips], axis=1)]
    for part in range(2):
        down = np.stack([np.zeros(2), -bones[:, part], np.zeros(2)], axis=1)
        at.append(at[-1] + kernel.rotate(placed.legs[:, :, part], np.broadcast_to(down, at[0].shape)))
    sole = np.stack([np.zeros(2), -bones[:, 3], bones[:, 2]], axis=1)
    at.append(at[-1] + kernel.rotate(placed.legs[:, :, 2], np.broadcast_to(sole, at[0].shape)))
    return np.stack(at, axis=2)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**31))
def test_legs_are_those_of_the_reference(seed):
    given = anything(seed)
    middle, turns, legs = reference(*given)
    placed = figure_kernel.place_legs(*given)
    assert placed.middle == pytest.approx(middle, abs=1e-9)
    assert placed.pelvis == pytest.approx(turns, abs=1e-12)
    assert placed.legs == pytest.approx(legs, abs=1e-6)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**31))
def test_a_foot_in_reach_is_where_its_spot_has_it(seed):
    given = anything(seed)
    hips, bones, _, before, after, share, feet = given
    at = joints(given)
    for spots, here in ((before, share == 0), (after, share == 1)):
        wanted = seen_from(spots, feet, hips[:, 0])
        span = np.linalg.norm(wanted - at[:, :, 0], axis=-1)
        sole = np.hypot(bones[:, 2], bones[:, 3])
        sure = here & (span + sole < 0.999 * bones[:, :2].sum(axis=1))
        assert at[sure, 3] == pytest.approx(wanted[sure], abs=1e-9)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**31))
def test_knees_bend_forward_of_where_pelvis_and_foot_point(seed):
    given = anything(seed)
    at, (_, _, pelvis, before, after, share, _) = joints(given), given
    headings = (1 - share) * before[..., 2] + share * after[..., 2]
    middle = (pelvis[:, None, 2] + headings) / 2
    left = np.stack([np.cos(middle), np.zeros_like(middle), -np.sin(middle)], axis=-1)
    hinge = np.cross(at[:, :, 1] - at[:, :, 0], at[:, :, 2] - at[:, :, 1])
    assert (hinge * left).sum(axis=-1).min() > -1e-9


def test_no_frames_are_none():
    hips, bones, *frames = anything(0)
    placed = figure_kernel.place_legs(hips, bones, *(part[:0] for part in frames))
    assert [len(part) for part in placed] == [0, 0, 0]


def test_what_is_wrong_is_told():
    hips, bones, pelvis, *rest = anything(0)
    with pytest.raises(DataError, match=r"pelvis: .*\(F, 7\)"):
        figure_kernel.place_legs(hips, bones, pelvis[:, :6], *rest)
    with pytest.raises(DataError, match="bones: thighs and shanks longer than 0 m wanted"):
        figure_kernel.place_legs(hips, 0 * bones, pelvis, *rest)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**31), st.floats(0.05, 0.3))
def test_pelvis_chest_and_arms_go_against_the_legs(seed, half):
    pick = np.random.default_rng(seed)
    angles, weight = pick.normal(0, 0.4, (FRAMES, 2, 4)), pick.uniform(-1, 1, FRAMES)
    found = figure_kernel.sway(0.9, half, angles, weight)
    wide, apart = min(1, 0.09 / half), angles[:, 1, 0] - angles[:, 0, 0]
    assert found.yaw == pytest.approx(wide * 0.06 * apart)
    assert found.roll == pytest.approx(wide * 0.04 * (angles[:, 1, 1] - angles[:, 0, 1]))
    assert found.aside == pytest.approx(0.018 * weight)
    assert found.chest == pytest.approx(-0.07 * apart)
    both = angles[:, :, 0].mean(axis=1)
    both /= np.hypot(1, both / np.radians(15))  # on stairs both thighs are up, and the arms are not
    swing = 0.7 * (both[:, None] + apart[:, None] * [0.5, -0.5])
    assert found.arms == pytest.approx(swing - np.radians(4))
    assert found.elbows == pytest.approx(np.radians(16) + 0.35 * swing)


def test_a_sway_of_no_hips_is_told():
    with pytest.raises(DataError, match="sway: a leg and hips wider than 0 m wanted"):
        figure_kernel.sway(0.9, 0.0, np.zeros((1, 2, 4)), np.zeros(1))


@pytest.mark.parametrize("heading", [np.pi, -np.pi, 3 * np.pi])
def test_a_figure_that_has_turned_round_stands_as_it_did(heading):
    def standing(heading):
        spot = np.tile([0.0, 0.0, heading, 0.0], (1, 2, 1))
        pelvis = np.array([[0, 0, heading, 0.85, 0, 0, 0.0]])
        feet = np.tile([0.0, 0.03, 0, 0, 0], (1, 2, 1))
        hips = np.array([[0.1, 0, 0], [-0.1, 0, 0]])
        bones = np.tile([0.43, 0.41, 0.13, 0.05], (2, 1))
        return joints((hips, bones, pelvis, spot, spot, np.ones((1, 2)), feet))

    assert standing(heading) == pytest.approx(standing(0.0) * [-1, 1, -1], abs=1e-9)
