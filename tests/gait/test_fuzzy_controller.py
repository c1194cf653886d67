"""What a controller computes, against numpy, and its derivatives against central differences."""

import pickle

import numpy as np
import pytest
from controllers import controllers, least_strength, reference
from footpipe_gait.fuzzy import Controller, Gaussian, Input, Output, Rule, SentenceError, Trapezoid, Triangle
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from footpipe import DataError, fuzzy_kernel

SEEDS = st.integers(0, 2**32 - 1)
STEP = 1e-6


def rows(controller, seed, many=5):
    return np.random.default_rng(seed).uniform(-1.3, 2.3, (many, len(controller.inputs)))


@settings(deadline=None)
@given(controllers(), SEEDS)
def test_outputs_are_those_of_the_formulas(controller, seed):
    every = rows(controller, seed)
    inputs = np.array([row for row in every if least_strength(controller, row) > 1e-9])  # less may be rounding alone
    assume(len(inputs))
    wanted = [reference(controller, row) for row in inputs]
    np.testing.assert_allclose(controller(inputs), wanted, rtol=1e-9, atol=1e-9)


@settings(deadline=None)
@given(controllers(), SEEDS)
def test_outputs_lie_between_what_is_said(controller, seed):
    values = [v for output in controller.outputs.values() for v in (*output.values.values(), output.otherwise)]
    values += [v for rule in controller.rules for v in rule.conclusions.values()]
    numbers = [v for v in values if isinstance(v, float)]
    outputs = controller(rows(controller, seed))
    assert ((outputs >= min([*numbers, 0]) - 1e-9) & (outputs <= max([*numbers, 0]) + 1e-9)).all()


def central(function, at):
    """(O, len(at)) slopes by central differences; nan where both sides differ, as at a kink."""
    slopes = []
    for i in range(len(at)):
        step = np.zeros(len(at))
        step[i] = STEP
        up, here, down = function(at + step), function(at), function(at - step)
        right, left = (up - here) / STEP, (here - down) / STEP
        slope = (right + left) / 2
        slopes.append(np.where(abs(right - left) > 1e-3 * (1 + abs(slope)), np.nan, slope))
    return np.array(slopes).T


def differences(controller, row):
    """Exact derivatives of all kinds (O, P + I) for one row of inputs, and those of central differences."""
    parameters, ranges = controller.parameters(), controller.numbers[0, len(controller.names) :]

    def outputs(both):
        numbers = np.concatenate([both[: len(parameters)], ranges])
        return fuzzy_kernel.evaluate(controller.program, numbers[None], both[None, len(parameters) :])[0]

    found = controller.derivatives(row[None])
    np.testing.assert_array_equal(found.outputs, controller(row[None]))
    exact = np.concatenate([found.by_parameters[0], found.by_inputs[0]], axis=1)
    return exact, central(outputs, np.concatenate([parameters, row]))


@settings(deadline=None)
@given(controllers(), SEEDS)
def test_derivatives_are_those_of_central_differences(controller, seed):
    row = rows(controller, seed, 1)[0]
    assume(least_strength(controller, row) > 1e-3)  # where hardly a rule holds, the mean turns too fast for them
    exact, near = differences(controller, row)
    smooth = np.isfinite(near)
    np.testing.assert_allclose(exact[smooth], near[smooth], rtol=1e-4, atol=1e-4)


def test_all_derivatives_are_where_sets_have_no_kinks():
    walk = Controller(
        {
            "psi": Input(
                {"contact": Gaussian(0, 0.3), "passing": Gaussian(0.7, 0.2), "reach": Gaussian(1.4, 0.2)}, ring=2
            ),
            "slope": Input({"flat": Gaussian(0, 5), "steep": Gaussian(15, 5)}, (-15, 15)),
        },
        {"knee": Output({"flex": 60, "stretch": 5}, "stretch"), "ankle": Output({"up": 10})},
        (
            Rule.of("psi is passing or slope is steep", "knee is flex and ankle is up", 0.7),
            Rule.of("psi is contact and slope is flat", "knee is 8 and ankle is -5", 0.9),
            Rule.of("not psi is reach", "ankle is 2"),
        ),
    )
    for row in np.random.default_rng(0).uniform([0, -14], [2, 14], (200, 2)):
        exact, near = differences(walk, row)
        np.testing.assert_allclose(exact, near, rtol=1e-4, atol=1e-5)


@settings(deadline=None)
@given(controllers(), SEEDS)
def test_parameters_go_out_and_come_back(controller, seed):
    again = controller.with_parameters(controller.parameters())
    assert again == controller
    assert len(controller.names) == len(set(controller.names)) == len(controller.parameters())
    moved = controller.parameters() * 0.99
    np.testing.assert_array_equal(controller.with_parameters(moved).parameters(), moved)


@settings(deadline=None)
@given(controllers(), SEEDS)
def test_characters_do_not_meddle_with_each_other(controller, seed):
    inputs = rows(controller, seed, 40)
    one_by_one = np.concatenate([controller(row[None]) for row in inputs])
    np.testing.assert_array_equal(controller(inputs), one_by_one)
    np.testing.assert_array_equal(controller(inputs.reshape(4, 10, -1)), one_by_one.reshape(4, 10, -1))


def test_each_character_may_have_numbers_of_its_own():
    limb = turning()
    faster = limb.with_parameters(limb.parameters() * np.where(np.array(limb.names) == "velocity.fast", 2, 1))
    numbers = np.concatenate([limb.numbers, faster.numbers])
    both = fuzzy_kernel.evaluate(limb.program, numbers, [[30.0], [30.0]])
    np.testing.assert_array_equal(both, [limb([30.0]), faster([30.0])])


