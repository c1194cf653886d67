"""Moving a figure as a whole: which joint carries it, and how far that one has to go in its own space."""

from __future__ import annotations

import numpy as np

from footpipe import kernel
from footpipe.arrays import Floats
from footpipe.clip import Clip
from footpipe.unscaled import axes_of

NOISE = 1e-12  # of the largest component: what is left of turning a vector there and back
STILL = 1e-4  # m: a joint whose place in its parent's space varies less is taken to be fixed there


def moving_root(clip: Clip) -> int | None:
    """The first joint that moves in its parent's space; None where none does."""
    motion = clip.translations[clip.rest_rows :]
    moving = (motion != motion[:1]).any(axis=(0, 2))
    return int(np.argmax(moving)) if moving.any() else None


def carrier(clip: Clip, joint: int) -> int:
    """The nearest joint from `joint` upwards that moves in its parent's space; the root where none does.

    Files give places to such joints alone.
    """
    above = [joint, *clip.skeleton.ancestors(joint)]
    return next((joint for joint in above if _moves(clip, joint)), above[-1])


def _moves(clip: Clip, joint: int) -> bool:
    places = clip.translations[:, joint] * clip.placement.scale
    return bool((abs(places - places[-1]) > STILL).any())


def carried(clip: Clip, joint: int, shifts: Floats) -> Floats:
    """Translations (F, J, 3) of the clip with `joint`, and all below it, moved by `shifts` (F, 3) m in world space."""
    moved = clip.translations[:, joint] + _to_parent(clip, joint, shifts)
    return kernel.with_joints(clip.translations, [joint], moved[:, None])


def _to_parent(clip: Clip, joint: int, vectors: Floats) -> Floats:
    """World vectors (F, 3) in m as vectors in the joint's parent's space, file units."""
    parent = int(clip.skeleton.parents[joint])
    inside = _inside(clip, parent, vectors)
    sizes = abs(inside)
    return np.where(sizes > NOISE * sizes.max(initial=0.0), inside, 0.0)


def _inside(clip: Clip, parent: int, vectors: Floats) -> Floats:
    if clip.scales is not None:
        return np.asarray(np.linalg.solve(axes_of(clip, parent), vectors[..., None])[..., 0], np.float64)
    turned = clip.placement.rotation if parent < 0 else clip.world.rotations[:, parent]
    return kernel.rotate(kernel.inverse(turned), vectors) / clip.placement.scale
