"""`lock.runtime`: a lock that looks at no later frame, as a game would run it."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from footpipe import OFF, ON, BoundRig, Clip, Fault, Floats, Params, StageError, kernel, log, param
from footpipe_lock.legs import Reach, clearances, knee_axes, with_legs
from footpipe_lock.surface import Level, Surface, surface_of

POINTS = ("toe", "ankle")
MISSED = 1e-4  # m: less than this is no miss worth telling


class Runtime(Params):
    """Parameters of `lock.runtime`."""

    blend: float = param(0.1, unit="s", ge=0, doc="time in which a foot goes over from moving to standing")
    release: float = param(0.16, unit="s", ge=0, doc="time in which it goes back to its own way when the contact ends")
    lock_distance: float = param(0.1, unit="m", gt=0, doc="a foot farther than this from its input does not lock yet")
    unlock_distance: float = param(0.2, unit="m", gt=0, doc="a foot dragged farther than this from its input is let go")
    on: float = param(ON, unit="", ge=0, le=1, doc="contact weight from which a foot touches")
    off: float = param(OFF, unit="", ge=0, le=1, doc="contact weight below which it no longer does")
    pivot: Literal["toe", "ankle", "both"] = param(
        "toe", doc="what stands still: the toe, the ankle, or the whole foot"
    )
    height: Literal["keep", "floor"] = param("keep", doc="keep the foot's own height, or put it on the floor")
    stretch: Annotated[float, Field(ge=0)] | Literal["limb", "article"] = param(
        0.005,
        unit="m",
        union_mode="left_to_right",
        doc="how much farther than in the input a leg may reach; 'limb': till it is straight; 'article': not as far",
    )
    softening: float = param(0.005, unit="m", ge=0, doc="the last bit of reach, over which a leg slows down")
    aim_foot: bool = param(True, doc="turn the ankle so that the toe gets to its place")
    aim_toe: bool = param(True, doc="turn the toe so that the sole keeps its direction")
    height_clamp: bool = param(False, doc="keep toe, ankle and toe end above the ground")
    ground: float | Path | None = param(
        None,
        unit="m",
        doc="height of the ground; when left out the rig's floor, and feet go as high as they stood so far; a CSV "
        "file: a height map (x,z,height) or steps (x_from,x_to,z_from,z_to,height), in metres",
    )

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """Thresholds that would flutter."""
        found = []
        if self.off > self.on:
            found.append(Fault("off", "'off' is above 'on': a contact would end before it begins", "lower 'off'"))
        if self.unlock_distance < self.lock_distance:
            wrong = "'unlock_distance' is below 'lock_distance': a foot would be let go as soon as it is locked"
            found.append(Fault("unlock_distance", wrong, "raise 'unlock_distance'"))
        return found


def runtime(clip: Clip, rig: BoundRig, p: Runtime) -> Clip:
    """Hold each foot where it touched, with inertialized transitions; no frame depends on a later one.

    The state machine of D. Holden's article on foot locking with cubic inertialization. Hips, knees, ankles and toes
    turn; nothing else changes. The channel `lock.miss` (F, L) tells in metres how far each foot stayed from its place.
    """
    limbs = _limbs_in_contact(clip, rig, p)
    motion = slice(clip.rest_rows, None)
    toes, ankles = (clip.world.positions[motion, joints] for joints in (rig.toe[limbs], rig.ankle[limbs]))
    toe_targets, ankle_targets = _targets(clip, rig, p, limbs, toes, ankles)
    ground = _surface(rig, p).heights(toe_targets) if p.height_clamp else None
    reach = Reach(p.stretch, p.softening, p.aim_foot, p.aim_toe, ground, clearances(clip, rig)[limbs])
    locked = with_legs(clip, rig, limbs, toe_targets, ankle_targets, knee_axes(clip, rig), reach)
    _tell_misses(locked, rig)
    return locked


def _limbs_in_contact(clip: Clip, rig: BoundRig, p: Runtime) -> list[int]:
    """Indices of the limbs that have the contact points that the pivot asks for."""
    kinds = POINTS if p.pivot == "both" else (p.pivot,)
    assert clip.contacts is not None  # the role promises it
    known = clip.contacts.points
    limbs = [i for i, name in enumerate(rig.names) if all(f"{name}.{kind}" in known for kind in kinds)]
    if limbs:
        return limbs
    wanted = ", ".join(f"{name}.{kind}" for name in rig.names for kind in kinds)
    raise StageError(
        f"lock.runtime with pivot '{p.pivot}' needs contacts of {wanted}; the clip has {', '.join(known)}",
        help="let the detector judge these points, or choose another pivot",
    )


def _targets(
    clip: Clip, rig: BoundRig, p: Runtime, limbs: list[int], toes: Floats, ankles: Floats
) -> tuple[Floats, Floats | None]:
    """Where toes and ankles are to be, (F, L, 3) each; ankles None where they follow the toes."""
    if p.pivot == "toe":
        return _lock(clip, rig, p, limbs, "toe", toes), None
    held = _lock(clip, rig, p, limbs, "ankle", ankles)
    if p.pivot == "ankle":
        return held + (toes - ankles), held
    toe_targets = _lock(clip, rig, p, limbs, "toe", toes)
    return toe_targets, toe_targets + _with_length(held - toe_targets, ankles - toes)


def _lock(clip: Clip, rig: BoundRig, p: Runtime, limbs: list[int], kind: str, places: Floats) -> Floats:
    points = [f"{rig.names[i]}.{kind}" for i in limbs]
    assert clip.contacts is not None
    active = clip.contacts.select(points).active(p.on, p.off)[clip.rest_rows :]
    floor = None if p.height == "keep" else _planted(clip, rig, p, limbs, kind, places, active)
    steps = clip.steps[clip.rest_rows :]
    distances = p.lock_distance, p.unlock_distance
    return kernel.lock_points(places, active, steps, p.blend, *distances, floor, p.release).positions


def _planted(
    clip: Clip, rig: BoundRig, p: Runtime, limbs: list[int], kind: str, places: Floats, active: NDArray[np.bool_]
) -> Floats:
    """(F, L) m: the height at which a planted foot stands, known without looking ahead.

    It is as high above the ground as it stood above its sole in its contacts so far; without a ground, as it stood.
    """
    if p.ground is None:
        return np.stack([_median_so_far(*column) for column in zip(places[..., 1].T, active.T, strict=True)], axis=1)
    under = _surface(rig, p).heights(places)
    own, soles = places[..., 1] - under, _soles(clip, rig, limbs) - under
    clearance = [
        _median_so_far(height, on) - _least_so_far(sole, on)
        for height, sole, on in zip(own.T, soles.T, active.T, strict=True)
    ]
    return under + np.stack(clearance, axis=1)


def _soles(clip: Clip, rig: BoundRig, limbs: list[int]) -> Floats:
    """(F, L) m: the lowest of ankle, toe and toe end."""
    legs = rig.legs[limbs, 2:]
    points = np.where(legs >= 0, legs, legs[:, :1])
    return clip.world.positions[clip.rest_rows :, points, 1].min(axis=-1)


def _least_so_far(heights: Floats, active: NDArray[np.bool_]) -> Floats:
    """(F,) least of the heights in contact up to each frame; the height itself before there were any."""
    least = np.minimum.accumulate(np.where(active, heights, np.inf))
    return np.where(np.isfinite(least), least, heights)


def _median_so_far(heights: Floats, active: NDArray[np.bool_]) -> Floats:
    """(F,) median of the heights in contact up to each frame; the height itself before there were any."""
    known: list[float] = []
    medians = heights.copy()
    for frame in np.flatnonzero(active):
        insort(known, heights[frame])
        medians[frame] = (known[(len(known) - 1) // 2] + known[len(known) // 2]) / 2
    return medians


def _surface(rig: BoundRig, p: Runtime) -> Surface:
    return Level(rig.floor) if p.ground is None else surface_of(p.ground)


def _with_length(vectors: Floats, like: Floats) -> Floats:
    """`vectors` with the lengths of `like`; `like` itself where a vector has none."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    scaled = vectors * (np.linalg.norm(like, axis=-1, keepdims=True) / np.maximum(lengths, 1e-12))
    return np.where(lengths > 1e-12, scaled, like)


def _tell_misses(clip: Clip, rig: BoundRig) -> None:
    miss = clip.channels["lock.miss"]
    for name, column in zip(rig.names, miss.T, strict=True):
        if (column > MISSED).any():
            at = int(column.argmax())
            log.info(
                "%s: %d frames out of the leg's reach, by %.1f mm at most (frame %d)",
                name,
                (column > MISSED).sum(),
                column[at] * 1000,
                at,
            )
