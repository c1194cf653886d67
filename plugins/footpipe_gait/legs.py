"""From a walk seen from the side to the legs of a figure: pelvis, knees and feet in three dimensions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footpipe import BoundRig, Floats, figure_kernel, kernel
from footpipe_gait.hold import held_balls
from footpipe_gait.shape import LegShape
from footpipe_gait.standing import Standing
from footpipe_gait.track import Track, footings
from footpipe_gait.walk import LEGS, Walk

HEEL = 0.39  # of the way from the ankle forward to the toe joint that the heel lies behind the ankle
TOES = 0.53  # of the same: the toes' length where the rig has no tip

Targets = dict[int, Floats]  # world rotations (F, 4) of joints


@dataclass(frozen=True, eq=False)
class Sway:
    """How the pelvis moves besides going along with the hips.

    yaw    (F,) rad about y: the left hip goes back
    roll   (F,) rad about z: the left hip goes up
    aside  (F,) m to the left
    """

    yaw: Floats
    roll: Floats
    aside: Floats


@dataclass(frozen=True, eq=False)
class Gait:
    """A figure's legs in a walk, before its own heading and start are added.

    track    where it goes
    middle   (F, 3) m, between the hip joints
    turns    (F, 4) of the pelvis from how it stands
    targets  world rotations of hips, knees, ankles and toes
    stands   (F, 2) bool: when the toe joints stand, left and right
    """

    track: Track
    middle: Floats
    turns: Floats
    targets: Targets
    stands: NDArray[np.bool_]


def shape_of(figure: Standing) -> LegShape:
    """The lengths of its legs as the controller takes them, the means of both.

    Where the rig does not tell the heel's place and the toes' tip, they are where they are in usual feet.
    """
    forward, down = figure.feet.mean(axis=0)
    toes = figure.toes.mean()
    return LegShape(
        thigh=float(figure.thighs.mean()),
        shank=float(figure.shanks.mean()),
        ankle_height=float(figure.ball + down),
        heel_back=float(HEEL * forward),
        ball_forward=float(forward),
        ball_height=figure.ball,
        toe_length=float(toes if toes > 0 else TOES * forward),
    )


def still(frames: int) -> Sway:
    """A pelvis that only goes along."""
    return Sway(*np.zeros((3, frames)))


def place_legs(walk: Walk, figure: Standing, rig: BoundRig, sway: Sway, track: Track) -> Gait:
    """Legs whose feet are where the walk and its track have them and stand still, and whose knees bend as in the walk.

    The pelvis' sway moves the hips off their places in the walk: it goes up or down by as much as keeps the knees'
    angles, those of straight legs above all, and so low that both feet are reached. One leg may be longer than the
    other: the pelvis is level with that. Raises `DataError` as `footings` does.
    """
    order = [rig.names.index(name) for name in LEGS]
    feet = footings(walk, track)
    balls, stands = held_balls(walk, shape_of(figure))
    placed = figure_kernel.place_legs(
        figure.hips[order],
        np.column_stack([figure.thighs, figure.shanks, figure.feet])[order],
        np.column_stack([track.pelvis, walk.pelvis[:, 1], sway.yaw, sway.roll, sway.aside]),
        feet.before,
        feet.after,
        feet.share,
        np.concatenate([balls, _pitches(walk), np.radians(walk.angles[..., 1:2])], axis=2),
    )
    targets = {
        int(joint): kernel.multiply(placed.legs[:, side, part], figure.turns[joint])
        for side, limb in enumerate(order)
        for part, joint in enumerate(rig.legs[limb, :4])
    }
    return Gait(track, placed.middle, placed.pelvis, targets, stands)


def _pitches(walk: Walk) -> Floats:
    """(F, 2, 2) rad by which foot and toe point up."""
    hip, knee, ankle, toe = np.moveaxis(np.radians(walk.angles), -1, 0)
    foot = hip - knee + ankle
    return np.stack([foot, foot + toe], axis=-1)
