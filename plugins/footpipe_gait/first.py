"""A first style from people's curves: variable projection.

Where a leg is on its ring at each moment of a stride follows from the strides themselves: in stance from the events,
in the air from delta, as the controller measures it. Given centres and widths of the sets, angles and paces are then
linear least squares; centres and widths are found around that (Golub and Pereyra 1973). `train` goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from footpipe import DataError, Floats
from footpipe_gait.references import Reference
from footpipe_gait.style import JOINTS, Pose, Style

POSES = {  # the names of a walk's poses, and about where they are on the ring
    "contact": 0.0,
    "loading": 0.11,
    "midstance": 0.29,
    "heel_off": 0.51,
    "opposite_contact": 0.72,
    "push_off": 0.88,
    "toe_off": 1.05,
    "passing": 1.3,
    "reach": 1.6,
    "ready": 1.85,
}
WIDTH = 0.1
MOMENTS = 200  # of a stride
FREE_STEP, STEP_TIME = 0.743, -2.29  # step / leg at free speed, change of the step's time with it
RIDGE = np.array([1e-4, 3e-4])  # of values, and of their changes with the step
SMOOTH = 61  # thousandths of a stride over which the phase is smoothed
OPPOSITE, HALF = 0.8, 0.5
PACE_WEIGHT, HOLD = 2.0, 0.05


@dataclass(frozen=True, eq=False)
class _Stride:
    phase: Floats  # (T,)
    pace: Floats  # (T,) 1/s, of a leg of .9 m and the free step's time
    angles: Floats  # (T, 4) deg
    s: float


def first_style(references: Sequence[Reference], name: str = "learned") -> Style:
    """Ten poses from mean strides at one or more speeds; raises `DataError` where there is none."""
    if not references:
        raise DataError("a first style needs a stride")
    from scipy.optimize import least_squares

    strides = [_stride(reference) for reference in references]
    start = np.concatenate([list(POSES.values()), np.full(len(POSES), np.log(WIDTH))])
    scale = np.repeat([0.03, 0.15], len(POSES))

    def off(at: Floats) -> Floats:
        values, angles, paces, design = _consequents(strides, at)
        left = design @ values - np.column_stack([angles, PACE_WEIGHT * paces])
        return np.concatenate([left.ravel() / np.sqrt(len(design)), HOLD * (at - start) / scale])

    found = least_squares(off, start, x_scale=scale).x
    values, *_ = _consequents(strides, found)
    return Style(name, tuple(_poses(found, values)))


def _consequents(strides: Sequence[_Stride], at: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Least squares for angles and paces given centres and widths: the values, and what they come from."""
    several = len({stride.s for stride in strides}) > 1
    rows = [_weights(stride.phase, at) for stride in strides]
    design = np.vstack([np.hstack([row, row * stride.s * several]) for row, stride in zip(rows, strides, strict=True)])
    angles = np.vstack([stride.angles for stride in strides])
    paces = np.concatenate([stride.pace for stride in strides])
    ridge = np.diag(np.repeat(RIDGE, len(POSES))) * len(design)
    wanted = np.column_stack([angles, PACE_WEIGHT * paces])
    return np.linalg.solve(design.T @ design + ridge, design.T @ wanted), angles, paces, design


def _weights(phase: Floats, at: Floats) -> Floats:
    centres, widths = at[: len(POSES)], np.exp(at[len(POSES) :])
    away = (phase[:, None] - centres + 1) % 2 - 1
    exponent = -0.5 * (away / widths) ** 2
    raw = np.exp(exponent - exponent.max(axis=1, keepdims=True))
    whole: Floats = raw / raw.sum(axis=1, keepdims=True)
    return whole


