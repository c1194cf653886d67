"""From what `generate.fuzzy_gait` is told to a route."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from footpipe import DataError, FileError, Floats, place, surface_of
from footpipe_gait.curve import Curve, arc, moved, straight
from footpipe_gait.curve_read import read_curve
from footpipe_gait.footholds import stepping
from footpipe_gait.parameters import MOST_STEPS, STEPS, Bend, FuzzyGait, Stairs
from footpipe_gait.profiles import kernel_land, slope_profile, surface_profile
from footpipe_gait.route import Origin, Route
from footpipe_gait.stairs import flight
from footpipe_gait.walker import Walker

WALL = 0.5  # of the leg, by which the ground changes its height within a foot's length
AROUND = 2.0  # m before and beyond a walk in which the ground is looked at
SHORTEST = 0.06  # of the leg: a step along a path
TURN = np.radians(20.0)  # from one foot's heading to the other's, at most: each foot turns by twice as much


def planned(p: FuzzyGait, walker: Walker, origin: Origin) -> Route:
    """The route of a figure that stands at `origin` on its floor; a path in a file begins elsewhere.

    Raises `FileError` for a file that cannot be read or followed, `DataError` for a bend that is too sharp.
    """
    if p.footholds is not None:
        return stepping(p.footholds, walker, origin, p.stop)
    if isinstance(p.path, Bend) and p.path.turn is not None:
        return _on_the_spot(np.radians(p.path.turn), p.stop, walker, origin)
    curve = _curve(p, walker)
    start = Origin(np.array([0.0, origin.place[1], 0.0]), 0.0) if isinstance(p.path, Path) else origin
    if p.stairs is not None:
        return _climbing(p.stairs, p, walker, start, curve)
    return _over_land(p, walker, Route(start, curve, walker.anchor, walker.middle, _steps(p, curve, walker)))


def _curve(p: FuzzyGait, walker: Walker) -> Curve:
    if p.path is None:
        return straight()
    least = walker.bend(p.step)
    if isinstance(p.path, Path):
        return read_curve(p.path, least)
    radius, angle = p.path.arc
    if radius < least:
        raise DataError(
            f"path: a radius of {radius:g} m, and this figure's steps of {p.step:g} m need {least:.2g} m",
            help="take a larger radius, or a shorter step",
        )
    return arc(radius, angle)


def _steps(p: FuzzyGait, curve: Curve, walker: Walker) -> Floats:
    """(S,) m; the last one of a walk that stops, beside the other foot, leads no farther."""
    if p.steps is not None or (p.distance is None and p.path is None):
        return np.full(p.steps or STEPS, p.step)
    if p.distance is not None:
        closing = p.stop and p.step >= walker.beside
        return np.full(_many("distance", p.distance / p.step) + closing, p.step)
    many = _many("path", curve.length / p.step)
    if curve.length / many > walker.farthest:
        many += 1
    if curve.length / many < SHORTEST * walker.shape.leg:
        what = f"path: it is {curve.length:.2g} m long, and a step of this figure {SHORTEST * walker.shape.leg:.2g} m"
        raise DataError(what, help="make it longer, or turn on the spot")
    return np.full(many + p.stop, curve.length / many)


def _many(name: str, steps: float) -> int:
    """Whole steps, of what a parameter asks for."""
    if steps > MOST_STEPS:
        raise DataError(f"{name}: {steps:.3g} steps to go", help=f"at most {MOST_STEPS} are walked")
    return max(1, round(steps))


def _on_the_spot(turn: float, stop: bool, walker: Walker, origin: Origin) -> Route:
    many = _many("path", float(np.ceil(abs(turn) / TURN - 1e-9)))
    headings = np.minimum(np.arange(1, many + 1 + stop) / many, 1.0) * turn
    places = np.column_stack([np.zeros((len(headings), 2)), headings])
    spots = moved(places, ahead=-walker.anchor)
    return Route(origin, straight(), walker.anchor, walker.middle, np.zeros(len(spots)), None, spots, turns=True)


def _climbing(asked: Stairs, p: FuzzyGait, walker: Walker, origin: Origin, curve: Curve) -> Route:
    stairs = flight(asked, walker, p.step, None if p.steps is None else max(1, p.steps - p.stop))
    steps, holds = stairs.steps, stairs.holds
    if p.stop and p.steps != 1:
        steps, holds = np.append(steps, steps[-1]), np.vstack([holds, holds[-1]])
    land = kernel_land(stairs.profile, holds, steps[0], p.start)
    return Route(origin, curve, walker.anchor, walker.middle, steps, land)


def _over_land(p: FuzzyGait, walker: Walker, route: Route) -> Route:
    """A route over level ground, laid over a slope or a surface, and begun at its height."""
    curve, origin, steps = route.curve, route.origin, route.steps
    ends = (-AROUND, float(steps.sum()) + AROUND)
    if p.slope is not None:
        profile = slope_profile(np.radians(p.slope), walker.anchor, ends)
        return replace(route, land=kernel_land(profile, None, steps[0], p.start))
    if not isinstance(p.ground, Path):
        return route
    surface = surface_of(p.ground)
    begin = origin.world(curve.at(0.0))
    on_it = Origin(np.array([origin.place[0], surface.heights(begin), origin.place[2]]), origin.heading)
    profile = surface_profile(surface, on_it, curve, walker.aside, ends)
    _check_rise(p.ground, profile, walker, on_it, curve, float(steps.sum()))
    profile[..., 0] += walker.anchor
    return replace(route, origin=on_it, land=kernel_land(profile, None, steps[0], p.start), ground=surface)


def _check_rise(path: Path, profile: Floats, walker: Walker, origin: Origin, curve: Curve, far: float) -> None:
    """No foot meets a wall or a cliff on its track, `far` m long."""
    highest = WALL * walker.shape.leg
    along = np.arange(-walker.sole, far, walker.sole / 8)
    for track, aside in zip(profile, walker.aside, strict=True):
        rises = np.interp(along + walker.sole, *track.T) - np.interp(along, *track.T)
        worst = int(np.argmax(abs(rises)))
        if abs(rises[worst]) > highest:
            x, _, z = origin.world(curve.beside(along[worst] + walker.sole / 2, aside))
            what = f"the ground changes its height by {abs(rises[worst]):.2f} m, near x {x:.2f}, z {z:.2f}"
            raise FileError(what, where=place(path), help=f"within a foot's length {highest:.2f} m can be stepped")
