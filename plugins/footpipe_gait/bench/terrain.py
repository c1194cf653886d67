"""Walks on slopes, stairs, uneven footholds and a sudden step in the ground."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache

import numpy as np

from footpipe import Floats, gait_kernel
from footpipe_gait.bench import grounds
from footpipe_gait.bench.clearance import edge_clearance, swings
from footpipe_gait.bench.motion import HEEL, slid, sudden
from footpipe_gait.bench.rows import Row
from footpipe_gait.bench.walks import walk_many
from footpipe_gait.cycles import Cycles, cycles
from footpipe_gait.references import DATA
from footpipe_gait.shape import LegShape
from footpipe_gait.style import Style

CONTACT = gait_kernel.CONTACT
SLOPES = (-15, -10, -5, 5, 10, 15)  # deg
STEPS = (0.5, 0.65)  # m
STAIRS = ((0.15, 0.30), (0.17, 0.29), (0.18, 0.285))  # m, rise and tread
LEGS = (0.8, 0.9, 1.0)  # m
JUMPS = (-0.15, 0.15)  # m, of the ground
SEEDS, LANDINGS = 200, 24
SECONDS, SETTLED, EARLY = 20, 8.0, 1.0  # s, of a walk, from which on it is steady, from which on it walks at all
BALL, KNEE = 3, 1
TILT = 12.0  # deg, of the pelvis, which the ranges of the hip have in them
ROUNDING = 1.0  # deg, over the ends of a range


def terrain_rows(style: Style) -> Iterator[Row]:
    """Rows about ground that is not level."""
    yield from slope_rows(style)
    for up in (1, -1):
        yield from stairs_rows(style, up)
    yield from uneven_rows(style)
    yield from jump_rows(style)


def _walk(style: Style, shape: LegShape, step: float, line: Floats) -> gait_kernel.Walks:
    return walk_many(style, shape, [step], SECONDS * 120, land=grounds.land(line))


def _steady(walks: gait_kernel.Walks) -> Cycles | None:
    return cycles(walks.angles[0], walks.events[0], 120.0)


def _sudden(walks: gait_kernel.Walks, begin: float) -> float:
    """deg/s, from `begin` s on."""
    return sudden(walks.angles[0, int(begin * 120) :])


def slip(walks: gait_kernel.Walks, index: int = 0) -> float:
    """Way of a point while it is on the ground, m a step."""
    return float(slid(walks, index).sum(axis=(0, 1)).max()) / max(1, int((walks.events[index][:, 2] == CONTACT).sum()))


@cache
def ranges(task: str) -> Floats:
    """(4, 3, 2) deg: at 0, 25, 50, 75 % of the stride hip, knee, ankle from, to (Reznick et al. 2021)."""
    with (DATA / "slope_ranges_um21.csv").open(encoding="utf-8", newline="") as file:
        rows = [list(row.values())[2:] for row in csv.DictReader(file) if row["task"] == task]
    return np.array(rows, float).reshape(4, 3, 2)


def outside(curves: Floats, task: str) -> Floats:
    """(2, 4, 3) deg by which both legs' mean curves (2, 101, 4) are outside people's ranges."""
    angles = curves[:, ::25][:, :4, :3] + [TILT, 0.0, 0.0]
    low, high = np.moveaxis(ranges(task), -1, 0)
    return np.maximum(np.maximum(low - angles, angles - high), 0.0)


def slope_rows(style: Style) -> Iterator[Row]:
    """Slopes of -15 to 15 deg, steps of .5 and .65 m, leg .9 m."""
    cells, off = [], []
    for degrees in SLOPES:
        for step in STEPS:
            line = grounds.slope(degrees)
            walks = _walk(style, LegShape(), step, line)
            found = _steady(walks)
            if found is None:
                cells.append([np.inf] * 6)
                continue
            sides = found.steps[found.legs == 0].mean() - found.steps[found.legs == 1].mean()
            sole = walks.points[0, int(SETTLED * 120) :, :, HEEL:]
            clear = min(_mid_clearance(swing.sole, line) for swing in swings(walks, 0, SETTLED))
            even = (abs(found.steps.mean() / step - 1), found.steps.std() / step, abs(sides) / step)
            cells.append([*even, slip(walks), grounds.below(line, sole), -clear, _sudden(walks, SETTLED)])
            if abs(degrees) <= 10:
                off.append(outside(found.curves, "incline" if degrees > 0 else "decline"))
    worst = np.max([cell[:6] for cell in cells], axis=0)
    where = f"slopes of {SLOPES[0]} to {SLOPES[-1]} deg"
    yield Row(f"{where}, step length: error / spread / left-right, %", tuple(100 * worst[:3]), (1.0, 3.0, 2.0))
    yield Row(f"{where}: slip a step / below the ground, mm", tuple(1000 * worst[3:5]), (2.0, 5.0))
    yield Row(f"{where}: toe clearance in mid-swing, mm", (-1000 * float(worst[5]),), (5.0,), least=True)
    yield Row(f"{where}: change of a joint's speed in 1/120 s, deg/s", (max(c[-1] for c in cells),), (300.0,), digits=0)
    beyond = float(np.max(off)) if off else np.inf
    yield Row("slopes of +-5, +-10 deg: outside people's ranges, deg", (beyond,), (ROUNDING,))


def _mid_clearance(sole: Floats, line: Floats) -> float:
    """Of ball and tip over the ground, in the middle half of a time in the air."""
    part = sole[len(sole) // 4 : -(len(sole) // 4) or None, BALL - HEEL :]
    return float((part[..., 1] - np.interp(part[..., 0], line[:, 0], line[:, 1])).min())


def stairs_rows(style: Style, up: int) -> Iterator[Row]:
    """Three staircases, legs of .8 to 1 m."""
    name = "up" if up > 0 else "down"
    cells = [_stairs_cell(style, up * rise, tread, leg) for rise, tread in STAIRS for leg in LEGS]
    off, spread, clear, jerk, knee = np.transpose(cells)
    yield Row(f"stairs {name}: a tread missed by, mm", (1000 * off.max(),), (15.0,))
    yield Row(f"stairs {name}: time of steps, spread, %", (100 * spread.max(),), (3.0,))
    yield Row(f"stairs {name}: sole from every edge, mm", (1000 * clear.min(),), (10.0,), least=True)
    yield Row(f"stairs {name}: change of a joint's speed in 1/120 s, deg/s", (jerk.max(),), (300.0,), digits=0)
    if up > 0:
        yield Row("stairs up: the knee's peak, least, deg", (knee.min(),), (80.0,), least=True, digits=0)
        yield Row("stairs up: the knee's peak, most, deg", (knee.max(),), (105.0,), digits=0)


def _stairs_cell(style: Style, rise: float, tread: float, leg: float) -> tuple[float, float, float, float, float]:
    """By how much a tread is missed, spread of the steps' times, clearance, suddenness, the knee's peak."""
    line = grounds.stairs(rise, tread)
    walks = _walk(style, LegShape().scaled(leg), tread, line)
    found = _steady(walks)
    if found is None:
        return np.inf, np.inf, -np.inf, np.inf, np.nan
    places = walks.events[0][walks.events[0][:, 2] == CONTACT, 3][6:]
    clear = min(edge_clearance(swing, grounds.edges(line)) for swing in swings(walks, 0, EARLY))
    knee = np.degrees(walks.angles[0, int(SETTLED * 120) :, :, KNEE].max())
    spread = found.landings.std() / found.landings.mean()
    return float(np.abs(np.diff(places) - tread).max()), spread, clear, _sudden(walks, SETTLED), float(knee)


def uneven_rows(style: Style) -> Iterator[Row]:
    """Footholds at random heights and distances."""
    holds = grounds.uneven(LANDINGS, 0.65, range(SEEDS))
    walks = walk_many(style, LegShape(), np.full(SEEDS, 0.65), 24 * 120, land=gait_kernel.Land(holds=holds))
    landed = [events[events[:, 2] == CONTACT, 3] for events in walks.events]
    lost = [i for i, places in enumerate(landed) if len(places) < LANDINGS or not np.isfinite(walks.angles[i]).all()]
    kept = [i for i in range(SEEDS) if i not in lost]
    off = [float(np.abs(landed[i][:LANDINGS] - holds[i, :, 0]).max()) for i in kept]
    yield Row(f"{SEEDS} uneven ways: do not walk", (float(len(lost)),), (0.0,), digits=0)
    yield Row(
        "uneven ways: a foothold missed by / slip a step, mm",
        (1000 * max(off), 1000 * max(slip(walks, i) for i in kept)),
        (15.0, 0.5),
    )
    deep = max(_too_low(swing.sole, swing.left, swing.came) for i in kept for swing in swings(walks, i, EARLY))
    yield Row("uneven ways: below the ground, mm", (1000 * deep,), (5.0,))


def _too_low(sole: Floats, left: Floats, came: Floats) -> float:
    """By how much a sole is lower than the lower of its places, m."""
    return float(min(left[1], came[1]) - sole[..., 1].min())


def jump_rows(style: Style) -> Iterator[Row]:
    """One step in level ground, met at any part of a stride."""
    lost, deep, jerk, slid = 0, 0.0, 0.0, 0.0
    for height in JUMPS:
        for at in np.arange(3.0, 3.65, 0.08):
            line = grounds.one_step(height, float(at))
            walks = walk_many(style, LegShape(), [0.65], 12 * 120, land=grounds.land(line))
            lost += int((walks.events[0][:, 2] == CONTACT).sum()) < 18
            deep = max(deep, grounds.below(line, walks.points[0, int(EARLY * 120) :, :, HEEL:]))
            jerk, slid = max(jerk, _sudden(walks, EARLY)), max(slid, slip(walks))
    yield Row("a step of 15 cm in the ground: does not walk on", (float(lost),), (0.0,), digits=0)
    yield Row("a step of 15 cm: slip a step / below the ground, mm", (1000 * slid, 1000 * deep), (0.5, 5.0))
    yield Row("a step of 15 cm: change of a joint's speed in 1/120 s, deg/s", (jerk,), (300.0,), digits=0)
