"""`lock.relax`: the offline lock as the article has it, by thousands of sweeps over the clip."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from footpipe import BoundRig, Clip, log, param, solver, tell_beyond
from footpipe_lock.ground import Stance, room
from footpipe_lock.legs import clearances
from footpipe_lock.surface import GROUND, Ground, asked_surface
from footpipe_lock.whole import Legs, Thresholds, posed, tell_shift

TELL = 2.0  # s between lines of progress


class Relax(Thresholds):
    """Parameters of `lock.relax`."""

    iterations: int = param(25_000, unit="", ge=0, doc="sweeps over the clip; more still move the pelvis")
    soft: float = param(0.05, unit="", ge=0, le=1, doc="share of the way, in each sweep, to the input's motion")
    hard: float = param(
        0.9, unit="", ge=0, le=1, doc="share of the way, in each sweep, to where a toe in contact stands"
    )
    ground: Ground = param("auto", unit="m", doc=GROUND)
    softening: float = param(0.005, unit="m", ge=0, doc="the last bit of reach, over which a leg slows down")


def relax(clip: Clip, rig: BoundRig, p: Relax) -> Clip:
    """Make feet stand almost still in contact, by relaxation; slow, here to compare with `lock.offline`.

    The method of D. Holden's article on foot locking: pelvis and toes are particles that springs pull towards the
    input's motion, and towards one place while in contact. Pelvis and legs then follow. The channel `lock.miss` (F, L)
    tells in metres how far each foot stayed from its place.
    """
    legs = Legs.of(clip, rig, p.on, p.off)
    surface = asked_surface(p.ground)
    stance = Stance("flat", 0.0, clearances(clip, rig)[:, 0], own=surface is None)
    space = room(legs.toes[..., 1], legs.toes, legs.active, stance, surface)
    start = clip.positions([rig.pelvis])[clip.rest_rows :, 0]
    pelvis, toes = solver.relax(
        start,
        legs.toes,
        legs.active,
        space.floor,
        iterations=p.iterations,
        soft=p.soft,
        hard=p.hard,
        progress=_teller(),
    )
    shift = pelvis - start
    tell_beyond(surface, toes, legs.active)
    tell_shift(clip, shift, legs.scale)
    return posed(clip, rig, legs, shift, toes, softening=p.softening).clip


def _teller() -> Callable[[int, int], None]:
    """Tells how far the sweeps are, now and then."""
    last = monotonic()

    def tell(done: int, of: int) -> None:
        nonlocal last
        if monotonic() - last > TELL and done < of:
            log.info("lock.relax: %d of %d sweeps", done, of)
            last = monotonic()

    return tell
