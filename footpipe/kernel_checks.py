"""What the kernel's arguments have to be: shapes told by name, C-contiguous, of one kind of number.

A shape is written as the docstrings write it: "F J 3". A letter has one size in all arrays of a call,
"F|1" takes a row per frame or one row for the whole clip.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from footpipe.arrays import Floats, Ints
from footpipe.errors import DataError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Sizes = dict[str, int]
AXES = "XYZ"


def floats(name: str, values: ArrayLike, shape: str, sizes: Sizes) -> Floats:
    """`values` as C-contiguous float64 of `shape`; letters not yet in `sizes` are added to it."""
    try:
        array = np.ascontiguousarray(values, np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(f"{name}: an array of numbers of shape {_tell(shape, sizes)} wanted: {error}") from None
    return _shaped(name, array, shape, sizes)


def motion(name: str, position: ArrayLike, velocity: ArrayLike, sizes: Sizes) -> tuple[Floats, Floats]:
    """A place (N, 3) and a velocity (N, 3)."""
    return (
        floats(f"{name} position", position, "N 3", sizes),
        floats(f"{name} velocity", velocity, "N 3", sizes),
    )


def optional(name: str, values: ArrayLike | None, shape: str, sizes: Sizes) -> Floats:
    """The same; for None an empty array, which the kernel takes for none."""
    return np.empty([0] * len(shape.split())) if values is None else floats(name, values, shape, sizes)


def integers(name: str, values: ArrayLike, shape: str, sizes: Sizes) -> Ints:
    """The same for whole numbers, as int32."""
    array = np.asarray(values)
    if array.dtype.kind not in "iu" and array.size:
        raise DataError(f"{name}: whole numbers wanted, got {array.dtype}")
    return _shaped(name, np.ascontiguousarray(array, np.int32), shape, sizes)


def flags(name: str, values: ArrayLike, shape: str, sizes: Sizes) -> NDArray[np.uint8]:
    """The same for truth values, as the bytes that they are."""
    array = np.asarray(values)
    if array.dtype != np.bool_ and array.size:
        raise DataError(f"{name}: bool wanted, got {array.dtype}")
    return _shaped(name, np.ascontiguousarray(array, np.bool_), shape, sizes).view(np.uint8)


def not_negative(**values: float) -> None:
    """Each is a number of 0 or more; infinity is one."""
    for name, value in values.items():
        if not value >= 0:
            raise DataError(f"{name}: a number of 0 or more wanted, got {value}")


def parents_first(parents: Ints) -> None:
    """Every joint comes after its parent; -1 is a root. What was right once is not looked at again."""
    _parents_first(parents.tobytes())


@lru_cache
def _parents_first(parents: bytes) -> None:
    for joint, parent in enumerate(_integers(parents)):
        if not -1 <= parent < joint:
            raise DataError(f"parents: parents first and -1 for a root wanted; joint {joint} has parent {parent}")


def indices(name: str, joints: Ints, count: int) -> None:
    """Each is a joint."""
    for joint in joints.ravel().tolist():
        if not 0 <= joint < count:
            raise DataError(f"{name}: joints from 0 to {count - 1} wanted, got {joint}")


def columns(given: Ints, width: int) -> None:
    """Each is one of `width` columns, or -1."""
    for column in given.tolist():
        if not -1 <= column < width:
            raise DataError(f"columns: -1 or 0 to {width - 1} wanted, got {column}")


def carrier(joint: int, parents: Ints, scales: Floats) -> None:
    """A joint that can be moved by any vector in the world: nothing above it is scaled to nothing, scales (F, J, 3)."""
    if not 0 <= joint < len(parents):
        raise DataError(f"carrier: a joint from 0 to {len(parents) - 1} wanted, got {joint}")
    above = int(parents[joint])
    while scales.size and above >= 0:
        if not scales[:, above].all():
            frame = int(np.argmin(scales[:, above].all(axis=1)))
            raise DataError(
                f"carrier: joint {joint} cannot be moved: joint {above} is scaled to nothing in frame {frame}"
            )
        above = int(parents[above])


def channels(columns: Ints, axes: Ints, width: int) -> None:
    """Each used channel is one of `width` columns, about one of three axes."""
    if ((columns >= width) | ((columns >= 0) & ((axes < 0) | (axes > 2)))).any():
        raise DataError(f"columns: -1 or 0 to {width - 1} wanted, with axes from 0 to 2")


def chains(legs: Ints, parents: Ints) -> None:
    """Each leg runs down the skeleton: hip, knee, ankle, toe, toe end; the toe may be the ankle itself.

    What was right once is not looked at again.
    """
    _chains(legs.tobytes(), parents.tobytes())


@lru_cache
def _chains(legs: bytes, parents: bytes) -> None:
    names, joints, over = ("hip", "knee", "ankle", "toe", "toe end"), _integers(legs), _integers(parents)
    for row in (joints[at : at + len(names)] for at in range(0, len(joints), len(names))):
        for i, (above, below) in enumerate(pairwise(row)):
            if i == 3 and below == -1:
                continue
            if not (0 <= below < len(over) and (_is_below(below, above, over) or (i == 2 and below == above))):
                raise DataError(f"legs: {names[i + 1]} {below} is no joint below {names[i]} {above} in {row}")


def axes(order: str, *, recoverable: bool = False) -> Ints:
    """(C,) the axes of an order such as "ZYX"; `recoverable`: angles can be read back from a rotation."""
    if not 1 <= len(order) <= 3 or any(letter not in AXES for letter in order):
        raise DataError(f"order: one to three of X, Y, Z wanted, got {order!r}")
    if recoverable and any(one == other for one, other in pairwise(order)):
        raise DataError(f"order: {order!r} has one axis twice in a row, whose angles cannot be told apart")
    return np.array([AXES.index(letter) for letter in order], np.int32)


def together(*operands: tuple[str, ArrayLike, int]) -> tuple[list[Floats], tuple[int, ...]]:
    """Operands (name, values (..., width), width) broadcast against each other.

    Returns each as (N, width), and the common leading shape.
    """
    arrays = []
    for name, values, width in operands:
        array = np.asarray(values, np.float64)
        if array.ndim == 0 or array.shape[-1] != width:
            raise DataError(f"{name}: shape (..., {width}) wanted, got {array.shape}")
        arrays.append(array)
    try:
        shape = np.broadcast(*(array[..., 0] for array in arrays)).shape
    except ValueError:
        told = " and ".join(f"{name} {np.shape(values)}" for name, values, _ in operands)
        raise DataError(f"{told} do not go together") from None
    return [_rows(array, shape) for array in arrays], shape


def missing_build(folder: Path) -> str:
    """Why the package in `folder` has no compiled kernel, and what to do."""
    if (folder.parent / "CMakeLists.txt").exists():
        return (
            f"{folder} is the bare source of footpipe, without its compiled kernel. "
            f"Build it in place (pip install -e {folder.parent}), or run from another folder to use the installed one"
        )
    return f"{folder} lacks the compiled kernel of footpipe. Install again: pip install --force-reinstall footpipe"


def _rows(array: Floats, shape: tuple[int, ...]) -> Floats:
    width = array.shape[-1]
    whole = array if array.shape[:-1] == shape else np.broadcast_to(array, (*shape, width))
    return np.ascontiguousarray(whole).reshape(-1, width)


def _shaped(name: str, array: NDArray[Any], shape: str, sizes: Sizes) -> NDArray[Any]:
    known = dict(sizes)
    if not _fits(array.shape, _wanted(shape), known):
        raise DataError(f"{name}: shape {_tell(shape, sizes)} wanted, got {array.shape}")
    sizes.update(known)
    return array


@cache
def _wanted(shape: str) -> tuple[tuple[str, int, bool], ...]:
    """Of each axis its letter, its size where that is a number (else 0), and whether it may be 1."""
    split = [part.partition("|") for part in shape.split()]
    return tuple((letter, int(letter) if letter.isdigit() else 0, bool(one)) for letter, _, one in split)


def _fits(sizes: tuple[int, ...], axes: tuple[tuple[str, int, bool], ...], known: Sizes) -> bool:
    if len(sizes) != len(axes):
        return False
    for size, (letter, number, or_one) in zip(sizes, axes, strict=True):
        if not (or_one and size == 1) and size != (number or known.setdefault(letter, size)):
            return False
    return True


def _tell(shape: str, sizes: Sizes) -> str:
    known = [f"{part[0]} = {sizes[part[0]]}" for part in shape.split() if part[0] in sizes]
    return f"({', '.join(shape.split())})" + (f" with {', '.join(known)}" if known else "")


def _integers(values: bytes) -> list[int]:
    integers: list[int] = np.frombuffer(values, np.int32).tolist()
    return integers


def _is_below(joint: int, above: int, parents: list[int]) -> bool:
    while joint > above >= 0:
        joint = parents[joint]
        if joint == above:
            return True
    return False
