"""`lock.offline`: a lock that knows the whole clip, and moves the pelvis so that the feet can stand still."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from footpipe import BoundRig, Clip, Floats, Surface, kernel, log, param, solver, tell_beyond
from footpipe_lock.ground import Height, Stance, room, stands_on
from footpipe_lock.legs import ALL, Solved, clearances, ground_under
from footpipe_lock.sole import flat_soles
from footpipe_lock.surface import GROUND, Ground, asked_surface, bends, normals_at
from footpipe_lock.whole import Legs, Thresholds, posed, tell_away, tell_shift

ROLL = 0.02  # m, how far a standing toe may rise when it rolls; lengths are those of a leg of 0.8 m
ROLL_ON_GROUND = 0.0015  # m, the same where the ground is given
PASSES = 3  # solutions, each with the ground under the feet of the one before
MARGIN = 0.006  # share of a leg's length that is kept from straight, unless the input is straighter
SLACK = 1e-3  # m, that a leg may go into that margin
WATCH = 1e-2  # m before the margin from which a leg is looked after
CALM, LENGTH = 2.0, 50.0  # weights of the legs' quiet and length, against smoothness and pose
FIXED = 1e9  # weight of a pelvis that stays where it is


class Offline(Thresholds):
    """Parameters of `lock.offline`."""

    keep_place: float = param(
        0.3,
        unit="1/s^2",
        ge=0,
        doc="how firmly the character stays on its path; 1 halves how far it is moved, 0.01 lets it wander",
    )
    keep_pose: float = param(
        20.0, unit="1/s^2", ge=0, doc="how firmly the toes keep their places relative to the pelvis"
    )
    smoothness: float = param(0.05, unit="s", ge=0, doc="time in which a correction fades in before a contact and out")
    pelvis: float = param(1.0, unit="", ge=0, le=1, doc="the pelvis' share in the correction; 0 leaves it where it is")
    strength: float = param(
        1.0, unit="", ge=0, le=1, doc="how firmly feet stand; below 1 they slide a little where the pose would suffer"
    )
    height: Height = param(
        "soft",
        doc="'soft': a foot in contact stands on the ground, and its toe may roll by 2 cm where it does so already, "
        "as with ground 'auto'; "
        "'flat': its toe stays at one height; "
        "'keep': it keeps its own height, but not below the ground",
    )
    stretch: Annotated[float, Field(ge=0)] | Literal["limb"] = param(
        "limb",
        unit="m",
        doc="how much farther than in the input a leg may reach; 'limb': till it is almost straight",
    )
    out_of_reach: Literal["lift", "slide"] = param(
        "lift", doc="a toe that cannot stay where it is: lift it off the ground there, or let it slide"
    )
    ground: Ground = param("auto", unit="m", doc=GROUND)
    flatten: bool = param(False, doc="lay the soles of feet in contact flat on the ground")


def offline(clip: Clip, rig: BoundRig, p: Offline) -> Clip:
    """Make feet stand still in contact, exactly, with the smallest and smoothest change over the whole clip.

    Pelvis and toes are moved by one least-squares problem over all frames, in which a toe in contact is a single
    unknown; legs keep within their reach, and as long as they were. After D. Holden's article on foot locking, whose
    sweeps over the clip (`lock.relax`) go towards something alike. Hips, knees, ankles and toes turn, and the joint
    that carries the pelvis is moved; nothing else changes. The channel `lock.miss` (F, L) tells in metres how far each
    foot stayed from its place.
    """
    legs = Legs.of(clip, rig, p.on, p.off)
    surface = asked_surface(p.ground)
    clearance = np.zeros(len(rig.names)) if surface is None else clearances(clip, rig)[:, 0]
    stance = _stance(p, legs, clearance, surface)
    places, soles = legs.toes, None
    for _ in range(PASSES if bends(surface) else 1):
        if p.flatten:
            soles = flat_soles(clip, rig, normals_at(surface, places), legs.active)
        solution, on_ground = _solve(p, stance, legs, places, soles, surface)
        places = legs.toes + solution.toes
    if p.out_of_reach == "lift" and solution.over > SLACK * legs.scale:
        places = _lifted(places, legs, solution)
    locked = posed(
        clip,
        rig,
        legs,
        solution.pelvis,
        places,
        ankles=None if soles is None else places + kernel.rotate(soles.turns[:, :, 0], legs.feet),
        soles=soles,
        ground=None if surface is None else ground_under(surface, clip, rig, ALL, places),
    )
    tell_beyond(surface, places, legs.active)
    _tell(locked, rig, legs, solution, on_ground)
    return locked.clip


def _stance(p: Offline, legs: Legs, clearance: Floats, surface: Surface | None) -> Stance:
    height: Height = "flat" if p.flatten and p.height == "soft" else p.height
    own = surface is None or (height == "soft" and stands_on(surface, legs.toes, legs.active, clearance, legs.scale))
    return Stance(height, (ROLL if own else ROLL_ON_GROUND) * legs.scale, clearance, own)


def _solve(
    p: Offline, stance: Stance, legs: Legs, places: Floats, soles: kernel.SoleTurns | None, surface: Surface | None
) -> tuple[solver.OfflineSolution, solver.Room]:
    """Pelvis and toes, with the ground as it is where toes come to `places` (F, L, 3)."""
    weights = _weights(p)
    heights = np.ascontiguousarray(legs.toes[..., 1])
    on_ground = room(heights, places, legs.active, stance, surface)
    spans = legs.spans
    if soles is not None:
        spans = spans + legs.feet - kernel.rotate(soles.turns[:, :, 0], legs.feet)
    solution = solver.solve_offline(
        legs.toes,
        spans,
        _reach(p, legs, spans),
        legs.active,
        solver.settle_heights(heights, on_ground.floor, on_ground.ceiling, legs.steps, weights=weights),
        legs.steps,
        weights=weights,
        strength=p.strength,
        slack=SLACK * legs.scale,
        watch=WATCH * legs.scale,
    )
    return solution, on_ground


def _tell(locked: Solved, rig: BoundRig, legs: Legs, solution: solver.OfflineSolution, on_ground: solver.Room) -> None:
    past = max(solution.over, 0.0) * 1000
    log.info(
        "lock.offline: %d rounds; %d leg poses near the end of their reach, past it by %.1f mm at most%s",
        solution.rounds,
        solution.watched,
        past,
        _told_standing(on_ground.stands),
    )
    tell_shift(locked.clip, solution.pelvis, legs.scale)
    tell_away(locked, rig, legs)


def _told_standing(stands: tuple[float, float] | None) -> str:
    return f"; toes in contact stand {stands[0] * 100:.1f} to {stands[1] * 100:.1f} cm high" if stands else ""


def _weights(p: Offline) -> solver.Weights:
    return solver.Weights(
        acceleration=p.smoothness**2,
        place=max(p.keep_place, 1e-6),
        pose=p.keep_pose,
        calm=CALM * p.smoothness**2,
        hold=min(p.keep_pose * (1 - p.pelvis) / p.pelvis, FIXED) if p.pelvis > 0 else FIXED,
        length=LENGTH * p.keep_pose,
    )


def _reach(p: Offline, legs: Legs, spans: Floats) -> Floats:
    """(F, L) m that hip and ankle may be apart."""
    stretch = np.inf if isinstance(p.stretch, str) else p.stretch
    return solver.farthest(spans, legs.length, margin=MARGIN, slack=SLACK * legs.scale, stretch=stretch)


def _lifted(places: Floats, legs: Legs, solution: solver.OfflineSolution) -> Floats:
    """The toes' places, raised where the leg could not get down to them."""
    spans = legs.spans + solution.pelvis[:, None] - solution.toes
    flat2 = spans[..., 0] ** 2 + spans[..., 2] ** 2
    lowest = np.sqrt(np.maximum((legs.length - 1e-9) ** 2 - flat2, 0.0))
    short = (spans[..., 1] > lowest) & (flat2 < legs.length**2)
    lifted = places.copy()
    lifted[..., 1] += np.where(short, spans[..., 1] - lowest, 0.0)
    return lifted
