"""Walks on slopes, stairs and uneven ground."""

import numpy as np
import pytest
from footpipe_gait.bench import grounds
from footpipe_gait.bench.clearance import edge_clearance, swings
from footpipe_gait.bench.motion import sudden
from footpipe_gait.bench.terrain import outside, ranges, terrain_rows
from footpipe_gait.shape import LegShape
from footpipe_gait.style_read import shipped
from footpipe_gait.walk import walk
from gait_walks import ONE_FOOT_UP, landings, run
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import DataError
from footpipe.gait_kernel import Land

LEVEL = Land([[[[0.0, 0.0], [1.0, 0.0]]] * 2])
HEEL = 2


def same(one, other):
    for name in ("hip", "angles", "points", "phase", "touch"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def slid(walks, index=0):
    points, touch = walks.points[index, 100:, :, HEEL:], walks.touch[index, 100:]
    moved = np.linalg.norm(np.diff(points, axis=0), axis=-1)
    return np.where(touch[1:] & touch[:-1], moved, 0.0).max()


@pytest.mark.parametrize("start", [{}, {"angles": None, "landings": 5}])
def test_level_ground_told_as_land_is_walked_as_no_land(start):
    there, here = run(frames=600, land=LEVEL, **start), run(frames=600, **start)
    np.testing.assert_allclose(there.angles, here.angles, atol=1e-9)
    np.testing.assert_allclose(there.hip, here.hip, atol=1e-9)


def test_level_ground_of_another_height_is_walked_the_same():
    high = run(frames=600, land=Land([[[[0.0, 3.0], [1.0, 3.0]]] * 2]))
    here = run(frames=600)
    np.testing.assert_allclose(high.angles, here.angles, atol=1e-6)
    np.testing.assert_allclose(high.hip[..., 1], here.hip[..., 1] + 3.0, atol=1e-6)


def test_given_footholds_are_taken_in_their_order_and_then_it_goes_on_by_steps():
    holds = [[0.6, 0.0, 0.0], [1.2, 0.0, 0.0], [1.8, 0.0, 0.0]]
    places = landings(run(steps=[0.6], frames=700, land=Land(holds=[holds])))[:, 3]
    np.testing.assert_allclose(places[:5], [0.6, 1.2, 1.8, 2.4, 3.0], atol=2e-3)


@settings(max_examples=8, deadline=None)
@given(st.floats(-15, 15), st.floats(0.5, 0.7))
def test_steps_on_any_slope_are_as_long_as_asked_for_and_feet_stay_on_it(degrees, step):
    line = grounds.slope(degrees)
    walks = run(steps=[step], frames=1800, land=grounds.land(line))
    found = landings(walks)[4:]
    assert np.abs(np.diff(found[:, 3]) / step - 1).max() < 0.01
    np.testing.assert_allclose(found[:, 4], np.interp(found[:, 3], line[:, 0], line[:, 1]), atol=1e-6)
    assert slid(walks) < 1e-4
    assert grounds.below(line, walks.points[0, 600:, :, HEEL:]) < 0.006


@settings(max_examples=8, deadline=None)
@given(st.floats(0.14, 0.18), st.floats(0.285, 0.3), st.sampled_from([0.9, 1.0]), st.sampled_from([-1, 1]))
def test_every_tread_of_a_staircase_takes_one_foot(rise, tread, leg, up):
    line = grounds.stairs(up * rise, tread)
    walks = run(shape=LegShape().scaled(leg), steps=[tread], frames=2400, land=grounds.land(line))
    found = landings(walks)
    on = found[found[:, 3] > grounds.FIRST + 1.0]
    np.testing.assert_allclose(np.abs(np.diff(on[:, 4])), rise, atol=1e-6)
    np.testing.assert_allclose(np.diff(on[:, 3]), tread, atol=0.015)
    assert slid(walks) < 1e-4


def test_soles_keep_off_the_edges_of_stairs():
    for rise in (-0.17, 0.17):
        line = grounds.stairs(rise, 0.29)
        walks = run(steps=[0.29], frames=1500, land=grounds.land(line))
        assert min(edge_clearance(swing, grounds.edges(line)) for swing in swings(walks, 0, 6.0)) > 0.01


def test_toes_keep_off_the_riser_in_front_and_heels_off_the_one_behind():
    sole = LegShape().heel_back + LegShape().ball_forward + LegShape().toe_length
    for rise in (-0.17, 0.17):
        line = grounds.stairs(rise, 0.29)
        on = landings(run(steps=[0.29], frames=2000, land=grounds.land(line)))[8:, 3]
        edges = grounds.edges(line)[:, 0]
        risers = edges if rise < 0 else edges - sole
        past = (on[:, None] - risers[None]) * (1 if rise < 0 else -1)
        assert np.where(past > -0.01, past, np.inf).min() > 0.02


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_uneven_footholds_are_met(seed):
    holds = grounds.uneven(12, 0.65, [seed])
    walks = run(frames=1300, land=Land(holds=holds))
    found = landings(walks)[:12]
    np.testing.assert_allclose(found[:, 3], holds[0, :, 0], atol=0.015)
    np.testing.assert_allclose(found[:, 4], holds[0, :, 1], atol=1e-3)
    assert slid(walks) < 1e-4


@settings(max_examples=8, deadline=None)
@given(st.floats(-0.15, 0.15), st.floats(3.0, 3.7))
def test_a_step_in_the_ground_is_walked_over(height, at):
    line = grounds.one_step(height, at)
    walks = run(frames=1440, land=grounds.land(line))
    found = landings(walks)
    assert len(found) > 18
    assert slid(walks) < 1e-4
    steps = np.diff(found[-6:, 3])
    np.testing.assert_allclose(steps, 0.65, atol=0.007)
    np.testing.assert_allclose(found[-6:, 4], height, atol=1e-6)


@settings(max_examples=10, deadline=None)
@given(st.sampled_from([-10.0, -5.0, 5.0, 10.0]), st.integers(0, 1000))
def test_it_recovers_from_any_pose_on_slopes(degrees, seed):
    rng = np.random.default_rng(seed)
    angles = ONE_FOOT_UP + np.radians(rng.uniform(-10, 10, (1, 2, 4)))
    walks = run(frames=1440, angles=angles, land=grounds.land(grounds.slope(degrees)))
    assert np.isfinite(walks.angles).all()
    assert np.abs(np.diff(landings(walks)[:, 3])[6:] / 0.65 - 1).max() < 0.05


def test_a_walk_goes_up_stairs_and_stops_there():
    line = grounds.stairs(0.17, 0.29)
    told = walk(step=0.3, steps=9, land=grounds.land(line))
    assert told.steps[-1].y > 0.5
    assert told.steps[-1].toe_off is None


def test_every_ground_is_walked_as_the_bench_wants():
    assert [(row.what, row.cells) for row in terrain_rows(shipped()) if not row.met] == []


@pytest.mark.parametrize("step", [0.45, 0.5, 0.58, 0.65])
@pytest.mark.parametrize("rise", [0.15, 0.17, -0.15, -0.17])
def test_steps_that_do_not_fit_stairs_throw_no_leg_about(rise, step):
    walks = run(steps=[step], frames=2400, land=grounds.land(grounds.stairs(rise, 0.29, count=20)))
    assert sudden(walks.angles[0, 120:]) < 1000


def test_down_stairs_the_knee_of_the_leg_that_comes_down_stays_bent_until_it_lands():
    walks = run(steps=[0.3], frames=1440, land=grounds.land(grounds.stairs(-0.15, 0.3)))
    late = (walks.phase[0, 480:] > 1.7) & (walks.phase[0, 480:] < 2.0)
    knees = np.degrees(walks.angles[0, 480:, :, 1][late])
    assert len(knees) > 100
    assert knees.min() > 10


def test_wide_steps_on_uneven_footholds_are_slower_than_on_level_ones():
    flat = np.column_stack([0.65 * np.arange(1, 13), np.zeros(12), np.zeros(12)])
    uneven = flat + [0, 0.04, 0] * (np.arange(12) % 2)[:, None]
    times = [landings(run(frames=1440, land=Land(holds=[holds])))[:12, 0] for holds in (flat, uneven)]
    level, slow = (np.diff(t)[2:].mean() for t in times)
    assert 1.1 < slow / level < 1.5


def test_ranges_of_people_are_read_as_the_file_has_them():
    assert ranges("incline").shape == (4, 3, 2)
    np.testing.assert_array_equal(ranges("decline")[0, 1], [-4.6, 11.5])
    assert outside(np.zeros((2, 101, 4)), "level")[0, 3, 1] == pytest.approx(55.0)


def test_below_takes_the_lower_side_of_a_riser():
    line = grounds.one_step(0.1, 1.0)
    assert grounds.below(line, np.array([[1.0, 0.02]])) == pytest.approx(-0.02)
    assert grounds.below(line, np.array([[1.1, 0.02]])) == pytest.approx(0.08)


@pytest.mark.parametrize(
    ("land", "told"),
    [
        (Land([[[[0.0, 0.0], [np.nan, 0.0]]] * 2]), "finite"),
        (Land([[[[1.0, 0.0], [0.0, 0.0]]] * 2]), "never falls"),
        (Land([[[[0.0, 0.0]]]]), "heights"),
        (Land(holds=[[[0.6, 0.0, 2.0]]]), "slopes"),
        (Land(holds=[[[0.6, 0.0]]]), "holds"),
    ],
)
def test_land_that_cannot_be_is_refused(land, told):
    with pytest.raises(DataError, match=told):
        run(land=land)
