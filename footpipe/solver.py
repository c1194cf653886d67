"""Solvers that look at a whole clip, with checks: the only module that imports `footpipe._solve`.

The storeys and the conventions are those of `footpipe.kernel`: C headers solve (`native/include/footpipe`, where
the methods are explained), Cython passes arrays without the GIL, and here arguments are checked and outputs
allocated. F frames, T toes; metres in world space, y up; seconds. Every function raises `DataError` on a wrong
shape, kind of number or range.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from footpipe import kernel_checks as check
from footpipe.arrays import Floats
from footpipe.errors import DataError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

try:
    from footpipe import _solve
except ImportError as error:
    raise ImportError(f"{check.missing_build(Path(__file__).resolve().parent)} ({error})") from error

HEIGHTS_ROOM = 16  # doubles a frame that the heights' solver works in
TURN = 2_000_000  # numbers of toes swept before an interrupt is heard: some hundredths of a second
GRIP_AT_HALF = 1.0  # weight of a half firm contact's velocity, against 1 of every other


class Weights(NamedTuple):
    """What holds pelvis and toes to the input, against each other.

    velocity      of the shifts' velocities, 1: all others are measured by it
    acceleration  s^2, of the shifts' accelerations: its root is the time over which a correction fades
    place         1/s^2, of the shifts themselves
    pose          1/s^2, of the toe's shift against the pelvis'
    calm          s^2, of the acceleration of that: a correction that would shake the leg moves the pelvis instead
    hold          1/s^2, of the pelvis' shift
    length        1/s^2, of the pelvis' height against the one at which the legs are as long as in the input
    """

    velocity: float = 1.0
    acceleration: float = 0.0025
    place: float = 0.3
    pose: float = 20.0
    calm: float = 0.005
    hold: float = 0.0
    length: float = 1000.0

    @property
    def smooth(self) -> _solve.Smoothness:
        """The weights of the differences."""
        return {"velocity": self.velocity, "acceleration": self.acceleration}


class Room(NamedTuple):
    """Where toes may be.

    floor    (F, T) m, the lowest; infinite where there is none, as the ceiling
    ceiling  (F, T) m, the highest
    stands   m, the lowest and the highest that toes stand in contact; None where none is
    """

    floor: Floats
    ceiling: Floats
    stands: tuple[float, float] | None


class OfflineSolution(NamedTuple):
    """Where pelvis and toes go.

    pelvis   (F, 3) m, shifts
    toes     (F, T, 3) m, shifts
    rounds   solves of the system that it took
    watched  spans from hip to ankle that came near the end of their reach
    over     m, farthest that one stayed past it
    """

    pelvis: Floats
    toes: Floats
    rounds: int
    watched: int
    over: float


def toe_room(
    heights: ArrayLike,
    contact: ArrayLike,
    *,
    roll: float,
    firm: bool = False,
    below: ArrayLike | None = None,
    planted: ArrayLike | None = None,
) -> Room:
    """Where toes may be in each frame (see `toe_room.h`).

    heights (F, T) m of the toes; contact (F, T) bool; roll m that a toe in contact may rise above its ground as it does
    in the input; firm: it may go no lower than it stands, even where it does in the input; below (F, T) m, the least
    heights over a known ground, None: as low as in the input; planted (F, T) m where toes in contact stand, None: each
    contact has its own ground.
    """
    sizes: check.Sizes = {}
    check.not_negative(roll=roll)
    at = check.floats("heights", heights, "F T", sizes)
    down = check.flags("contact", contact, "F T", sizes)
    least = check.optional("below", below, "F T", sizes)
    stands = check.optional("planted", planted, "F T", sizes)
    floor, ceiling, told = np.empty(at.shape), np.empty(at.shape), (inf, -inf)
    if at.size:
        told = _solve.toe_room(at, down, least, stands, roll, firm, np.empty(len(at)), floor, ceiling)
    return Room(floor, ceiling, told if told[0] < inf else None)


def farthest(
    spans: ArrayLike, lengths: ArrayLike, *, margin: float, slack: float = 1e-3, stretch: float = inf
) -> Floats:
    """(F, T) m that hips and ankles may be apart: almost the leg, or what they are in the input, if that is more.

    spans (F, T, 3) m, hip - ankle; lengths (F, T) m of the legs; margin: share of them that is kept from straight;
    slack m that is kept in any case; stretch m farther than in the input that a leg may reach.
    """
    sizes: check.Sizes = {}
    check.not_negative(margin=margin, slack=slack, stretch=stretch)
    apart = check.floats("spans", spans, "F T 3", sizes)
    whole = check.floats("lengths", lengths, "F T", sizes)
    out = np.empty(whole.shape)
    if out.size:
        _solve.farthest(apart, whole, margin, slack, stretch, out)
    return out


def most_shifted(shifts: ArrayLike) -> tuple[tuple[float, int], tuple[float, int]]:
    """How far (m) and in which frame shifts (F, 3) m go farthest aside, and farthest up or down; F is not 0."""
    given = check.floats("shifts", shifts, "F 3", {})
    if not len(given):
        raise DataError("shifts: a frame at least wanted")
    return _solve.most_shifted(given)


def settle_heights(
    heights: ArrayLike, floor: ArrayLike, ceiling: ArrayLike, steps: ArrayLike, *, weights: Weights | None = None
) -> Floats:
    """(F, T) m by which toes are raised so that they come between floor and ceiling, smoothly (see `toe_heights.h`).

    heights (F, T) m of the toes; floor and ceiling (F, T) m, infinite where there is none, floor <= ceiling;
    steps (F,) s from each frame's forerunner to it (the first is not read).
    """
    sizes: check.Sizes = {}
    at = check.floats("heights", heights, "F T", sizes)
    least = check.floats("floor", floor, "F T", sizes)
    most = check.floats("ceiling", ceiling, "F T", sizes)
    times = _steps(steps, sizes)
    held = weights or Weights()
    shift, room = np.zeros(at.shape), np.empty(HEIGHTS_ROOM * len(at))
    rule: _solve.HeightsRule = {"smooth": held.smooth, "loose": held.pose + held.place}
    if at.size and not _solve.settle_heights(at, least, most, times, rule, room, shift):
        raise DataError("floor: heights not above the ceiling wanted")
    return shift


def solve_offline(
    places: ArrayLike,
    spans: ArrayLike,
    reach: ArrayLike,
    contact: ArrayLike,
    raised: ArrayLike,
    steps: ArrayLike,
    *,
    weights: Weights | None = None,
    strength: float = 1.0,
    slack: float = 1e-3,
    watch: float = 1e-2,
) -> OfflineSolution:
    """Shifts of pelvis and toes with which every toe in contact stands still (see `offline.h`).

    places (F, T, 3) m of the toes; spans (F, T, 3) m, hip - ankle; reach (F, T) m that a span may have;
    contact (F, T) bool; raised (F, T) m, the toes' shifts in height; steps (F,) s from each frame's forerunner.
    strength 0..1: 1 = contacts hold exactly, less = a toe may slide where the pose would pay for it;
    slack m that a span may stay past its reach; watch m before it from which a span is looked after.
    """
    sizes: check.Sizes = {}
    check.not_negative(strength=strength, slack=slack, watch=watch)
    at = check.floats("places", places, "F T 3", sizes)
    apart = check.floats("spans", spans, "F T 3", sizes)
    most = check.floats("reach", reach, "F T", sizes)
    state = check.flags("contact", contact, "F T", sizes)
    up = check.floats("raised", raised, "F T", sizes)
    times = _steps(steps, sizes)
    held = weights or Weights()
    pelvis, toes = np.zeros((len(at), 3)), np.zeros(at.shape)
    if not at.size:
        return OfflineSolution(pelvis, toes, 0, 0, 0.0)
    if strength < 1:
        state = state * np.uint8(2)
    told: _solve.OfflineWeights = {
        "smooth": held.smooth,
        "place": held.place,
        "pose": held.pose,
        "calm": held.calm,
        "hold": held.hold,
        "hold_height": held.hold * (1 + held.length / max(held.pose, 1e-6)),
        "length": held.length,
        "grip": GRIP_AT_HALF * strength / max(1 - strength, 1e-6),
    }
    index, first, diagonal = _room(at.shape[0], at.shape[1])
    unknowns, stored, room = _solve.plan_offline(state, index, first, diagonal)
    plan = (index, unknowns, first, diagonal, stored, np.empty(room))
    report = _solve.solve_offline(at, apart, most, up, state, times, slack, watch, told, *plan, pelvis, toes)
    return OfflineSolution(pelvis, toes, *report)


def relax(
    pelvis: ArrayLike,
    toes: ArrayLike,
    contact: ArrayLike,
    floor: ArrayLike,
    *,
    iterations: int = 25_000,
    soft: float = 0.05,
    hard: float = 0.9,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Floats, Floats]:
    """Places (F, 3) and (F, T, 3) m of pelvis and toes after sweeps over the clip (after Daniel Holden; see `relax.h`).

    pelvis (F, 3) m and toes (F, T, 3) m of the input; contact (F, T) bool; floor (F, T) m that a toe in contact
    stands at and no toe goes below; soft, hard 0..1: shares by which particles go where they are asked to.
    The sweeps run in short turns: `progress` is told after each how many are done, of how many, and an interrupt
    is heard.
    """
    sizes: check.Sizes = {}
    check.not_negative(iterations=iterations, soft=soft, hard=hard)
    root = check.floats("pelvis", pelvis, "F 3", sizes)
    feet = check.floats("toes", toes, "F T 3", sizes)
    down = check.flags("contact", contact, "F T", sizes)
    least = check.floats("floor", floor, "F T", sizes)
    lengths = np.linalg.norm(root[:, None] - feet, axis=-1)
    root_at, feet_at = root.copy(), feet.copy()
    turn = max(1, TURN // max(feet.size, 1))
    for done in range(0, iterations if feet.size else 0, turn):
        now = min(turn, iterations - done)
        _solve.relax(root, feet, lengths, least, down, soft, hard, now, root_at, feet_at)
        if progress:
            progress(done + now, iterations)
    return root_at, feet_at


def _room(frames: int, toes: int) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.intp]]:
    """Room for the numbering of the unknowns, of which there is at most one a frame and part."""
    most = frames * (1 + toes)
    return np.empty((frames, 1 + toes), np.int32), np.empty(most, np.int32), np.empty(most, np.intp)


def _steps(steps: ArrayLike, sizes: check.Sizes) -> Floats:
    times = check.floats("steps", steps, "F", sizes)
    if not _solve.passes(times):
        raise DataError("steps: times greater than 0 wanted after the first")
    return times
