"""What a clip was changed by, against the clip before: turns in degrees, lengths in cm."""

from __future__ import annotations

import numpy as np

from footpipe import BoundRig, Clip, Floats, Ints, kernel

MISSED = 1e-4  # m: less than this is no miss


def cost(before: Clip, after: Clip, rig: BoundRig) -> dict[str, float | int | None]:
    """Figures of the change; all frames but injected rest rows."""
    rows = slice(before.rest_rows, None)
    turned = np.degrees(kernel.angle(before.rotations[rows], after.rotations[rows]))
    legs = np.unique(rig.legs[:, :3])
    moved = after.world.positions[rows] - before.world.positions[rows]
    p99, median = _ratios(before, after, legs, (99, 50))
    return {
        "turn_mean": float(turned[:, legs].mean()),
        "turn_max": float(turned[:, legs].max()),
        "knee_bend_mean": float((_flexion(after, rig)[rows] - _flexion(before, rig)[rows]).mean()),
        "root_shift_max": float(np.linalg.norm(moved[:, rig.root], axis=-1).max() * 100),
        "pelvis_drop_max": float(max(0.0, -moved[:, rig.pelvis, 1].min()) * 100),
        "root_turn_max": float(turned[:, rig.root].max()),
        "acceleration_p99": p99,
        "acceleration_median": median,
        "bone_error_max": float(
            max(abs(a - b)[rows].max() for a, b in zip(_bones(before, rig), _bones(after, rig), strict=True)) * 100
        ),
        **_misses(after, rows),
    }


def _ratios(before: Clip, after: Clip, joints: Ints, percentiles: tuple[int, ...]) -> list[float | None]:
    """Percentiles of the joints' angular accelerations, as multiples of what they were; None where they were none."""
    if len(before) - before.rest_rows < 3:
        return [None] * len(percentiles)
    was, now = (np.percentile(_accelerations(clip, joints), percentiles) for clip in (before, after))
    return [float(b / a) if a > 0 else None for a, b in zip(was, now, strict=True)]


def _accelerations(clip: Clip, joints: Ints) -> Floats:
    """rad/s^2: how much the joints' local angular velocities change from frame to frame."""
    rotations = clip.rotations[clip.rest_rows :, joints]
    steps = np.diff(clip.times[clip.rest_rows :])[:, None, None]
    spin = kernel.log(kernel.multiply(kernel.inverse(rotations[:-1]), rotations[1:])) / steps
    return np.linalg.norm(np.diff(spin, axis=0), axis=-1) / steps[1:, :, 0]


def _flexion(clip: Clip, rig: BoundRig) -> Floats:
    """(F, L) degrees between thigh and shin; 0 is a straight leg."""
    at = clip.world.positions
    thigh, shin = at[:, rig.knee] - at[:, rig.hip], at[:, rig.ankle] - at[:, rig.knee]
    across = np.linalg.norm(np.cross(thigh, shin), axis=-1)
    return np.degrees(np.arctan2(across, (thigh * shin).sum(-1)))


def _bones(clip: Clip, rig: BoundRig) -> list[Floats]:
    """Lengths (F, L) of thigh, shin and foot, m."""
    at = clip.world.positions
    return [
        np.linalg.norm(at[:, lower] - at[:, upper], axis=-1)
        for upper, lower in zip(rig.legs.T[:3], rig.legs.T[1:4], strict=True)
    ]


def _misses(clip: Clip, rows: slice) -> dict[str, float | int | None]:
    """How far feet stayed from their places, where a locker has said so, cm."""
    miss = clip.channels.get("lock.miss")
    if miss is None:
        return {"miss_max": None, "missed_frames": None}
    return {
        "miss_max": float(miss[rows].max() * 100),
        "missed_frames": int((miss[rows] > MISSED).any(axis=1).sum()),
    }
