"""`lock.runtime`: a lock that looks at no later frame, as a game would run it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from footpipe import (
    OFF,
    ON,
    BoundRig,
    Clip,
    Fault,
    Floats,
    FootRule,
    Ints,
    Level,
    Params,
    StageError,
    Surface,
    kernel,
    log,
    param,
    surface_of,
    tell_beyond,
)
from footpipe_lock.legs import Reach, clearances, foot_shapes, ground_under, hinges, with_legs

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
    flatten: bool = param(False, doc="lay the soles of feet in contact square to the ground; goes with height 'floor'")
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
    rule = FootRule.of(p)
    limbs = _limbs_in_contact(clip, rig, rule)
    surface, weights = _surface(rig, p), _weights(clip, rig, rule, limbs)
    feet = _targets(clip, rig, p, rule, limbs, surface, weights)
    tell_beyond(surface, feet.toes, weights.max(axis=2) >= p.on)
    ground = ground_under(surface, clip, rig, limbs, feet.toes) if p.height_clamp else None
    clear = clearances(clip, rig)[limbs]
    reach = Reach(p.stretch, p.softening, p.aim_foot, p.aim_toe, ground, clear, feet.soles)
    axes = _hinges(clip, rig)[:, limbs]
    locked = with_legs(clip, rig, limbs, feet.toes, feet.ankles, axes, reach).clip
    _tell_misses(locked, rig)
    return locked


def _limbs_in_contact(clip: Clip, rig: BoundRig, rule: FootRule) -> list[int]:
    """Indices of the limbs that have the contact points that the pivot asks for."""
    assert clip.contacts is not None  # the role promises it
    known = clip.contacts.points
    limbs = [i for i, name in enumerate(rig.names) if all(f"{name}.{kind}" in known for kind in rule.points)]
    if limbs:
        return limbs
    wanted = ", ".join(f"{name}.{kind}" for name in rig.names for kind in rule.points)
    raise StageError(
        f"lock.runtime with pivot '{rule.pivot}' needs contacts of {wanted}; the clip has {', '.join(known)}",
        help="let the detector judge these points, or choose another pivot",
    )


def _weights(clip: Clip, rig: BoundRig, rule: FootRule, limbs: list[int]) -> Floats:
    """(F, L, K) of the contacts of the joints that are held."""
    assert clip.contacts is not None  # the role promises it
    points = [f"{rig.names[limb]}.{kind}" for limb in limbs for kind in rule.points]
    return clip.contacts.select(points).weights[clip.rest_rows :].reshape(-1, len(limbs), len(rule.points))


def _targets(
    clip: Clip, rig: BoundRig, p: Runtime, rule: FootRule, limbs: list[int], surface: Surface, weights: Floats
) -> kernel.FootTargets:
    rows = slice(clip.rest_rows, None)
    positions, rotations = (part[rows] for part in clip.world)
    legs = rig.legs[limbs]
    return kernel.follow_feet(
        positions,
        rotations,
        legs,
        weights,
        clip.steps[rows],
        rule,
        foot_shapes(clip, rig).soles[limbs],
        under=None if p.ground is None else surface.heights(positions[:, _held(legs, rule)]),
        normals=surface.normals(positions[:, legs[:, 3]]) if p.flatten else None,
    )


def _hinges(clip: Clip, rig: BoundRig) -> Floats:
    """(F, L, 3) each knee's hinge, measured from the frames up to this one."""
    at, turned = (part[clip.rest_rows :] for part in clip.world)
    believed = foot_shapes(clip, rig).knee_axes
    return hinges(rig, believed, kernel.knee_axes(at, turned, rig.legs, believed))


def _held(legs: Ints, rule: FootRule) -> Ints:
    """(L, K) the joints that are held."""
    return legs[:, [{"toe": 3, "ankle": 2}[kind] for kind in rule.points]]


def _surface(rig: BoundRig, p: Runtime) -> Surface:
    return Level(rig.floor) if p.ground is None else surface_of(p.ground)


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
