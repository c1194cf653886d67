"""Controllers as TOML, to be read and changed by hand, and read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from footpipe_gait.fuzzy.controller import Controller
from footpipe_gait.fuzzy.rules import Rule
from footpipe_gait.fuzzy.sets import SHAPES
from footpipe_gait.fuzzy.words import Input, Output

EXACT = 17  # digits that tell every number from its neighbours
KINDS = {kind: name for name, kind in SHAPES.items()}


def controller_toml(controller: Controller, digits: int = EXACT) -> str:
    """The TOML of a controller with so many significant digits of every number; with 17 it reads back the same."""
    return "\n".join(_lines(controller, digits))


def _lines(controller: Controller, digits: int) -> Iterator[str]:
    for name, each in controller.inputs.items():
        yield from (f"[inputs.{name}]", *_input(each, digits), "")
    for name, output in controller.outputs.items():
        yield from (f"[outputs.{name}]", *_output(output, digits), "")
    for rule in controller.rules:
        yield from ("[[rule]]", *_rule(rule, digits), "")


def _input(each: Input, digits: int) -> Iterator[str]:
    if each.range:
        yield f"range = {_value(each.range, digits)}"
    else:
        yield f"ring = {_value(each.ring, digits)}"
    yield from _unit(each.unit)
    for word, shape in each.sets.items():
        yield f"sets.{word} = {{ {KINDS[type(shape)]} = {_value(shape.numbers, digits)} }}"


def _output(output: Output, digits: int) -> Iterator[str]:
    yield from _unit(output.unit)
    if output.values:
        yield f"values = {_value(output.values, digits)}"
    if output.otherwise is not None:
        yield f"otherwise = {_value(output.otherwise, digits)}"


def _rule(rule: Rule, digits: int) -> Iterator[str]:
    yield f'if = "{rule.condition}"'
    yield f"then = {_value(rule.conclusions, digits)}"
    if rule.weight != 1:
        yield f"weight = {_value(rule.weight, digits)}"


def _unit(unit: str) -> Iterator[str]:
    if unit:
        yield f"unit = {_value(unit, EXACT)}"


def _value(value: Any, digits: int) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple):
        return f"[{', '.join(_value(item, digits) for item in value)}]"
    if hasattr(value, "items"):
        return f"{{ {', '.join(f'{name} = {_value(item, digits)}' for name, item in value.items())} }}"
    return (repr(float(value)) if digits >= EXACT else f"{value:.{digits}g}").removesuffix(".0")
