"""Steps of any length, changed at any moment; start and stop at any phase."""

import numpy as np
import pytest
from footpipe_gait.bench.steering import steering_rows
from footpipe_gait.shape import LegShape
from footpipe_gait.style_read import shipped
from footpipe_gait.walk import walk
from gait_walks import landings, run
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import DataError

LEG, HEEL = 0.9, 2


def ordered(orders, seconds, **more):
    return run(steps=[0.0], angles=None, orders=[orders], frames=int(seconds * 120), **more)


def slip(walks):
    moved = np.linalg.norm(np.diff(walks.points[0, :, :, HEEL:], axis=0), axis=-1)
    return np.where(walks.touch[0, 1:] & walks.touch[0, :-1], moved, 0).max()


def test_the_shipped_walk_does_what_is_asked_at_any_moment():
    assert [row.cells for row in steering_rows(shipped()) if not row.met] == []


@settings(max_examples=20, deadline=None)
@given(st.floats(0.0, 1.2), st.sampled_from([0.7, 0.9, 1.1]))
def test_any_step_from_the_spot_to_the_longest_is_walked(share, leg):
    walks = run(shape=LegShape().scaled(leg), steps=[share * leg], angles=None, frames=960)
    steps = np.diff(landings(walks)[:, 3])
    assert len(steps) > 4
    assert np.abs(steps - share * leg).max() < max(0.002, 0.01 * share * leg)
    assert slip(walks) < 1e-4


def test_on_the_spot_feet_come_down_where_they_were_and_the_hip_stays():
    walks = run(steps=[0.0], angles=None, frames=960)
    found = landings(walks)
    assert np.abs(found[:, 3]).max() < 0.005
    assert np.ptp(np.diff(found[2:, 0])) < 0.02
    assert list(found[:4, 1]) == [1, 0, 1, 0]
    assert np.ptp(walks.hip[0, :, 0]) < 0.02


@pytest.mark.parametrize("start", [True, False])
@pytest.mark.parametrize("step", [0.0, 0.001, 0.02, 0.0449])
def test_a_walk_of_steps_that_leave_feet_beside_each_other_has_them_all(step, start):
    walked = walk(step=step, steps=6, start=start)
    lengths = [each.length for each in walked.steps if each.contact > 0]
    assert lengths == pytest.approx([step] * 6, abs=1e-3)
    assert walked.contacts[-1].all()
    left, right = walked.points[-1, :, HEEL, 0]
    assert abs(left - right) == pytest.approx(step, abs=1e-3)


def test_the_last_of_longer_steps_is_beside_the_other_foot():
    for step in (0.0451, 0.05, 0.3):
        left, right = walk(step=step, steps=6).points[-1, :, HEEL, 0]
        assert left == pytest.approx(right, abs=1e-3)
        assert left == pytest.approx(5 * step, abs=2e-3)


def test_each_landing_has_its_own_step_and_the_last_goes_on():
    steps = [0.5, 0.7, 0.4, 0.0, 0.6]
    found = landings(run(steps=[steps], angles=None, frames=1200))
    np.testing.assert_allclose(np.diff(found[:, 3], prepend=0.0)[:8], [*steps, 0.6, 0.6, 0.6], atol=0.005)


@settings(max_examples=15, deadline=None)
@given(st.floats(0.0, 4.0), st.floats(0.0, 2.0), st.sampled_from([0.4, 0.65, 0.9]), st.integers(0, 1))
def test_it_halts_at_any_moment_and_goes_on_at_any_other(at, after, step, lead):
    orders = [(0.0, step, 0.0), (at, step, 1.0), (at + after, step, 0.0), (at + after + 4.0, step, 1.0)]
    walks = ordered(orders, at + after + 7.0, lead=lead)
    found = landings(walks)
    assert np.isfinite(walks.angles).all()
    assert slip(walks) < 1e-4
    last = walks.points[0, -1, :, HEEL]
    assert abs(last[0, 0] - last[1, 0]) < 0.005
    assert walks.touch[0, -1].all()
    assert np.abs(np.diff(walks.angles[0, -30:], axis=0)).max() < 1e-3
    assert found[-1, 3] > 2.5 * step


def test_a_figure_that_is_to_halt_before_it_goes_stays():
    walks = ordered([(0.0, 0.6, 1.0)], 3.0)
    assert not len(landings(walks))
    assert np.ptp(walks.hip[0], axis=0).max() < 0.02


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(st.floats(0.3, 1.5), st.floats(0.0, 1.0)), min_size=1, max_size=5), st.integers(100, 500))
def test_frames_do_not_depend_on_how_many_are_asked_for_or_on_later_orders(later, frames):
    orders, now = [(0.0, 0.6, 0.0)], 0.0
    for wait, share in later:
        now += wait
        orders.append((now, share * LEG, 0.0))
    short, whole = ordered(orders, frames / 120), ordered(orders, 6.0)
    known = [order for order in orders if order[0] * 120 < frames]
    np.testing.assert_array_equal(short.angles[0], whole.angles[0, : len(short.angles[0])])
    np.testing.assert_array_equal(short.angles[0], ordered(known, frames / 120).angles[0])


def test_a_walk_takes_a_step_for_each_landing():
    walked = walk(step=[0.5, 0.7, 0.6], steps=5, stop=False)
    lengths = [step.length for step in walked.steps if step.length is not None]
    np.testing.assert_allclose(lengths[:4], [0.5, 0.7, 0.6, 0.6], atol=0.005)


def test_a_walk_that_stops_stands_with_its_feet_side_by_side():
    walked = walk(step=0.65, steps=5)
    assert walked.steps[-1].x == pytest.approx(walked.steps[-2].x, abs=0.005)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"steps": [[0.5, -0.1]]}, "steps"),
        ({"orders": [[(0.5, 0.6, 0.0)]]}, "first of them 0"),
        ({"orders": [[(0.0, 0.6, 0.0), (2.0, 0.6, 0.0), (1.0, 0.6, 0.0)]]}, "times in their order"),
        ({"orders": [[(0.0, -0.6, 0.0)]]}, "orders"),
        ({"orders": [[(0.0, 0.6, 0.5)]]}, "orders"),
        ({"orders": np.empty((1, 0, 3))}, "orders"),
    ],
)
def test_orders_that_cannot_be_are_refused(change, told):
    with pytest.raises(DataError, match=told):
        run(**change)


@pytest.mark.parametrize("step", [[], [[0.5]], [0.5, -0.1], 1.2])
def test_steps_that_no_leg_takes_are_refused(step):
    with pytest.raises(DataError, match="step"):
        walk(step=step)
