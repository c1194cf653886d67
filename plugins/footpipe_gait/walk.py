"""A walk seen from the side: from a style, a leg's lengths, steps and the land under it, what both legs do.

Everything lies in the sagittal plane: x forward, y up, m; s. Legs come left, right; joints hip, knee, ankle, toe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from footpipe import DataError, Floats, gait_kernel
from footpipe_gait.reactive import reaction
from footpipe_gait.shape import LegShape
from footpipe_gait.style import Style
from footpipe_gait.style_read import read_style, shipped

CONTACT, TOE_OFF = gait_kernel.CONTACT, gait_kernel.TOE_OFF
WARM_UP = 8  # landings before a walk that does not begin standing
SETTLE = 0.8  # s after the last landing of a walk that ends standing, of a leg of .9 m
SLOWEST = 1.5  # s a step at most takes
LEGS = ("left", "right")
JOINTS = ("hip", "knee", "ankle", "toe")
POINTS = ("knee", "ankle", "heel", "ball", "tip")
SOLE = ("heel", "ball", "toe")


@dataclass(frozen=True)
class Step:
    """One foot's time on the ground.

    leg       0 left, 1 right
    contact   s, when the foot landed, between two frames
    toe_off   s, when it left; None while it stands at the walk's end
    x, y      m, where its heel stands, or would while only the toes touch
    length    m, from the other foot's place to this one's; None for feet that stood there at the start
    slope     rad, by which the ground rises there
    """

    leg: int
    contact: float
    toe_off: float | None
    x: float
    y: float
    length: float | None
    slope: float = 0.0


@dataclass(frozen=True)
class Walk:
    """A walk seen from the side; arrays are read-only.

    rate      frames per second
    times     (F,) s
    pelvis    (F, 2) m, x forward and y up, of the hip joints
    angles    (F, 2, 4) deg: legs left, right; hip (thigh against the vertical, flexion +), knee (flexion +),
              ankle (dorsiflexion +, 0 where the sole is square to the shank), toe (dorsiflexion +, 0 straight)
    points    (F, 2, 5, 2) m: knee, ankle, heel, ball (the toe joint), tip of the toe; x, y
    contacts  (F, 2, 3) bool: heel, ball, toe on the ground; a point in contact stands still
    steps     every time of a foot on the ground, by the time of its landing
    """

    rate: float
    times: Floats
    pelvis: Floats
    angles: Floats
    points: Floats
    contacts: NDArray[np.bool_]
    steps: tuple[Step, ...]


class _Course(NamedTuple):
    """A walk in the kernel's time: when its first and last frame are, and where x = 0 is, m."""

    begin: float
    end: float
    origin: float


def walk(
    style: Style | str | PathLike[str] = "walk",
    shape: LegShape | None = None,
    *,
    step: float | Sequence[float] | Floats = 0.65,
    steps: int = 8,
    rate: float = 60.0,
    start: bool = True,
    stop: bool = True,
    land: gait_kernel.Land | None = None,
) -> Walk:
    """A walk of so many steps.

    style  a `Style`, the name of one that comes along, or its TOML file
    shape  lengths of the legs, m; of a leg of .9 m where left out
    step   m from one foot's place to the other's, 0 (on the spot) to 1.2 of the leg; or one for each landing, of which
           the last goes on
    steps  landings, of which the first is the right foot's; with `stop` the last is beside the other foot: exactly, but
           where steps are shorter than .05 of the leg
    rate   frames per second; every rate shows the same walk
    start  begins standing; else walking, with the landing of the left foot, which is at x = 0
    stop   ends standing; else with the last landing
    land   what it walks on, from where it stands or, without `start`, WARM_UP steps before; None: level ground at 0

    Raises `DataError` for a step, a number of steps or a rate that cannot be, and as `read_style` does.
    """
    shape = shape or LegShape()
    style = style if isinstance(style, Style) else find_style(style)
    far = _checked(shape, step, steps, rate)
    far = far if start else np.concatenate([np.repeat(far[:1], WARM_UP), far])
    course = _course(style, shape, far, steps, start, stop, land)
    frames = max(1, int(np.floor((course.end - course.begin) * rate + 1e-6)) + 1)
    ran = _run(style, shape, far, _landings(shape, far, steps, start, stop), frames, rate, course.begin, land=land)
    return _told(ran, course, rate, start)


def find_style(style: str | PathLike[str]) -> Style:
    """A style that comes along by its name, or one in a TOML file."""
    path = Path(style)
    return read_style(style) if path.suffix or path.is_file() else shipped(path.name)


