"""Curves from files."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from footpipe import FileError, NumberTable, place, read_numbers
from footpipe_gait.curve import Curve, smooth

APART = 1e-3  # m that points are at least
STRAIGHT_BACK = -1 + 1e-6  # cosine between what leads to a point and away from it
FARTHEST = 1e4  # m from the origin, and along


def read_curve(path: Path, least: float) -> Curve:
    """The smooth curve through the points of a CSV file: `x,z`, m, a row for each.

    Raises `FileError`, with its line, for another file, fewer than two points, two at one place, points and lengths
    beyond `FARTHEST`, and a bend of a smaller radius than `least` m.
    """
    table = read_numbers(path, (("x", "z"),))
    if len(table.values) < 2:
        raise FileError("a path needs two points or more", where=place(path))
    table.check_within(FARTHEST)
    _check_chords(table)
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


def _check_chords(table: NumberTable) -> None:
    """Points are apart, none leads straight back, and all of them together are not too long."""
    chords = np.diff(table.values, axis=0)
    lengths = np.hypot(*chords.T)
    near = np.flatnonzero(lengths < APART)
    if near.size:
        here = table.place(int(near[0]) + 1)
        raise FileError("this point of the path is where the one before is", where=here, help="leave it out")
    ahead = chords / lengths[:, None]
    back = np.flatnonzero((ahead[1:] * ahead[:-1]).sum(axis=1) < STRAIGHT_BACK)
    if back.size:
        here, more = table.place(int(back[0]) + 1), "give points round the turn, farther apart than the hips are wide"
        raise FileError("the path goes straight back from here", where=here, help=more)
    if lengths.sum() > FARTHEST:
        what = f"the path is {lengths.sum():.0f} m long, and at most {FARTHEST:.0f} m are walked"
        raise FileError(what, where=place(table.path))
