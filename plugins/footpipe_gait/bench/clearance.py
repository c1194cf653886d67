"""How near the sole of a foot in the air comes to the edges of steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from footpipe import Floats, gait_kernel
from footpipe_gait.bench.motion import HEEL

CONTACT, TOE_OFF = gait_kernel.CONTACT, gait_kernel.TOE_OFF
OWN = 0.03  # m, an edge so near the place of a foot is that of its own tread


class Swing(NamedTuple):
    """A time in the air: the sole's heel, ball, tip (F, 3, 2) m, and the places that it leaves and comes to (2,) m."""

    sole: Floats
    left: Floats
    came: Floats


def swings(walks: gait_kernel.Walks, index: int, begin: float = 0.0) -> Iterator[Swing]:
    """Those of a walk at 120 frames per second that begin after so many seconds."""
    events = walks.events[index]
    for leg in (0, 1):
        own = events[events[:, 1] == leg]
        for before, off, after in zip(own, own[1:], own[2:], strict=False):
            if (before[2], off[2], after[2]) == (CONTACT, TOE_OFF, CONTACT) and off[0] >= begin:
                first, last = int(np.floor(off[0] * 120)) + 1, int(np.ceil(after[0] * 120))
                yield Swing(walks.points[index, first:last, leg, HEEL:], before[3:5], after[3:5])


def edge_clearance(swing: Swing, edges: Floats) -> float:
    """Least distance of the line heel, ball, tip from every edge but those of the foot's own two treads, m; negative
    where an edge is over the sole. Infinite without such edges.
    """
    length = float(np.linalg.norm(np.diff(swing.sole[0], axis=0), axis=-1).sum())
    least = np.inf
    for edge in edges:
        near = [abs(edge[1] - y) < OWN and x - OWN < edge[0] < x + length + OWN for x, y in (swing.left, swing.came)]
        if not any(near):
            least = min(least, *(_to_part(edge, swing.sole[:, i], swing.sole[:, i + 1]) for i in (0, 1)))
    return least


def _to_part(edge: Floats, a: Floats, b: Floats) -> float:
    """Least signed distance of a point from segments a, b (F, 2)."""
    along = b - a
    share = np.clip(((edge - a) * along).sum(-1) / np.maximum((along**2).sum(-1), 1e-12), 0, 1)
    away = np.linalg.norm(edge - a - share[:, None] * along, axis=-1)
    over = (edge[0] - a[:, 0]) / np.where(along[:, 0] == 0, 1e-12, along[:, 0])
    inside = (over > 0) & (over < 1) & (a[:, 1] + over * along[:, 1] < edge[1])
    return float(np.where(inside, -away, away).min())
