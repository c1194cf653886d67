"""What lockers share that know the whole clip: they move the pelvis, and put the legs behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from footpipe import OFF, ON, BoundRig, Clip, Fault, Floats, Params, carried, carrier, kernel, param, warn
from footpipe_lock.legs import Reach, clearances, knee_axes, with_legs

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEG = 0.8  # m, the leg that lengths are meant for; they grow and shrink with it
LARGE_SHIFT, LARGE_DROP = 0.5, 0.1  # m of the pelvis, that are worth a warning
AWAY = 5e-5  # m: a toe in contact that is farther than this from its place is told


class Thresholds(Params):
    """Parameters of every locker that knows the whole clip: where contacts begin and end."""

    on: float = param(ON, unit="", ge=0, le=1, doc="contact weight from which a foot touches")
    off: float = param(OFF, unit="", ge=0, le=1, doc="contact weight below which it no longer does")

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """Thresholds that would flutter."""
        if self.off <= self.on:
            return []
        return [Fault("off", "'off' is above 'on': a contact would end before it begins", "lower 'off'")]


class Legs(NamedTuple):
    """The legs in the input, without rest rows.

    pelvis  (F, 3) m
    toes    (F, L, 3) m
    feet    (F, L, 3) m, ankle - toe
    spans   (F, L, 3) m, hip - ankle
    length  (F, L) m, thigh and shin
    active  (F, L) which toes are in contact; a limb whose toe has no contacts is free
    steps   (F,) s, from each frame's forerunner to it
    scale   size of the character against a grown person
    """

    pelvis: Floats
    toes: Floats
    feet: Floats
    spans: Floats
    length: Floats
    active: NDArray[np.bool_]
    steps: Floats
    scale: float

    @classmethod
    def of(cls, clip: Clip, rig: BoundRig, on: float, off: float) -> Legs:
        """The legs of a clip with contacts, which begin at the weight `on` and end below `off`."""
        rows = slice(clip.rest_rows, None)
        at = clip.world.positions[rows]
        legs = kernel.measure_legs(at, rig.legs)
        scale = _middle(legs.lengths[0].tolist()) / LEG or 1.0
        return cls(at[:, rig.pelvis], *legs, _active(clip, rig, on, off), clip.steps[rows], scale)


def _middle(lengths: list[float]) -> float:
    """The median."""
    ordered, half = sorted(lengths), len(lengths) // 2
    return (ordered[half] + ordered[-1 - half]) / 2


def norm(vectors: Floats) -> Floats:
    """(...) lengths of vectors (..., 3)."""
    return np.sqrt(np.einsum("...i,...i", vectors, vectors))


def _active(clip: Clip, rig: BoundRig, on: float, off: float) -> NDArray[np.bool_]:
    assert clip.contacts is not None  # the role promises it
    contacts, points = clip.contacts, rig.points("toe")
    limbs = [limb for limb, point in enumerate(points) if point in contacts.points]
    active = np.zeros((len(clip) - clip.rest_rows, len(points)), np.bool_)
    columns = [contacts.column(points[limb]) for limb in limbs]
    active[:, limbs] = contacts.active(on, off)[clip.rest_rows :, columns]
    return active


def posed(
    clip: Clip,
    rig: BoundRig,
    pelvis: Floats,
    toes: Floats,
    *,
    ankles: Floats | None = None,
    softening: float = 0.0,
    ground: Floats | None = None,
    soles: kernel.SoleTurns | None = None,
) -> Clip:
    """The clip with its pelvis moved by `pelvis` (F, 3) m and its toes at `toes` (F, L, 3) m, rest rows left out.

    Legs are solved where they were, for targets moved back, which gives the same rotations. Ankles follow the toes
    but where `ankles` (F, L, 3) are given; `softening` is that of the leg, near its end; toe, ankle and toe end are
    kept above `ground` (F, L, 3) m, under each of them; feet and toes are turned by `soles`.
    """
    shifts = np.zeros((len(clip), 3))
    shifts[clip.rest_rows :] = pelvis
    moved = carried(clip, carrier(clip, rig.pelvis), shifts)
    everyone = list(range(len(rig.names)))
    lowered = None if ground is None else ground - pelvis[:, None, None, 1]
    clear = np.zeros((len(everyone), 3)) if ground is None else clearances(clip, rig)
    reach = Reach("limb", softening, aim_foot=True, aim_toe=True, ground=lowered, clearances=clear, soles=soles)
    back = pelvis[:, None]
    held = None if ankles is None else ankles - back
    return with_legs(clip, rig, everyone, toes - back, held, knee_axes(clip, rig)[-1:], reach, moved)


def tell_shift(clip: Clip, pelvis: Floats, scale: float) -> None:
    """Warn of a pelvis that was moved farther, by `pelvis` (F, 3) m, than anybody may have meant."""
    flat, height = np.hypot(pelvis[:, 0], pelvis[:, 2]), abs(pelvis[:, 1])
    for amount, limit, what in ((flat, LARGE_SHIFT, "moved aside"), (height, LARGE_DROP, "raised or lowered")):
        at = int(np.argmax(amount))
        if amount[at] > limit * scale:
            warn(
                f"the pelvis is {what} by up to {amount[at] * 100:.0f} cm (frame {at + clip.rest_rows})",
                help="look at the contacts and the ground; hold it with keep_place or pelvis",
            )


def tell_away(locked: Clip, rig: BoundRig, legs: Legs, places: Floats) -> None:
    """Warn of toes that, read back from the pose, are not at their places (F, L, 3) in contact."""
    away = norm(locked.positions(rig.toe)[locked.rest_rows :] - places)
    for name, off, on in zip(rig.names, away.T, legs.active.T, strict=True):
        missed = on & (off > AWAY)
        if missed.any():
            worst = int(np.argmax(np.where(on, off, 0.0)))
            warn(
                f"{name}: in {missed.sum()} frames of contact the toe does not get to its place, by up to "
                f"{off[worst] * 1000:.1f} mm (frame {worst + locked.rest_rows})"
            )
