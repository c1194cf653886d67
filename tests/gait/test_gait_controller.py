import numpy as np
import pytest
from footpipe_gait.cycles import cycles
from footpipe_gait.shape import LegShape
from footpipe_gait.style_read import shipped
from gait_walks import ONE_FOOT_UP, landings, run
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import DataError, gait_kernel

HEEL, BALL, TIP = 2, 3, 4


@pytest.mark.parametrize("step", [0.45, 0.6, 0.7, 0.85])
def test_steps_are_as_long_as_asked_for_on_both_legs(step):
    steps = np.diff(landings(run(steps=[step], frames=2400))[4:, 3])
    assert np.abs(steps / step - 1).max() < 1e-3


@pytest.mark.parametrize("leg", [0.7, 1.1])
def test_legs_of_other_lengths_walk_the_same_walk_at_the_pace_of_a_pendulum(leg):
    usual, other = (run(shape=LegShape().scaled(length), steps=[0.7 * length], frames=2400) for length in (0.9, leg))
    curves, times = [], []
    for walks in (usual, other):
        found = cycles(walks.angles[0], walks.events[0], 120.0)
        curves.append(found.curves.mean(axis=0))
        times.append(found.times.mean())
    assert np.abs(curves[0] - curves[1]).max() < 2.0
    assert times[1] / times[0] == pytest.approx((leg / 0.9) ** 0.5, rel=0.005)


def test_left_and_right_are_mirrored():
    there, back = (run(angles=angles, frames=900) for angles in (ONE_FOOT_UP, ONE_FOOT_UP[:, ::-1]))
    np.testing.assert_allclose(there.angles[0], back.angles[0, :, ::-1], atol=1e-12)
    np.testing.assert_allclose(there.hip, back.hip, atol=1e-12)


def test_what_touches_the_ground_stands_still_and_nothing_goes_through_it():
    walks = run(frames=2400)
    points, touch = walks.points[0, 300:, :, HEEL:], walks.touch[0, 300:]
    moved = np.linalg.norm(np.diff(points, axis=0), axis=-1)
    assert np.where(touch[1:] & touch[:-1], moved, 0).max() < 1e-4
    assert points[..., 1].min() > -1e-4


def test_the_foot_comes_down_heel_first_and_leaves_by_the_tip_of_its_toes():
    walks = run(frames=1200)
    heel, ball, toe = np.moveaxis(walks.touch[0, 600:, 0], -1, 0)
    order = [tuple(map(bool, row)) for row in np.stack([heel, ball, toe], axis=1)]
    changes = [row for row, before in zip(order[1:], order, strict=False) if row != before]
    first = changes.index((True, False, False))
    assert changes[first : first + 2] == [(True, False, False), (True, True, True)] or (True, True, False) in changes
    before_air = [
        before for row, before in zip(order[1:], order, strict=False) if row == (False, False, False) != before
    ]
    assert set(before_air) == {(False, False, True)}


def test_knees_bend_only_backwards():
    assert run(frames=2400).angles[..., 1].min() > 0


@pytest.mark.parametrize("rate", [24.0, 25.0, 30.0, 60.0])
def test_every_frame_rate_shows_the_same_walk(rate):
    fine, coarse = run(frames=2401, begin=0.0), run(frames=int(rate * 8), rate=rate)
    for frame in range(0, int(rate * 8), 7):
        at = frame / rate * 120
        if abs(at - round(at)) < 1e-9:
            np.testing.assert_allclose(coarse.angles[0, frame], fine.angles[0, round(at)], atol=1e-12)
    np.testing.assert_allclose(landings(coarse)[:8], landings(fine)[:8], atol=1e-12)


def test_a_frame_between_two_steps_in_time_keeps_feet_where_they_are():
    walks = run(frames=400, rate=97.0)
    moved = np.linalg.norm(np.diff(walks.points[0, 100:, :, HEEL:], axis=0), axis=-1)
    touch = walks.touch[0, 100:]
    assert np.where(touch[1:] & touch[:-1], moved, 0).max() < 2e-4


pose = st.tuples(st.floats(-40, 60), st.floats(0, 100), st.floats(-35, 30), st.floats(-10, 40))


@settings(max_examples=25, deadline=None)
@given(st.tuples(pose, pose))
def test_it_recovers_from_any_pose(angles):
    walks = run(angles=np.radians([angles]), frames=1440)
    found = landings(walks)
    assert np.isfinite(walks.angles).all()
    assert np.abs(np.diff(found[:, 3])[5:] / 0.65 - 1).max() < 0.05


def test_many_characters_walk_as_each_alone():
    steps = [0.5, 0.65, 0.8]
    together = run(steps=steps, frames=300)
    for index, step in enumerate(steps):
        alone = run(steps=[step], frames=300)
        np.testing.assert_array_equal(together.angles[index], alone.angles[0])
        np.testing.assert_array_equal(together.events[index], alone.events[0])


def test_standing_figures_stand_until_they_go():
    walks = run(angles=None, frames=2)
    assert walks.touch.all()
    np.testing.assert_allclose(walks.points[0, 0, :, HEEL], 0.0, atol=1e-12)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"steps": [-0.1]}, "steps"),
        ({"steps": [np.nan]}, "steps"),
        ({"rate": 0.0}, "rate"),
        ({"numbers": [shipped().kernel_numbers()[1:]]}, "styles"),
        ({"angles": np.zeros((1, 2, 3))}, "angles"),
    ],
)
def test_what_cannot_be_is_refused(change, told):
    with pytest.raises(DataError, match=told):
        run(**change)


def test_a_set_without_width_is_refused():
    numbers = shipped().kernel_numbers()
    numbers[1] = 0.0
    with pytest.raises(DataError, match="width"):
        run(numbers=[numbers])


def test_more_sets_than_there_is_room_for_are_refused():
    with pytest.raises(DataError, match="sets"):
        gait_kernel.run([[0.0]], 17, [LegShape().numbers], [0.6], frames=1)
