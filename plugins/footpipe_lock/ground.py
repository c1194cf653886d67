"""Where toes stand: the lowest and the highest that each may be in each frame."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from footpipe import Floats, Surface, spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALIKE = 0.003  # m that contacts may differ in their heights over a ground that they stand on already
THICK = 0.08  # m of the sole under the lowest joint of a foot, at most; lengths are those of a leg of 0.8 m
LOW = 0.05  # share of a contact's heights that lie below its ground: a stray frame is no ground

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


class Room(NamedTuple):
    """floor and ceiling (F, L) m between which toes may be; infinite where there is none."""

    floor: Floats
    ceiling: Floats


def room(heights: Floats, places: Floats, active: NDArray[np.bool_], stance: Stance, surface: Surface | None) -> Room:
    """Where toes of `heights` (F, L) m in the input, that come to `places` (F, L, 3) m, may be.

    They are in contact where `active` (F, L). A free toe is above the surface; without one it may go as low as its
    input does.
    """
    floor, lowest, planted = np.empty(heights.shape), np.zeros(heights.shape), np.full(heights.shape, np.inf)
    for limb in range(heights.shape[1]):
        found = spans(active[:, limb])
        low = [_low(heights[a:b, limb]) for a, b in found]
        if surface is None:
            floor[:, limb] = np.minimum(heights[:, limb], _between(len(heights), found, low))
        else:
            floor[:, limb] = surface.heights(places[:, limb]) + stance.clearance[limb]
        if surface is None or stance.own:
            ground = low
        else:
            ground = _under(surface, places[:, limb], found, stance.clearance[limb])
        for (first, last), least, height in zip(found, low, ground, strict=True):
            lowest[first:last, limb], planted[first:last, limb] = least, height
    if not stance.own or stance.height == "flat":
        floor = np.where(active, planted, floor)
    return Room(floor, np.maximum(planted + _roll(heights - lowest, stance), floor))


def stands_on(surface: Surface, toes: Floats, active: NDArray[np.bool_], clearance: Floats, scale: float) -> bool:
    """Whether toes (F, L, 3) m in contact (F, L) stand on a surface already, on soles of one thickness.

    That is how far they are above it, square to it, more than their `clearance` (L,) m above the foot's lowest joint:
    the same in all contacts, and no more than soles have.
    """
    soles = []
    for limb, on in enumerate(active.T):
        for first, last in spans(on):
            here = toes[first:last, limb]
            middle = np.median(here, axis=0)
            above = _low(here[:, 1]) - surface.heights(middle)
            soles.append(float(above * surface.normals(middle)[..., 1] - clearance[limb]))
    return bool(soles) and np.ptp(soles) <= ALIKE * scale and min(soles) >= 0 and max(soles) <= THICK * scale


def _low(heights: Floats) -> float:
    """The height below which a share LOW of them lie."""
    ordered, rank = heights.copy(), int(LOW * (len(heights) - 1))
    ordered.partition(rank)
    return float(ordered[rank])


def _roll(above: Floats, stance: Stance) -> Floats:
    """How far above its ground a toe in contact may be that was `above` (F, L) m above its lowest."""
    if stance.height == "keep":
        return np.full(above.shape, np.inf)
    return np.clip(above, 0.0, stance.roll if stance.height == "soft" else 0.0)


def _under(surface: Surface, places: Floats, found: list[tuple[int, int]], clearance: float) -> list[float]:
    """Planted height of each contact: that of the ground at its median place."""
    middles = np.array([np.median(places[a:b], axis=0) for a, b in found]).reshape(-1, 3)
    return [float(height) + clearance for height in surface.heights(middles)]


def _between(frames: int, found: list[tuple[int, int]], grounds: list[float]) -> Floats:
    """(F,) m: the contact's own ground, between two of them the lower."""
    if not found:
        return np.full(frames, -np.inf)
    out = np.full(frames, grounds[0])
    out[found[-1][0] :] = grounds[-1]
    for ((first, last), (after, _)), (ground, later) in zip(pairwise(found), pairwise(grounds), strict=True):
        out[first:last] = ground
        out[last:after] = min(ground, later)
    return out
