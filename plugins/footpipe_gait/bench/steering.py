"""Steps that change, short steps, start and stop: how exact, and how smooth."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from footpipe import Floats, gait_kernel
from footpipe_gait.bench.motion import HEEL, RATE, slid, sudden
from footpipe_gait.bench.rows import Row
from footpipe_gait.reactive import reaction
from footpipe_gait.shape import LegShape
from footpipe_gait.style import Style

CONTACT = gait_kernel.CONTACT
SHAPE = LegShape()
JUMPS = (0.5, 0.9, 0.45, 1.0)  # of the leg
WALKS, CHANGES, SEED = 16, 8, 1
STARTS = (0.45, 0.55, 0.65, 0.743, 0.85, 1.0)  # of the leg
HALTS = 2.5 + np.linspace(0.0, 1.0, 9)  # s
SHORT = (0.0, 0.1, 0.2, 0.3)  # of the leg
AT_REST = np.radians(5.0)  # rad/s of any joint
OPEN = 1.5  # phase in the air until which an order holds for the landing under way


def steering_rows(style: Style) -> Iterator[Row]:
    """Rows about what is asked at any moment."""
    changed = [_run(style, orders) for orders in _changes()]
    off = 100 * max(_off(walks, orders) for walks, orders in zip(changed, _changes(), strict=True))
    yield Row("steps that change at any moment: landings off what was asked, %", (off,), (1.0,))
    yield Row("the same: slip of a point on the ground in a frame, mm", (max(map(_slip, changed)),), (0.5,), digits=3)
    yield Row("the same: worst change of a joint's speed, deg/s", (max(map(_sudden, changed)),), (300.0,), digits=0)
    started = [_run(style, [(0.0, share * SHAPE.leg, 0.0)], 3.0) for share in STARTS]
    yield Row("first steps: worst change of a joint's speed, deg/s", (max(map(_sudden, started)),), (300.0,), digits=0)
    halts = [(share, at) for share in (0.45, 0.743, 1.0) for at in HALTS]
    stopped = [_run(style, _halt(share, at), 6.0) for share, at in halts]
    apart = 1000 * max(abs(float(np.diff(_landed(walks)[-2:, 3])[0])) for walks in stopped)
    yield Row("halts at any moment: the last foot from beside the other, mm", (apart,), (5.0,))
    late = max(_moved_last(walks) - at for walks, (_, at) in zip(stopped, halts, strict=True))
    yield Row("the same: at rest after, s", (late,), (1.5,))
    yield Row("the same: worst change of a joint's speed, deg/s", (max(map(_sudden, stopped)),), (300.0,), digits=0)
    small = [_run(style, [(0.0, share * SHAPE.leg, 0.0)], 8.0) for share in SHORT]
    far = [float(np.abs(np.diff(_landed(w)[:, 3]) - s * SHAPE.leg).max()) for w, s in zip(small, SHORT, strict=True)]
    yield Row("steps of 0 to .3 of the leg: off what was asked, mm", (1000 * max(far),), (5.0,))
    yield Row("on the spot: height of the foot in mid-swing, mm", (_clearance(small[0]),), (20.0,), least=True)


def _changes() -> list[list[tuple[float, float, float]]]:
    rng, made = np.random.default_rng(SEED), []
    for walk in range(WALKS):
        times = np.concatenate([[0.0], np.cumsum(rng.uniform(1.0, 3.0, CHANGES - 1))])
        made.append([(t, JUMPS[(i + walk) % len(JUMPS)] * SHAPE.leg, 0.0) for i, t in enumerate(times)])
    return made


def _halt(share: float, at: float) -> list[tuple[float, float, float]]:
    return [(0.0, share * SHAPE.leg, 0.0), (at, share * SHAPE.leg, 1.0)]


def _run(style: Style, orders: list[tuple[float, float, float]], seconds: float | None = None) -> gait_kernel.Walks:
    until = seconds or orders[-1][0] + 3.0
    return gait_kernel.run(
        [style.kernel_numbers()],
        len(style.poses),
        [SHAPE.numbers],
        [0.0],
        frames=int(until * RATE),
        rate=RATE,
        events=16 + int(8 * until),
        reaction=reaction(style.rules),
        orders=[orders],
    )


def _landed(walks: gait_kernel.Walks) -> Floats:
    return walks.events[0][walks.events[0][:, 2] == CONTACT]


def _off(walks: gait_kernel.Walks, orders: list[tuple[float, float, float]]) -> float:
    """Worst share by which a step is not what was asked in time."""
    worst = 0.0
    for before, landed in pairwise(_landed(walks)):
        frame = int(landed[0] * RATE)
        early = np.flatnonzero(walks.phase[0, :frame, int(landed[1])] <= OPEN)[-1] / RATE
        asked = [max(o for o in orders if o[0] <= early + more)[1] for more in (0.0, 2 / RATE)]
        worst = max(worst, min(abs((landed[3] - before[3]) / step - 1) for step in asked))
    return worst


def _slip(walks: gait_kernel.Walks) -> float:
    """mm"""
    return 1000 * float(slid(walks).max())


def _sudden(walks: gait_kernel.Walks) -> float:
    """deg/s"""
    return sudden(walks.angles[0])


def _moved_last(walks: gait_kernel.Walks) -> float:
    speeds = np.abs(np.diff(walks.angles[0], axis=0)).max(axis=(1, 2)) * RATE
    return float(np.flatnonzero(speeds > AT_REST)[-1] / RATE)


def _clearance(walks: gait_kernel.Walks) -> float:
    """Least height of the whole foot in the middle of its times in the air, mm."""
    middle = np.abs(walks.phase[0] - 1.5) < 0.05
    return 1000 * float(walks.points[0, :, :, HEEL:, 1].min(axis=-1)[middle].min())
