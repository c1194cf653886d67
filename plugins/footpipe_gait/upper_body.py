"""What pelvis, spine, head and arms do while the legs walk: a simple counter-motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footpipe import BoundRig, Floats, Skeleton, kernel
from footpipe_gait.legs import Sway, Targets
from footpipe_gait.poses import FORWARD, LEFT, UP, turn_about
from footpipe_gait.standing import Standing
from footpipe_gait.walk import Walk

# Of a walk at free speed, in which the thighs are 40 degrees apart at contact: ranges as textbooks of gait have them
# (Perry and Burnfield 2010: the pelvis turns 5 degrees and drops 4 to each side, the arms swing 10 forward, 20 back).
HALF_HIPS = 0.1  # of the leg: hips that are farther from the middle turn less, and go as far
PELVIS_YAW = 0.06  # of the angle between the thighs
CHEST_YAW = -0.07  # of the same, against the pelvis
ARM_SWING, ARM_BACK = 0.7, np.radians(4)  # of the other side's thigh, and how far the arms' middle is behind
BOTH = np.radians(15)  # as far as both thighs together, of stairs, bring the arms
ELBOW, ELBOW_SWING = np.radians(16), 0.35  # bend, and more of it the farther the arm is forward
DROP = 0.04  # of the angle by which one knee is more bent: the pelvis drops on the side that swings
ASIDE = 0.02  # of the leg, towards it
SHIFT = 0.09  # s over which weight goes from leg to leg, at a step of half a second


@dataclass(frozen=True, eq=False)
class UpperBody:
    """Angles in rad of a walk along z, (F,) or (F, 2) left and right.

    sway    of the pelvis
    chest   about y
    arms    forward
    elbows  bend
    """

    sway: Sway
    chest: Floats
    arms: Floats
    elbows: Floats


def counter_motion(walk: Walk, figure: Standing) -> UpperBody:
    """Arms against legs, chest against pelvis, the pelvis turning with the legs and dropping from the standing one.

    Everything follows the thighs, so that it begins and ends with the walk.
    """
    angles = np.asarray(np.radians(walk.angles))
    thighs, knees = angles[..., 0], angles[..., 1]
    apart = thighs[:, 1] - thighs[:, 0]  # > 0: the left hip is back
    both = BOTH * np.tanh(thighs.mean(axis=1) / BOTH)
    arms = ARM_SWING * (both[:, None] + apart[:, None] * [0.5, -0.5]) - ARM_BACK
    wide = min(1.0, HALF_HIPS * figure.leg / float(abs(figure.hips[:, 0]).mean()))
    bent = knees[:, 1] - knees[:, 0]
    sway = Sway(wide * PELVIS_YAW * apart, wide * DROP * bent, ASIDE * figure.leg * _weight(walk))
    return UpperBody(sway, CHEST_YAW * apart, arms, ELBOW + ELBOW_SWING * (arms + ARM_BACK))


def _weight(walk: Walk) -> Floats:
    """(F,) which leg stands: 1 the left one, -1 the right one, smoothly from one to the other."""
    from scipy.ndimage import gaussian_filter1d

    on = np.asarray(walk.contacts.any(axis=2), np.float64)
    return gaussian_filter1d(on[:, 0] - on[:, 1], SHIFT * walk.rate, mode="nearest")


def upper_targets(body: UpperBody, figure: Standing, rig: BoundRig, headings: Floats) -> Targets:
    """World rotations (F, 4) of spine, head and arms on a track of `headings` (F,) rad.

    Joints that are not found stay as they stand.
    """
    ahead = turn_about(UP, headings)
    skeleton = rig.skeleton
    spine = spine_of(skeleton, rig.pelvis, [arm[0] for arm in figure.arms])
    targets: Targets = {}
    for share, joint in zip(np.linspace(0, 1, len(spine) + 1)[1:], spine, strict=True):
        yaw = headings + (1 - share) * body.sway.yaw + share * body.chest
        turn = kernel.multiply(turn_about(UP, yaw), turn_about(FORWARD, (1 - share) * body.sway.roll))
        targets[joint] = kernel.multiply(turn, figure.turns[joint])
    for joint in heads(skeleton):
        targets[joint] = kernel.multiply(ahead, figure.turns[joint])
    chest = turn_about(UP, headings + body.chest)
    for side, (shoulder, elbow, _) in enumerate(figure.arms):
        upper = kernel.multiply(chest, turn_about(LEFT, -body.arms[:, side]))
        lower = kernel.multiply(upper, turn_about(LEFT, -body.elbows[:, side]))
        targets[shoulder] = kernel.multiply(upper, figure.turns[shoulder])
        targets[elbow] = kernel.multiply(lower, figure.turns[elbow])
    return targets


def hanging_arms(figure: Standing, headings: Floats) -> Targets:
    """World rotations (F, 4) of arms that only hang, on a track of `headings` (F,) rad."""
    ahead = turn_about(UP, headings)
    joints = [joint for arm in figure.arms for joint in arm[:2]]
    return {joint: kernel.multiply(ahead, figure.turns[joint]) for joint in joints}


def spine_of(skeleton: Skeleton, pelvis: int, shoulders: list[int]) -> list[int]:
    """Joints above the pelvis, or beside it, up to the one that carries all shoulders; lowest first."""
    if not shoulders:
        return []
    above = [skeleton.ancestors(shoulder) for shoulder in shoulders]
    chest = next((joint for joint in above[0] if all(joint in others for others in above)), None)
    if chest is None:
        return []
    below = {pelvis, *skeleton.ancestors(pelvis)}
    return [joint for joint in [chest, *skeleton.ancestors(chest)] if joint not in below][::-1]


def heads(skeleton: Skeleton) -> list[int]:
    """The first joint that is called a head, if any."""
    return [joint for joint, name in enumerate(skeleton.names) if name.lower().endswith("head")][:1]
