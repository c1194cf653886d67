import numpy as np
import pytest
from scipy.optimize import lsq_linear

from footpipe import DataError, solver

RATE = 60.0


def steps_of(frames):
    return np.concatenate([[0.0], np.full(frames - 1, 1 / RATE)])


def settled(height, floor, ceiling, **options):
    columns = (np.reshape(np.asarray(values, float), (-1, 1)) for values in (height, floor, ceiling))
    return solver.settle_heights(*columns, steps_of(len(height)), **options)[:, 0]


def best(height, floor, ceiling, weights):
    """The same by a dense least-squares solver with bounds."""
    n = len(height)
    rows = np.concatenate(
        [
            np.sqrt(weights.pose + weights.place) * np.eye(n),
            np.sqrt(weights.velocity) * RATE * np.diff(np.eye(n), axis=0),
            np.sqrt(weights.acceleration) * RATE**2 * np.diff(np.eye(n), 2, axis=0),
        ]
    )
    low, high = floor - height, ceiling - height
    answer = lsq_linear(rows, np.zeros(len(rows)), (low, np.maximum(high, low + 1e-12)), tol=1e-14, max_iter=500)
    return answer.x


def bumps(frames=120, seed=3):
    """A height that is too low in places, too high in others; free in between."""
    rng = np.random.default_rng(seed)
    height = 0.05 * np.sin(np.arange(frames) / 9.0) + 0.003 * rng.standard_normal(frames)
    floor = np.where(np.arange(frames) % 40 < 20, -0.02, -np.inf)
    ceiling = np.where(np.arange(frames) % 40 < 20, 0.01, np.inf)
    return height, floor, ceiling


def test_heights_are_those_of_a_dense_solver_with_bounds():
    weights = solver.Weights()
    problem = bumps()
    assert settled(*problem) == pytest.approx(best(*problem, weights), abs=5e-5)


def test_no_frame_is_below_its_floor_or_above_its_ceiling():
    height, floor, ceiling = bumps(400, seed=5)
    after = height + settled(height, floor, ceiling)
    assert (after >= floor - 1e-12).all()
    assert (after <= ceiling + 1e-12).all()


def test_a_height_inside_its_bounds_stays_bit_for_bit():
    height = 0.01 * np.sin(np.arange(50) / 5.0)
    assert not settled(height, np.full(50, -0.01), np.full(50, 0.01)).any()


def test_doing_it_twice_changes_nothing():
    height, floor, ceiling = bumps()
    once = height + settled(height, floor, ceiling)
    assert not settled(once, floor, ceiling).any()


def test_where_floor_and_ceiling_are_one_the_toe_stands_there():
    height = np.linspace(0.0, 0.05, 60)
    floor = np.where(np.arange(60) < 30, 0.02, -np.inf)
    ceiling = np.where(np.arange(60) < 30, 0.02, np.inf)
    after = height + settled(height, floor, ceiling)
    assert after[:30] == pytest.approx(np.full(30, 0.02), abs=1e-12)
    assert after[-1] == pytest.approx(0.05, abs=4e-3)


@pytest.mark.parametrize("frames", [1, 2, 3, 4, 5])
def test_a_few_frames_are_enough(frames):
    after = settled(np.zeros(frames), np.full(frames, 0.02), np.full(frames, np.inf))
    assert after == pytest.approx(np.full(frames, 0.02), abs=1e-6)


def test_no_frame_and_no_toe_give_nothing():
    nothing = np.zeros((0, 2))
    assert solver.settle_heights(nothing, nothing, nothing, np.zeros(0)).shape == (0, 2)


def test_a_floor_above_its_ceiling_is_a_mistake():
    with pytest.raises(DataError, match="floor: heights not above the ceiling wanted"):
        settled([0.0, 0.0], [0.1, 0.0], [0.0, 0.0])


def test_times_that_stand_still_are_a_mistake():
    one = np.zeros((3, 1))
    with pytest.raises(DataError, match="steps: times greater than 0 wanted after the first"):
        solver.settle_heights(one, one, one, [0.0, 0.1, 0.0])
