"""Putting feet on their targets: what every locker does once it knows where the feet belong."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from footpipe import BoundRig, Clip, Floats, Surface, kernel
from footpipe_lock.scales import check_scales

ALL = slice(None)  # limbs


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


class Shift(NamedTuple):
    """How a figure is moved as a whole: its joint `carrier`, and all below it, by `amounts` (F, 3) m in the world."""

    carrier: int
    amounts: Floats


class Solved(NamedTuple):
    """clip: with its legs solved; away (F, L) m: from where its toes are to their targets, in all frames of motion."""

    clip: Clip
    away: Floats


def with_legs(
    clip: Clip,
    rig: BoundRig,
    limbs: list[int] | slice,
    toe_targets: Floats,
    ankle_targets: Floats | None,
    axes: Floats,
    reach: Reach,
    shift: Shift | None = None,
) -> Solved:
    """The clip moved by `shift`, the legs of `limbs` solved for the targets (F, L, 3) in all frames but the rest rows.

    `axes` (F|1, L, 3) are the hinges of these legs' knees. Adds the channel `lock.miss` (F, all limbs) in metres.

    Raises `DataError` where joints of the legs scale unevenly.
    """
    check_scales(clip, rig)
    solved = kernel.solve_legs(
        clip.pose(),
        rig.legs[limbs],
        toe_targets,
        knee_axes=axes,
        ankle_targets=ankle_targets,
        carrier=-1 if shift is None else shift.carrier,
        shifts=None if shift is None else shift.amounts,
        stretch=np.inf if isinstance(reach.stretch, str) else reach.stretch,
        article=reach.stretch == "article",
        softening=reach.softening,
        aim_foot=reach.aim_foot,
        aim_toe=reach.aim_toe,
        ground=reach.ground,
        clearance=reach.clearances,
        soles=reach.soles,
    )
    miss = np.zeros((len(clip), len(rig.names)))
    miss[clip.rest_rows :, limbs] = solved.miss
    moved = clip.translations if shift is None else solved.translations
    moved.flags.writeable = solved.rotations.flags.writeable = False
    channels = {**clip.channels, "lock.miss": miss}
    return Solved(clip.replace(translations=moved, rotations=solved.rotations, channels=channels), solved.away)


def ground_under(surface: Surface, clip: Clip, rig: BoundRig, limbs: list[int] | slice, toes: Floats) -> Floats:
    """(F, L, 3) m: the ground under toe, ankle and toe end of legs whose toes are at `toes` (F, L, 3)."""
    at, legs = clip.world.positions[clip.rest_rows :], rig.legs[limbs]
    ends = np.where(legs[:, 4] < 0, legs[:, 3], legs[:, 4])
    feet = np.stack([at[:, joints] - at[:, legs[:, 3]] for joints in (legs[:, 3], legs[:, 2], ends)], axis=2)
    return surface.heights(toes[:, :, None] + feet)


def hinges(rig: BoundRig, believed: Floats, measured: Floats) -> Floats:
    """(F, L, 3) hinges in the knees' own frames: `measured` (F, L, 3), or `believed` (L, 3) where the rig names one."""
    named = [any(axis) for axis in rig.knee_axes.tolist()]
    return np.where(np.array(named)[:, None], believed, measured) if any(named) else measured


def clearances(clip: Clip, rig: BoundRig) -> Floats:
    """(L, 3) m: heights of toe, ankle and toe end above the sole, which is the lowest of them."""
    return foot_shapes(clip, rig).clearances


def foot_shapes(clip: Clip, rig: BoundRig) -> kernel.FootShapes:
    """What the rest pose tells of the feet if it stands, else the first frame."""
    rest, first = clip.skeleton, clip.pose(clip.rest_rows, clip.rest_rows + 1)
    standing = first._replace(
        translations=rest.rest_translations[None],
        rotations=rest.rest_rotations[None],
        scales=None if rest.rest_scales is None else rest.rest_scales[None],
    )
    shapes = kernel.foot_shapes(standing, rig.legs, rig.knee_axes)
    return shapes if shapes.stands else kernel.foot_shapes(first, rig.legs, rig.knee_axes)
