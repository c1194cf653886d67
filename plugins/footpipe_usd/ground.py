"""What a character stands on, where that moves: its world is then the one in which its ground lies still."""

from __future__ import annotations

from typing import Any

import numpy as np

from footpipe import Floats, Placement, kernel
from footpipe_usd.ancestors import placement_of
from footpipe_usd.binding import upwards
from footpipe_usd.choice import prim_path
from footpipe_usd.source import StageFacts
from footpipe_usd.tell import Teller, named

STILL = 0.01  # m/s: what carries a character more slowly is not told


def on_ground(at: Placement, ground: Placement) -> Placement:
    """A placement as seen by its ground, which stands where it does in the first frame."""
    back = kernel.multiply(ground.rotation[:1], kernel.inverse(ground.rotation))
    frames = max(len(at.translation), len(ground.translation))
    turns, places = _rows(back, frames), _rows(at.translation - ground.translation, frames)
    return Placement(
        ground.translation[:1] + kernel.rotate(turns, places),
        kernel.multiply(turns, _rows(at.rotation, frames)),
        at.scale,
    )


def ground_placement(stage: Any, ground: str, codes: Floats, facts: StageFacts, tell: Teller) -> Placement:
    """Where the ground's prim is at the time codes (F,). Raises `FileError` where there is no such prim."""
    prim = stage.GetPrimAtPath(prim_path(ground, tell))
    if not prim:
        raise tell.error(ground, "is to be the ground, and there is no such prim", "name the prim that it stands on")
    return placement_of(prim, codes, facts, tell)


def tell_carried(skeleton: Any, codes: Floats, facts: StageFacts, tell: Teller) -> None:
    """A note where something above the skeleton moves it: feet would be held in the world, not on that."""
    for prim in upwards(skeleton.GetParent()):
        if not _moves_itself(prim):
            continue
        at = placement_of(prim, codes, facts, tell)
        speed = _mean_speed(at.translation, codes / facts.rate)
        if speed > STILL:
            tell.note(
                f"{named(skeleton)} is carried by {named(prim)}, at {speed:.2f} m/s on average: feet are held in the "
                f'world. Where it stands on that, say ground = "{prim.GetPath()}"'
            )
        return


def _moves_itself(prim: Any) -> bool:
    from pxr import UsdGeom

    xform = UsdGeom.Xformable(prim)
    return bool(xform and xform.TransformMightBeTimeVarying())


def _mean_speed(places: Floats, times: Floats) -> float:
    """m/s along the way of places (F|1, 3)."""
    if len(places) < 2:
        return 0.0
    return float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum() / (times[-1] - times[0]))


def _rows(values: Floats, frames: int) -> Floats:
    return np.ascontiguousarray(np.broadcast_to(values, (frames, values.shape[1])))
