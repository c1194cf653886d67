"""What the solution must do when the problem is moved, turned, scaled, mirrored, or run backwards."""

from dataclasses import replace

import gaits
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

walks = some.builds(
    gaits.gait,
    frames=some.integers(6, 80),
    toes=some.integers(1, 4),
    rate=some.sampled_from([24.0, 60.0, 120.0]),
    slide=some.floats(-0.4, 0.4),
    seed=some.integers(0, 1000),
    even=some.booleans(),
)
few = settings(max_examples=40, deadline=None)


@given(walks, some.floats(-50, 50), some.floats(-50, 50))
@few
def test_moving_changes_nothing(walk, x, z):
    moved = replace(walk, toes=np.add(walk.toes, (x, 0.0, z)))
    assert moved.solve().pelvis == pytest.approx(walk.solve().pelvis, abs=1e-7)


@given(walks, some.floats(-np.pi, np.pi))
@few
def test_turning_about_the_vertical_turns_the_shifts(walk, angle):
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    turned = walk.mapped(lambda v: v @ turn.T).solve()
    assert turned.pelvis == pytest.approx(walk.solve().pelvis @ turn.T, abs=1e-7)


@given(walks, some.floats(0.1, 10))
@few
def test_a_figure_of_another_size_is_moved_in_proportion(walk, size):
    sized = replace(walk.mapped(lambda v: v * size), size=size)
    assert sized.solve().pelvis == pytest.approx(size * walk.solve().pelvis, abs=1e-7 * size)


@given(walks)
@few
def test_a_mirrored_walk_is_moved_in_the_mirror(walk):
    mirrored = walk.mapped(lambda v: v * [-1, 1, 1]).solve()
    assert mirrored.pelvis == pytest.approx(walk.solve().pelvis * [-1, 1, 1], abs=1e-9)


@given(walks)
@few
def test_time_may_run_backwards(walk):
    backwards = walk.reversed().solve()
    assert backwards.pelvis[::-1] == pytest.approx(walk.solve().pelvis, abs=2e-4)


@given(walks)
@few
def test_every_leg_keeps_within_its_reach_or_it_is_told(walk):
    solution = walk.solve()
    assert walk.over(solution).max() <= solution.over + 1e-9
