"""Fuzzy sets: how much a number belongs to a word, from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

import numpy as np

from footpipe import DataError, fuzzy_kernel


@dataclass(frozen=True)
class Set:
    """Base of the shapes. `kind`: what it is for the kernel."""

    kind: ClassVar[int]

    @property
    def numbers(self) -> tuple[float, ...]:
        """The numbers that make it, in the order of the kernel."""
        return tuple(float(getattr(self, field.name)) for field in fields(self))

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """What each of them is called."""
        return tuple(field.name for field in fields(cls))


@dataclass(frozen=True)
class Triangle(Set):
    """0 at `left` and `right`, 1 at `peak`, straight between. Raises `DataError` unless left <= peak <= right."""

    kind: ClassVar[int] = fuzzy_kernel.TRIANGLE
    left: float
    peak: float
    right: float

    def __post_init__(self) -> None:
        _check_order(self)


@dataclass(frozen=True)
class Trapezoid(Set):
    """1 from `first` to `last`, straight down to 0 at `left` and `right`. Raises `DataError` on another order."""

    kind: ClassVar[int] = fuzzy_kernel.TRAPEZOID
    left: float
    first: float
    last: float
    right: float

    def __post_init__(self) -> None:
        _check_order(self)


@dataclass(frozen=True)
class Gaussian(Set):
    """1 at `centre`, .61 a `width` from it. Raises `DataError` unless width > 0."""

    kind: ClassVar[int] = fuzzy_kernel.GAUSSIAN
    centre: float
    width: float

    def __post_init__(self) -> None:
        if not (np.isfinite(self.numbers).all() and self.width > 0):
            raise DataError(f"a Gaussian needs a centre and a width greater than 0, not {list(self.numbers)}")


SHAPES: dict[str, type[Set]] = {"triangle": Triangle, "trapezoid": Trapezoid, "gaussian": Gaussian}


def _check_order(shape: Set) -> None:
    numbers = np.array(shape.numbers)
    if not (np.isfinite(numbers).all() and (np.diff(numbers) >= 0).all()):
        kind = type(shape).__name__.lower()
        raise DataError(f"a {kind} needs {' <= '.join(shape.names())}, not {list(shape.numbers)}")
