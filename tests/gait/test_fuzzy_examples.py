"""The paper's two controllers: a limb that turns to a target, and an ankle that waits for its leg."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from footpipe_gait.fuzzy import read_controller

FOLDER = Path(__file__).parents[2] / "examples/fuzzy"
STARTS = np.linspace(-80, 150, 47)
OVERSHOOT = 0.01  # deg past the target that a limb may go


def example(name):
    """The module of an example, and its controller."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, read_controller(module.RULES)


@pytest.fixture(scope="module")
def turned():
    module, limb = example("limb")
    return module.turn(limb, STARTS, 6), module.RATE


def test_a_limb_arrives_from_any_start(turned):
    angles, _ = turned
    assert abs(angles[-1]).max() < 0.1


def test_a_limb_of_60_degrees_takes_one_and_a_half_seconds(turned):
    angles, rate = turned
    sixty = angles[:, np.abs(STARTS - 60).argmin()]
    assert (abs(sixty) > 1).sum() / rate == pytest.approx(1.45, abs=0.05)


def test_a_limb_does_not_pass_its_target_by_more_than_a_hundredth_of_a_degree(turned):
    angles, _ = turned
    past = -np.sign(STARTS) * angles
    assert past.max() < OVERSHOOT


def test_a_limb_nears_its_target_all_the_time(turned):
    angles, _ = turned
    assert (np.diff(abs(angles), axis=0) < OVERSHOOT).all()


def test_a_limb_eases_in_and_out(turned):
    angles, rate = turned
    sixty = angles[:, np.abs(STARTS - 60).argmin()]
    speed = -np.diff(sixty) * rate
    fastest = speed.argmax()
    assert speed[0] < 0.35 * speed.max()
    assert speed[rate * 2] < 0.05 * speed.max()
    assert (np.diff(speed[: fastest + 1]) > 0).all()
    assert (np.diff(speed[fastest:]) < 0).all()


def test_a_limb_moves_smoothly(turned):
    angles, rate = turned
    acceleration = np.diff(angles, 2, axis=0) * rate**2
    assert abs(acceleration).max() < 500  # deg/s^2; from 60 degrees, one that went at 96 deg/s at once would need 11500


def test_the_velocity_is_flat_beyond_both_ends_and_steepest_between():
    _, limb = example("limb")
    slopes = limb.derivatives([[61.0], [60.0], [45.0], [0.0], [-31.0]]).by_inputs[:, 0, 0]
    assert slopes[0] == slopes[-1] == 0
    assert abs(slopes[1]) < 0.6 * abs(slopes[2])


def test_one_word_changes_the_turn(tmp_path):
    module, limb = example("limb")
    text = module.RULES.read_text().replace(
        'if = "alpha is start"\nthen = { velocity = "slow" }', 'if = "alpha is start"\nthen = { velocity = "fast" }'
    )
    (path := tmp_path / "fast.toml").write_text(text)
    brisk = read_controller(path)
    calm, hasty = (module.turn(each, [60.0], 3)[:, 0] for each in (limb, brisk))
    assert (abs(calm) > 1).sum() - (abs(hasty) > 1).sum() > 0.25 * module.RATE
    assert calm[0] - calm[1] < 0.3 * (hasty[0] - hasty[1])


@pytest.mark.parametrize("seconds", [0.35, 0.45, 0.6])
def test_the_sole_waits_for_the_leg_then_lies_on_the_ground(seconds):
    module, ankle = example("ankle")
    starts = np.array([-40.0, -20.0, 0.0, 25.0])
    soles = module.swing(ankle, starts, seconds)
    half = soles[len(soles) // 2]
    assert abs(half - starts).max() < 3.5
    assert (abs(soles[-1]) <= 0.25 * abs(starts)).all()
    assert (np.diff(abs(soles), axis=0) <= 1e-9).all()


def test_the_ankle_needs_both_metrics():
    _, ankle = example("ankle")
    arriving_hanging, leaving_hanging, arriving_flat = ankle([[-40.0, 1.0], [-40.0, -0.5], [0.0, 1.0]])[:, 0]
    assert arriving_hanging > 250
    assert leaving_hanging < 20
    assert abs(arriving_flat) < 1e-9
