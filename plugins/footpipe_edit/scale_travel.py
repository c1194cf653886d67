"""`edit.scale_travel`: the character goes farther or less far with the same steps, so its feet slide."""

from __future__ import annotations

import numpy as np

from footpipe import Clip, Floats, Params, kernel, param

NOISE = 1e-12  # of the largest component: what is left of turning a vector there and back


class ScaleTravel(Params):
    """Parameters of `edit.scale_travel`."""

    factor: float = param(
        unit="", doc="how many times as far the root goes; 1 leaves the clip as it is", examples=[0.75]
    )


def scale_travel(clip: Clip, p: ScaleTravel) -> Clip:
    """Scale the root's horizontal travel about its first place.

    The root is the first joint that moves in its parent's space; heights and rotations stay as they are.
    """
    root = _moving_root(clip)
    if root is None:
        return clip
    places = clip.world.positions[:, root]
    added = (p.factor - 1.0) * (places - places[0]) * [1, 0, 1]
    translations = clip.translations.copy()
    translations[:, root] += _to_parent(clip, root, added)
    return clip.replace(translations=translations)


def _moving_root(clip: Clip) -> int | None:
    moving = (clip.translations != clip.translations[:1]).any(axis=(0, 2))
    return int(np.argmax(moving)) if moving.any() else None


def _to_parent(clip: Clip, joint: int, vectors: Floats) -> Floats:
    """World vectors (F, 3) in m as vectors in the joint's parent's space, file units."""
    parent = int(clip.skeleton.parents[joint])
    turned = clip.placement.rotation if parent < 0 else clip.world.rotations[:, parent]
    inside = kernel.rotate(kernel.inverse(turned), vectors) / clip.placement.scale
    return np.where(abs(inside) > NOISE * abs(inside).max(), inside, 0.0)
