"""Fitting: a controller finds the numbers of another from what that does."""

import numpy as np
import pytest
from footpipe_gait.fuzzy import Controller, Gaussian, Input, Output, Rule, Triangle
from footpipe_gait.fuzzy.free import coordinates
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import DataError

ALPHA = np.linspace(-10, 70, 400)[:, None]


def limb(start=60.0, fast=120.0, width=10.0):
    return Controller(
        {
            "alpha": Input(
                {"start": Gaussian(start, width), "center": Gaussian(30, 10), "end": Gaussian(0, 10)}, (-10, 70)
            )
        },
        {"velocity": Output({"slow": 20, "fast": fast, "stay": 0})},
        (
            Rule.of("alpha is start", "velocity is slow"),
            Rule.of("alpha is center", "velocity is fast", 0.8),
            Rule.of("alpha is end", "velocity is stay"),
        ),
    )


def test_values_are_found_at_once():
    truth = limb(fast=140)
    fitted = limb().fit(ALPHA, truth(ALPHA), hold=1e-12)
    assert fitted.before[0] > 5
    assert fitted.values[0] < 1e-3
    assert fitted.controller.outputs["velocity"].values["fast"] == pytest.approx(140, abs=0.01)


def test_sets_are_found_from_a_wrong_guess():
    truth = limb(start=55, width=14)
    fitted = limb(start=62, width=7).fit(ALPHA, truth(ALPHA), hold=1e-9)
    assert fitted.values[0] > 1
    assert fitted.after[0] < 0.01
    found = fitted.controller.inputs["alpha"].sets["start"]
    assert found.numbers == pytest.approx((55, 14), abs=0.2)


def test_errors_are_those_of_the_controllers():
    wanted = 60 * np.sin(ALPHA / 20)
    fitted = limb().fit(ALPHA, wanted)
    for controller, error in ((limb(), fitted.before), (fitted.controller, fitted.after)):
        assert np.sqrt(((controller(ALPHA) - wanted) ** 2).mean()) == pytest.approx(error[0], rel=1e-6)
    assert fitted.after[0] <= fitted.values[0] <= fitted.before[0]


def test_what_is_frozen_stays_to_the_last_bit():
    names = np.array(limb().names)
    fitted = limb(start=62).fit(ALPHA, limb()(ALPHA), freeze=["alpha.start", "velocity.stay", "rule"])
    moved = fitted.controller.parameters() != limb(start=62).parameters()
    held = np.char.startswith(names, "alpha.start.") | (names == "velocity.stay") | np.char.startswith(names, "rule.")
    assert not moved[held].any()
    assert moved[~held].all()


def test_a_weight_of_one_and_an_edge_without_width_stay():
    edged = Controller(
        {"x": Input({"low": Triangle(0, 0, 1), "high": Triangle(0.2, 1, 1)}, (0, 1))},
        {"y": Output({"down": 0, "up": 1})},
        (Rule.of("x is low", "y is down"), Rule.of("x is high", "y is up", 0.5)),
    )
    x = np.linspace(0, 1, 50)[:, None]
    fitted = edged.fit(x, x**4, hold=1e-6)
    low, high = fitted.controller.inputs["x"].sets.values()
    assert fitted.controller.rules[0].weight == 1
    assert 0 < fitted.controller.rules[1].weight < 1
    assert low.left == low.peak
    assert high.right == high.peak
    assert fitted.after[0] < 0.05 < fitted.before[0]


def test_hold_keeps_sets_where_they_were():
    wanted = 100 * np.sin(np.pi * np.clip(ALPHA, 0, 60) / 60)
    gentle, firm = (limb().fit(ALPHA, wanted, hold=hold) for hold in (1e-6, 1e4))

    def far(fitted):
        return np.abs(fitted.controller.parameters() - limb().parameters())[:6].max()

    assert far(firm) < 0.05
    assert far(gentle) > 5
    assert gentle.after[0] < firm.after[0]


def test_the_same_examples_give_the_same_controller():
    first, second = (limb(start=50).fit(ALPHA, limb()(ALPHA)).controller for _ in range(2))
    assert first == second


def test_nothing_free_leaves_all_as_it_was():
    fitted = limb().fit(ALPHA, ALPHA, freeze=["alpha", "velocity", "rule"])
    assert fitted.controller == limb()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(-2, 2), min_size=11, max_size=11))
def test_coordinates_are_parameters_in_another_way(moves):
    triangle = Input({"low": Triangle(-1, 0, 1), "high": Gaussian(1, 0.5)}, (-1, 2))
    rules = (Rule.of("x is low", "y is 3", 0.5), Rule.of("x is high", "y is up"), Rule.of("x is low", "y is 2", 0.2))
    there = Controller({"x": triangle}, {"y": Output({"up": 4})}, rules)
    ways = coordinates(there.each_parameter, {"x": 3.0, "y": 2.0}, ["rule.2.weight"])
    np.testing.assert_allclose(ways.parameters(ways.begin), there.parameters(), atol=1e-12)
    at = ways.begin + np.resize(moves, ways.begin.size)
    moved = there.with_parameters(ways.parameters(at))  # any coordinates make a controller that can be
    assert moved.rules[1].weight == 1
    step = 1e-6
    near = [(ways.parameters(at + e) - ways.parameters(at - e)) / (2 * step) for e in step * np.eye(at.size)]
    np.testing.assert_allclose(ways.slopes(at), np.transpose(near), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"inputs": ALPHA, "targets": ALPHA[:3]}, r"inputs \(N, 1\) and targets \(N, 1\) wanted"),
        ({"inputs": ALPHA[:0], "targets": ALPHA[:0]}, "wanted, got"),
        ({"inputs": ALPHA, "targets": ALPHA * np.nan}, "must be finite"),
        ({"inputs": ALPHA, "targets": ALPHA, "hold": 0}, "greater than 0"),
        ({"inputs": ALPHA, "targets": ALPHA, "freeze": ["alpha.strt"]}, "no parameter 'alpha.strt'"),
    ],
)
def test_what_cannot_be_fitted_is_refused(arguments, message):
    with pytest.raises(DataError, match=message):
        limb().fit(**arguments)
