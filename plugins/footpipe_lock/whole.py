"""What lockers share that know the whole clip: they move the pelvis, and put the legs behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from footpipe import OFF, ON, BoundRig, Clip, Fault, Floats, Params, carrier, kernel, param, solver, warn
from footpipe_lock.legs import ALL, Reach, Shift, Solved, clearances, foot_shapes, hinges, with_legs

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

    toes    (F, L, 3) m
    feet    (F, L, 3) m, ankle - toe
    spans   (F, L, 3) m, hip - ankle
    length  (F, L) m, thigh and shin
    hinges  (1, L, 3) of the knees, in their own frames
    active  (F, L) which toes are in contact; a limb whose toe has no contacts is free
    steps   (F,) s, from each frame's forerunner to it
    scale   size of the character against a grown person
    """

    toes: Floats
    feet: Floats
    spans: Floats
    length: Floats
    hinges: Floats
    active: NDArray[np.bool_]
    steps: Floats
    scale: float

    @classmethod
    def of(cls, clip: Clip, rig: BoundRig, on: float, off: float) -> Legs:
        """The legs of a clip with contacts, which begin at the weight `on` and end below `off`.

        As with its world, they are worked out once, however many lockers of a graph ask for them.
        """
        known, asked = _known.setdefault(clip, {}), (rig, on, off)
        if asked not in known:
            known[asked] = cls._measured(clip, rig, on, off)
        return known[asked]

    @classmethod
    def _measured(cls, clip: Clip, rig: BoundRig, on: float, off: float) -> Legs:
        believed = foot_shapes(clip, rig).knee_axes
        toes, feet, spans, lengths, measured = kernel.measure_legs(clip.pose(clip.rest_rows), rig.legs, believed)
        scale = _middle(lengths[0].tolist()) / LEG or 1.0
        axes = hinges(rig, believed, measured[None])
        assert clip.contacts is not None  # the role promises it
        active = clip.contacts.active(on, off, rig.points("toe"))
        parts = toes, feet, spans, lengths, axes, active[clip.rest_rows :], clip.steps[clip.rest_rows :]
        for part in parts:
            part.flags.writeable = False
        return cls(*parts, scale)


_known: WeakKeyDictionary[Clip, dict[tuple[BoundRig, float, float], Legs]] = WeakKeyDictionary()


def _middle(lengths: list[float]) -> float:
    """The median."""
    ordered, half = sorted(lengths), len(lengths) // 2
    return (ordered[half] + ordered[-1 - half]) / 2


def posed(
    clip: Clip,
    rig: BoundRig,
    legs: Legs,
    pelvis: Floats,
    toes: Floats,
    *,
    ankles: Floats | None = None,
    softening: float = 0.0,
    ground: Floats | None = None,
    soles: kernel.SoleTurns | None = None,
) -> Solved:
    """The clip with its pelvis moved by `pelvis` (F, 3) m and its toes at `toes` (F, L, 3) m, rest rows left out.

    Ankles follow the toes but where `ankles` (F, L, 3) are given; `softening` is that of the leg, near its end; toe,
    ankle and toe end are kept above `ground` (F, L, 3) m, under each of them; feet and toes are turned by `soles`.
    """
    clear = np.zeros((len(rig.names), 3)) if ground is None else clearances(clip, rig)
    reach = Reach("limb", softening, aim_foot=True, aim_toe=True, ground=ground, clearances=clear, soles=soles)
    return with_legs(clip, rig, ALL, toes, ankles, legs.hinges, reach, Shift(carrier(clip, rig.pelvis), pelvis))


def tell_shift(clip: Clip, pelvis: Floats, scale: float) -> None:
    """Warn of a pelvis that was moved farther, by `pelvis` (F, 3) m, than anybody may have meant."""
    aside, up = solver.most_shifted(pelvis)
    for (amount, frame), limit, what in ((aside, LARGE_SHIFT, "moved aside"), (up, LARGE_DROP, "raised or lowered")):
        if amount > limit * scale:
            warn(
                f"the pelvis is {what} by up to {amount * 100:.0f} cm (frame {frame + clip.rest_rows})",
                help="look at the contacts and the ground; hold it with keep_place or pelvis",
            )


def tell_away(locked: Solved, rig: BoundRig, legs: Legs) -> None:
    """Warn of toes that, read back from the pose, are not at their places in contact."""
    missed = legs.active & (locked.away > AWAY)
    if not missed.any():
        return
    for name, on, off in zip(rig.names, missed.T, locked.away.T, strict=True):
        if on.any():
            worst = int(np.argmax(np.where(on, off, 0.0)))
            warn(
                f"{name}: in {on.sum()} frames of contact the toe does not get to its place, by up to "
                f"{off[worst] * 1000:.1f} mm (frame {worst + locked.clip.rest_rows})"
            )
