"""Puts a walk on a skeleton: joint rotations, the travel and the contacts, as a clip."""

from __future__ import annotations

import numpy as np

from footpipe import BoundRig, Clip, Contacts, Floats, Skeleton, carried, carrier, kernel
from footpipe_gait.legs import Gait, Targets
from footpipe_gait.poses import UP, turn_about
from footpipe_gait.route import Origin
from footpipe_gait.standing import Standing
from footpipe_gait.walk import LEGS, Walk


def assembled(clip: Clip, rig: BoundRig, figure: Standing, walk: Walk, gait: Gait, origin: Origin) -> Clip:
    """The walk on the skeleton of `clip`, in its units, with its track beginning at `origin`.

    Only the joint that carries the pelvis in `clip` travels; every other one keeps its place in its parent's space,
    so that the walk goes back into a file that has no positions for it.
    """
    turn = turn_about(UP, origin.heading)
    first = clip.rest_rows
    placement = clip.placement.pick(slice(first, first + 1))
    targets = {joint: kernel.multiply(turn, turns) for joint, turns in _targets(rig, figure, gait).items()}
    rotations = _parent_space(clip.skeleton, placement.rotation, figure.rotations, targets)
    standing = clip.replace(
        translations=np.tile(figure.translations, (len(walk.times), 1, 1)),
        rotations=rotations,
        times=walk.times,
        placement=placement,
        contacts=contacts_of(walk, gait),
        channels={},
        rest_rows=0,
    )
    wanted = _pelvis(figure, gait, origin)
    shifts = wanted - standing.world.positions[:, rig.pelvis]
    return standing.replace(translations=carried(standing, carrier(clip, rig.pelvis), shifts))


def contacts_of(walk: Walk, gait: Gait) -> Contacts:
    """Exact contacts: toes while the toe joint stands, ankles while the whole foot lies flat."""
    flat = gait.stands & walk.contacts[..., 0] & walk.contacts[..., 1]
    points = [f"{side}.{point}" for point in ("toe", "ankle") for side in LEGS]
    return Contacts(tuple(points), np.concatenate([gait.stands, flat], axis=1))


def _targets(rig: BoundRig, figure: Standing, gait: Gait) -> Targets:
    """World rotations (F, 4) of all that is told how to turn; roots turn with the track."""
    ahead = turn_about(UP, gait.track.pelvis[:, 2])
    roots = np.flatnonzero(rig.skeleton.parents < 0).tolist()
    still: Targets = {root: kernel.multiply(ahead, figure.turns[root]) for root in roots}
    return {**still, rig.pelvis: kernel.multiply(gait.turns, figure.turns[rig.pelvis]), **gait.targets}


def _parent_space(skeleton: Skeleton, placed: Floats, rotations: Floats, targets: Targets) -> Floats:
    """(F, J, 4) in the parents' space: those that bring the targets about, of other joints `rotations` (J, 4)."""
    frames = len(next(iter(targets.values())))
    world, local = np.empty((2, frames, len(skeleton), 4))
    for joint, parent in enumerate(skeleton.parents.tolist()):
        above = np.broadcast_to(placed, (frames, 4)) if parent < 0 else world[:, parent]
        if joint in targets:
            world[:, joint] = targets[joint]
            local[:, joint] = kernel.normalize(kernel.multiply(kernel.inverse(above), world[:, joint]))
        else:
            local[:, joint] = rotations[joint]
            world[:, joint] = kernel.multiply(above, local[:, joint])
    return local


def _pelvis(figure: Standing, gait: Gait, origin: Origin) -> Floats:
    """(F, 3) m: where the pelvis joint is to be in the world."""
    along = gait.middle + kernel.rotate(gait.turns, figure.pelvis)
    return origin.world(along[:, [0, 2]], along[:, 1])
