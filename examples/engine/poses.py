"""Writes a table of poses that the C program reads: the example's walk with contacts, made to slide.

    python examples/engine/poses.py walk.poses

Only the joints of the legs and those above them are in it: an engine has its own skeleton and animation.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

import footpipe
from footpipe import BoundRig, Clip

WALK = Path(__file__).parents[1] / "walk.bvh"


def sliding_walk() -> Clip:
    """The walk with contacts, its root going three quarters as far."""
    clip = footpipe.stage("detect.speed")(footpipe.load(WALK))
    return footpipe.stage("edit.scale_travel")(clip, factor=0.75)


def table(clip: Clip, rig: BoundRig) -> Iterator[str]:
    """Lines: sizes, the rig, the placement, then a line for each frame."""
    kept = _legs_and_above(rig)
    new = {joint: at for at, joint in enumerate(kept)} | {-1: -1}
    body, at = clip.skeleton, clip.placement
    yield f"{len(kept)} {len(rig.names)} {len(clip) - clip.rest_rows}"
    yield _line(new[parent] for parent in body.parents[kept])
    yield _line(new[joint] for joint in rig.legs.ravel())
    yield _line(rig.knee_axes.ravel())
    yield _line(body.rest_translations[kept].ravel())
    yield _line(body.rest_rotations[kept].ravel())
    yield _line([*at.translation[0], *at.rotation[0], at.scale])
    weights = clip.contacts.select(rig.points("toe")).weights
    for f in range(clip.rest_rows, len(clip)):
        root, turns = clip.translations[f, rig.root], clip.rotations[f, kept]
        yield _line([clip.steps[f], *weights[f], *root, *turns.ravel()])


def _legs_and_above(rig: BoundRig) -> list[int]:
    legs = {int(joint) for joint in rig.legs.ravel() if joint >= 0}
    return sorted(legs.union(*(rig.skeleton.ancestors(joint) for joint in legs)))


def _line(numbers: Iterable[float]) -> str:
    """Numbers whose every bit comes back when they are read."""
    return " ".join(repr(number.item() if isinstance(number, np.generic) else number) for number in numbers)


if __name__ == "__main__":
    walk = sliding_walk()
    bound = footpipe.find_rig(walk.skeleton).bind(walk.skeleton)
    Path(sys.argv[1]).write_text("\n".join(table(walk, bound)) + "\n")
