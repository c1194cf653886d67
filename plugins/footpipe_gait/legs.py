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
from footpipe_gait.track import Footings, Track, footings
from footpipe_gait.walk import LEGS, Walk

HEEL = 0.39  # of the way from the ankle forward to the toe joint that the heel lies behind the ankle
TOES = 0.53  # of the same: the toes' length where the rig has no tip
SURE_KNEE = 0.1  # sine of the knee's bend below which its angle is not kept any better
ROUNDS = 4  # of Newton's method for the pelvis' height: it converges after two
SOFT = 0.01  # m before the end of a leg's reach from which the pelvis comes down, of feet
AWRY = 0.1  # rad or more off the pelvis' heading; no m of feet along it
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
    angles, those of straight legs above all. One leg may be longer than the other: the pelvis is level with that.
    Raises `DataError` as `footings` does.
    """
    order = [rig.names.index(name) for name in LEGS]
    lengths = np.stack([figure.thighs, figure.shanks], axis=1)[order]
    heading = track.pelvis[:, 2]
    roll = sway.roll + _level(figure, lengths, order)
    turns = kernel.multiply(turn_about(UP, heading + sway.yaw), turn_about(FORWARD, roll))
    hips = np.stack([kernel.rotate(turns, figure.hips[limb]) for limb in order], axis=1)  # (F, 2, 3)
    balls, stands = held_balls(walk, shape_of(figure))
    feet = footings(walk, track)
    headings = _blended(feet, feet.before[..., 2], feet.after[..., 2])
    pitches = _pitches(walk)
    ankles = _ankles(_balls(balls, feet, figure, order), figure, order, headings, pitches)
    middle = np.stack([track.pelvis[:, 0], walk.pelvis[:, 1], track.pelvis[:, 1]], axis=1)
    middle += sway.aside[:, None] * kernel.rotate(turn_about(UP, heading), LEFT)
    spans = middle[:, None] + hips - ankles
    lift = _lift(spans, lengths, np.radians(walk.angles[..., 1]))
    middle[:, 1] += _within_reach(lift, spans, lengths, SOFT * np.minimum(abs(heading[:, None] - headings) / AWRY, 1))
    across = kernel.rotate(turn_about(UP, (heading[:, None] + headings) / 2), LEFT)
    thighs, shanks, hinges = _bent(middle[:, None] + hips, ankles, lengths, across)
    targets: Targets = {}
    for side, limb in enumerate(order):
        hip, knee, ankle, toe, _ = (int(joint) for joint in rig.legs[limb])
        for joint, bones in ((hip, thighs), (knee, shanks)):
            targets[joint] = kernel.multiply(_frames(bones[:, side], hinges[:, side]), figure.turns[joint])
        for joint, pitch in ((ankle, pitches[:, side, 0]), (toe, pitches[:, side, 1])):
            targets[joint] = kernel.multiply(_foot(headings[:, side], pitch), figure.turns[joint])
    return Gait(track, middle, turns, targets, stands)


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


def _blended(feet: Footings, before: Floats, after: Floats) -> Floats:
    """(F, 2, ...) between what is by the spot before and by the one after."""
    share = feet.share.reshape(*feet.share.shape, *[1] * (before.ndim - 2))
    return np.asarray((1 - share) * before + share * after)


def _balls(balls: Floats, feet: Footings, figure: Standing, order: list[int]) -> Floats:
    """(F, 2, 3) m: the toe joints, which the walk has at `balls` (F, 2, 2), beside the track by their hips' places."""
    aside = figure.hips[order, 0]

    def seen_from(spots: Floats) -> Floats:
        sine, cosine = np.sin(spots[..., 2]), np.cos(spots[..., 2])
        along = balls[..., 0] - spots[..., 3]
        x, z = spots[..., 0] + along * sine + aside * cosine, spots[..., 1] + along * cosine - aside * sine
        return np.stack([x, balls[..., 1], z], axis=-1)

    return _blended(feet, seen_from(feet.before), seen_from(feet.after))


def _foot(heading: Floats, pitch: Floats) -> Floats:
    """(..., 4) rotations of a foot that stands flat along z to where it points."""
    return kernel.multiply(turn_about(UP, heading), turn_about(LEFT, -pitch))


def _ankles(balls: Floats, figure: Standing, order: list[int], headings: Floats, pitches: Floats) -> Floats:
    """(F, 2, 3) m, so that the toe joints are at `balls` (F, 2, 3), whatever each foot's own length."""
    ankles = np.empty_like(balls)
    for side, limb in enumerate(order):
        forward, down = figure.feet[limb]
        turns = _foot(headings[:, side], pitches[:, side, 0])
        ankles[:, side] = balls[:, side] - kernel.rotate(turns, forward * FORWARD + down * DOWN)
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


def _within_reach(lift: Floats, spans: Floats, lengths: Floats, soft: Floats) -> Floats:
    """(F,) m, as much lower that both legs reach their ankles; softly, from `soft` (F, 2) m on before they would not.

    In a curve the outer foot is farther away than in the walk.
    """
    for side, longest in enumerate(STRAIGHT * lengths.sum(axis=1)):
        x, y, z = spans[:, side].T
        beyond = lift + y - np.sqrt(np.maximum(longest**2 - x**2 - z**2, 0))
        lift = lift - _ramp(beyond, soft[:, side])
    return lift


def _ramp(x: Floats, soft: Floats) -> Floats:
    """0 below -soft, x above soft, a parabola between them."""
    wide = np.maximum(soft, 1e-12)
    share = np.clip((x + wide) / (2 * wide), 0, 1)
    return np.where(x >= wide, x, wide * share**2)


def _bent(hips: Floats, ankles: Floats, lengths: Floats, across: Floats) -> tuple[Floats, Floats, Floats]:
    """Thighs, shins and hinges (F, 2, 3), unit vectors: knees forward, their hinges as near as can be to `across`."""
    thigh, shank = lengths.T
    span = ankles - hips
    apart = np.linalg.norm(span, axis=-1)
    down = span / apart[..., None]
    hinges = across - (down * across).sum(axis=-1, keepdims=True) * down
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
