"""What fuzzy rules cost beside simpful's. Exit 1 when a bound is broken.

    python benchmarks/fuzzy.py

The limb of examples/fuzzy, four sets and four rules, by the fastest of several runs in this one process:
  one          an evaluation through Python, at most 1/4 of the time of simpful's
  many         of 10,000 characters in one call, each at most 1/500 of that
  derivatives  by all parameters and inputs, at most 8 times the evaluation

Recorded, not run: pyfuzzylite 8.0.6, which wants numpy before 2, took 4.0 times as long as simpful for one evaluation
and 2.8 times as long as `many` for an array of as many; scikit-fuzzy, of three rules, 25 times as long as simpful.
Neither they nor simpful give derivatives.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from footpipe_gait.fuzzy import Controller, read_controller
from simpful import FuzzySet, FuzzySystem, Gaussian_MF, LinguisticVariable
from timing import fastest

LIMB = Path(__file__).parents[1] / "examples/fuzzy/limb.toml"
CHARACTERS, RUNS, REPEATS = 10_000, 20, 200
ONE_BOUND, MANY_BOUND, DERIVATIVES_BOUND = 1 / 4, 1 / 500, 8.0


def simpful_limb(limb: Controller) -> Callable[[float], float]:
    """The same rules in simpful."""
    alpha, velocity = limb.inputs["alpha"], limb.outputs["velocity"]
    system = FuzzySystem(show_banner=False, verbose=False)
    sets = [FuzzySet(function=Gaussian_MF(*each.numbers), term=word) for word, each in alpha.sets.items()]
    system.add_linguistic_variable("alpha", LinguisticVariable(sets, universe_of_discourse=list(alpha.limits)))
    for word, value in velocity.values.items():
        system.set_crisp_output_value(word, value)
    said = ((str(rule.condition).replace(" is ", " IS "), rule.conclusions["velocity"]) for rule in limb.rules)
    system.add_rules([f"IF ({condition}) THEN (velocity IS {word})" for condition, word in said])

    def run(x: float) -> float:
        system.set_variable("alpha", x)
        return float(system.Sugeno_inference(["velocity"])["velocity"])

    return run


def us_each(run: Callable[[], object]) -> float:
    """Microseconds of one call among many."""

    def repeated() -> None:
        for _ in range(REPEATS):
            run()

    return fastest(repeated, RUNS) / REPEATS * 1e6


def main() -> int:
    limb = read_controller(LIMB)
    theirs = simpful_limb(limb)
    for x in np.linspace(*limb.inputs["alpha"].limits, 50):
        assert abs(theirs(x) - limb([x])[0]) < 1e-9
    angles = np.linspace(-30, 60, CHARACTERS)[:, None]

    simpful, one = us_each(lambda: theirs(30.0)), us_each(lambda: limb([30.0]))
    many = fastest(lambda: limb(angles), RUNS) / CHARACTERS * 1e6
    derivatives = fastest(lambda: limb.derivatives(angles), RUNS) / CHARACTERS * 1e6
    print(f"one         {one:7.3f} us, simpful {simpful:.1f}: ratio 1/{simpful / one:.1f} (bound 1/4)")
    print(f"many        {many:7.3f} us a character: 1/{simpful / many:.0f} of simpful's (bound 1/500)")
    print(
        f"derivatives {derivatives:7.3f} us a character: {derivatives / many:.1f} of many (bound {DERIVATIVES_BOUND:g})"
    )
    broken = one > ONE_BOUND * simpful or many > MANY_BOUND * simpful or derivatives > DERIVATIVES_BOUND * many
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
