"""Controllers from TOML: every mistake at once, each with its place and the nearest right name.

[inputs.alpha]                        # what rules ask about
range = [0, 60]
unit = "deg"
sets.start = { triangle = [30, 60, 60] }
sets.end = { gaussian = [0, 10] }

[outputs.velocity]                    # what they set
values = { slow = 20, stay = 0 }

[[rule]]
if = "alpha is start and not alpha is end"
then = { velocity = "slow" }          # or "velocity is slow"
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import create_model

from footpipe import DataError, Mistakes, Params, Subject, check_values, hint, param, read_toml
from footpipe_gait.fuzzy.controller import Controller, unsaid
from footpipe_gait.fuzzy.rules import Inputs, Outputs, Rule, Wrong, wrong_in_conclusion, wrong_in_condition
from footpipe_gait.fuzzy.sentences import Condition, Said, SentenceError, parse_conclusions, parse_condition
from footpipe_gait.fuzzy.sets import SHAPES, Set
from footpipe_gait.fuzzy.words import Input, Output

TABLES = ("inputs", "outputs", "rule")
KeyPath = tuple[str | int, ...]


class SetTable(Params):
    """`sets.NAME` of an input: one shape."""

    triangle: tuple[float, float, float] | None = param(None, doc="left, peak, right")
    trapezoid: tuple[float, float, float, float] | None = param(None, doc="left, first, last, right")
    gaussian: tuple[float, float] | None = param(None, doc="centre, width")


class InputTable(Params):
    """`[inputs.NAME]`."""

    sets: dict[str, Any] = param(doc="the sets by name, each a table with its shape")
    range: tuple[float, float] | None = param(None, doc="lowest and highest value")
    ring: float | None = param(None, gt=0, doc="once round, for a number that comes back to where it began")
    unit: str = param("", doc="for people")


class OutputTable(Params):
    """`[outputs.NAME]`."""

    values: dict[str, float] = param({}, doc="values by name")
    otherwise: float | str | None = param(None, doc="value as far as no rule holds")
    unit: str = param("", doc="for people")


RULE_FIELDS: dict[str, Any] = {  # `if` is no name that a class body could hold
    "if": (str, param(doc='the condition, such as "delta is start and not clearance is low"')),
    "then": (str | dict[str, float | str], param(doc='what holds then, such as { hip = "slow" } or "hip is slow"')),
    "weight": (float, param(1.0, ge=0, le=1, doc="how much the rule counts")),
}
RuleTable = create_model("RuleTable", __base__=Params, __doc__="`[[rule]]`.", **RULE_FIELDS)


def read_controller(controller: str | os.PathLike[str] | Mapping[str, Any]) -> Controller:
    """A controller from a TOML file, or from the same in Python; raises `GraphError` with every mistake in it."""
    source, document = read_toml(controller, "controller")
    notes = Mistakes(source)
    for key in document:
        if key not in TABLES:
            notes.add(f"a controller has no '{key}'", (key,), hint(key, TABLES, "it has"), on="key")
    inputs = {name: _input(table, ("inputs", name), notes) for name, table in _tables(document, "inputs", notes)}
    outputs = {name: _output(table, ("outputs", name), notes) for name, table in _tables(document, "outputs", notes)}
    known = (
        {name: each for name, each in inputs.items() if each},
        {name: each for name, each in outputs.items() if each},
    )
    notes.stop()
    rules = read_rules(document.get("rule", []), *known, notes)
    notes.stop()
    for name in unsaid(known[1], rules):
        notes.add(
            f"no rule says anything about output '{name}'", ("outputs", name), "write a [[rule]] that does", "key"
        )
    notes.stop()
    return _controller(*known, rules, notes)


def read_rules(tables: Any, inputs: Inputs, outputs: Outputs, notes: Mistakes) -> tuple[Rule, ...]:
    """The rules of a document's `[[rule]]` tables about inputs and outputs that are known; mistakes are noted."""
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        notes.add("'rule' must be tables, as in [[rule]]", ("rule",), on="key")
        return ()
    rules = (_rule(table, ("rule", index), inputs, outputs, notes) for index, table in enumerate(tables))
    return tuple(rule for rule in rules if rule)


def _controller(inputs: Inputs, outputs: Outputs, rules: Sequence[Rule], notes: Mistakes) -> Controller:
    try:
        return Controller(inputs, outputs, tuple(rules))
    except DataError as fault:
        notes.add(fault.message, (), fault.help)
        notes.stop()
        raise


