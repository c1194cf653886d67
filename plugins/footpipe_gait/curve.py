"""Where a walk goes on the ground plan: a straight line, an arc, or a smooth curve through points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from footpipe import Floats

FINE = 0.005  # m between the places at which a smooth curve is measured


@dataclass(frozen=True, eq=False)
class Curve:
    """A line on the ground plan by the metres along it; straight on beyond its ends.

    length   m
    within   places (N, 3) at (N,) m along it, 0 to length: x m, z m, heading rad about y, from z towards x
    radius   m, of its sharpest bend
    sharpest m along it, where that is
    """

    length: float
    within: Callable[[Floats], Floats]
    radius: float = np.inf
    sharpest: float = 0.0

    def at(self, along: ArrayLike) -> Floats:
        """Places (..., 3) at (...) m along it: x m, z m, heading rad."""
        along = np.asarray(along, np.float64)
        inside = np.clip(along, 0.0, self.length)
        places = self.within(inside.reshape(-1)).reshape(*along.shape, 3)
        return moved(places, ahead=along - inside)

    def beside(self, along: ArrayLike, aside: ArrayLike) -> Floats:
        """Places (..., 3) that are `aside` (...) m to the left of it."""
        return moved(self.at(along), aside=aside)


def moved(places: Floats, ahead: ArrayLike = 0.0, aside: ArrayLike = 0.0) -> Floats:
    """Places (..., 3) x, z, heading that are moved ahead and to the left, each by (...) m along its own heading."""
    x, z, heading = np.moveaxis(places, -1, 0)
    sine, cosine = np.sin(heading), np.cos(heading)
    return np.stack([x + ahead * sine + aside * cosine, z + ahead * cosine - aside * sine, heading], axis=-1)


def straight(length: float = 0.0) -> Curve:
    """Along z from the origin."""
    return Curve(length, lambda along: np.stack([np.zeros_like(along), along, np.zeros_like(along)], axis=-1))


def arc(radius: float, angle: float) -> Curve:
    """A part of a circle of `radius` m, by `angle` rad to the left, from the origin along z."""
    side = float(np.sign(angle))

    def within(along: Floats) -> Floats:
        heading = side * along / radius
        return np.stack([side * radius * (1 - np.cos(heading)), side * radius * np.sin(heading), heading], axis=-1)

    return Curve(radius * abs(angle), within, radius)


def smooth(points: Floats) -> Curve:
    """The curve through points (N, 2) x, z m, two or more that are apart: a natural cubic spline over their chords."""
    from scipy.interpolate import CubicSpline

    chords = np.hypot(*np.diff(points, axis=0).T)
    knots = np.concatenate([[0.0], np.cumsum(chords)])
    spline = CubicSpline(knots, points, bc_type="natural")
    fine = np.linspace(0.0, knots[-1], 2 + int(knots[-1] / FINE))
    rates, bends = spline(fine, 1), spline(fine, 2)
    speeds = np.hypot(*rates.T)
    along = np.concatenate([[0.0], np.cumsum(np.diff(fine) * (speeds[1:] + speeds[:-1]) / 2)])
    headings = np.unwrap(np.arctan2(*rates.T))
    curvature = abs(bends[:, 0] * rates[:, 1] - bends[:, 1] * rates[:, 0]) / speeds**3
    most = int(np.argmax(curvature))

    def within(wanted: Floats) -> Floats:
        knot = np.interp(wanted, along, fine)
        heading = np.arctan2(*spline(knot, 1).T)
        turns = np.round((np.interp(wanted, along, headings) - heading) / (2 * np.pi))
        return np.column_stack([spline(knot), heading + 2 * np.pi * turns])

    return Curve(float(along[-1]), within, 1 / max(float(curvature[most]), 1e-12), float(along[most]))
