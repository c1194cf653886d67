"""Where the ground is under each foot: its own lowest places, and a plane where the whole clip stands on one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from footpipe import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEARBY = 0.6  # s: half a stride; a foot that steps comes to the ground within this time
LOW, SLOW = 0.02, 0.15  # m, m/s: points at the bottom of their path that hardly rise or sink are likely on the ground
FIT, ON_PLANE = 0.05, 0.06  # m: points that the plane is laid through, and those that lie on it: a foot rolls so far
PLANAR = 0.7  # share of the low points on one plane that makes it the ground; stairs and boxes have less
POINTS = 10  # fewer low points than this make no plane
WIDE = 1.5  # m: a place smaller than a stride does not show whether it is tilted
STIFF = 0.01  # keeps slopes small that the points do not show
ROUNDS = 6


def heights(toes: Floats, climb: Floats, step: float) -> Floats:
    """(F, L) m above the ground, of toes (F, L, 3) that rise by `climb` (F, L) m/s.

    The ground is the lowest that a toe comes to within 0.6 s, and where most low places of all toes lie on a plane,
    also that: the larger height counts, so that a foot at rest in the air, or one that is carried, does not stand.
    """
    own = _own(toes[..., 1], step)
    low = (own < LOW) & (np.abs(climb) < SLOW)
    plane = _plane(toes, low)
    return own if plane is None else np.maximum(own, toes[..., 1] - plane)


def _own(height: Floats, step: float) -> Floats:
    from scipy.ndimage import minimum_filter1d

    reach = max(1, round(NEARBY / step))
    return height - minimum_filter1d(height, 2 * reach + 1, axis=0, mode="nearest")


def _plane(toes: Floats, low: NDArray[np.bool_]) -> Floats | None:
    """(F, L) height of the plane under the toes; None where there is none."""
    places = toes[low]
    if len(places) < POINTS:
        return None
    centre = places[:, [0, 2]].mean(axis=0)
    rows = _rows(places, centre)
    plane = _fitted(rows, places[:, 1])
    on = np.abs(places[:, 1] - rows @ plane) < ON_PLANE
    return _rows(toes, centre) @ plane if on.mean() > PLANAR else None


def _rows(places: Floats, centre: Floats) -> Floats:
    """(..., 3): 1 and the horizontal place about `centre`."""
    return np.concatenate([np.ones((*places.shape[:-1], 1)), places[..., [0, 2]] - centre], axis=-1)


def _fitted(rows: Floats, height: Floats) -> Floats:
    """(3,) height and slopes of the plane that most points (N, 3) lie on, begun at the lower ones."""
    plane = np.array([np.percentile(height, 20), 0.0, 0.0])
    extent = np.ptp(np.percentile(rows[:, 1:], [5, 95], axis=0), axis=0).max()
    for _ in range(ROUNDS):
        near = np.abs(height - rows @ plane) < FIT
        if near.sum() < POINTS:
            break
        plane = _tilted(rows[near], height[near]) if extent > WIDE else np.array([np.median(height[near]), 0.0, 0.0])
    return plane


def _tilted(rows: Floats, height: Floats) -> Floats:
    keep = np.diag([1e-6, STIFF * len(rows), STIFF * len(rows)])
    return np.asarray(np.linalg.solve(rows.T @ rows + keep, rows.T @ height))
