"""What does not throw it over: any pose to start from, any frame rate, edits; how smooth it is, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from footpipe import Floats, gait_kernel
from footpipe_gait.bench.motion import sudden
from footpipe_gait.bench.rows import Row
from footpipe_gait.bench.walks import walk_many
from footpipe_gait.cycles import cycles
from footpipe_gait.references import Reference, five_speeds
from footpipe_gait.shape import LegShape
from footpipe_gait.style import JOINTS, Style

CONTACT = gait_kernel.CONTACT
SEED = 0
STARTS, EDITS = 1000, 200
POSES = ((-40, 60), (0, 100), (-35, 30), (-10, 40))  # deg between which starts are drawn: hip, knee, ankle, toe
STEADY = 0.05  # of step and time of the steady walk
STEPS = 4  # by which it has to be steady
RATES = (24.0, 30.0, 60.0, 120.0)
COSTLY, SHORT = 4, 240  # characters and frames of a run that is timed


def sturdy_rows(style: Style) -> Iterator[Row]:
    """Rows about starts, rates, smoothness, edits and cost."""
    free = next(reference for reference in five_speeds() if reference.name == "free")
    steady = _steps_to_steady(style, free)
    yield Row(f"{STARTS} random starts: never walks", (float(np.isinf(steady).sum()),), (0.0,), digits=0)
    share = 100 * float((steady <= STEPS).mean())
    yield Row(f"{STARTS} random starts: steady within {STEPS} steps, %", (share,), (99.0,), least=True, digits=1)
    yield Row(
        "error of any joint by the frame rate, 24 to 120, spread, deg", (_rate_spread(style, free),), (0.3,), digits=3
    )
    sudden = max(_sudden(style, reference) for reference in five_speeds())
    yield Row("worst change of a joint's speed in 1/120 s, five speeds, deg/s", (sudden,), (300.0,), digits=0)
    yield Row(
        f"{EDITS} edits of +-3 deg and +-5 % pace: do not walk", (float(_edits_lost(style, free)),), (0.0,), digits=0
    )
    yield Row("both legs, a step of 1/120 s, one thread, us", (_cost(style, free),), (5.0,))


def random_poses(count: int, rng: np.random.Generator) -> Floats:
    """(count, 2, 4) rad."""
    low, high = np.radians(POSES).T
    return rng.uniform(low, high, (count, 2, len(JOINTS)))


def _steps_to_steady(style: Style, free: Reference) -> Floats:
    """(N,) after how many steps each start goes on as the steady walk does; infinite where it does not."""
    calm = walk_many(style, free.shape, [free.step], 1800)
    found = cycles(calm.angles[0], calm.events[0], 120.0)
    if found is None:
        return np.full(STARTS, np.inf)
    angles = random_poses(STARTS, np.random.default_rng(SEED))
    ran = walk_many(style, free.shape, np.full(STARTS, free.step), 1440, angles=angles)
    time = found.landings.mean()
    return np.array([_steady_from(each, free.step, time) for each in ran.events])


def _steady_from(events: Floats, step: float, time: float) -> float:
    landed = events[events[:, 2] == CONTACT]
    if len(landed) < 8 or not np.isfinite(landed).all():
        return np.inf
    off = np.abs(np.diff(landed[:, 3]) / step - 1) > STEADY
    off |= np.abs(np.diff(landed[:, 0]) / time - 1) > STEADY
    late = np.flatnonzero(off)
    return float(late[-1] + 2) if late.size else 1.0


def _rate_spread(style: Style, free: Reference) -> float:
    """By how much the error against people depends on the frame rate, deg."""
    errors = []
    for rate in RATES:
        ran = walk_many(style, free.shape, [free.step], int(14 * rate), rate=rate)
        found = cycles(ran.angles[0], ran.events[0], rate, strides=8)
        if found is None:
            return np.inf
        errors.append(np.sqrt(((found.curves.mean(axis=0) - free.curves) ** 2).mean(axis=0)))
    return float(np.ptp(errors, axis=0).max())


def _sudden(style: Style, reference: Reference) -> float:
    """Largest change of a joint's speed from one step in time to the next, deg/s."""
    ran = walk_many(style, reference.shape, [reference.step], int(6 * reference.time * 120), begin=5 * reference.time)
    return sudden(ran.angles[0])


def _edits_lost(style: Style, free: Reference) -> int:
    """How many of some random edits of all poses do not walk evenly with the steps asked for."""
    rng, numbers = np.random.default_rng(SEED), []
    angles = np.array([name.split(".")[-1] in JOINTS and name.count(".") == 1 for name in style.names])
    angles &= ~np.array([name.startswith("follow.") for name in style.names])
    paces = np.array(
        [name.startswith("pace.") or (name.endswith(".pace") and name.count(".") == 1) for name in style.names]
    )
    for _ in range(EDITS):
        edited = style.parameters()
        edited[angles] += rng.uniform(-3, 3, angles.sum())
        edited[paces] *= 1 + rng.uniform(-0.05, 0.05, paces.sum())
        numbers.append(style.with_parameters(edited).kernel_numbers())
    ran = walk_many(style, free.shape, np.full(EDITS, free.step), 2400, numbers=np.array(numbers))
    pairs = zip(ran.angles, ran.events, strict=True)
    return sum(not _is_even(walked, events, free.step) for walked, events in pairs)


def _is_even(angles: Floats, events: Floats, step: float) -> bool:
    found = cycles(angles, events, 120.0)
    return found is not None and abs(found.steps.mean() / step - 1) < 0.01 and found.steps.std() / step < 0.02


def _cost(style: Style, free: Reference) -> float:
    """Microseconds a character and step in time, the fastest of some runs."""
    steps, took = np.full(COSTLY, free.step), []
    for _ in range(50):
        start = perf_counter()
        walk_many(style, LegShape(), steps, SHORT)
        took.append(perf_counter() - start)
    return min(took) / COSTLY / SHORT * 1e6
