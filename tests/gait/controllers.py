"""Controllers at random, and what numpy makes of one: the outputs by the formulas, rule by rule."""

from __future__ import annotations

import numpy as np
from footpipe_gait.fuzzy import And, Controller, Gaussian, Input, Is, Not, Or, Output, Rule, Trapezoid, Triangle
from hypothesis import strategies as st

WORDS = ("start", "center", "end", "left")


def triangles(low, high):
    return st.lists(st.floats(low, high), min_size=3, max_size=3, unique=True).map(lambda n: Triangle(*sorted(n)))


def trapezoids(low, high):
    return st.lists(st.floats(low, high), min_size=4, max_size=4, unique=True).map(lambda n: Trapezoid(*sorted(n)))


def gaussians(low, high):
    return st.builds(Gaussian, st.floats(low, high), st.floats(0.1 * (high - low), 0.5 * (high - low)))


def sets(shapes):
    return st.dictionaries(st.sampled_from(WORDS), shapes, min_size=1)


def lines():
    shapes = gaussians(-1, 1) | triangles(-1, 1) | trapezoids(-1, 1)
    return st.builds(Input, sets(shapes), st.just((-1.0, 1.0)))


def rings():
    return st.builds(Input, sets(gaussians(0, 2)), st.none(), st.just(2.0))


def conditions(inputs):
    statement = st.sampled_from([Is(name, word) for name, each in inputs.items() for word in each.sets])
    return st.recursive(
        statement,
        lambda part: st.builds(Not, part) | st.builds(And, part, part) | st.builds(Or, part, part),
        max_leaves=4,
    )


@st.composite
def controllers(draw):
    """One to three inputs, on a line or a ring; two outputs; one to five rules, of any kind."""
    names = ("delta", "clearance", "psi")[: draw(st.integers(1, 3))]
    inputs = {name: draw(rings() if name == "psi" else lines()) for name in names}
    outputs = {
        "hip": Output({"slow": draw(st.floats(-5, 5)), "fast": draw(st.floats(5, 50))}),
        "knee": Output({"flex": draw(st.floats(-50, 50))}, draw(st.sampled_from(["flex", 1.5]))),
    }
    weights = st.floats(0.1, 1)
    rules = draw(
        st.lists(
            st.builds(
                Rule,
                conditions(inputs),
                st.fixed_dictionaries({}, optional={"hip": hips(), "knee": knees()}).filter(bool),
                weights,
            ),
            min_size=1,
            max_size=4,
        )
    )
    every = Rule(draw(conditions(inputs)), {"hip": draw(hips()), "knee": draw(knees())}, draw(weights))
    return Controller(inputs, outputs, (*rules, every))


def hips():
    return st.sampled_from(["slow", "fast"]) | st.floats(-10, 10)


def knees():
    return st.just("flex") | st.floats(-10, 10)


def reference(controller, row):
    """(O,) outputs for one row of inputs (I,)."""
    members = all_memberships(controller, row)
    return np.array([mean(controller, name, output, members) for name, output in controller.outputs.items()])


def least_strength(controller, row):
    """The least sum of strengths that an output without otherwise is a mean over."""
    members = all_memberships(controller, row)
    free = [name for name, output in controller.outputs.items() if output.otherwise is None]
    return min(sum(strength for strength, _ in said(controller, name, members)) for name in free)


def all_memberships(controller, row):
    return {name: memberships(each, x) for (name, each), x in zip(controller.inputs.items(), row, strict=True)}


def memberships(each, x):
    if each.ring is None:
        return {word: member(shape, np.clip(x, *each.range)) for word, shape in each.sets.items()}
    way = {word: (x - g.centre + each.ring / 2) % each.ring - each.ring / 2 for word, g in each.sets.items()}
    logs = np.array([-0.5 * (way[word] / g.width) ** 2 for word, g in each.sets.items()])
    weights = np.exp(logs - logs.max())
    return dict(zip(each.sets, weights / weights.sum(), strict=True))


def member(shape, x):
    if isinstance(shape, Gaussian):
        return np.exp(-0.5 * ((x - shape.centre) / shape.width) ** 2)
    return np.interp(x, shape.numbers, [0, 1, 0] if isinstance(shape, Triangle) else [0, 1, 1, 0])


def holds(condition, members):
    match condition:
        case Is(name, word):
            return members[name][word]
        case Not(part):
            return 1 - holds(part, members)
        case And(left, right):
            return holds(left, members) * holds(right, members)
        case Or(left, right):
            return 1 - (1 - holds(left, members)) * (1 - holds(right, members))


def said(controller, name, members):
    """Strength and value of each rule about an output."""
    about = [rule for rule in controller.rules if name in rule.conclusions]
    return [(rule.weight * holds(rule.condition, members), rule.conclusions[name]) for rule in about]


def mean(controller, name, output, members):
    each = said(controller, name, members)
    if output.otherwise is not None:
        each.append((np.prod([1 - strength for strength, _ in each]), output.otherwise))
    total = sum(strength for strength, _ in each)
    value = sum(strength * (output.values[word] if isinstance(word, str) else word) for strength, word in each)
    return value / total if total > 0 else 0.0
