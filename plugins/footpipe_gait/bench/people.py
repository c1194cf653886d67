"""A style beside people: joint curves, stride time and stance at five speeds, and another laboratory's curves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from footpipe_gait.bench.rows import Row
from footpipe_gait.bench.walks import walk_many
from footpipe_gait.cycles import cycles
from footpipe_gait.references import Reference, five_speeds, other_laboratory
from footpipe_gait.style import Style

HELD = "slow"  # of the five speeds, nothing is learned from this one
STRIDES = 4
LABORATORY_STEP = 0.65  # m, of a leg of .9 m


class _Beside:
    """A style's mean stride beside a reference."""

    def __init__(self, style: Style, reference: Reference, step: float | None = None) -> None:
        frames = int((STRIDES + 9) * reference.time * 120)
        ran = walk_many(style, reference.shape, [step or reference.step], frames)
        found = cycles(ran.angles[0], ran.events[0], 120.0, strides=STRIDES)
        curves = np.full((101, 4), np.nan) if found is None else found.curves.mean(axis=0)
        off = curves - reference.curves
        self.errors = np.sqrt((off**2).mean(axis=0))
        self.inside = (np.abs(off) < reference.band).mean(axis=0)
        self.alike = np.array([np.corrcoef(curves[:, j], reference.curves[:, j])[0, 1] for j in range(3)])
        self.time = np.nan if found is None else abs(found.times.mean() / reference.time - 1)
        self.stance = np.nan if found is None else abs(found.stances.mean() - reference.stance)


def people_rows(style: Style) -> Iterator[Row]:
    """Rows about joint curves, stride time and stance."""
    speeds = {reference.name: _Beside(style, reference) for reference in five_speeds()}
    free, held = speeds["free"], speeds[HELD]
    yield Row("free speed, hip / knee / ankle / toe, deg RMS", tuple(free.errors), (2.0, 2.5, 2.5, 2.0))
    yield Row(
        "free speed, correlation of hip / knee / ankle", tuple(free.alike), (0.98, 0.98, 0.95), least=True, digits=3
    )
    yield Row(
        "free speed, % of the stride within 1 SD", (100 * float(free.inside[:3].min()),), (95.0,), least=True, digits=0
    )
    worst = np.max([each.errors[:3] for each in speeds.values()], axis=0)
    yield Row("five speeds, worst hip / knee / ankle, deg RMS", tuple(worst), (3.0, 3.0, 3.0))
    inside = min(float(each.inside[:3].min()) for each in speeds.values())
    yield Row("five speeds, % of the stride within 1 SD", (100 * inside,), (90.0,), least=True, digits=0)
    yield Row(f"held out of training ({HELD}), deg RMS", tuple(held.errors[:3]), (3.0, 4.0, 4.0))
    other = _Beside(style, other_laboratory(), LABORATORY_STEP)
    yield Row("another laboratory, steps of .65 m, deg RMS", tuple(other.errors[:3]), (3.0, 4.0, 4.0))
    yield Row("stance share, off by", (max(each.stance for each in speeds.values()),), (0.03,), digits=3)
    yield Row("stride time, % off", (100 * max(each.time for each in speeds.values()),), (5.0,))
