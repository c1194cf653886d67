"""Between frames, where motion blur samples the motion: a foot that is locked on frames drifts a little there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from footpipe import Clip, Floats, Placement, RigError, find_rig, kernel, log
from footpipe_usd.between import Spot, rotations_at, spot, vectors_at


class Drift(NamedTuple):
    """cm, mean and most, over the toes' contacts."""

    mean: float
    most: float


def tell_drift(clip: Clip) -> None:
    """A note on how far toes in contact drift halfway between frames, as USD interpolates; of usual rigs alone."""
    found = drift(clip)
    if found:
        log.info(
            "halfway between frames toes in contact are %.3f cm away on average, %.3f at most (for motion blur)", *found
        )


def drift(clip: Clip) -> Drift | None:
    """How far toes in contact are from where they stand, halfway between frames; None where none is to be seen."""
    if clip.contacts is None or len(clip) < 2:
        return None
    try:
        rig = find_rig(clip.skeleton).bind(clip.skeleton)
    except RigError:  # the graph names its limbs, which a writer does not know
        return None
    known = [
        (point, toe) for point, toe in zip(rig.points("toe"), rig.toe, strict=True) if point in clip.contacts.points
    ]
    if not known:
        return None
    points, toes = zip(*known, strict=True)
    on = clip.contacts.select(points).active()
    away = np.linalg.norm(_halfway(clip)[:, toes] - clip.world.positions[:-1, toes], axis=2)[on[:-1] & on[1:]]
    return Drift(100 * float(away.mean()), 100 * float(away.max())) if away.size else None


def _halfway(clip: Clip) -> Floats:
    """(F - 1, J, 3) m: joints in the world halfway between frames."""
    times = (clip.times[:-1] + clip.times[1:]) / 2
    at = spot(clip.times, times)
    halfway = clip.replace(
        translations=vectors_at(clip.translations, at),
        rotations=kernel.normalize(rotations_at(clip.rotations, at)),
        scales=None if clip.scales is None else vectors_at(clip.scales, at),
        times=times,
        placement=_placement(clip.placement, at),
        contacts=None,
        channels={},
        rest_rows=0,
    )
    return halfway.world.positions


def _placement(placement: Placement, at: Spot) -> Placement:
    translation, rotation = placement.translation, placement.rotation
    return Placement(
        translation if len(translation) == 1 else vectors_at(translation[:, None], at)[:, 0],
        rotation if len(rotation) == 1 else kernel.normalize(rotations_at(rotation[:, None], at)[:, 0]),
        placement.scale,
    )
