"""Every joint of the skeleton at every frame: from the animation where that moves it, else at rest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from footpipe import Floats, Ints
from footpipe_usd.animation import Animation
from footpipe_usd.rest import Rest


class Pose(NamedTuple):
    """(F, J, 3), (F, J, 4) xyzw and (F, J, 3), in the parents' space; scales are None where all are 1."""

    translations: Floats
    rotations: Floats
    scales: Floats | None
    rest: Rest
    rest_scales: Floats | None


def posed(animation: Animation, places: Ints, joints: int, rest: Rest | None) -> Pose:
    """The pose; `places` (A,) are the animation's joints in the skeleton. Without rest, that is the first frame."""
    frames = len(animation.codes)
    moving = [animation.translations.values, animation.rotations.values]
    ones = np.ones((1, len(places), 3))
    moving.append(animation.scales.values if animation.scales else ones)
    if rest is None:
        rest = Rest(*(_spread(values[:1], places, np.zeros((joints, values.shape[2])), 1)[0] for values in moving))
    translations, rotations, scales = (
        _spread(values, places, still, frames) for values, still in zip(moving, rest, strict=True)
    )
    for values in (translations, rotations, scales):
        values.flags.writeable = False  # nobody else holds them, so the clip need not copy them
    return Pose(translations, rotations, _unless_one(scales), rest, _unless_one(rest.scales))


def _spread(values: Floats, places: Ints, still: Floats, frames: int) -> Floats:
    """Values (F|1, A, k) at their places among joints that are otherwise `still` (J, k): (F, J, k)."""
    if len(values) == frames and np.array_equal(places, np.arange(len(still))):
        return values
    out = np.empty((frames, *still.shape))
    out[...] = still
    known = places >= 0
    out[:, places[known]] = values[:, known]
    return out


def _unless_one(scales: Floats) -> Floats | None:
    return None if (scales == 1).all() else scales
