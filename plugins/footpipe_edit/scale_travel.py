"""`edit.scale_travel`: the character goes farther or less far with the same steps, so its feet slide."""

from __future__ import annotations

from footpipe import Clip, Params, carried, moving_root, param


class ScaleTravel(Params):
    """Parameters of `edit.scale_travel`."""

    factor: float = param(
        unit="", doc="how many times as far the root goes; 1 leaves the clip as it is", examples=[0.75]
    )


def scale_travel(clip: Clip, p: ScaleTravel) -> Clip:
    """Scale the root's horizontal travel about its first place.

    The root is the first joint that moves in its parent's space; heights and rotations stay as they are, and injected
    rest rows altogether.
    """
    root = moving_root(clip)
    if root is None:
        return clip
    places = clip.world.positions[:, root]
    added = (p.factor - 1.0) * (places - places[clip.rest_rows]) * [1, 0, 1]
    added[: clip.rest_rows] = 0.0
    return clip.replace(translations=carried(clip, root, added))
