"""What walks are compared with and learned from: strides of people, as curves and figures."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from footpipe import Floats
from footpipe_gait.curves import POINTS, read_curves
from footpipe_gait.shape import LegShape

DATA = Path(str(resources.files("footpipe_gait") / "data"))
SPEEDS = ("very_slow", "slow", "free", "fast", "very_fast")


@dataclass(frozen=True, eq=False)
class Reference:
    """A mean stride of people, from a foot's contact to its next.

    name    for people
    shape   of the legs that step and time belong to
    step    m
    time    s, of the stride
    stance  share of the stride that the foot is on the ground
    curves  (101, 4) deg: hip (thigh against the vertical), knee, ankle, toe
    band    (101, 4) deg, one standard deviation
    joints  which of the four there are
    """

    name: str
    shape: LegShape
    step: float
    time: float
    stance: float
    curves: Floats
    band: Floats
    joints: tuple[bool, ...] = (True, True, True, True)


@cache
def five_speeds() -> tuple[Reference, ...]:
    """The five speeds of Schwartz et al. 2008, of a leg of .9 m; the toe's curve is one laboratory's at free speed."""
    with (DATA / "events_schwartz2008.csv").open(encoding="utf-8", newline="") as file:
        events = {row["speed"]: row for row in csv.DictReader(file)}
    return tuple(_reference(speed, events[speed]) for speed in SPEEDS)


@cache
def other_laboratory() -> Reference:
    """Pinzone et al. 2014, centre 1, self-selected speed: nothing is learned from it. Its step is the free one."""
    free = five_speeds()[SPEEDS.index("free")]
    curves = read_curves(DATA / "pinzone2014_centre1.csv")
    angles, band = _with_toe(curves.mean), _with_toe(curves.sd)
    joints = (True, True, True, False)
    return replace(free, name="another laboratory", curves=angles, band=band, joints=joints)


def _reference(speed: str, events: dict[str, str]) -> Reference:
    curves = read_curves(DATA / f"schwartz2008_{speed}.csv")
    shape = LegShape()
    step = float(events["derived_step_over_leg"]) * shape.leg
    time = float(events["derived_stride_time_s_leg0.9m"])
    mean, sd = _hallux()
    return Reference(
        speed.replace("_", " "),
        shape,
        step,
        time,
        float(events["foot_off"]),
        np.column_stack([curves.mean, mean]),
        np.column_stack([curves.sd, sd]),
    )


def _with_toe(values: Floats) -> Floats:
    return np.column_stack([values, np.ones(len(values))])


@cache
def _hallux() -> tuple[Floats, Floats]:
    percent, mean, sd = np.loadtxt(DATA / "ofm_oxford_hallux.csv", delimiter=",", skiprows=1, unpack=True)
    at = np.linspace(0, 100, POINTS)
    return np.interp(at, percent, mean), np.interp(at, percent, sd)
