"""Moving a figure as a whole: which joint carries it, and how far that one has to go in its own space."""

from __future__ import annotations

import numpy as np

from footpipe import kernel
from footpipe.arrays import Floats
from footpipe.clip import Clip

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
    return kernel.extent(clip.translations, joint) * clip.placement.scale > STILL


def carried(clip: Clip, joint: int, shifts: Floats) -> Floats:
    """Translations (F, J, 3) of the clip with `joint`, and all below it, moved by `shifts` (F, 3) m in world space.

    Raises `DataError` where a joint above is scaled to nothing.
    """
    return kernel.carry(clip.pose(), joint, shifts)
