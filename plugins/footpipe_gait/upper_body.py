"""What pelvis, spine, head and arms do while the legs walk: a simple counter-motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footpipe import BoundRig, Floats, Skeleton, figure_kernel, kernel
from footpipe_gait.legs import Sway, Targets
from footpipe_gait.poses import FORWARD, LEFT, UP, turn_about
from footpipe_gait.standing import Standing
from footpipe_gait.walk import Walk

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
    half = float(abs(figure.hips[:, 0]).mean())
    found = figure_kernel.sway(figure.leg, half, np.radians(walk.angles), _weight(walk))
    return UpperBody(Sway(found.yaw, found.roll, found.aside), found.chest, found.arms, found.elbows)


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
