"""The pose of a clip in which its figure stands, or comes nearest to it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footpipe import BoundRig, Clip, Floats, Ints, kernel

LEFT, UP, FORWARD = np.eye(3)
DOWN = -UP
STEEPEST_LEG = np.cos(np.radians(40))  # thighs and shins of a pose that stands hang within this angle
LEAST_FOOT = 0.5  # of a foot's length lies in the plane, forward, where it is flat


@dataclass(frozen=True, eq=False)
class Pose:
    """One pose: parent space (J, 3) and (J, 4), and in the world."""

    translations: Floats
    rotations: Floats
    at: Floats
    turned: Floats

    def bone(self, upper: int, lower: int) -> Floats:
        """(3,) m world."""
        return self.at[lower] - self.at[upper]


def upright(clip: Clip, rig: BoundRig) -> Pose:
    """The rest pose where that stands, else the frame of motion with the straightest legs."""
    frame = clip.rest_rows
    rest = pose_of(clip, frame, clip.skeleton.rest_rotations)
    return rest if stands(rest, rig) else _straightest(clip, rig)


def pose_of(clip: Clip, frame: int, rotations: Floats) -> Pose:
    """The joints' places in the parent's space of one frame, with other rotations (J, 4)."""
    where = clip.placement.pick(slice(frame, frame + 1))
    at, turned = kernel.forward(
        clip.translations[frame : frame + 1],
        rotations[None],
        clip.skeleton.parents,
        where.translation,
        where.rotation,
        where.scale,
    )
    return Pose(clip.translations[frame], rotations, at[0], turned[0])


def stands(pose: Pose, rig: BoundRig) -> bool:
    """Whether legs hang down and feet point forward, flat."""
    heading = facing(pose.at[hips_of(rig)])
    forward = np.array([np.sin(heading), 0.0, np.cos(heading)])
    for hip, knee, ankle, toe, _ in rig.legs:
        bones = (pose.bone(hip, knee), pose.bone(knee, ankle))
        if any(bone @ DOWN < STEEPEST_LEG * np.linalg.norm(bone) for bone in bones):
            return False
        if pose.bone(ankle, toe) @ forward < LEAST_FOOT * np.linalg.norm(pose.bone(ankle, toe)):
            return False
    return True


def _straightest(clip: Clip, rig: BoundRig) -> Pose:
    at = clip.world.positions[clip.rest_rows :]
    down = np.zeros(len(at))
    for upper, lower in ((rig.hip, rig.knee), (rig.knee, rig.ankle)):
        bones = at[:, lower] - at[:, upper]
        down += (-bones[..., 1] / np.linalg.norm(bones, axis=-1)).sum(axis=1)
    frame = clip.rest_rows + int(np.argmax(down))
    return pose_of(clip, frame, clip.rotations[frame])


def quiet(clip: Clip, leg: Ints) -> Pose:
    """The frame in which both ends of a foot are slowest and lowest together."""
    joints = leg[2:4]
    rows = slice(clip.rest_rows, None)
    heights = clip.world.positions[rows, joints, 1].sum(axis=1)
    speeds = clip.speed(joints)[rows].sum(axis=1)
    frame = clip.rest_rows + int(np.argmin(heights + speeds))
    return pose_of(clip, frame, clip.rotations[frame])


def turned_whole(pose: Pose, turn: Floats) -> Pose:
    """The pose as a whole turned in the world."""
    return Pose(pose.translations, pose.rotations, kernel.rotate(turn, pose.at), kernel.multiply(turn, pose.turned))


def hips_of(rig: BoundRig) -> list[int]:
    """Its two hip joints, left and right, in whatever order its limbs are told."""
    return [int(rig.hip[rig.names.index(name)]) for name in ("left", "right")]


def facing(hips: Floats) -> Floats:
    """(...) rad about y, from z towards x: where a figure with hip joints (..., 2, 3), left and right, faces."""
    across = hips[..., 0, :] - hips[..., 1, :]
    return np.arctan2(-across[..., 2], across[..., 0])


def turn_about(axis: Floats, angle: Floats | float) -> Floats:
    """(..., 4) xyzw rotations by `angle` (...) rad about a unit axis (3,)."""
    half = np.asarray(angle)[..., None] / 2
    return np.concatenate([np.sin(half) * axis, np.cos(half)], axis=-1)
