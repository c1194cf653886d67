"""A controller fitted to examples: least squares for the values, then Levenberg-Marquardt for all that is free.

The values enter an output as in a straight line, so they are found at once for the sets as they are (the forward pass
of ANFIS, Jang 1993). From there MINPACK's Levenberg-Marquardt moves values, sets and weights together, on the
kernel's exact derivatives. What is minimised:

    mean of ((output - target) / spread of the output's targets)^2  +  hold * mean of (coordinate - where it began)^2

in the coordinates of `free.py`. Nothing is drawn at random: the same examples give the same controller.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from footpipe import DataError, Floats, fuzzy_kernel
from footpipe_gait.fuzzy.free import Coordinates, coordinates

if TYPE_CHECKING:
    from footpipe_gait.fuzzy.controller import Controller

HOLD = 1e-3
MOST_ROUNDS = 200  # evaluations of all examples


@dataclass(frozen=True)
class Fitted:
    """A fitted controller; the errors are roots of mean squares, (O,), in the outputs' units.

    before  of the controller as it was
    values  after the values alone were fitted
    after   of this one
    rounds  evaluations of all examples that it took
    """

    controller: Controller
    before: Floats
    values: Floats
    after: Floats
    rounds: int


def fit(
    controller: Controller, inputs: ArrayLike, targets: ArrayLike, *, freeze: Iterable[str] = (), hold: float = HOLD
) -> Fitted:
    """See `Controller.fit`."""
    from scipy.optimize import least_squares

    problem = _problem(controller, inputs, targets, freeze, hold)
    start = problem.with_values_fitted(problem.map.begin)
    at, rounds = start, 1
    if at.size:
        found = least_squares(problem.residuals, start, problem.jacobian, method="lm", max_nfev=MOST_ROUNDS)
        at, rounds = found.x, found.nfev
    return Fitted(
        controller.with_parameters(problem.map.parameters(at)) if at.size else controller,
        problem.errors(problem.map.begin),
        problem.errors(start),
        problem.errors(at),
        int(rounds),
    )


@dataclass(frozen=True)
class _Problem:
    """Residuals of examples, each (N, O), then of the coordinates' distance from where they began."""

    controller: Controller
    inputs: Floats
    targets: Floats
    spread: Floats
    map: Coordinates
    hold: float

    def residuals(self, at: Floats) -> Floats:
        errors = (self._outputs(at) - self.targets) / self.spread / np.sqrt(self.targets.size)
        return np.concatenate([errors.ravel(), self._pull * (at - self.map.begin)])

    def jacobian(self, at: Floats) -> Floats:
        found = fuzzy_kernel.derive(self.controller.program, self._numbers(at), self.inputs)
        scaled = found.by_parameters / self.spread[:, None] / np.sqrt(self.targets.size)
        errors = scaled.reshape(-1, scaled.shape[-1]) @ self.map.slopes(at)
        return np.concatenate([errors, self._pull * np.eye(at.size)])

    def errors(self, at: Floats) -> Floats:
        return np.asarray(np.sqrt(((self._outputs(at) - self.targets) ** 2).mean(0)))

    def with_values_fitted(self, at: Floats) -> Floats:
        """The coordinates with the best values for the sets and weights as they are."""
        lines = self._are_values
        step = np.zeros(at.size)
        step[lines], *_ = np.linalg.lstsq(self.jacobian(at)[:, lines], -self.residuals(at), rcond=None)
        return at + step

    @cached_property
    def _are_values(self) -> Floats:
        roles = np.array([parameter.role for parameter in self.controller.each_parameter])
        return np.asarray(roles[self.map.free] == "value")

    @property
    def _pull(self) -> float:
        return float(np.sqrt(self.hold / max(1, self.map.free.size)))

    def _outputs(self, at: Floats) -> Floats:
        return fuzzy_kernel.evaluate(self.controller.program, self._numbers(at), self.inputs)

    def _numbers(self, at: Floats) -> Floats:
        ranges = self.controller.numbers[:, len(self.controller.names) :]
        return np.concatenate([self.map.parameters(at)[None], ranges], axis=1)


def _problem(
    controller: Controller, inputs: ArrayLike, targets: ArrayLike, freeze: Iterable[str], hold: float
) -> _Problem:
    given, wanted = np.asarray(inputs, np.float64), np.asarray(targets, np.float64)
    many = len(given) if given.ndim else 0
    if (given.shape, wanted.shape) != ((many, len(controller.inputs)), (many, len(controller.outputs))) or not many:
        wide = f"inputs (N, {len(controller.inputs)}) and targets (N, {len(controller.outputs)})"
        raise DataError(f"{wide} wanted, got {given.shape} and {wanted.shape}")
    if not np.isfinite(wanted).all():
        raise DataError("targets: every number must be finite")
    if not hold > 0:
        raise DataError(f"hold: a number greater than 0 wanted, got {hold}")
    spread = np.where(np.ptp(wanted, axis=0) > 0, wanted.std(0), 1.0)
    scales = {name: each.limits[1] - each.limits[0] for name, each in controller.inputs.items()}
    scales |= dict(zip(controller.outputs, spread.tolist(), strict=True))
    return _Problem(controller, given, wanted, spread, coordinates(controller.each_parameter, scales, freeze), hold)
