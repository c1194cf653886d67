"""Walks of many characters, with checks: the only module that imports `footpipe._gait`.

The storeys are those of `footpipe.kernel`; the method is in `native/include/footpipe/gait.h`. N characters, F frames,
E events, K numbers of a style. Metres, radians, seconds; x forward, y up; legs left, right.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from footpipe import fuzzy_kernel
from footpipe import kernel_checks as check
from footpipe.arrays import Floats, Ints
from footpipe.errors import DataError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

try:
    from footpipe import _gait
except ImportError as error:
    raise ImportError(f"{check.missing_build(Path(__file__).resolve().parent)} ({error})") from error

DT = 1 / 120  # s, the controller's step in time
SETS = _gait.SETS  # at most, of a style
SET_NUMBERS = _gait.SET_NUMBERS  # of a set: centre, width, 4 angles, 4 per step, pace, pace per step
STYLE_NUMBERS = _gait.STYLE_NUMBERS  # behind the sets: follow (4), trust, tempo and so on, as in `gait_style.h`
LONG_STEP = _gait.LONG_STEP  # of the leg, the longest that can be asked for
BESIDE = _gait.BESIDE  # of the leg, feet that are nearer to each other stand beside each other
ASKED = ("foot", "delta", "clearance", "reach", "progress")  # what reactive rules may ask, in this order
JOINTS = ("hip", "knee", "ankle", "toe")
CONTACT, TOE_OFF = range(2)


@dataclass(frozen=True)
class Reaction:
    """Reactive rules: a program with the inputs `ASKED`, its numbers (N|1, M), and the joint (O,) of each output.

    Outputs are speeds in rad/s of a leg of .9 m, added to those of the joints.
    """

    program: fuzzy_kernel.Program
    numbers: Floats
    joints: tuple[int, ...]

    def __post_init__(self) -> None:
        wrong = [joint for joint in self.joints if not 0 <= joint < len(JOINTS)]
        if wrong or len(self.joints) != len(self.program.outputs) or len(self.program.inputs) != len(ASKED):
            raise DataError(f"reaction: inputs {', '.join(ASKED)} and a joint for each output wanted")


@dataclass(frozen=True, eq=False)
class Land:
    """The ground of N characters, or of all.

    heights  (N|1, 2, P, 2) m, for each leg's track a polyline x, y: x never falls, risers may be vertical, the ground
             is level beyond its ends; None: level at 0
    holds    (N|1, H, 3) m, m, rad: footholds in the order of landings, x and y of the heel and the sole's slope; after
             them a character finds its own; None: it always does
    """

    heights: ArrayLike | None = None
    holds: ArrayLike | None = None


@dataclass(frozen=True)
class Walks:
    """What characters did.

    hip      (N, F, 2) m
    angles   (N, F, 2, 4) rad: hip, knee, ankle, toe
    points   (N, F, 2, 5, 2) m: knee, ankle, heel, ball, tip
    phase    (N, F, 2): 0 contact, .8 opposite contact, 1 toe-off, 2 contact
    touch    (N, F, 2, 3) bool: heel, ball, toe on the ground
    events   N arrays (E, 6): s, leg, CONTACT or TOE_OFF, x and y m of the foot's place, slope of its ground, rad
    """

    hip: Floats
    angles: Floats
    points: Floats
    phase: Floats
    touch: NDArray[np.bool_]
    events: tuple[Floats, ...]


def run(
    styles: ArrayLike,
    sets: int,
    lengths: ArrayLike,
    steps: ArrayLike,
    *,
    frames: int,
    rate: float = 120.0,
    begin: float = 0.0,
    angles: ArrayLike | None = None,
    lead: int = 0,
    landings: int | None = None,
    events: int = 64,
    reaction: Reaction | None = None,
    land: Land | None = None,
    orders: ArrayLike | None = None,
) -> Walks:
    """N characters walk, each on its own.

    styles    (N|1, K) numbers of `sets` sets, then those of the whole style
    lengths   (N|1, 7) m: thigh, shank, ankle height, heel back, ball forward, ball height, toe
    steps     (N,) m, from foot to foot, 0 on the spot; or (N, S), one a landing, the last of them goes on
    frames    F, at `rate` per second, the first `begin` seconds after the start
    angles    (N|1, 2, 4) rad to start from, whatever they are; None: standing, with leg `lead` to stay down at first
    landings  after so many a character comes to a stand: with the next one, or at once where its feet are BESIDE each
              other; None: it goes on
    events    at most so many are told of each
    land      what they walk on; None: level ground at 0
    orders    (N|1, O, 3) s, m, 0 or 1: from a time on, steps that long, and whether to come to a stand; the first at 0,
              in the order of time. They stand in place of `steps` and `landings` and may change at any moment: what
              is asked before the foot in the air is at phase 1.5 holds for its landing, later for the next

    Raises `DataError` on a wrong shape or range.
    """
    if not 1 <= sets <= SETS:
        raise DataError(f"sets: 1 to {SETS} wanted, got {sets}")
    sizes: check.Sizes = {"K": sets * SET_NUMBERS + STYLE_NUMBERS}
    far = _steps(steps, sizes)
    rows = check.floats("styles", styles, "N|1 K", sizes)
    legs = check.floats("lengths", lengths, "N|1 7", sizes)
    start = np.empty((0, 2, 4)) if angles is None else check.floats("angles", angles, "N|1 2 4", sizes)
    _check_ranges(rows, sets, legs, rate, frames)
    made = _room(len(far), max(frames, 1), max(events, 1))
    counts = np.zeros(len(far), np.int32)
    program, numbers, joints, arena = packed_reaction(reaction, len(far))
    heights, holds = _land(land or Land(), len(far))
    goes_on = -1 if landings is None else landings
    told_in_time = _orders(orders, sizes)
    if len(far):
        _gait.run(
            rows,
            sets,
            legs,
            far,
            told_in_time,
            start,
            lead,
            goes_on,
            rate,
            begin,
            program,
            numbers,
            joints,
            arena,
            heights,
            holds,
            *made,
            counts,
        )
    hip, q, points, phase, touch, told = made
    bits = (touch[..., None] >> np.arange(3, dtype=np.uint8)) & 1
    met = tuple(told[i, :count] for i, count in enumerate(counts))
    return Walks(hip[:, :frames], q[:, :frames], points[:, :frames], phase[:, :frames], bits[:, :frames] > 0, met)


def _steps(steps: ArrayLike, sizes: check.Sizes) -> Floats:
    """(N, S) m."""
    flat = np.ndim(steps) < 2
    far = check.floats("steps", steps, "N" if flat else "N S", sizes)
    if not (far.size or flat):
        raise DataError("steps: one or more for each character wanted")
    if not (np.isfinite(far) & (far >= 0)).all():
        raise DataError("steps: m not below 0 wanted")
    return far[:, None] if flat else far


def _orders(orders: ArrayLike | None, sizes: check.Sizes) -> Floats:
    """(N|1, O, 3), O 0 without any."""
    rows = check.floats("orders", np.empty((1, 0, 3)) if orders is None else orders, "N|1 O 3", sizes)
    if orders is not None and not rows.shape[1]:
        raise DataError("orders: one or more for each character wanted")
    times, steps, halts = np.moveaxis(rows, -1, 0)
    if not (np.isfinite(steps) & (steps >= 0)).all() or not np.isin(halts, (0, 1)).all():
        raise DataError("orders: m not below 0, and 0 or 1 whether to come to a stand, wanted")
    if not ((times[:, :1] == 0).all() and (np.diff(times, axis=1) >= 0).all()):
        raise DataError("orders: times in their order wanted, the first of them 0 s")
    return rows


def _room(many: int, frames: int, events: int) -> tuple[Floats, Floats, Floats, Floats, NDArray[np.uint8], Floats]:
    return (
        np.empty((many, frames, 2)),
        np.empty((many, frames, 2, 4)),
        np.empty((many, frames, 2, _gait.POINTS, 2)),
        np.empty((many, frames, 2)),
        np.empty((many, frames, 2), np.uint8),
        np.empty((many, events, _gait.EVENT_NUMBERS)),
    )


def packed_reaction(reaction: Reaction | None, many: int) -> tuple[Ints, Floats, Ints, Floats]:
    """Program, numbers (N|1, M), joints and a room to work in, all empty where there are no rules."""
    if reaction is None:
        return np.empty(0, np.int32), np.empty((0, 0)), np.empty(0, np.int32), np.empty(0)
    sizes: check.Sizes = {"N": many, "M": reaction.program.numbers}
    numbers = check.floats("numbers of the rules", reaction.numbers, "N|1 M", sizes)
    packed = reaction.program.packed
    return packed, numbers, np.array(reaction.joints, np.int32), np.empty(max(1, _gait.room(packed)))


def _land(land: Land, many: int) -> tuple[Floats, Floats]:
    """Heights and holds, none of them where the ground is level."""
    sizes: check.Sizes = {"N": many}
    heights = check.floats(
        "heights", np.empty((1, 2, 0, 2)) if land.heights is None else land.heights, "N|1 2 P 2", sizes
    )
    holds = check.floats("holds", np.empty((1, 0, 3)) if land.holds is None else land.holds, "N|1 H 3", sizes)
    if not (np.isfinite(heights).all() and np.isfinite(holds).all()):
        raise DataError("heights, holds: finite numbers wanted")
    if not (np.diff(heights[..., 0], axis=-1) >= 0).all():
        raise DataError("heights: x that never falls wanted")
    if not (np.abs(holds[..., 2:]) < np.pi / 2).all():
        raise DataError("holds: slopes between -pi/2 and pi/2 wanted, rad")
    return heights, holds


def _check_ranges(styles: Floats, sets: int, lengths: Floats, rate: float, frames: int) -> None:
    if not (np.isfinite(styles).all() and np.isfinite(lengths).all()):
        raise DataError("styles, lengths: finite numbers wanted")
    if not (styles[:, : sets * SET_NUMBERS].reshape(-1, sets, SET_NUMBERS)[:, :, 1] > 0).all():
        raise DataError("styles: widths of sets above 0 wanted")
    if not (lengths[:, [0, 1, 4]] > 0).all() or not (lengths >= 0).all():
        raise DataError("lengths: m not below 0 wanted, thigh, shank and ball forward above it")
    if not (rate > 0 and frames >= 0):
        raise DataError("rate: frames per second above 0 wanted")
