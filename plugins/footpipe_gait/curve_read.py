"""Curves from files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from footpipe import FileError, place, read_numbers
from footpipe_gait.curve import Curve, smooth

APART = 1e-3  # m that points are at least


def read_curve(path: Path, least: float) -> Curve:
    """The smooth curve through the points of a CSV file: `x,z`, m, a row for each.

    Raises `FileError`, with its line, for another file, fewer than two points, two at one place, and a bend of a
    smaller radius than `least` m.
    """
    table = read_numbers(path, (("x", "z"),))
    if len(table.values) < 2:
        raise FileError("a path needs two points or more", where=place(path))
    near = np.flatnonzero(np.hypot(*np.diff(table.values, axis=0).T) < APART)
    if near.size:
        here = table.place(int(near[0]) + 1)
        raise FileError("this point of the path is where the one before is", where=here, help="leave it out")
    curve = smooth(table.values)
    if curve.radius < least:
        tightest = curve.at(curve.sharpest)[:2]
        here = table.place(int(np.argmin(np.hypot(*(table.values - tightest).T))))
        raise FileError(
            f"the path bends here by a radius of {curve.radius:.2g} m, and this figure's steps need {least:.2g} m",
            where=here,
            help="move the points apart, or take shorter steps",
        )
    return curve
