"""Footholds from a file: where each foot goes, and the way that leads there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from footpipe import FileError, Floats, NumberTable, gait_kernel, place, read_numbers
from footpipe_gait.curve import Curve, moved, smooth
from footpipe_gait.route import Origin, Route
from footpipe_gait.walker import Walker

HEADERS = (("x", "z", "height"), ("x", "z", "height", "slope"))
FARTHEST = 1e4  # m from the origin
ROUNDS = 3  # of finding the way between the feet, and where they are beside it
FINE = 0.001  # m along the way between the places that a foothold is looked for at
SLOPE = 45.0  # deg that one lies uphill or downhill at most
HIGHEST = 0.5  # of the leg, by which one foothold may be above or below the one before
RIGHT = 1
TURNS = "the first is the right foot's, then they take turns"


@dataclass(frozen=True, eq=False)
class Holds:
    """Footholds of the right foot, the left one and so on, from the origin.

    places   (H, 2) m left and forward, of the middles of the soles
    heights  (H,) m
    slopes   (H,) rad
    aside    (H,) m, of that foot's hip to the left
    """

    places: Floats
    heights: Floats
    slopes: Floats
    aside: Floats


def stepping(path: Path, walker: Walker, origin: Origin, stop: bool) -> Route:
    """The route over the footholds of a CSV file; with `stop` the other foot comes beside the last one.

    Its columns are x, z and height of the middle of the sole, in metres and world space, and its slope in degrees where
    it is not level. The first row is the right foot's. Raises `FileError`, with its line, for another file, and for
    footholds that the legs do not reach.
    """
    table = read_numbers(path, HEADERS)
    if not len(table.values):
        raise FileError("there are no footholds", where=place(path))
    table.check_within(FARTHEST)
    holds = _seen(table, walker, origin)
    _check_reach(table, walker, origin, holds)
    curve, along, headings = _way(table, holds, walker, origin)
    centres = _centres(holds, headings)
    spots = moved(np.column_stack([centres, headings]), ahead=-walker.middle)
    heels = np.column_stack([along + walker.anchor - walker.middle, holds.heights, holds.slopes])
    heels[:, 1] -= np.tan(holds.slopes) * walker.middle
    _check_steps(table, walker, origin, np.diff(heels[:, 0], prepend=0.0))
    if stop:
        spots, heels = (np.vstack([each, each[-1]]) for each in (spots, heels))
    return Route(
        origin,
        curve,
        walker.anchor,
        walker.middle,
        np.diff(heels[:, 0], prepend=0.0),
        gait_kernel.Land(_treads(heels, walker.sole)[None], heels[None]),
        spots,
    )


def _seen(table: NumberTable, walker: Walker, origin: Origin) -> Holds:
    many = len(table.values)
    x, z, height = (table.column(name) for name in HEADERS[0])
    slopes = np.radians(table.column("slope")) if "slope" in table.header else np.zeros(many)
    steep = np.flatnonzero(abs(slopes) > np.radians(SLOPE))
    if steep.size:
        what = f"this foothold lies by {np.degrees(slopes[steep[0]]):g} degrees"
        raise FileError(what, where=table.place(int(steep[0])), help=f"-{SLOPE:g} to {SLOPE:g} can be stood on")
    places = origin.local(np.column_stack([x, height, z]))
    return Holds(places, height - origin.place[1], slopes, walker.aside[(RIGHT + np.arange(many)) % 2])


def _way(table: NumberTable, holds: Holds, walker: Walker, origin: Origin) -> tuple[Curve, Floats, Floats]:
    """The curve between left and right, and of each foothold m along it and the heading there, rad."""
    headings = np.zeros(len(holds.aside))
    for _ in range(ROUNDS):
        centres = _centres(holds, headings)
        points = np.vstack([[[0.0, 0.0]], (centres[1:] + centres[:-1]) / 2, centres[-1:]])
        _check_way(table, origin, points)
        curve = smooth(points)
        along = _along(curve, centres, walker.farthest)
        headings = curve.at(along)[:, 2]
    return curve, along, headings


def _centres(holds: Holds, headings: Floats) -> Floats:
    """(H, 2) m: what the footholds are beside."""
    return moved(np.column_stack([holds.places, headings]), aside=-holds.aside)[:, :2]


def _check_way(table: NumberTable, origin: Origin, points: Floats) -> None:
    """The way never turns by a right angle or more from one foothold to the next, nor from where the figure faces."""
    chords = np.vstack([[0.0, 1.0], np.diff(points, axis=0)])
    back = np.flatnonzero((chords[1:] * chords[:-1]).sum(axis=1) <= 0)
    if back.size:
        row = int(back[0])
        raise FileError("this foothold leads back", where=table.place(row), help=_told(row, origin))


def _along(curve: Curve, centres: Floats, farthest: float) -> Floats:
    """(H,) m along it where it is nearest to each of (H, 2), one after the other: it may come by a place again."""
    along = np.arange(0.0, curve.length + FINE, FINE)
    places, reach = curve.at(along)[:, :2], int(2 * farthest / FINE)
    found, first = [], 0
    for centre in centres:
        first += int(np.argmin(np.hypot(*(places[first : first + reach] - centre).T)))
        found.append(along[first])
    return np.array(found)


def _check_reach(table: NumberTable, walker: Walker, origin: Origin, holds: Holds) -> None:
    """No foothold is far beyond reach, or too high, from the one before; the first from where the figure stands."""
    centres = _centres(holds, np.zeros(len(holds.aside)))
    far = np.hypot(*np.diff(centres, axis=0, prepend=np.zeros((1, 2))).T)
    rises = abs(np.diff(holds.heights, prepend=0.0))
    highest = HIGHEST * walker.shape.leg
    for row, (step, rise) in enumerate(zip(far, rises, strict=True)):
        before = "the one before" if row else "where the figure stands"
        if step > 1.5 * walker.farthest:
            what = f"this foothold is {step:.2f} m from {before}, and {walker.farthest:.2f} m can be stepped"
            raise FileError(what, where=table.place(row), help=_told(row, origin))
        if rise > highest:
            what = f"this foothold is {rise:.2f} m higher or lower than {before}, and {highest:.2f} m can be stepped"
            raise FileError(what, where=table.place(row), help=_told(row, origin))


def _told(row: int, origin: Origin) -> str:
    """What helps with a foothold: which foot's it is, or where the figure stands before the first one."""
    if row:
        return TURNS
    at = ", ".join(f"{axis} {value:.2f}" for axis, value in zip("xyz", origin.place, strict=True))
    facing = f"{np.degrees(origin.heading):.0f} degrees from z towards x"
    return f"it stands at {at} in world space and faces {facing}; the first foothold is the right foot's"


