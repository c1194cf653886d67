"""`load.usd`: a clip from the stage in a USD file."""

from __future__ import annotations

from pathlib import Path

from footpipe import Clip, Params, param
from footpipe_usd.hand_over import hand_over
from footpipe_usd.wanted import pxr_wanted


class LoadUsd(Params):
    """Parameters of `load.usd`."""

    path: Path = param(doc="the stage: its root layer, or a .usdz package", examples=["shot.usda"])
    skeleton: str | None = param(
        None,
        doc="path of the Skeleton prim, or of a prim above it, where the stage has several",
        examples=["/World/Hero"],
    )
    ground: str | None = param(
        None,
        doc="path of the moving prim that the character stands on, such as /World/Cart: feet are judged, and held, "
        "where that lies still; the stage's world when left out",
    )
    strict: bool = param(False, doc="whether what is odd in the stage, or only guessed, is an error")


def load(p: LoadUsd) -> Clip:
    """Read the motion of a skeleton from a USD stage, through every layer, reference, payload and instance of it.

    Frames are the stage's own sample times. The world is that of the stage: what is above the skeleton is evaluated at
    each of them; unit and up axis are the root layer's. An override that footpipe wrote before is left out, so that the
    motion is that of the shot; contacts are read with it. With `skeleton` no other payload is loaded.

    Raises `FileError`, with the prim and its attribute, on what UsdSkel would drop, ignore or take amiss.
    """
    with pxr_wanted("load.usd", p.path):
        from footpipe_usd.read import clip_of, read_file  # only when there is something to read
    both = hand_over()
    return read_file(p) if both is None else clip_of(both.stage, p.skeleton, ground=p.ground, strict=p.strict)
