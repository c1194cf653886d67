"""Rules: as far as a condition holds, outputs are what the rule says."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from footpipe import DataError, Frozen, hint
from footpipe_gait.fuzzy.sentences import And, Condition, Is, Not, Or, Said, Span, parse_conclusions, parse_condition
from footpipe_gait.fuzzy.words import Input, Output

Inputs = Mapping[str, Input]
Outputs = Mapping[str, Output]


@dataclass(frozen=True)
class Rule(Frozen):
    """As far as `condition` holds, times `weight` (0..1), each output is its value: a number, or the name of one.

    Raises `DataError` on another weight, and on a rule that says nothing.
    """

    condition: Condition
    conclusions: Mapping[str, str | float]
    weight: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "conclusions", MappingProxyType(dict(self.conclusions)))
        if not 0 <= self.weight <= 1:
            raise DataError(f"weight: a number from 0 to 1 wanted, not {self.weight}")
        if not self.conclusions:
            raise DataError("a rule says something about one output or more")

    @classmethod
    def of(cls, condition: str, conclusions: str | Mapping[str, str | float], weight: float = 1.0) -> Rule:
        """From sentences, such as "delta is start" and "hip is slow"; raises `SentenceError`."""
        if isinstance(conclusions, str):
            conclusions = {said.output: said.value for said in parse_conclusions(conclusions)}
        return cls(parse_condition(condition), conclusions, weight)


class Wrong(NamedTuple):
    """What is wrong with a rule: the message, what to do, and the part of its sentence that is meant."""

    message: str
    help: str
    span: Span


def statements(condition: Condition) -> Iterator[Is]:
    """The statements about inputs that a condition is made of, from left to right."""
    match condition:
        case Is():
            yield condition
        case Not(part):
            yield from statements(part)
        case And(left, right) | Or(left, right):
            yield from statements(left)
            yield from statements(right)


def wrong_in_condition(condition: Condition, inputs: Inputs) -> Iterator[Wrong]:
    """Names that are no input's, and no set's."""
    for each in statements(condition):
        if each.input not in inputs:
            yield Wrong(f"there is no input '{each.input}'", hint(each.input, inputs, "the inputs are"), each.input_at)
        elif each.set not in inputs[each.input].sets:
            sets = inputs[each.input].sets
            yield Wrong(f"'{each.input}' has no set '{each.set}'", hint(each.set, sets, "its sets are"), each.set_at)


def wrong_in_conclusion(said: Said, outputs: Outputs) -> Iterator[Wrong]:
    """A name that is no output's, or no value's."""
    output, value = said.output, said.value
    if output not in outputs:
        yield Wrong(f"there is no output '{output}'", hint(output, outputs, "the outputs are"), said.output_at)
    elif isinstance(value, str) and value not in outputs[output].values:
        advice = hint(value, outputs[output].values, "its values are")
        yield Wrong(f"'{output}' has no value '{value}'", advice, said.value_at)
    elif not isinstance(value, str) and not math.isfinite(value):
        yield Wrong(f"'{output}': a finite number wanted", "write a number", said.value_at)


def check_rule(rule: Rule, inputs: Inputs, outputs: Outputs) -> None:
    """Raise `DataError` for the first name in a rule that there is not."""
    for wrong in wrong_in_condition(rule.condition, inputs):
        raise DataError(f"{wrong.message} (rule '{rule.condition}')", help=wrong.help)
    for output, value in rule.conclusions.items():
        for wrong in wrong_in_conclusion(Said(output, value, (0, 0), (0, 0)), outputs):
            raise DataError(f"{wrong.message} (rule '{rule.condition}')", help=wrong.help)
