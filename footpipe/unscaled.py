"""Joints that scale, taken apart: where they put the joints below them, and a clip that does the same without."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from footpipe import kernel
from footpipe.arrays import Floats
from footpipe.clip import Clip
from footpipe.skeleton import Skeleton

STILL, UPRIGHT = ((0.0, 0.0, 0.0),), ((0.0, 0.0, 0.0, 1.0),)


def unscaled(clip: Clip) -> Clip:
    """The clip without scales: every joint is where it was, by translations that hold what the scales did.

    A joint's own scale, which only what is skinned to it would show, is gone; so is that of the rest pose.
    """
    if clip.scales is None and clip.skeleton.rest_scales is None:
        return clip
    rest, parents = clip.skeleton, clip.skeleton.parents
    moved = _translations(clip.translations, clip.rotations, clip.scales, rest)
    still = None if rest.rest_scales is None else rest.rest_scales[None]
    stood = _translations(rest.rest_translations[None], rest.rest_rotations[None], still, rest)[0]
    skeleton = Skeleton(rest.joints, stood, rest.rest_rotations, parents)
    return replace(clip, skeleton=skeleton, translations=moved, scales=None)


def _translations(translations: Floats, rotations: Floats, scales: Floats | None, skeleton: Skeleton) -> Floats:
    """(F, J, 3) in the parent's space, when nothing scales any more."""
    if scales is None:
        return translations
    parents = skeleton.parents
    at, turned = kernel.forward(translations, rotations, parents, STILL, UPRIGHT, 1.0, scales=scales)
    below = np.flatnonzero(parents >= 0)
    out = translations.copy()
    out[:, below] = kernel.rotate(kernel.inverse(turned[:, parents[below]]), at[:, below] - at[:, parents[below]])
    return out
