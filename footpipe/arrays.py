"""Data that cannot change under anybody's feet: arrays checked once, C-contiguous, read-only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from footpipe.errors import DataError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = "NDArray[np.float64]"
Ints: TypeAlias = "NDArray[np.int32]"


class Frozen:
    """Base of the frozen dataclasses: they are copied and pickled through their constructor, and stay frozen so."""

    def __reduce__(self) -> tuple[Any, ...]:
        values = (getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]
        return type(self), tuple(dict(value) if isinstance(value, Mapping) else value for value in values)


def frozen(values: ArrayLike, shape: tuple[Any, ...], name: str, dtype: type = float) -> NDArray[Any]:
    """`values` as a read-only C-contiguous array of `shape` (None: any size; a last `...`: any further axes).

    An array that is already so comes back as it is; anything else is copied. Raises `DataError` on another shape, on
    numbers that are not finite, and on fractions where whole numbers are wanted.
    """
    return held(finite(shaped(values, shape, name, dtype), name))


def shaped(values: ArrayLike, shape: tuple[Any, ...], name: str, dtype: type = float) -> NDArray[Any]:
    """`values` as an array of `shape`, as `frozen` takes it; whether its numbers are finite is not looked at."""
    given: NDArray[Any] = np.asarray(values)
    if given.dtype != dtype:
        given = _converted(given, name, dtype)
    if not _fits(given.shape, shape):
        raise DataError(f"{name} has shape {given.shape}, wanted {_readable(shape)}")
    return given


def finite(given: NDArray[Any], name: str) -> NDArray[Any]:
    """`given`, or a `DataError` where a number in it is not finite."""
    if not _is_finite(given):
        at = tuple(int(i) for i in np.argwhere(~np.isfinite(given))[0])
        raise DataError(f"{name}{list(at)} is {given[at]}: every number must be finite")
    return given


def held(given: NDArray[Any]) -> NDArray[Any]:
    """`given` itself if nobody can change it, else a read-only copy."""
    return given if _cannot_change(given) else sealed(np.array(given, order="C", copy=True))


def _is_finite(given: NDArray[Any]) -> bool:
    """Whether no number is infinite or none; a finite sum says so at a glance."""
    if given.dtype.kind != "f":
        return True
    with np.errstate(all="ignore"):
        return isfinite(given.sum()) or bool(np.isfinite(given).all())


def sealed(array: NDArray[Any]) -> NDArray[Any]:
    """An array that nobody else holds, made read-only."""
    array.flags.writeable = False
    return array


def _converted(given: NDArray[Any], name: str, dtype: type) -> NDArray[Any]:
    try:
        converted: NDArray[Any] = given.astype(dtype)
    except (TypeError, ValueError) as fault:
        raise DataError(f"{name} must hold numbers, not {given.dtype}") from fault
    if np.dtype(dtype).kind == "i" and (converted != given).any():
        raise DataError(f"{name} must hold whole numbers")
    return converted


def _fits(shape: tuple[int, ...], wanted: tuple[Any, ...]) -> bool:
    if wanted[-1:] == (...,):
        shape, wanted = shape[: len(wanted) - 1], wanted[:-1]
    return len(shape) == len(wanted) and all(w in (None, n) for w, n in zip(wanted, shape, strict=True))


def _cannot_change(array: NDArray[Any]) -> bool:
    """Read-only, and not a view of something that is not."""
    base = array.base
    owned = base is None or (isinstance(base, np.ndarray) and not base.flags.writeable)
    return bool(owned and array.flags.c_contiguous and not array.flags.writeable)


def _readable(shape: tuple[Any, ...]) -> str:
    names = ["any" if n is None else "..." if n is ... else str(n) for n in shape]
    return "(" + ", ".join(names) + ("," if len(names) == 1 else "") + ")"
