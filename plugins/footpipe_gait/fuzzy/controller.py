"""A fuzzy controller: inputs, outputs and rules in words, evaluated by the kernel for any number of characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from footpipe import DataError, Floats, Frozen, fuzzy_kernel
from footpipe_gait.fuzzy.fit import HOLD, Fitted, fit
from footpipe_gait.fuzzy.rules import Rule, check_rule
from footpipe_gait.fuzzy.sentences import check_names
from footpipe_gait.fuzzy.tables import Compiled, Parameter, compiled, rebuilt
from footpipe_gait.fuzzy.words import Input, Output


@dataclass(frozen=True)
class Controller(Frozen):
    """Rules from named inputs to named outputs, after Takagi and Sugeno, of order zero.

    An output is the mean of the values that its rules say, each counted as far as its condition holds. `and` is the
    product, `or` the sum less the product, `not` one less; `fuzzy.h` has the whole method. N characters (or moments),
    I inputs, O outputs in the order of the mappings, P parameters.

    Raises `DataError` for a name in a rule that there is not, and for an output about which nothing is said.
    """

    inputs: Mapping[str, Input]
    outputs: Mapping[str, Output]
    rules: tuple[Rule, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "inputs", MappingProxyType(dict(self.inputs)))
        object.__setattr__(self, "outputs", MappingProxyType(dict(self.outputs)))
        object.__setattr__(self, "rules", tuple(self.rules))
        check_names("an input", self.inputs)
        check_names("an output", self.outputs)
        for name in self.inputs.keys() & self.outputs.keys():
            raise DataError(f"'{name}' is an input and an output", help="give them two names")
        for rule in self.rules:
            check_rule(rule, self.inputs, self.outputs)
        if not (self.inputs and self.outputs):
            raise DataError("a controller needs an input and an output")
        for name in unsaid(self.outputs, self.rules):
            raise DataError(f"no rule says anything about output '{name}'")

    def __call__(self, inputs: ArrayLike) -> Floats:
        """Outputs (..., O) for inputs (..., I); raises `DataError` on another shape or a number that is not finite."""
        rows, shape = self._rows(inputs)
        return fuzzy_kernel.evaluate(self.program, self.numbers, rows).reshape(*shape, len(self.outputs))

    def derivatives(self, inputs: ArrayLike) -> fuzzy_kernel.Derivatives:
        """Outputs (N, O) for inputs (N, I), and exactly what they change by with parameters and inputs."""
        return fuzzy_kernel.derive(self.program, self.numbers, inputs)

    def members(self, inputs: ArrayLike) -> Floats:
        """How much inputs (N, I) belong to each set (N, S): the sets of the first input, then of the next."""
        return fuzzy_kernel.members(self.program, self.numbers, inputs)

    def parameters(self) -> Floats:
        """(P,) every number of sets, values and weights; `names` says which is which."""
        return self.numbers[0, : len(self.names)].copy()

    def fit(self, inputs: ArrayLike, targets: ArrayLike, *, freeze: Iterable[str] = (), hold: float = HOLD) -> Fitted:
        """The parameters with which outputs for inputs (N, I) come nearest to targets (N, O); see `fit.py`.

        freeze  names of what stays as it is, or their beginnings: "delta", "delta.start", "hip.slow", "rule.2.weight"
        hold    how much a parameter's distance from where it began counts against the error; more of it keeps words
                meaning what they did

        Raises `DataError` on another shape, numbers that are not finite, and names that there are not.
        """
        return fit(self, inputs, targets, freeze=freeze, hold=hold)

    def with_parameters(self, parameters: ArrayLike) -> Controller:
        """The same words and rules with other parameters (P,); raises `DataError` on a set that cannot be."""
        values = np.asarray(parameters, np.float64)
        if values.shape != (len(self.names),):
            raise DataError(f"parameters: shape ({len(self.names)},) wanted, got {values.shape}")
        return Controller(*rebuilt(self.inputs, self.outputs, self.rules, values.tolist()))

    @property
    def names(self) -> tuple[str, ...]:
        """(P,) the parameters' names: "delta.start.peak", "hip.slow", "rule.1.weight" and so on."""
        return tuple(parameter.name for parameter in self.each_parameter)

    @property
    def each_parameter(self) -> tuple[Parameter, ...]:
        """(P,) the parameters with what each is."""
        return self._compiled.parameters

    @property
    def program(self) -> fuzzy_kernel.Program:
        """The tables that the kernel runs: `program.packed` is what C code takes."""
        return self._compiled.program

    @cached_property
    def numbers(self) -> Floats:
        """(1, M) what the program takes: the parameters, then the ranges."""
        numbers = np.array([self._compiled.numbers])
        numbers.flags.writeable = False
        return numbers

    @cached_property
    def _compiled(self) -> Compiled:
        return compiled(self.inputs, self.outputs, self.rules)

    def _rows(self, inputs: ArrayLike) -> tuple[Floats, tuple[int, ...]]:
        given = np.asarray(inputs, np.float64)
        if given.ndim == 0 or given.shape[-1] != len(self.inputs):
            raise DataError(f"inputs: shape (..., {len(self.inputs)}) wanted, got {given.shape}")
        return given.reshape(-1, len(self.inputs)), given.shape[:-1]


def unsaid(outputs: Mapping[str, Output], rules: Sequence[Rule]) -> list[str]:
    """Outputs about which no rule says anything."""
    return [name for name in outputs if not any(name in rule.conclusions for rule in rules)]
