"""A walk's route: how far each step goes, on what land, and where in the world that is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footpipe import Floats, Surface, gait_kernel, kernel
from footpipe_gait.curve import Curve, moved
from footpipe_gait.poses import UP, turn_about
from footpipe_gait.track import Track
from footpipe_gait.walk import Walk


@dataclass(frozen=True, eq=False)
class Origin:
    """Where a route begins in the world: its place (3,) m, and its heading in rad about y, from z towards x."""

    place: Floats
    heading: float

    def world(self, places: Floats, heights: Floats | float = 0.0) -> Floats:
        """(..., 3) m world, of places (..., 2 or 3) on the ground plan and heights (...) m over the origin's."""
        x, z = places[..., 0], places[..., 1]
        seen = np.stack([x, np.broadcast_to(heights, x.shape), z], axis=-1)
        return self.place + kernel.rotate(turn_about(UP, self.heading), seen)

    def local(self, places: Floats) -> Floats:
        """(..., 2) on the ground plan, of places (..., 3) in the world."""
        return kernel.rotate(turn_about(UP, -self.heading), places - self.place)[..., [0, 2]]


@dataclass(frozen=True, eq=False)
class Route:
    """What a walk is to do, and where: all on the ground plan, seen from the origin.

    origin  in the world
    curve   that the hips follow
    anchor  m, the walk's x as the hips are over the curve's beginning
    middle  m, from the heel to the middle of the sole, which lies beside the curve, square to it
    steps   (S,) m, of each landing
    land    what it walks on; None: level ground
    spots   (S, 3) x, z, heading of the heels' tracks at the landings where they are given; None: by the curve
    turns   whether it turns on the spot: the hips' heading is then that of the spots
    ground  the surface of a file that the land is of
    """

    origin: Origin
    curve: Curve
    anchor: float
    middle: float
    steps: Floats
    land: gait_kernel.Land | None = None
    spots: Floats | None = None
    turns: bool = False
    ground: Surface | None = None

    def track(self, walk: Walk) -> Track:
        """Where a walk is that was made of these steps."""
        spots = self.heels(np.array([step.x for step in walk.steps]))
        if self.spots is not None:
            landed = [index for index, step in enumerate(walk.steps) if step.contact > 0]
            spots[landed] = self.spots[: len(landed)]
        if self.turns:
            return Track(self._turning(walk, spots), spots)
        return Track(self.curve.at(walk.pelvis[:, 0] - self.anchor), spots)

    def heels(self, x: Floats) -> Floats:
        """(S, 3): where the track of a foot is at its heel, at x (S,) m of the walk."""
        return moved(self.curve.at(x + self.middle - self.anchor), ahead=-self.middle)

    def _turning(self, walk: Walk, spots: Floats) -> Floats:
        """(F, 3): hips that stay, and head between the feet, which turn from landing to landing."""
        from scipy.interpolate import PchipInterpolator

        times = np.array([step.contact for step in walk.steps])
        between = (spots[1:, 2] + spots[:-1, 2]) / 2
        begin = min(step.toe_off for step in walk.steps if step.toe_off is not None)
        moments = np.concatenate([[begin], times[2:]])
        headings = PchipInterpolator(moments, np.concatenate([[0.0], between[1:]]))
        turned = headings(np.clip(walk.times, moments[0], moments[-1]))
        return np.column_stack([np.zeros((len(turned), 2)), turned])
