"""Controllers at random, and what numpy makes of one: the outputs by the formulas, rule by rule."""

from __future__ import annotations

import numpy as np
from footpipe_gait.fuzzy import And, Controller, Gaussian, Input, Is, Not, Or, Output, Rule, Trapezoid, Triangle
from hypothesis import strategies as st

WORDS = ("start", "center", "end", "left")


def controllers():
    """One to three inputs, on a line or a ring; two outputs; two to five rules, of any kind.

    Made by numpy from one number: drawn part by part they would take longer than all that is tested with them.
    """
    return st.integers(0, 2**32 - 1).map(at_random)


def at_random(seed):
    rng = np.random.default_rng(seed)
    names = ("delta", "clearance", "psi")[: rng.integers(1, 4)]
    inputs = {name: ring(rng) if name == "psi" else line(rng) for name in names}
    outputs = {
        "hip": Output({"slow": rng.uniform(-5, 5), "fast": rng.uniform(5, 50)}),
        "knee": Output({"flex": rng.uniform(-50, 50)}, "flex" if rng.random() < 0.5 else 1.5),
    }
    said = [pick(rng, ("hip",), ("knee",), ("hip", "knee")) for _ in range(rng.integers(1, 5))]
    rules = [rule(rng, inputs, about) for about in (*said, ("hip", "knee"))]
    return Controller(inputs, outputs, tuple(rules))


def rule(rng, inputs, about):
    hip, knee = pick(rng, "slow", "fast", rng.uniform(-10, 10)), pick(rng, "flex", rng.uniform(-10, 10))
    conclusions = {name: value for name, value in (("hip", hip), ("knee", knee)) if name in about}
    return Rule(condition(rng, inputs, 3), conclusions, rng.uniform(0.1, 1))


def condition(rng, inputs, depth):
    """A statement, or several joined, at most so deep."""
    kind = rng.integers(4) if depth else 0
    if kind == 0:
        name = pick(rng, *inputs)
        return Is(name, pick(rng, *inputs[name].sets))
    if kind == 1:
        return Not(condition(rng, inputs, depth - 1))
    join = And if kind == 2 else Or
    return join(condition(rng, inputs, depth - 1), condition(rng, inputs, depth - 1))


def line(rng):
    return Input({word: shape(rng) for word in words(rng)}, (-1.0, 1.0))


def ring(rng):
    return Input({word: Gaussian(rng.uniform(0, 2), rng.uniform(0.2, 1)) for word in words(rng)}, ring=2.0)


def shape(rng):
    corners = np.sort(rng.uniform(-1, 1, 4)).tolist()
    gaussian = Gaussian(corners[0], rng.uniform(0.2, 1))
    return pick(rng, gaussian, Triangle(*corners[:3]), Trapezoid(*corners))


def words(rng):
    return WORDS[: rng.integers(1, len(WORDS) + 1)]


def pick(rng, *choices):
    return choices[rng.integers(len(choices))]


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
