"""`lock.offline`: a lock that knows the whole clip, and moves the pelvis so that the feet can stand still."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from footpipe import BoundRig, Clip, Floats, Params, carried, carrier, log, param, solver, warn
from footpipe_lock.ground import Height, Stance, Surface, room
from footpipe_lock.legs import Reach, clearances, knee_axes, with_legs

LEG = 0.8  # m, the leg that the lengths below are meant for; they grow and shrink with it
ROLL = 0.02  # m, how far a standing toe may rise when it rolls
MARGIN = 0.006  # share of a leg's length that is kept from straight, unless the input is straighter
SLACK = 1e-3  # m, that a leg may go into that margin
WATCH = 1e-2  # m before the margin from which a leg is looked after
LARGE_SHIFT, LARGE_DROP = 0.5, 0.1  # m of the pelvis, that are worth a warning
AWAY = 5e-5  # m: a toe in contact that is farther than this from its place is told
CALM, LENGTH = 2.0, 100.0  # weights of the legs' quiet and length, against smoothness and pose
FIXED = 1e9  # weight of a pelvis that stays where it is


class Offline(Params):
    """Parameters of `lock.offline`."""

    keep_place: float = param(
        0.3,
        unit="1/s^2",
        ge=0,
        doc="how firmly the character stays on its path; 1 halves how far it is moved, 0.01 lets it wander",
    )
    keep_pose: float = param(
        10.0, unit="1/s^2", ge=0, doc="how firmly the toes keep their places relative to the pelvis"
    )
    smoothness: float = param(0.05, unit="s", ge=0, doc="time in which a correction fades in before a contact and out")
    pelvis: float = param(1.0, unit="", ge=0, le=1, doc="the pelvis' share in the correction; 0 leaves it where it is")
    strength: float = param(
        1.0, unit="", ge=0, le=1, doc="how firmly feet stand; below 1 they slide a little where the pose would suffer"
    )
    height: Height = param(
        "soft",
        doc="'soft': a foot in contact stands on the ground and may roll; 'flat': its toe stays at one height; "
        "'keep': it keeps its own height, but not below the ground",
    )
    stretch: float | Literal["limb"] = param(
        "limb",
        unit="m",
        doc="how much farther than in the input a leg may reach; 'limb': till it is almost straight",
    )
    out_of_reach: Literal["lift", "slide"] = param(
        "lift", doc="a toe that cannot stay where it is: lift it off the ground there, or let it slide"
    )
    on: float = param(0.5, unit="", ge=0, le=1, doc="contact weight from which a foot touches")
    off: float = param(0.4, unit="", ge=0, le=1, doc="contact weight below which it no longer does")


def offline(clip: Clip, rig: BoundRig, p: Offline) -> Clip:
    """Make feet stand still in contact, exactly, with the smallest and smoothest change over the whole clip.

    Pelvis and toes are moved by one least-squares problem over all frames, in which a toe in contact is a single
    unknown; legs keep within their reach, and as long as they were. After D. Holden's article on foot locking, whose
    sweeps over the clip (`lock.relax`) go towards something alike. Hips, knees, ankles and toes turn, and the joint
    that carries the pelvis is moved; nothing else changes. The channel `lock.miss` (F, L) tells in metres how far each
    foot stayed from its place.
    """
    legs = _Legs.of(clip, rig)
    active = _active(clip, rig, p)
    weights = _weights(p)
    raised = _raised(clip, rig, p, legs, active, weights, legs.toes)
    solution = solver.solve_offline(
        legs.toes,
        legs.spans,
        _reach(p, legs),
        active,
        raised,
        clip.steps[clip.rest_rows :],
        weights=weights,
        strength=p.strength,
        slack=SLACK * legs.scale,
        watch=WATCH * legs.scale,
    )
    targets = legs.toes + solution.toes
    if p.out_of_reach == "lift" and solution.over > SLACK * legs.scale:
        targets = _lifted(targets, legs, solution)
    locked = _posed(clip, rig, targets, solution.pelvis)
    _tell(locked, rig, legs, active, targets, solution)
    return locked


@dataclass(frozen=True)
class _Legs:
    """The legs in the input, without rest rows.

    toes    (F, L, 3) m
    spans   (F, L, 3) m, hip - ankle
    length  (F, L) m, thigh and shin
    scale   size of the character against a grown person
    """

    toes: Floats
    spans: Floats
    length: Floats
    scale: float

    @classmethod
    def of(cls, clip: Clip, rig: BoundRig) -> _Legs:
        at = clip.world.positions[clip.rest_rows :]
        hips, knees, ankles, toes = (at[:, joints] for joints in rig.legs.T[:4])
        length = _norm(hips - knees) + _norm(knees - ankles)
        return cls(toes, hips - ankles, length, float(np.median(length)) / LEG)


def _norm(vectors: Floats) -> Floats:
    return np.sqrt(np.einsum("...i,...i", vectors, vectors))


def _active(clip: Clip, rig: BoundRig, p: Offline) -> NDArray[np.bool_]:
    """(F, L) which toes are in contact, without rest rows; a limb whose toe has no contacts is free."""
    assert clip.contacts is not None  # the role promises it
    known = [name for name in rig.points("toe") if name in clip.contacts.points]
    active = np.zeros((len(clip) - clip.rest_rows, len(rig.names)), np.bool_)
    limbs = [rig.points("toe").index(name) for name in known]
    active[:, limbs] = clip.contacts.select(known).active(p.on, p.off)[clip.rest_rows :]
    return active


def _weights(p: Offline) -> solver.Weights:
    return solver.Weights(
        acceleration=p.smoothness**2,
        place=max(p.keep_place, 1e-6),
        pose=p.keep_pose,
        calm=CALM * p.smoothness**2,
        hold=min(p.keep_pose * (1 - p.pelvis) / p.pelvis, FIXED) if p.pelvis > 0 else FIXED,
        length=LENGTH * p.keep_pose,
    )


def _raised(
    clip: Clip,
    rig: BoundRig,
    p: Offline,
    legs: _Legs,
    active: NDArray[np.bool_],
    weights: solver.Weights,
    places: Floats,
    surface: Surface | None = None,
) -> Floats:
    """(F, L) m by which the toes are raised, were they to stand at `places` (F, L, 3)."""
    clearance = np.zeros(len(rig.names)) if surface is None else clearances(clip, rig)[:, 0]
    stance = Stance(p.height, ROLL * legs.scale, clearance)
    space = room(places, active, stance, surface)
    steps = clip.steps[clip.rest_rows :]
    return solver.settle_heights(legs.toes[..., 1], space.floor, space.ceiling, steps, weights=weights)


def _reach(p: Offline, legs: _Legs) -> Floats:
    """(F, L) m that hip and ankle may be apart: almost the leg, or what they are in the input, if that is more."""
    now = _norm(legs.spans)
    most = np.maximum((1 - MARGIN) * legs.length, np.minimum(now, legs.length - SLACK * legs.scale))
    return most if isinstance(p.stretch, str) else np.minimum(most, np.maximum(now, SLACK) + p.stretch)


def _lifted(targets: Floats, legs: _Legs, solution: solver.OfflineSolution) -> Floats:
    """The targets, raised where the leg could not get down to them."""
    spans = legs.spans + solution.pelvis[:, None] - solution.toes
    flat2 = spans[..., 0] ** 2 + spans[..., 2] ** 2
    lowest = np.sqrt(np.maximum((legs.length - 1e-9) ** 2 - flat2, 0.0))
    short = (spans[..., 1] > lowest) & (flat2 < legs.length**2)
    lifted = targets.copy()
    lifted[..., 1] += np.where(short, spans[..., 1] - lowest, 0.0)
    return lifted


def _posed(clip: Clip, rig: BoundRig, targets: Floats, pelvis: Floats) -> Clip:
    """The clip with its pelvis moved by `pelvis` (F, 3) m and its toes at `targets` (F, L, 3) m.

    Legs are solved in the input's place, with targets moved back: that gives the same rotations.
    """
    shifts = np.zeros((len(clip), 3))
    shifts[clip.rest_rows :] = pelvis
    moved = carried(clip, carrier(clip, rig.pelvis), shifts)
    everyone = list(range(len(rig.names)))
    reach = Reach("limb", 0.0, aim_foot=True, aim_toe=True, ground=None, clearances=np.zeros((len(everyone), 3)))
    return with_legs(clip, rig, everyone, targets - pelvis[:, None], None, knee_axes(clip, rig)[-1:], reach, moved)


def _tell(
    locked: Clip,
    rig: BoundRig,
    legs: _Legs,
    active: NDArray[np.bool_],
    targets: Floats,
    solution: solver.OfflineSolution,
) -> None:
    """Rounds, what is left of reach, toes that are not where they belong, and a shift that is too much to be meant."""
    log.info("lock.offline: %d rounds, %d leg poses near the end of their reach", solution.rounds, solution.watched)
    _tell_shift(locked, solution.pelvis / legs.scale)
    away = _norm(locked.world.positions[locked.rest_rows :, rig.toe] - targets)
    for name, off, on in zip(rig.names, away.T, active.T, strict=True):
        missed = on & (off > AWAY)
        if missed.any():
            worst = int(np.argmax(np.where(on, off, 0.0)))
            warn(
                f"{name}: in {missed.sum()} frames of contact the toe does not get to its place, by up to "
                f"{off[worst] * 1000:.1f} mm (frame {worst + locked.rest_rows})"
            )


def _tell_shift(clip: Clip, pelvis: Floats) -> None:
    flat = np.hypot(pelvis[:, 0], pelvis[:, 2])
    for amount, limit, what in (
        (flat, LARGE_SHIFT, "moved aside"),
        (abs(pelvis[:, 1]), LARGE_DROP, "raised or lowered"),
    ):
        at = int(np.argmax(amount))
        if amount[at] > limit:
            warn(
                f"the pelvis is {what} by up to {amount[at] * 100:.0f} cm (frame {at + clip.rest_rows}): look at the "
                f"contacts and the ground, or hold it with keep_place or pelvis"
            )
