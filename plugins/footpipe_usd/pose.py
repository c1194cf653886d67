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
    moves, turns = animation.translations.values, animation.rotations.values
    sizes = animation.scales.values if animation.scales else np.ones((1, len(places), 3))
    if rest is None:
        nowhere = (np.zeros((joints, values.shape[2])) for values in (moves, turns, sizes))
        first = zip((moves, turns, sizes), nowhere, strict=True)
        rest = Rest(*(_spread(values[:1], places, zeros, 1)[0] for values, zeros in first))
    at_rest = np.delete(rest.scales, places[places >= 0], axis=0)
    translations = _sealed(_spread(moves, places, rest.translations, frames))
    rotations = _sealed(_spread(turns, places, rest.rotations, frames))
    even = _is_one(sizes) and _is_one(at_rest)
    scales = None if even else _sealed(_spread(sizes, places, rest.scales, frames))
    return Pose(translations, rotations, scales, rest, None if _is_one(rest.scales) else rest.scales)


def _is_one(scales: Floats) -> bool:
    return bool((scales == 1).all())


def _sealed(values: Floats) -> Floats:
    """Read-only: nobody else holds them, so the clip need not copy them."""
    values.flags.writeable = False
    return values


def _spread(values: Floats, places: Ints, still: Floats, frames: int) -> Floats:
    """Values (F|1, A, k) at their places among joints that are otherwise `still` (J, k): (F, J, k)."""
    if len(values) == frames and np.array_equal(places, np.arange(len(still))):
        return values
    out = np.empty((frames, *still.shape))
    out[...] = still
    known = places >= 0
    out[:, places[known]] = values[:, known]
    return out