def _checked(shape: LegShape, step: float | Sequence[float] | Floats, steps: int, rate: float) -> Floats:
    """(S,) m, of one landing after the other."""
    far = np.atleast_1d(np.asarray(step, float))
    if far.ndim > 1 or not far.size:
        raise DataError("step: one number, or one for each landing, wanted")
    wrong = far[~((far >= 0) & (far / shape.leg <= gait_kernel.LONG_STEP))]
    if wrong.size:
        raise DataError(
            f"a step of {wrong[0]:g} m is none for a leg of {shape.leg:.3g} m",
            help=f"0 to {gait_kernel.LONG_STEP * shape.leg:.2g} m can be walked",
        )
    if steps < 1:
        raise DataError(f"steps: 1 or more wanted, not {steps}")
    if not 0 < rate < np.inf:
        raise DataError(f"rate: frames per second above 0 wanted, not {rate}")
    return far


def _landings(shape: LegShape, far: Floats, steps: int, start: bool, stop: bool) -> int | None:
    """After how many landings it comes to a stand: with the next one, but where feet are beside each other anyway."""
    if not stop:
        return None
    apart = bool(far[-1] >= gait_kernel.BESIDE * shape.leg)
    return steps - apart + (0 if start else WARM_UP)


def _course(
    style: Style, shape: LegShape, far: Floats, steps: int, start: bool, stop: bool, land: gait_kernel.Land | None
) -> _Course:
    """Runs the walk once, for its events alone."""
    wanted = steps + (0 if start else WARM_UP)
    longest = SLOWEST * (shape.leg / 0.9) ** 0.5 / style.tempo * (wanted + 3)
    landed = _landings(shape, far, steps, start, stop)
    ran = _run(style, shape, far, landed, 1, 1.0, longest, events=2 * wanted + 4, land=land)
    contacts = ran.events[0][ran.events[0][:, 2] == CONTACT]
    if len(contacts) < wanted:
        long = f"{far.min():.3g} to {far.max():.3g}" if np.ptp(far) > 1e-6 else f"{far[-1]:.3g}"
        ground = "" if land is None else "a ground that is less steep, "
        raise DataError(
            f"style '{style.name}' does not get through {steps} steps of {long} m on a leg of {shape.leg:.3g} m",
            help=f"take another step, {ground}or undo the last change of the style",
        )
    begin = 0.0 if start else float(contacts[WARM_UP - 1, 0])
    origin = 0.0 if start else WARM_UP * float(far[0])
    settle = SETTLE * (shape.leg / 0.9) ** 0.5 / style.tempo if stop else 0.0
    return _Course(begin, float(contacts[wanted - 1, 0]) + settle, origin)


def _run(
    style: Style,
    shape: LegShape,
    far: Floats,
    landings: int | None,
    frames: int,
    rate: float,
    begin: float,
    events: int | None = None,
    land: gait_kernel.Land | None = None,
) -> gait_kernel.Walks:
    """One character; it walks on its left foot first, so that it begins with the right."""
    room = events or 64 + 4 * int((begin + frames / rate) * 4 * style.tempo / shape.leg**0.5)
    return gait_kernel.run(
        style.kernel_numbers()[None],
        len(style.poses),
        [shape.numbers],
        far[None],
        frames=frames,
        rate=rate,
        begin=begin,
        lead=0,
        landings=landings,
        events=room,
        reaction=reaction(style.rules),
        land=land,
    )


def _told(ran: gait_kernel.Walks, course: _Course, rate: float, start: bool) -> Walk:
    back = np.array([course.origin, 0.0])
    return Walk(
        rate=rate,
        times=sealed(np.arange(len(ran.hip[0])) / rate),
        pelvis=sealed(ran.hip[0] - back),
        angles=sealed(np.degrees(ran.angles[0])),
        points=sealed(ran.points[0] - back),
        contacts=sealed(ran.touch[0].copy()),
        steps=tuple(_steps(_all_events(ran, start), course, start)),
    )


def _all_events(ran: gait_kernel.Walks, start: bool) -> Floats:
    """Those of the kernel, after the landings of feet that stand there at the start, right and left."""
    if not start:
        return ran.events[0]
    hip, knee, ankle, _ = np.moveaxis(ran.angles[0, 0], -1, 0)
    heels = ran.points[0, 0, :, POINTS.index("heel")]
    stand = [[0.0, leg, CONTACT, *heels[leg], (hip - knee + ankle)[leg]] for leg in (1, 0)]
    return np.vstack([stand, ran.events[0]])


def _steps(events: Floats, course: _Course, start: bool) -> Iterator[Step]:
    """Every time of a foot on the ground that reaches into the walk."""
    before: float | None = None
    for index, (time, leg, kind, x, y, slope) in enumerate(events):
        if kind != CONTACT or time > course.end + 1e-9:
            continue
        later = events[index + 1 :]
        left = later[(later[:, 1] == leg) & (later[:, 2] == TOE_OFF), 0]
        off = float(left[0]) - course.begin if len(left) and left[0] <= course.end else None
        length = None if before is None or (start and time == 0) else float(x) - before
        before = float(x)
        if off is None or off > 0:
            yield Step(
                int(leg), float(time - course.begin), off, float(x - course.origin), float(y), length, float(slope)
            )


def sealed(array: NDArray[Any]) -> NDArray[Any]:
    """Made read-only."""
    array.flags.writeable = False
    return array