def _tables(document: Mapping[str, Any], key: str, notes: Mistakes) -> Iterable[tuple[str, Mapping[str, Any]]]:
    tables = document.get(key)
    if not isinstance(tables, dict) or not tables or not all(isinstance(table, dict) for table in tables.values()):
        notes.add(f"a controller needs {key}", (key,), f"write [{key}.NAME] and what it is under it", on="key")
        return ()
    return tables.items()


def _input(table: Mapping[str, Any], path: KeyPath, notes: Mistakes) -> Input | None:
    name = path[-1]
    read = check_values(InputTable, table, Subject(f"input '{name}'", path, noun="key"), notes)
    if read is None:
        return None
    sets = {word: _set(given, (*path, "sets", word), notes) for word, given in read.sets.items()}
    good = {word: each for word, each in sets.items() if each}
    try:
        made = Input(good, read.range, read.ring, read.unit)
        return made if len(good) == len(sets) else None
    except DataError as fault:
        notes.add(f"{fault.message} (input '{name}')", path, fault.help, on="key")
        return None


def _set(given: Any, path: KeyPath, notes: Mistakes) -> Set | None:
    word = path[-1]
    if not isinstance(given, dict):
        notes.add(f"set '{word}' must be a table", path, "such as { triangle = [-1, 0, 1] }")
        return None
    read = check_values(SetTable, given, Subject(f"set '{word}'", path, noun="shape"), notes)
    if read is None:
        return None
    shapes = [(name, numbers) for name, numbers in read if numbers is not None]
    if len(shapes) != 1:
        notes.add(f"set '{word}' has one shape, not {len(shapes)}", path, f"one of {', '.join(SHAPES)}")
        return None
    (kind, numbers), *_ = shapes
    try:
        return SHAPES[kind](*numbers)
    except DataError as fault:
        notes.add(f"set '{word}': {fault.message}", (*path, kind), fault.help)
        return None


def _output(table: Mapping[str, Any], path: KeyPath, notes: Mistakes) -> Output | None:
    name = path[-1]
    read = check_values(OutputTable, table, Subject(f"output '{name}'", path, noun="key"), notes)
    if read is None:
        return None
    if isinstance(read.otherwise, str) and read.otherwise not in read.values:
        advice = hint(read.otherwise, read.values, "its values are")
        notes.add(f"'{name}' has no value '{read.otherwise}'", (*path, "otherwise"), advice)
        return None
    try:
        return Output(read.values, read.otherwise, read.unit)
    except DataError as fault:
        notes.add(f"{fault.message} (output '{name}')", (*path, "values"), fault.help)
        return None


def _rule(table: Mapping[str, Any], path: KeyPath, inputs: Inputs, outputs: Outputs, notes: Mistakes) -> Rule | None:
    before = len(notes.found)
    read: Any = check_values(RuleTable, table, Subject("a rule", path, noun="key"), notes)
    if read is None:
        return None
    condition = _condition(getattr(read, "if"), (*path, "if"), inputs, notes)
    said = _conclusions(read.then, (*path, "then"), outputs, notes)
    if condition is None or len(notes.found) > before:
        return None
    return Rule(condition, {each.output: each.value for each in said}, read.weight)


def _condition(sentence: str, path: KeyPath, inputs: Inputs, notes: Mistakes) -> Condition | None:
    try:
        condition = parse_condition(sentence)
    except SentenceError as fault:
        notes.add(fault.message, path, fault.help, within=fault.span)
        return None
    _note(wrong_in_condition(condition, inputs), path, notes)
    return condition


def _conclusions(then: str | Mapping[str, float | str], path: KeyPath, outputs: Outputs, notes: Mistakes) -> list[Said]:
    if not then:
        notes.add("a rule says something about one output or more", path, 'such as then = { hip = "slow" }')
    if isinstance(then, str):
        return _sentence(then, path, outputs, notes)
    said = [Said(output, value, (0, 0), (0, 0)) for output, value in then.items()]
    for each in said:
        for wrong in wrong_in_conclusion(each, outputs):
            notes.add(wrong.message, (*path, each.output), wrong.help, "value" if each.output in outputs else "key")
    return said


def _sentence(then: str, path: KeyPath, outputs: Outputs, notes: Mistakes) -> list[Said]:
    try:
        said = parse_conclusions(then)
    except SentenceError as fault:
        notes.add(fault.message, path, fault.help, within=fault.span)
        return []
    for each in said:
        _note(wrong_in_conclusion(each, outputs), path, notes)
    return list(said)


def _note(faults: Iterator[Wrong], path: KeyPath, notes: Mistakes) -> None:
    for wrong in faults:
        notes.add(wrong.message, path, wrong.help, within=wrong.span)
