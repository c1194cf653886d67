"""Arrays that cannot change under anybody's feet: checked once, C-contiguous, read-only."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from footpipe.errors import DataError

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


def frozen(values: ArrayLike, shape: tuple[int | None, ...], name: str, dtype: type = np.float64) -> NDArray[Any]:
    """`values` as a read-only C-contiguous array of `shape` (None: any size).

    An array that is already so comes back as it is; anything else is copied.
    Raises `DataError` on another shape or on numbers that are not finite.
    """
    given: NDArray[Any] = np.asarray(values, dtype)
    if given.ndim != len(shape) or any(want not in (None, got) for want, got in zip(shape, given.shape, strict=True)):
        raise DataError(f"{name} has shape {given.shape}, wanted {_readable(shape)}")
    if given.dtype.kind == "f" and not np.isfinite(given).all():
        at = tuple(int(i) for i in np.argwhere(~np.isfinite(given))[0])
        raise DataError(f"{name}{list(at)} is {given[at]}: every number must be finite")
    if given.flags.writeable or not given.flags.c_contiguous:
        given = np.array(given, order="C", copy=True)
        given.flags.writeable = False
    return given


def _readable(shape: tuple[int | None, ...]) -> str:
    return "(" + ", ".join("any" if n is None else str(n) for n in shape) + ("," if len(shape) == 1 else "") + ")"
