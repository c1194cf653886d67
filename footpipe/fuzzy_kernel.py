"""Fuzzy rules over many characters, with checks: the only module that imports `footpipe._fuzzy`.

The storeys are those of `footpipe.kernel`; the method is in `native/include/footpipe/fuzzy.h`. N characters,
I inputs, O outputs, P parameters, M numbers, S sets. Every function raises `DataError` on a wrong shape or range.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from footpipe import kernel_checks as check
from footpipe.arrays import Floats, Frozen, Ints, frozen
from footpipe.errors import DataError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

try:
    from footpipe import _fuzzy
except ImportError as error:
    raise ImportError(f"{check.missing_build(Path(__file__).resolve().parent)} ({error})") from error

TRIANGLE, TRAPEZOID, GAUSSIAN = range(3)
NOT, AND, OR = range(3)
SIZES = {TRIANGLE: 3, TRAPEZOID: 4, GAUSSIAN: 2}  # numbers of each shape


@dataclass(frozen=True, eq=False)
class Program(Frozen):
    """The tables of a controller, as `fuzzy.h` has them: int32, one row each, -1 for none.

    inputs       (I, 4)  on a ring (0 or 1), index of the range among the numbers, its sets [first, end)
    sets         (S, 2)  shape, index of the first number
    operations   (T, 3)  NOT, AND or OR, and the nodes that it joins; nodes are the sets, then the operations
    rules        (R, 2)  node, index of the weight
    conclusions  (C, 2)  rule, index of the value
    outputs      (O, 3)  its conclusions [first, end), index of the value for otherwise
    parameters   P, and numbers M >= P: of those the first P are the parameters, the others ranges

    Raises `DataError` for an index to what there is not.
    """

    inputs: Ints
    sets: Ints
    operations: Ints
    rules: Ints
    conclusions: Ints
    outputs: Ints
    parameters: int
    numbers: int

    def __post_init__(self) -> None:
        for name, width in (("inputs", 4), ("sets", 2), ("operations", 3), ("rules", 2), ("conclusions", 2)):
            object.__setattr__(self, name, frozen(getattr(self, name), (None, width), name, np.int32))
        object.__setattr__(self, "outputs", frozen(self.outputs, (None, 3), "outputs", np.int32))
        if not (len(self.inputs) and len(self.outputs) and 0 < self.parameters <= self.numbers):
            raise DataError("a program needs inputs, outputs and parameters")
        self._check_inputs()
        self._check_sets()
        self._check_rules()

    def _check_inputs(self) -> None:
        ring, place, first, end = self.inputs.T
        _within("inputs", ring, 0, 2)
        _within("inputs", place, self.parameters, self.numbers - (1 - ring))
        _consecutive("inputs", first, end, len(self.sets))

    def _check_sets(self) -> None:
        _within("sets", self.sets[:, 0], 0, len(SIZES))
        sizes = np.array([SIZES[int(shape)] for shape in self.sets[:, 0]], np.int32)
        _within("sets", self.sets[:, 1], 0, self.parameters - sizes + 1)
        for _, _, first, end in self.inputs[self.inputs[:, 0] == 1]:
            pairs = self.sets[first:end, 1] - 2 * np.arange(end - first)
            if (self.sets[first:end, 0] != GAUSSIAN).any() or len(set(pairs.tolist())) > 1:
                raise DataError("sets: Gaussians, whose numbers follow each other, wanted on a ring")

    def _check_rules(self) -> None:
        nodes = len(self.sets) + np.arange(len(self.operations) + 1)
        _within("operations", self.operations[:, 0], 0, 3)
        _within("operations", self.operations[:, 1], 0, nodes[:-1])
        _within("operations", self.operations[:, 2], 0, nodes[:-1])
        _within("rules", self.rules[:, 0], 0, nodes[-1])
        _within("rules", self.rules[:, 1], 0, self.parameters)
        _within("conclusions", self.conclusions[:, 0], 0, len(self.rules))
        _within("conclusions", self.conclusions[:, 1], 0, self.parameters)
        _consecutive("outputs", self.outputs[:, 0], self.outputs[:, 1], len(self.conclusions))
        _within("outputs", self.outputs[:, 2], -1, self.parameters)

    @cached_property
    def packed(self) -> Ints:
        """All tables in one array, as `fp_fuzzy_open` takes it."""
        tables = (self.inputs, self.sets, self.operations, self.rules, self.conclusions, self.outputs)
        counts = [len(table) for table in tables] + [self.parameters]
        return frozen(np.concatenate([counts, *(table.ravel() for table in tables)]), (None,), "packed", np.int32)

    @cached_property
    def rooms(self) -> tuple[int, int]:
        """Doubles that evaluating and deriving work in."""
        evaluate, derive = _fuzzy.rooms(self.packed)
        return max(1, evaluate), max(1, derive)


@dataclass(frozen=True)
class Derivatives:
    """Outputs (N, O), and what they change by: by_parameters (N, O, P), by_inputs (N, O, I)."""

    outputs: Floats
    by_parameters: Floats
    by_inputs: Floats


def members(program: Program, numbers: ArrayLike, inputs: ArrayLike) -> Floats:
    """How much inputs (N, I) belong to each set (N, S); numbers (N|1, M) of each character or of all."""
    values, given = _arguments(program, numbers, inputs)
    found = np.empty((len(given), len(program.sets)))
    if found.size:
        _fuzzy.members(program.packed, values, given, found)
    return found


def evaluate(program: Program, numbers: ArrayLike, inputs: ArrayLike) -> Floats:
    """Outputs (N, O) of a controller for inputs (N, I); numbers (N|1, M) of each character or of all."""
    values, given = _arguments(program, numbers, inputs)
    outputs = np.empty((len(given), len(program.outputs)))
    if len(given):
        _fuzzy.evaluate(program.packed, values, given, np.empty(program.rooms[0]), outputs)
    return outputs


def derive(program: Program, numbers: ArrayLike, inputs: ArrayLike) -> Derivatives:
    """The same with exact derivatives by every parameter and input."""
    values, given = _arguments(program, numbers, inputs)
    many, outputs = len(given), len(program.outputs)
    found = Derivatives(
        np.empty((many, outputs)),
        np.empty((many, outputs, program.parameters)),
        np.empty((many, outputs, len(program.inputs))),
    )
    if many:
        arena = np.empty(program.rooms[1])
        _fuzzy.derive(program.packed, values, given, arena, found.outputs, found.by_parameters, found.by_inputs)
    return found


def ring(centres: ArrayLike, widths: ArrayLike, length: float, at: ArrayLike) -> tuple[Floats, Floats]:
    """Weights (N, S) of sets on a ring at places (N,), which sum to 1, and their slopes (N, S) (see `fuzzy_ring.h`).

    centres (S,) and widths (S,) > 0 of the sets, in the units of `length`, which is once round.
    """
    sizes: check.Sizes = {}
    middle, wide = check.floats("centres", centres, "S", sizes), check.floats("widths", widths, "S", sizes)
    places = check.floats("at", at, "N", sizes)
    if not (middle.size and (wide > 0).all() and length > 0):
        raise DataError("widths: one set or more, and widths and a length greater than 0 wanted")
    weights, slopes = np.empty((len(places), len(middle))), np.empty((len(places), len(middle)))
    if len(places):
        _fuzzy.ring(middle, wide, length, places, weights, slopes)
    return weights, slopes


def _arguments(program: Program, numbers: ArrayLike, inputs: ArrayLike) -> tuple[Floats, Floats]:
    sizes: check.Sizes = {"I": len(program.inputs), "M": program.numbers}
    given = check.floats("inputs", inputs, "N I", sizes)
    values = check.floats("numbers", numbers, "N|1 M", sizes)
    if not np.isfinite(given).all():
        wrong = np.argwhere(~np.isfinite(given))[0].tolist()
        raise DataError(f"inputs: {wrong} is {given[tuple(wrong)]}: every input must be finite")
    return values, given


def _within(name: str, indices: Ints, lowest: int, end: int | NDArray[np.integer[Any]]) -> None:
    wrong = indices[(indices < lowest) | (indices >= end)]
    if wrong.size:
        raise DataError(f"{name}: {wrong[0]} is out of range")


def _consecutive(name: str, first: Ints, end: Ints, count: int) -> None:
    """Each row's share follows the one before: all of them together are what there is."""
    bounds = np.concatenate([[0], end])
    if (first != bounds[:-1]).any() or bounds[-1] != count or (end < first).any():
        raise DataError(f"{name}: shares that follow each other up to {count} wanted")
