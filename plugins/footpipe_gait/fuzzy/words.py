"""Linguistic variables: what a controller looks at and what it says, and the words for both."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from footpipe import DataError, Frozen
from footpipe_gait.fuzzy.sentences import check_names
from footpipe_gait.fuzzy.sets import Gaussian, Set


@dataclass(frozen=True)
class Input(Frozen):
    """A number that rules ask about, and its sets by name.

    range  lowest and highest value; what is beyond counts as the end that it passed
    ring   once round, for a number that comes back to where it began, instead of a range; its sets are
           Gaussians of the distance round the ring, and normalised: everywhere they sum to 1
    unit   for people

    Raises `DataError` where there is not one of range and ring, on another set than a Gaussian on a ring, and on
    the name of a set that a sentence could not hold.
    """

    sets: Mapping[str, Set]
    range: tuple[float, float] | None = None
    ring: float | None = None
    unit: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "sets", MappingProxyType(dict(self.sets)))
        check_names("a set", self.sets)
        if (self.range is None) == (self.ring is None):
            raise DataError("an input has a range or a ring")
        if self.range and not (-math.inf < self.range[0] < self.range[1] < math.inf):
            raise DataError(f"range: the lowest value before the highest wanted, not {list(self.range)}")
        if self.ring is not None and not 0 < self.ring < math.inf:
            raise DataError(f"ring: a length greater than 0 wanted, not {self.ring}")
        for name, each in self.sets.items() if self.ring else ():
            if not isinstance(each, Gaussian):
                raise DataError(f"set '{name}': a ring has Gaussians only")

    @property
    def limits(self) -> tuple[float, float]:
        """Lowest and highest value; of a ring its beginning and once round."""
        return self.range or (0.0, float(self.ring or 0.0))


@dataclass(frozen=True)
class Output(Frozen):
    """A number that rules set, and its values by name.

    otherwise  value, or its name, that holds as far as no rule about this output does. Without it the output is
               the mean of what its rules say, however little they hold, and 0 where none does at all
    unit       for people

    Raises `DataError` for an `otherwise` that is none of its values, and for values that are not finite.
    """

    values: Mapping[str, float] = field(default_factory=dict)
    otherwise: float | str | None = None
    unit: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))
        check_names("a value", self.values)
        if not all(math.isfinite(value) for value in self.values.values()):
            raise DataError("values: finite numbers wanted")
        if isinstance(self.otherwise, str) and self.otherwise not in self.values:
            raise DataError(f"otherwise: there is no value '{self.otherwise}'")
