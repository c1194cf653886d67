"""From a walk seen from the side to the legs of a figure: pelvis, knees and feet in three dimensions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from footpipe import BoundRig, Floats, kernel
from footpipe_gait.hold import held_balls
from footpipe_gait.poses import DOWN, FORWARD, LEFT, UP, turn_about
from footpipe_gait.shape import LegShape
from footpipe_gait.standing import Standing
from footpipe_gait.walk import Walk

HEEL = 0.39  # of the way from the ankle forward to the toe joint that the heel lies behind the ankle
TOES = 0.53  # of the same: the toes' length where the rig has no tip
SURE_KNEE = 0.1  # sine of the knee's bend below which its angle is not kept any better
ROUNDS = 4  # of Newton's method for the pelvis' height: it converges after two
STRAIGHT = 0.99999  # of thigh and shin that hip and ankle may be apart

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
    """A figure's legs in a walk along z.

    middle   (F, 3) m, between the hip joints
    turns    (F, 4) of the pelvis from how it stands
    targets  world rotations of hips, knees, ankles and toes
    stands   (F, 2) bool: when the toe joints stand, left and right
    """

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


def place_legs(walk: Walk, figure: Standing, rig: BoundRig, sway: Sway) -> Gait:
    """Legs whose feet are where the walk has them and stand still, and whose knees bend as they do there.

    The pelvis' sway moves the hips off their places in the walk: it goes up or down by as much as keeps the knees'
    angles, those of straight legs above all. One leg may be longer than the other: the pelvis is level with that.
    """
    order = [rig.names.index(name) for name in ("left", "right")]
    lengths = np.stack([figure.thighs, figure.shanks], axis=1)[order]
    turns = kernel.multiply(turn_about(UP, sway.yaw), turn_about(FORWARD, sway.roll + _level(figure, lengths, order)))
    hips = np.stack([kernel.rotate(turns, figure.hips[limb]) for limb in order], axis=1)  # (F, 2, 3)
    pitches = _pitches(walk)
    balls, stands = held_balls(walk, shape_of(figure))
    ankles = _ankles(balls, figure, order, pitches)
    middle = np.stack([sway.aside, walk.pelvis[:, 1], walk.pelvis[:, 0]], axis=1)
    middle[:, 1] += _lift(middle[:, None] + hips - ankles, lengths, np.radians(walk.angles[..., 1]))
    thighs, shanks, hinges = _bent(middle[:, None] + hips, ankles, lengths)
    targets: Targets = {}
    for side, limb in enumerate(order):
        hip, knee, ankle, toe, _ = (int(joint) for joint in rig.legs[limb])
        for joint, bones in ((hip, thighs), (knee, shanks)):
            targets[joint] = kernel.multiply(_frames(bones[:, side], hinges[:, side]), figure.turns[joint])
        for joint, pitch in ((ankle, pitches[:, side, 0]), (toe, pitches[:, side, 1])):
            targets[joint] = kernel.multiply(turn_about(LEFT, -pitch), figure.turns[joint])
    return Gait(middle, turns, targets, stands)


def _level(figure: Standing, lengths: Floats, order: list[int]) -> float:
    """rad about z: the pelvis' constant tilt that puts its hips as high as the legs are long."""
    left, right = figure.hips[order]
    longer = lengths[0].sum() - lengths[1].sum()
    return float(np.arctan2(longer, left[0] - right[0]) - np.arctan2(left[1] - right[1], left[0] - right[0]))


def _pitches(walk: Walk) -> Floats:
    """(F, 2, 2) rad by which foot and toe point up."""
    hip, knee, ankle, toe = np.moveaxis(np.radians(walk.angles), -1, 0)
    foot = hip - knee + ankle
    return np.stack([foot, foot + toe], axis=-1)


def _ankles(balls: Floats, figure: Standing, order: list[int], pitches: Floats) -> Floats:
    """(F, 2, 3) m, so that the toe joints are at `balls` (F, 2, 2), whatever each foot's own length."""
    ankles = np.empty((*balls.shape[:2], 3))
    for side, limb in enumerate(order):
        forward, down = figure.feet[limb]
        foot = kernel.rotate(turn_about(LEFT, -pitches[:, side, 0]), forward * FORWARD + down * DOWN)
        ball = np.stack([np.full(len(balls), figure.hips[limb, 0]), balls[:, side, 1], balls[:, side, 0]], axis=1)
        ankles[:, side] = ball - foot
    return ankles


def _lift(spans: Floats, lengths: Floats, knees: Floats) -> Floats:
    """(F,) m up for hips that are off their ankles by `spans` (F, 2, 3), so that the knees bend by `knees` (F, 2) rad.

    Least squares over both knees; a knee's angle changes by as much as its sine is small.
    """
    thigh, shank = lengths.T
    wanted = np.sqrt(thigh**2 + shank**2 + 2 * thigh * shank * np.cos(knees))
    weight = 1 / (np.sin(knees) ** 2 + SURE_KNEE**2)
    lift = np.zeros(len(spans))
    for _ in range(ROUNDS):
        raised = spans + lift[:, None, None] * UP
        apart = np.linalg.norm(raised, axis=-1)
        slope = raised[..., 1] / apart
        lift -= (weight * slope * (apart - wanted)).sum(axis=1) / (weight * slope**2).sum(axis=1)
    return lift


def _bent(hips: Floats, ankles: Floats, lengths: Floats) -> tuple[Floats, Floats, Floats]:
    """Thighs, shins and hinges (F, 2, 3), unit vectors: knees forward, in the plane nearest to the walk's."""
    thigh, shank = lengths.T
    span = ankles - hips
    apart = np.linalg.norm(span, axis=-1)
    down = span / apart[..., None]
    hinges = LEFT - (down @ LEFT)[..., None] * down
    hinges /= np.linalg.norm(hinges, axis=-1, keepdims=True)
    reached = np.clip(apart, abs(thigh - shank), STRAIGHT * (thigh + shank))
    bend = np.arccos(np.clip((thigh**2 + reached**2 - shank**2) / (2 * thigh * reached), -1, 1))
    thighs = np.cos(bend)[..., None] * down + np.sin(bend)[..., None] * np.cross(down, hinges)
    shins = reached[..., None] * down - thigh[:, None] * thighs
    return thighs, shins / shank[:, None], hinges


def _frames(bones: Floats, hinges: Floats) -> Floats:
    """(F, 4) rotations that take down to `bones` (F, 3) and left to `hinges` (F, 3)."""
    swing = kernel.between(np.broadcast_to(DOWN, bones.shape), bones)
    twist = kernel.between(kernel.rotate(swing, np.broadcast_to(LEFT, bones.shape)), hinges)
    return kernel.multiply(twist, swing)
