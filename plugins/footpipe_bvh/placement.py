"""How large a BVH's unit is and which way is up. The format says neither; the legs do."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from footpipe import BoundRig, Floats, Placement, RigError, Skeleton, find_rig
from footpipe_bvh.load import Axis, UnitName
from footpipe_bvh.rest import MOST_PLACES, joint_places

UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "dm": 0.1, "inch": 0.0254, "cmu": 0.0254 / 0.45}  # metres
LEG = 0.8  # m, thigh and shin of a grown person: 0.49 of the height (Drillis and Contini 1966), here 1.64 m, between
# the mean woman and the mean man. The units lie at least 1.7 apart, so that a child of 1.3 m is still told right
SHORTEST_LEG, LONGEST_LEG = 0.6, 1.1  # m: a unit that makes others is a guess that is told as one
LOOKED_AT = 500  # frames, spread over the clip
QUARTER = math.sqrt(0.5)
UPRIGHT = {  # xyzw, takes the axis to +y
    "x": (0.0, 0.0, QUARTER, QUARTER), "-x": (0.0, 0.0, -QUARTER, QUARTER),
    "y": (0.0, 0.0, 0.0, 1.0), "-y": (1.0, 0.0, 0.0, 0.0),
    "z": (-QUARTER, 0.0, 0.0, QUARTER), "-z": (QUARTER, 0.0, 0.0, QUARTER),
}  # fmt: skip


@dataclass(frozen=True)
class Found:
    """Where a file stands in the world, in words for people, and why it is a guess where it is one."""

    placement: Placement
    unit: str
    up: str
    trouble: str | None = None


def place_in_world(
    skeleton: Skeleton, translations: Floats, rotations: Floats, unit: UnitName | float, up: Axis
) -> Found:
    """The unit and the up axis: those given, else those that the legs show, else centimetres and y.

    `translations` (F, J, 3) and `rotations` (F, J, 4) are those of the motion, without rest rows.
    """
    try:
        rig = find_rig(skeleton).bind(skeleton)
    except RigError as fault:
        known = unit != "auto" and up != "auto"
        scale, name = _given("cm" if unit == "auto" else unit)
        return _found(scale, name, "y" if up == "auto" else up, None if known else fault.message)
    most = min(len(translations), LOOKED_AT, max(1, MOST_PLACES // len(skeleton)))
    some = np.linspace(0, len(translations) - 1, most).astype(int)
    places = joint_places(skeleton, translations[some], rotations[some])
    leg = leg_length(places, rig)
    scale, name = nearest_unit(leg) if unit == "auto" else _given(unit)
    trouble = _no_persons_leg(leg * scale) if unit == "auto" else None
    told = f"{name} (leg {leg * scale:.2f} m)" if leg > 0 else name
    return _found(scale, told, up_axis(places, rig) if up == "auto" else up, trouble)


def _no_persons_leg(leg: float) -> str | None:
    if not leg or SHORTEST_LEG <= leg <= LONGEST_LEG:
        return None
    return f"no usual unit makes a grown person's legs of these, {leg:.2f} m is the nearest"


def leg_length(places: Floats, rig: BoundRig) -> float:
    """Thigh and shin, file units: the median over frames and legs of joint `places` (F, J, 3)."""
    thighs = np.linalg.norm(places[:, rig.knee] - places[:, rig.hip], axis=2)
    shins = np.linalg.norm(places[:, rig.ankle] - places[:, rig.knee], axis=2)
    return float(np.median(thighs + shins))


def nearest_unit(leg: float) -> tuple[float, str]:
    """Metres per unit that make a leg of `leg` units most like a grown person's, and its name."""
    if leg <= 0:
        return _given("cm")
    name = min(UNITS, key=lambda unit: abs(math.log(leg * UNITS[unit] / LEG)))
    return UNITS[name], name


def up_axis(places: Floats, rig: BoundRig) -> str:
    """The axis along which the pelvis is above the ankles, in most frames; the rest pose may lie."""
    above = np.median(places[:, rig.pelvis] - places[:, rig.ankle].mean(axis=1), axis=0)
    axis = int(np.argmax(abs(above)))
    return ("-" if above[axis] < 0 else "") + "xyz"[axis]


def _given(unit: UnitName | float) -> tuple[float, str]:
    return (UNITS[unit], unit) if isinstance(unit, str) else (unit, f"{unit:g} m")


def _found(scale: float, unit: str, up: str, trouble: str | None = None) -> Found:
    return Found(Placement(rotation=np.array([UPRIGHT[up]]), scale=scale), unit, up, trouble)
