"""Parameters in coordinates that may take any value, for solvers that know no bounds.

A set is its peak or centre and the logarithms of its widths, so that it stays one; a weight is its logit. Places are
counted in ranges of their input, values in spreads of their output, so that a step of 1 is a large one in each. What
is frozen has no coordinate, nor have an edge without width and a weight of 0 or 1: they stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from footpipe import DataError, Floats, hint
from footpipe_gait.fuzzy.tables import Parameter

FARTHEST = 30.0  # a logarithm or logit beyond which a solver has lost its way
# A set's numbers as sums of what follows each other, by their count: widths, but for one place.
GAUSSIAN, PLACE_OF_GAUSSIAN = np.eye(2), 0
EDGES = {
    3: np.array([[-1.0, 1, 0], [0, 1, 0], [0, 1, 1]]),
    4: np.array([[-1.0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 1, 1, 1]]),
}
PLACE_OF_EDGES = 1


@dataclass(frozen=True)
class Coordinates:
    """The map between parameters (P,) and the coordinates (F,) of those that are free.

    sums   (P, P)  parameters = sums @ parts
    kinds  (P,)    how a part comes from its coordinate: "linear" (times its scale), "log" or "logit"
    scale  (P,)    of the linear ones
    free   (F,)    the parts that have a coordinate
    parts  (P,)    where they began
    values (P,)    the parameters there
    """

    sums: Floats
    kinds: NDArray[np.str_]
    scale: Floats
    free: NDArray[np.intp]
    parts: Floats
    values: Floats

    @property
    def begin(self) -> Floats:
        """(F,) the coordinates of the parameters as they are."""
        part, kind = self.parts[self.free], self.kinds[self.free]
        logs, logits = kind == "log", kind == "logit"
        found = part / self.scale[self.free]
        found[logs] = np.log(part[logs])
        found[logits] = np.log(part[logits] / (1 - part[logits]))
        return found

    def parameters(self, at: Floats) -> Floats:
        """(P,) the parameters at coordinates (F,); those that are not free as they were, to the last bit."""
        parts = self.parts.copy()
        parts[self.free] = self._parts(at)[0]
        moved = (self.sums[:, self.free] != 0).any(1)
        return np.where(moved, self.sums @ parts, self.values)

    def slopes(self, at: Floats) -> Floats:
        """(P, F) what the parameters change by with the coordinates."""
        return np.asarray(self.sums[:, self.free] * self._parts(at)[1])

    def _parts(self, at: Floats) -> tuple[Floats, Floats]:
        """(F,) the free parts, and their slopes."""
        kind, scale = self.kinds[self.free], self.scale[self.free]
        near = np.exp(np.clip(at, -FARTHEST, FARTHEST))
        weight = near / (1 + near)
        part = np.select([kind == "log", kind == "logit"], [near, weight], at * scale)
        return part, np.select([kind == "log", kind == "logit"], [near, weight * (1 - weight)], scale)


def coordinates(parameters: Sequence[Parameter], scales: Mapping[str, float], freeze: Iterable[str]) -> Coordinates:
    """Coordinates of what is free; `scales`: the size of each input and output.

    Raises `DataError` for a name in `freeze` that begins no parameter's.
    """
    names = [parameter.name for parameter in parameters]
    values = np.array([parameter.value for parameter in parameters])
    kinds = np.array(["logit" if parameter.role == "weight" else "linear" for parameter in parameters], object)
    stays = np.isin(names, list(frozen_names(names, freeze)))
    sums = np.eye(len(names))
    for first, end in _sets(parameters):
        place = PLACE_OF_GAUSSIAN if end - first == len(GAUSSIAN) else PLACE_OF_EDGES
        sums[first:end, first:end] = EDGES.get(end - first, GAUSSIAN)
        kinds[first:end], kinds[first + place] = "log", "linear"
        if end - first > len(GAUSSIAN):  # its numbers hang together: one that stays holds all
            stays[first:end] |= stays[first:end].any()
    parts = np.linalg.solve(sums, values)
    sharp = ((kinds != "linear") & (parts <= 0)) | ((kinds == "logit") & (parts >= 1))
    scale = np.array([scales.get(parameter.about, 1.0) for parameter in parameters])
    return Coordinates(sums, kinds.astype(str), scale, np.flatnonzero(~stays & ~sharp), parts, values)


def frozen_names(names: Sequence[str], freeze: Iterable[str]) -> set[str]:
    """The names that any of `freeze` is, or begins at a dot; raises `DataError` for one that does neither."""
    found: set[str] = set()
    for wanted in freeze:
        held = {name for name in names if name == wanted or name.startswith(f"{wanted}.")}
        if not held:
            raise DataError(f"freeze: there is no parameter '{wanted}'", help=hint(wanted, names, "they are"))
        found |= held
    return found


def _sets(parameters: Sequence[Parameter]) -> list[tuple[int, int]]:
    """The shares [first, end) of the sets."""
    of = [parameter.name.rpartition(".")[0] if parameter.role == "set" else "" for parameter in parameters]
    bounds = [i for i in range(len(of) + 1) if i in (0, len(of)) or of[i] != of[i - 1]]
    return [(first, end) for first, end in pairwise(bounds) if of[first]]