def _check_steps(table: NumberTable, walker: Walker, origin: Origin, steps: Floats) -> None:
    """Steps along the way go on, and no farther than legs can."""
    for row, step in enumerate(steps):
        before = "the one before" if row else "where the figure stands"
        if step <= 0:
            what = f"this foothold leads no farther on than {before}"
            raise FileError(what, where=table.place(row), help=_told(row, origin))
        if step > walker.farthest:
            what = f"this foothold is {step:.2f} m on from {before}, and {walker.farthest:.2f} m can be stepped"
            raise FileError(what, where=table.place(row), help=_told(row, origin))


def _treads(heels: Floats, sole: float) -> Floats:
    """(2, P, 2) m: for each leg, level from where it stands, its footholds, and straight from one to the next."""
    sides = [_under(heels[first::2], sole) for first in (1, 0)]
    many = max(len(side) for side in sides)
    return np.stack([np.vstack([side, np.tile(side[-1], (many - len(side), 1))]) for side in sides])


def _under(heels: Floats, sole: float) -> Floats:
    """(P, 2) m, under one foot."""
    starts = np.vstack([[[0.0, 0.0, 0.0]], heels])
    ends = starts[:, :2] + np.column_stack([np.full(len(starts), sole), sole * np.tan(starts[:, 2])])
    points = np.stack([starts[:, :2], ends], axis=1).reshape(-1, 2)
    points[:, 0] = np.maximum.accumulate(points[:, 0])
    return points
