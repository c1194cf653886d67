"""What is under each foot's track: heights along it as the controller takes them."""

from __future__ import annotations

import numpy as np

from footpipe import Floats, Steps, Surface, gait_kernel
from footpipe_gait.curve import Curve
from footpipe_gait.route import Origin
from footpipe_gait.walk import WARM_UP

FINE = 0.002  # m along a track between the places at which the ground is looked at
HALVINGS = 40  # until a riser is found to a rounding


def surface_profile(surface: Surface, origin: Origin, curve: Curve, aside: Floats, ends: tuple[float, float]) -> Floats:
    """(2, P, 2) m: along a curve, and up from the origin, under tracks that are `aside` (2,) m to its left.

    ends  m along the curve, between which it is looked at
    """
    along = np.linspace(*ends, 2 + int((ends[1] - ends[0]) / FINE))
    sides = [_track(surface, origin, curve, far, along) for far in aside]
    many = max(len(side) for side in sides)
    return np.stack([np.vstack([side, np.tile(side[-1], (many - len(side), 1))]) for side in sides])


def _track(surface: Surface, origin: Origin, curve: Curve, aside: float, along: Floats) -> Floats:
    """(P, 2) of one track; risers of steps are upright."""

    def heights(at: Floats) -> Floats:
        return surface.heights(origin.world(curve.beside(at, aside))) - origin.place[1]

    found = np.column_stack([along, heights(along)])
    if not isinstance(surface, Steps):
        return found
    jumps = np.flatnonzero(np.diff(found[:, 1]))
    low, high = along[jumps], along[jumps + 1]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        before = heights(middle) == found[jumps, 1]
        low, high = np.where(before, middle, low), np.where(before, high, middle)
    edges = np.stack([np.column_stack([high, found[jumps + side, 1]]) for side in (0, 1)], axis=1)
    return np.insert(found, np.repeat(jumps + 1, 2), edges.reshape(-1, 2), axis=0)


def slope_profile(slope: float, anchor: float, ends: tuple[float, float]) -> Floats:
    """(2, 2, 2) m, of ground that rises by `slope` rad and has its height 0 at `anchor` m; for both legs."""
    along = np.array(ends)
    return np.tile(np.column_stack([along, np.tan(slope) * (along - anchor)]), (2, 1, 1))


def stairs_profile(first: float, rise: float, tread: float, count: int) -> Floats:
    """(2, P, 2) m, of risers from `first` m on; for both legs."""
    risers = first + tread * np.arange(count)
    levels = rise * np.arange(count + 1)
    heights = np.column_stack([levels[:-1], levels[1:]]).reshape(-1)
    return np.tile(np.column_stack([np.repeat(risers, 2), heights]), (2, 1, 1))


def kernel_land(profile: Floats, holds: Floats | None, first: float, start: bool) -> gait_kernel.Land:
    """The land of a walk with x = 0 where it begins, whose first step is `first` m: without `start`, warmed up before.

    profile  (2, P, 2) m
    holds    (H, 3) m, m, rad, or None
    """
    before = 0.0 if start else WARM_UP * first
    land = profile + np.array([before, 0.0])
    if holds is None:
        return gait_kernel.Land(land[None])
    warm = np.zeros((0 if start else WARM_UP, 3))
    warm[:, 0] = first * np.arange(1, len(warm) + 1)
    return gait_kernel.Land(land[None], np.vstack([warm, holds + np.array([before, 0.0, 0.0])])[None])