def _poses(at: Floats, values: Floats) -> list[Pose]:
    count, poses = len(POSES), []
    for index, name in enumerate(POSES):
        now, change = values[index], values[count + index]
        angles = dict(zip(JOINTS, now[:4].tolist(), strict=True))
        per_step = {**dict(zip(JOINTS, change[:4].tolist(), strict=True)), "pace": float(change[4] / PACE_WEIGHT)}
        pace = max(0.3, float(now[4] / PACE_WEIGHT))
        poses.append(Pose(name, float(at[index]), float(np.exp(at[count + index])), pace, angles, per_step))
    return poses


def _stride(reference: Reference) -> _Stride:
    share = np.arange(MOMENTS) / MOMENTS
    at, phases = _ring(reference)
    s = reference.step / reference.shape.leg - FREE_STEP
    time = reference.time * (0.9 / reference.shape.leg) ** 0.5
    pace = np.interp(share, at, np.gradient(phases, at)) / time * (1 + STEP_TIME * s)
    known = np.linspace(0, 1, len(reference.curves))
    angles = np.stack([np.interp(share, known, curve) for curve in reference.curves.T], axis=1)
    return _Stride(np.interp(share, at, phases), pace, angles, s)


def _ring(reference: Reference) -> tuple[Floats, Floats]:
    """Moments from one stride before to one behind, and the phase at each, which rises smoothly."""
    from scipy.interpolate import PchipInterpolator

    moments, phases = _air(reference)
    inner = slice(3, -2, 3)
    knots = np.column_stack(
        [
            np.concatenate([[0, HALF / 2, HALF, reference.stance], moments[inner]]),
            np.concatenate([[0, OPPOSITE / 2, OPPOSITE, 1], phases[inner]]),
        ]
    )
    stride = np.array([1, 2])
    whole = np.vstack([knots - stride, knots, knots + stride, 2 * stride])
    at = np.linspace(-1, 2, 3001)
    rising = PchipInterpolator(*whole.T)(at)
    window = np.hanning(SMOOTH)
    padded = np.pad(rising, SMOOTH // 2, mode="reflect", reflect_type="odd")
    return at, np.convolve(padded, window / window.sum(), "valid")


def _air(reference: Reference) -> tuple[Floats, Floats]:
    """Moments (share of the stride) of the time in the air, and the phase at each by delta."""
    shape, points = reference.shape, len(reference.curves)
    hip, knee, ankle, _ = np.radians(reference.curves).T
    pitch = hip - knee + ankle
    at_ankle = _turned(0, -shape.thigh, hip) + _turned(0, -shape.shank, hip - knee)
    heel = at_ankle + _turned(-shape.heel_back, -shape.ankle_height, pitch)
    ball = at_ankle + _turned(shape.ball_forward, -shape.ankle_height, pitch)
    body = np.where((pitch > 0)[:, None], -heel, np.array([shape.heel_back + shape.ball_forward, 0.0]) - ball)
    half = (points - 1) // 2
    air = np.arange(round(reference.stance * (points - 1)), points)
    foothold = np.array([reference.step, 0.0]) - _turned(-shape.heel_back, -shape.ankle_height, pitch[0])
    away = hip[air] - _thigh_to(reference, foothold - body[air - half])
    gone = 1 - away / away[0]
    return air / (points - 1), 1 + np.clip((gone - gone[0]) / (gone[-1] - gone[0]), 0, 1)


def _thigh_to(reference: Reference, ankle: Floats) -> Floats:
    """Angle of the thigh of two links that reach an ankle (N, 2) seen from the hip."""
    thigh, shank = reference.shape.thigh, reference.shape.shank
    far = np.minimum(np.hypot(*ankle.T), thigh + shank)
    cosine = (thigh**2 + far**2 - shank**2) / (2 * thigh * far)
    angle: Floats = np.arctan2(ankle[:, 0], -ankle[:, 1]) + np.arccos(np.minimum(cosine, 1))
    return angle


def _turned(x: float, y: float, angle: Floats) -> Floats:
    return np.stack([np.cos(angle) * x - np.sin(angle) * y, np.sin(angle) * x + np.cos(angle) * y], axis=-1)
