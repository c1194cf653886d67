"""How a figure stands: legs straight, feet flat, arms down. When it walks, its joints turn away from this pose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footpipe import BoundRig, Clip, Floats, Ints, find_arms, kernel
from footpipe_gait.biped import check_biped, check_pair
from footpipe_gait.poses import (
    DOWN,
    FORWARD,
    LEFT,
    UP,
    Pose,
    facing,
    hips_of,
    quiet,
    stands,
    turn_about,
    turned_whole,
    upright,
)

ASIDE = np.radians(6)  # by which arms hang outwards
HIGHEST_BALL = 0.08  # of the leg that the toe joint of a flat foot is above the floor; more is a figure in the air
USUAL_BALL = 0.02  # of the leg, where the clip does not tell
SLOW = 33  # %: of a toe's frames, those in which it is taken to stand


@dataclass(frozen=True, eq=False)
class Standing:
    """A figure that stands upright facing z, its left towards x; lengths in m.

    translations  (J, 3) parent space, file units
    rotations     (J, 4) xyzw, parent space: of the pose that it was found in
    turns         (J, 4) xyzw, world: legs straight down, feet flat and forward, arms down; else that pose, facing z
    hips          (L, 3) hip joints from the middle between them
    pelvis        (3,) the pelvis joint from there
    thighs        (L,) hip to knee
    shanks        (L,) knee to ankle
    feet          (L, 2) ankle to toe joint: forward, and down
    toes          (L,) toe joint to its tip; 0 where the rig has none
    ball          height of the toe joints above the floor
    heading       rad about y, from z towards x: where the figure faced in that pose
    arms          (A, 3) joints: shoulder, elbow, wrist; left first
    """

    translations: Floats
    rotations: Floats
    turns: Floats
    hips: Floats
    pelvis: Floats
    thighs: Floats
    shanks: Floats
    feet: Floats
    toes: Floats
    ball: float
    heading: float
    arms: tuple[tuple[int, int, int], ...]

    @property
    def leg(self) -> float:
        """Thigh and shin, m, the mean of both legs."""
        return float((self.thighs + self.shanks).mean())


def standing(clip: Clip, rig: BoundRig) -> Standing:
    """How the clip's figure stands: its rest pose where that stands, else the frame with the straightest legs.

    Knees turn about the rig's hinges, else about those that the motion shows, else across the feet. Raises `RigError`
    where there are not two legs with feet, a left one and a right one, and no more than those.
    """
    check_biped(rig)
    pose = upright(clip, rig)
    check_pair(clip, rig, pose)
    heading = float(facing(pose.at[hips_of(rig)]))
    ahead = turn_about(UP, -heading)
    pose = turned_whole(pose, ahead)
    turns = pose.turned.copy()
    for leg, hinge in zip(rig.legs, _hinges(clip, rig, pose), strict=True):
        _straighten(turns, pose, leg, hinge)
    flat = [pose if stands(pose, rig) else turned_whole(quiet(clip, leg), ahead) for leg in rig.legs]
    feet = _flatten(turns, flat, rig)
    arms = tuple(find_arms(clip.skeleton).values())
    for side, arm in zip((1.0, -1.0), arms, strict=False):
        _hang(turns, pose, arm, side)
    return _measured(clip, rig, pose, feet, turns, heading, arms)


def _hinges(clip: Clip, rig: BoundRig, pose: Pose) -> Floats:
    """(L, 3) knee hinges in the world of the pose, towards the left."""
    across = np.array([np.cross(-pose.bone(hip, ankle), pose.bone(ankle, toe)) for hip, _, ankle, toe, _ in rig.legs])
    prior = kernel.rotate(kernel.inverse(pose.turned[rig.knee]), _unit(across))
    rows = slice(clip.rest_rows, None)
    measured = kernel.knee_axes(clip.world.positions[rows], clip.world.rotations[rows], rig.legs, prior)[-1]
    given = np.linalg.norm(rig.knee_axes, axis=1, keepdims=True) > 0
    hinges = kernel.rotate(pose.turned[rig.knee], np.where(given, rig.knee_axes, measured))
    return hinges * np.where(hinges @ LEFT < 0, -1.0, 1.0)[:, None]


def _straighten(turns: Floats, pose: Pose, leg: Ints, hinge: Floats) -> None:
    """Thigh and shin straight down, their hinge across."""
    hip, knee, ankle = leg[:3]
    for joint, bone in ((hip, pose.bone(hip, knee)), (knee, pose.bone(knee, ankle))):
        upright = kernel.between(bone, DOWN)
        across = kernel.rotate(upright, hinge)
        yaw = turn_about(UP, -np.arctan2(-across[2], across[0]))
        turns[joint] = kernel.multiply(kernel.multiply(yaw, upright), pose.turned[joint])


def _flatten(turns: Floats, poses: list[Pose], rig: BoundRig) -> Floats:
    """(L, 2) m: ankle to toe joint, forward and down, of feet that point forward and are all as flat as the flattest.

    One pose for each leg; the toes turn with the feet.
    """
    bones = np.array([pose.bone(ankle, toe) for pose, (ankle, toe) in zip(poses, rig.legs[:, 2:4], strict=True)])
    pitches = np.arctan2(-bones[:, 1], np.hypot(bones[:, 0], bones[:, 2]))
    flattest = pitches.min()
    for pose, bone, pitch, joints in zip(poses, bones, pitches, rig.legs[:, 2:4], strict=True):
        forward = turn_about(UP, -np.arctan2(bone[0], bone[2]))
        flat = kernel.multiply(turn_about(LEFT, flattest - pitch), forward)
        for joint in joints:
            turns[joint] = kernel.multiply(flat, pose.turned[joint])
    return np.linalg.norm(bones, axis=1)[:, None] * [np.cos(flattest), np.sin(flattest)]


def _hang(turns: Floats, pose: Pose, arm: tuple[int, int, int], side: float) -> None:
    shoulder, elbow, wrist = arm
    down = kernel.rotate(turn_about(FORWARD, side * ASIDE), DOWN)
    for joint, bone in ((shoulder, pose.bone(shoulder, elbow)), (elbow, pose.bone(elbow, wrist))):
        turns[joint] = kernel.multiply(kernel.between(bone, down), pose.turned[joint])


def _measured(
    clip: Clip,
    rig: BoundRig,
    pose: Pose,
    feet: Floats,
    turns: Floats,
    heading: float,
    arms: tuple[tuple[int, int, int], ...],
) -> Standing:
    middle = pose.at[rig.hip].mean(axis=0)
    thighs = np.linalg.norm(pose.at[rig.knee] - pose.at[rig.hip], axis=1)
    shanks = np.linalg.norm(pose.at[rig.ankle] - pose.at[rig.knee], axis=1)
    ends = np.where(rig.toe_end >= 0, rig.toe_end, rig.toe)
    return Standing(
        translations=pose.translations,
        rotations=pose.rotations,
        turns=turns,
        hips=pose.at[rig.hip] - middle,
        pelvis=pose.at[rig.pelvis] - middle,
        thighs=thighs,
        shanks=shanks,
        feet=feet,
        toes=np.linalg.norm(pose.at[ends] - pose.at[rig.toe], axis=1),
        ball=_ball_height(clip, rig, float((thighs + shanks).mean())),
        heading=heading,
        arms=arms,
    )


def _ball_height(clip: Clip, rig: BoundRig, leg: float) -> float:
    """m above the floor: the toes' median height in their slowest frames, where that can be a foot that stands."""
    rows = slice(clip.rest_rows, None)
    heights, speeds = clip.world.positions[rows, rig.toe, 1] - rig.floor, clip.speed(rig.toe)[rows]
    slow = speeds <= np.percentile(speeds, SLOW, axis=0)
    low = float(np.mean([np.median(heights[slow[:, limb], limb]) for limb in range(len(rig.names))]))
    return low if 0 <= low <= HIGHEST_BALL * leg else USUAL_BALL * leg


def _unit(vectors: Floats) -> Floats:
    """(..., 3) at unit length; LEFT where there is no length."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.where(length > 1e-9, vectors / np.maximum(length, 1e-9), LEFT)