def turning():
    return Controller(
        {"alpha": Input({"start": Gaussian(60, 10), "center": Gaussian(30, 10), "end": Gaussian(0, 10)}, (0, 60))},
        {"velocity": Output({"slow": 20, "fast": 120, "stay": 0})},
        (
            Rule.of("alpha is start", "velocity is slow"),
            Rule.of("alpha is center", {"velocity": "fast"}),
            Rule.of("alpha is end", "velocity is stay"),
        ),
    )


def test_what_is_beyond_the_range_counts_as_its_end():
    limb = turning()
    np.testing.assert_array_equal(limb([[-500.0], [0.0]])[0], limb([0.0]))
    assert limb.derivatives([[-500.0]]).by_inputs[0, 0, 0] == 0


def test_a_lone_rule_holds_always_without_otherwise_and_by_its_strength_with_it():
    low = {"clearance": Input({"low": Triangle(-1, 0, 1)}, (-1, 1))}
    rule = (Rule.of("clearance is low", "knee is flex"),)
    always = Controller(low, {"knee": Output({"flex": 10})}, rule)
    gently = Controller(low, {"knee": Output({"flex": 10}, 0.0)}, rule)
    at = [[0.0], [0.5], [0.99], [1.0]]
    np.testing.assert_allclose(always(at)[:, 0], [10, 10, 10, 0])
    np.testing.assert_allclose(gently(at)[:, 0], [10, 5, 0.1, 0])


def test_rules_that_say_one_thing_in_two_ways_compute_the_same():
    x = np.linspace(0, 60, 50)[:, None]
    for one, other in (
        ("alpha is not start", "not alpha is start"),
        ("not (alpha is start or alpha is end)", "alpha is not start and alpha is not end"),
        ("alpha is start and alpha is end or alpha is center", "(alpha is start and alpha is end) or alpha is center"),
    ):
        first, second = (
            Controller(turning().inputs, {"velocity": Output({}, 0.0)}, (Rule.of(sentence, "velocity is 1"),))(x)
            for sentence in (one, other)
        )
        np.testing.assert_allclose(first, second, atol=1e-15)


def test_not_binds_closer_than_and_and_that_closer_than_or():
    assert str(Rule.of("a is x or b is y and not c is z", "o is 1").condition) == "a is x or b is y and c is not z"
    grouped = Rule.of("(a is x or b is y) and not (c is z and d is w)", "o is 1").condition
    assert str(grouped) == "(a is x or b is y) and not (c is z and d is w)"
    assert Rule.of(str(grouped), "o is 1").condition == grouped


@pytest.mark.parametrize(
    ("sentence", "span", "message"),
    [
        ("alpha start", (6, 11), "'is' wanted here, not 'start'"),
        ("alpha is", (8, 8), "the name of a set wanted here, not the end"),
        ("(alpha is start", (15, 15), r"a '\)' wanted here, not the end"),
        ("alpha is start)", (14, 15), "no '\\)', as none was opened"),
        ("alpha is start & alpha is end", (15, 16), "'and', 'or' or the end wanted here, not '&'"),
        ("and alpha is start", (0, 3), "the name of an input wanted here, not 'and'"),
        ("", (0, 0), "the name of an input wanted here, not the end"),
    ],
)
def test_a_sentence_that_is_none_is_told_with_its_place(sentence, span, message):
    with pytest.raises(SentenceError, match=message) as raised:
        Rule.of(sentence, "velocity is slow")
    assert raised.value.span == span


def test_names_that_there_are_not_are_told_with_the_nearest():
    limb = turning()
    with pytest.raises(DataError, match="'alpha' has no set 'strt'") as raised:
        Controller(limb.inputs, limb.outputs, (Rule.of("alpha is strt", "velocity is slow"),))
    assert raised.value.help == "did you mean 'start'?"
    with pytest.raises(DataError, match="no rule says anything about output 'ankle'"):
        Controller(limb.inputs, {**limb.outputs, "ankle": Output()}, limb.rules)
    for name in ("is", "12", "two words"):
        with pytest.raises(DataError, match="cannot be called"):
            Input({name: Gaussian(0, 1)}, (0, 1))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Triangle(0, 2, 1), "left <= peak <= right"),
        (lambda: Trapezoid(0, 2, 1, 3), "left <= first <= last <= right"),
        (lambda: Gaussian(0, 0), "width greater than 0"),
        (lambda: Gaussian(np.nan, 1), "width greater than 0"),
        (lambda: Input({}), "a range or a ring"),
        (lambda: Input({}, (1, 0)), "lowest value before the highest"),
        (lambda: Input({"a": Triangle(0, 1, 2)}, ring=2.0), "Gaussians only"),
        (lambda: Output({"a": np.inf}), "finite"),
        (lambda: Output({"a": 1.0}, "b"), "there is no value 'b'"),
        (lambda: Rule.of("a is b", {}), "says something"),
        (lambda: Rule.of("a is b", "c is d", 1.5), "from 0 to 1"),
        (lambda: turning()([[1.0, 2.0]]), "shape"),
        (lambda: turning()([np.nan]), "must be finite"),
        (lambda: turning().with_parameters([1.0]), "shape"),
    ],
)
def test_what_cannot_be_is_refused(make, message):
    with pytest.raises(DataError, match=message):
        make()


def test_a_controller_cannot_be_changed_and_can_be_pickled():
    limb = turning()
    with pytest.raises(TypeError):
        limb.inputs["alpha"] = None
    again = pickle.loads(pickle.dumps(limb))
    assert again == limb
    np.testing.assert_array_equal(again([[12.0]]), limb([[12.0]]))


def test_members_are_told_set_by_set():
    np.testing.assert_allclose(turning().members([[30.0]]), [[np.exp(-4.5), 1, np.exp(-4.5)]])
