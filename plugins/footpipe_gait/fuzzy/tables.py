"""A controller as the kernel takes it: the tables of its program, and its numbers in one vector.

The vector holds the sets' numbers by input, the outputs' values, then of every rule its weight and the numbers that it
says; `vector` and `rebuilt` walk in this one order. Behind those parameters come the ranges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal, NamedTuple

import numpy as np

from footpipe import Ints, fuzzy_kernel
from footpipe_gait.fuzzy.rules import Inputs, Outputs, Rule
from footpipe_gait.fuzzy.sentences import Condition, Is, Not
from footpipe_gait.fuzzy.words import Input, Output

JOINS = {"Not": fuzzy_kernel.NOT, "And": fuzzy_kernel.AND, "Or": fuzzy_kernel.OR}
NONE = -1
OTHERWISE = "otherwise"


class Parameter(NamedTuple):
    """One number of a controller, and what it is one of: `about` the input or output that it belongs to."""

    name: str
    value: float
    role: Literal["set", "value", "weight"]
    about: str = ""


def vector(inputs: Inputs, outputs: Outputs, rules: Sequence[Rule]) -> Iterator[Parameter]:
    """Every parameter: "delta.start.peak", "hip.slow", "hip.otherwise", "rule.1.weight", "rule.1.hip"."""
    for name, each in inputs.items():
        for word, shape in each.sets.items():
            for part, number in zip(shape.names(), shape.numbers, strict=True):
                yield Parameter(f"{name}.{word}.{part}", number, "set", name)
    for name, output in outputs.items():
        for word, value in output.values.items():
            yield Parameter(f"{name}.{word}", value, "value", name)
        if isinstance(output.otherwise, float | int):
            yield Parameter(f"{name}.{OTHERWISE}", output.otherwise, "value", name)
    for index, rule in enumerate(rules, 1):
        yield Parameter(f"rule.{index}.weight", rule.weight, "weight")
        for name, said in rule.conclusions.items():
            if not isinstance(said, str):
                yield Parameter(f"rule.{index}.{name}", said, "value", name)


def rebuilt(
    inputs: Inputs, outputs: Outputs, rules: Sequence[Rule], parameters: Iterable[float]
) -> tuple[dict[str, Input], dict[str, Output], tuple[Rule, ...]]:
    """The same words and rules with other parameters."""
    numbers = iter(parameters)
    return (
        {name: _input(each, numbers) for name, each in inputs.items()},
        {name: _output(each, numbers) for name, each in outputs.items()},
        tuple(_rule(each, numbers) for each in rules),
    )


def _input(each: Input, numbers: Iterator[float]) -> Input:
    sets = {word: type(shape)(*islice(numbers, len(shape.numbers))) for word, shape in each.sets.items()}
    return replace(each, sets=sets)


def _output(each: Output, numbers: Iterator[float]) -> Output:
    values = {word: next(numbers) for word in each.values}
    named = each.otherwise is None or isinstance(each.otherwise, str)
    return replace(each, values=values, otherwise=each.otherwise if named else next(numbers))


def _rule(each: Rule, numbers: Iterator[float]) -> Rule:
    weight = next(numbers)
    said = {name: value if isinstance(value, str) else next(numbers) for name, value in each.conclusions.items()}
    return replace(each, weight=weight, conclusions=said)


@dataclass(frozen=True)
class Compiled:
    """A program, its parameters (P,), and its numbers (M,): the same, then the ranges."""

    program: fuzzy_kernel.Program
    parameters: tuple[Parameter, ...]
    numbers: tuple[float, ...]


def compiled(inputs: Inputs, outputs: Outputs, rules: Sequence[Rule]) -> Compiled:
    """A controller's tables; every name in its rules is known."""
    parameters = tuple(vector(inputs, outputs, rules))
    places = {parameter.name: place for place, parameter in enumerate(parameters)}
    tables = _Tables(inputs, places)
    tables.add_rules(rules)
    tables.add_outputs(outputs, rules)
    numbers = (*(parameter.value for parameter in parameters), *tables.ranges)
    return Compiled(tables.program(), parameters, numbers)


@dataclass
class _Tables:
    """The tables so far; a condition that was there before is not added again."""

    words: Inputs
    places: dict[str, int]
    inputs: list[tuple[int, int, int, int]] = field(default_factory=list)
    sets: list[tuple[int, int]] = field(default_factory=list)
    operations: dict[tuple[int, int, int], int] = field(default_factory=dict)
    rules: list[tuple[int, int]] = field(default_factory=list)
    conclusions: list[tuple[int, int]] = field(default_factory=list)
    outputs: list[tuple[int, int, int]] = field(default_factory=list)
    nodes: dict[tuple[str, str], int] = field(default_factory=dict)
    ranges: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name, each in self.words.items():
            first, place = len(self.sets), len(self.places) + len(self.ranges)
            for word, shape in each.sets.items():
                self.nodes[name, word] = len(self.sets)
                self.sets.append((shape.kind, self.places[f"{name}.{word}.{shape.names()[0]}"]))
            self.inputs.append((int(each.ring is not None), place, first, len(self.sets)))
            self.ranges += each.range or (each.limits[1],)

    def add_rules(self, rules: Sequence[Rule]) -> None:
        for index, rule in enumerate(rules, 1):
            self.rules.append((self.node(rule.condition), self.places[f"rule.{index}.weight"]))

    def node(self, condition: Condition) -> int:
        """Where what the condition is worth will stand."""
        if isinstance(condition, Is):
            return self.nodes[condition.input, condition.set]
        if isinstance(condition, Not):
            left = right = self.node(condition.part)
        else:
            left, right = self.node(condition.left), self.node(condition.right)
        return len(self.sets) + self.operations.setdefault(
            (JOINS[type(condition).__name__], left, right), len(self.operations)
        )

    def add_outputs(self, outputs: Outputs, rules: Sequence[Rule]) -> None:
        for name, output in outputs.items():
            first = len(self.conclusions)
            for index, rule in enumerate(rules):
                if name in rule.conclusions:
                    self.conclusions.append(
                        (index, self.value(name, rule.conclusions[name], f"rule.{index + 1}.{name}"))
                    )
            otherwise = NONE if output.otherwise is None else self.value(name, output.otherwise, f"{name}.{OTHERWISE}")
            self.outputs.append((first, len(self.conclusions), otherwise))

    def value(self, output: str, value: str | float, place: str) -> int:
        return self.places[f"{output}.{value}" if isinstance(value, str) else place]

    def program(self) -> fuzzy_kernel.Program:
        return fuzzy_kernel.Program(
            inputs=_rows(self.inputs, 4),
            sets=_rows(self.sets, 2),
            operations=_rows(list(self.operations), 3),
            rules=_rows(self.rules, 2),
            conclusions=_rows(self.conclusions, 2),
            outputs=_rows(self.outputs, 3),
            parameters=len(self.places),
            numbers=len(self.places) + len(self.ranges),
        )


def _rows(rows: Sequence[tuple[int, ...]], width: int) -> Ints:
    return np.array(rows, np.int32).reshape(-1, width)
