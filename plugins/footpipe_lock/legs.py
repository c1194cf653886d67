"""Putting feet on their targets: what every locker does once it knows where the feet belong."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from footpipe import BoundRig, Clip, Floats, Surface, kernel
from footpipe_lock.scales import check_scales


class Reach(NamedTuple):
    """How legs go to their targets; see the parameters of the lockers.

    ground      (F, L, 3) m world heights under toe, ankle and toe end, or None for no height clamp
    clearances  (L, 3) m of toe, ankle, toe end above it
    soles       how feet and toes are turned against the input, or None
    """

    stretch: float | Literal["limb", "article"]
    softening: float
    aim_foot: bool
    aim_toe: bool
    ground: Floats | None
    clearances: Floats
    soles: kernel.SoleTurns | None = None


def with_legs(
    clip: Clip,
    rig: BoundRig,
    limbs: list[int],
    toe_targets: Floats,
    ankle_targets: Floats | None,
    axes: Floats,
    reach: Reach,
    translations: Floats | None = None,
) -> Clip:
    """The clip with the legs of `limbs` solved for the targets (F, L, 3), all frames but the rest rows.

    `axes` (F|1, all limbs, 3) are the knees' hinges; `translations` (F, J, 3) become the clip's where given, which
    the targets know nothing of. Adds the channel `lock.miss` (F, all limbs) in metres.

    Raises `DataError` where joints of the legs scale unevenly.
    """
    check_scales(clip, rig)
    rows = slice(clip.rest_rows, None)
    solved = kernel.solve_legs(
        clip.world.positions[rows],
        clip.world.rotations[rows],
        clip.rotations[rows],
        clip.skeleton.parents,
        rig.legs[limbs],
        toe_targets,
        ankle_targets=ankle_targets,
        knee_axes=axes[:, limbs],
        stretch=np.inf if isinstance(reach.stretch, str) else reach.stretch,
        article=reach.stretch == "article",
        softening=reach.softening,
        aim_foot=reach.aim_foot,
        aim_toe=reach.aim_toe,
        ground=reach.ground,
        clearance=reach.clearances,
        soles=reach.soles,
    )
    joints = rig.legs[limbs, :4].ravel()
    turned = solved.rotations.reshape(-1, len(joints), 4)
    rotations = kernel.with_joints(clip.rotations, joints, turned, clip.rest_rows)
    miss = np.zeros((len(clip), len(rig.names)))
    miss[rows, limbs] = solved.miss
    moved = clip.translations if translations is None else translations
    rotations.flags.writeable = moved.flags.writeable = False
    return clip.replace(translations=moved, rotations=rotations, channels={**clip.channels, "lock.miss": miss})


def ground_under(surface: Surface, clip: Clip, rig: BoundRig, limbs: list[int], toes: Floats) -> Floats:
    """(F, L, 3) m: the ground under toe, ankle and toe end of legs whose toes are at `toes` (F, L, 3)."""
    at, legs = clip.world.positions[clip.rest_rows :], rig.legs[limbs]
    ends = np.where(legs[:, 4] < 0, legs[:, 3], legs[:, 4])
    feet = np.stack([at[:, joints] - at[:, legs[:, 3]] for joints in (legs[:, 3], legs[:, 2], ends)], axis=2)
    return surface.heights(toes[:, :, None] + feet)


def knee_axes(clip: Clip, rig: BoundRig) -> Floats:
    """(F, L, 3) each knee's hinge in its own frame: the rig's, else measured from the frames up to this one."""
    rows = slice(clip.rest_rows, None)
    believed = foot_shapes(clip, rig).knee_axes
    axes = kernel.knee_axes(clip.world.positions[rows], clip.world.rotations[rows], rig.legs, believed)
    known = rig.knee_axes.any(axis=1)
    axes[:, known] = believed[known]
    return axes


def clearances(clip: Clip, rig: BoundRig) -> Floats:
    """(L, 3) m: heights of toe, ankle and toe end above the sole, which is the lowest of them."""
    return foot_shapes(clip, rig).clearances


def foot_shapes(clip: Clip, rig: BoundRig) -> kernel.FootShapes:
    """What the pose in which the character stands tells of its feet."""
    return kernel.foot_shapes(*standing_pose(clip, rig), rig.legs, rig.knee_axes)


def standing_pose(clip: Clip, rig: BoundRig) -> tuple[Floats, Floats]:
    """World positions (J, 3) and rotations (J, 4) of the rest pose if it stands, else of the first frame."""
    rest = clip.skeleton
    first = clip.placement.pick(slice(clip.rest_rows, clip.rest_rows + 1))
    at, turned = (
        array[0]
        for array in kernel.forward(
            rest.rest_translations[None],
            rest.rest_rotations[None],
            rest.parents,
            first.translation,
            first.rotation,
            first.scale,
            scales=None if rest.rest_scales is None else rest.rest_scales[None],
        )
    )
    if kernel.stands(at, rig.legs):
        return at, turned
    return clip.world.positions[clip.rest_rows], clip.world.rotations[clip.rest_rows]
