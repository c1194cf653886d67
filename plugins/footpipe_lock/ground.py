"""Where toes stand: the lowest and the highest that each may be in each frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from footpipe import Floats, Surface, solver, spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALIKE = 0.003  # m that contacts may differ in their heights over a ground that they stand on already
THICK = 0.08  # m of the sole under the lowest joint of a foot, at most; lengths are those of a leg of 0.8 m

Height = Literal["keep", "soft", "flat"]


class Stance(NamedTuple):
    """How toes stand on a ground.

    height     "keep": nowhere below the ground; "soft": on it, rolling as the input does, but by no more than `roll`;
               "flat": exactly on it
    roll       m
    clearance  (L,) m of a standing toe above the ground
    own        whether each contact has its own ground, the height that it stands at anyway; so without a surface
    """

    height: Height
    roll: float
    clearance: Floats
    own: bool


def room(
    heights: Floats, places: Floats, active: NDArray[np.bool_], stance: Stance, surface: Surface | None
) -> solver.Room:
    """Where toes of `heights` (F, L) m in the input, that come to `places` (F, L, 3) m, may be.

    They are in contact where `active` (F, L). A free toe is above the surface; without one it may go as low as its
    input does.
    """
    below = None if surface is None else surface.heights(places) + stance.clearance
    planted = None if surface is None or stance.own else _planted(surface, places, active, stance.clearance)
    roll = {"keep": np.inf, "soft": stance.roll, "flat": 0.0}[stance.height]
    firm = not stance.own or stance.height == "flat"
    return solver.toe_room(heights, active, roll=roll, firm=firm, below=below, planted=planted)


def stands_on(surface: Surface, toes: Floats, active: NDArray[np.bool_], clearance: Floats, scale: float) -> bool:
    """Whether toes (F, L, 3) m in contact (F, L) stand on a surface already, on soles of one thickness.

    That is how far they are above it, square to it, more than their `clearance` (L,) m above the foot's lowest joint:
    the same in all contacts, and no more than soles have.
    """
    soles, own = [], solver.toe_room(toes[..., 1], active, roll=0.0, firm=True).floor
    for limb, on in enumerate(active.T):
        for first, last in spans(on):
            middle = np.median(toes[first:last, limb], axis=0)
            above = own[first, limb] - surface.heights(middle)
            soles.append(float(above * surface.normals(middle)[..., 1] - clearance[limb]))
    return bool(soles) and np.ptp(soles) <= ALIKE * scale and min(soles) >= 0 and max(soles) <= THICK * scale


def _planted(surface: Surface, places: Floats, active: NDArray[np.bool_], clearance: Floats) -> Floats:
    """(F, L) m where toes in contact stand: `clearance` (L,) above the ground at each contact's median place."""
    planted = np.zeros(active.shape)
    for limb, on in enumerate(active.T):
        for first, last in spans(on):
            middle = np.median(places[first:last, limb], axis=0)
            planted[first:last, limb] = float(surface.heights(middle)) + clearance[limb]
    return planted
