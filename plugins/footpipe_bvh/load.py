"""`load.bvh`: a clip from a BVH file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from footpipe import Clip, Params, param

UnitName = Literal["auto", "m", "cm", "mm", "dm", "inch", "cmu"]
Axis = Literal["auto", "x", "y", "z"]


class LoadBvh(Params):
    """Parameters of `load.bvh`."""

    path: Path = param(doc="the file")
    unit: UnitName | Annotated[float, Field(gt=0)] = param(
        "auto", unit="m", doc="length of one unit, or its name; auto takes the one that makes the legs a person's"
    )
    up: Axis = param("auto", doc="the axis that points up; auto takes the one along which the pelvis is over the feet")
    root: str | None = param(None, doc="the ROOT to take where the file has several; the others keep their numbers")
    strict: bool = param(False, doc="whether what is odd in the file, or only guessed, is an error")


def load(p: LoadBvh) -> Clip:
    """Read a BVH file, and find its unit, its up axis and the rest pose before the motion.

    Raises `FileError`, with line and column, on the first thing in the file that is wrong.
    """
    from footpipe_bvh.read import read  # only when there is something to read

    return read(p)
