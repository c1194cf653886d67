"""How a figure stands: legs straight, feet flat, arms down. When it walks, its joints turn away from this pose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footpipe import BoundRig, Clip, Floats, Ints, RigError, find_arms, kernel

LEFT, UP, FORWARD = np.eye(3)
DOWN = -UP
STEEPEST_LEG = np.cos(np.radians(40))  # thighs and shins of a pose that stands hang within this angle
LEAST_FOOT = 0.5  # of a foot's length lies in the plane, forward, where it is flat
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


@dataclass(frozen=True, eq=False)
class _Pose:
    """One pose: parent space (J, 3) and (J, 4), and in the world."""

    translations: Floats
    rotations: Floats
    at: Floats
    turned: Floats

    def bone(self, upper: int, lower: int) -> Floats:
        """(3,) m world."""
        return self.at[lower] - self.at[upper]


def standing(clip: Clip, rig: BoundRig) -> Standing:
    """How the clip's figure stands: its rest pose where that stands, else the frame with the straightest legs.

    Knees turn about the rig's hinges, else about those that the motion shows, else across the feet. Raises `RigError`
    where there are not two legs with feet, a left one and a right one.
    """
    check_biped(rig)
    pose = _upright(clip, rig)
    heading = float(facing(pose.at[rig.hip]))
    pose = _turned(pose, turn_about(UP, -heading))
    rests = _stands(pose, rig)
    feet = [pose if rests else _turned(_quiet(clip, leg), turn_about(UP, -heading)) for leg in rig.legs]
    turns = pose.turned.copy()
    for leg, hinge, flat in zip(rig.legs, _hinges(clip, rig, pose), feet, strict=True):
        _straighten(turns, pose, leg, hinge)
        _flatten(turns, flat, leg)
    arms = tuple(find_arms(clip.skeleton).values())
    for side, arm in zip((1.0, -1.0), arms, strict=False):
        _hang(turns, pose, arm, side)
    return _measured(clip, rig, pose, feet, turns, heading, arms)


def check_biped(rig: BoundRig) -> None:
    """Raise `RigError` where the rig has not two legs, left and right, with feet."""
    if set(rig.names) != {"left", "right"}:
        raise RigError(f"a walk needs two legs, 'left' and 'right', and the rig has {', '.join(rig.names)}")
    for name, ankle, toe in zip(rig.names, rig.ankle, rig.toe, strict=True):
        if ankle == toe:
            raise RigError(
                f"limb '{name}' has no foot: nothing hangs below '{rig.skeleton.joints[ankle]}'",
                help="name its toe in a [rigs.x] table",
            )


def facing(hips: Floats) -> Floats:
    """(...) rad about y, from z towards x: where a figure with hip joints (..., 2, 3), left and right, faces."""
    across = hips[..., 0, :] - hips[..., 1, :]
    return np.arctan2(-across[..., 2], across[..., 0])


def turn_about(axis: Floats, angle: Floats | float) -> Floats:
    """(..., 4) xyzw rotations by `angle` (...) rad about a unit axis (3,)."""
    half = np.asarray(angle)[..., None] / 2
    return np.concatenate([np.sin(half) * axis, np.cos(half)], axis=-1)


# Which pose


def _upright(clip: Clip, rig: BoundRig) -> _Pose:
    frame = clip.rest_rows
    rest = _pose(clip, frame, clip.skeleton.rest_rotations)
    return rest if _stands(rest, rig) else _straightest(clip, rig)


def _pose(clip: Clip, frame: int, rotations: Floats) -> _Pose:
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
    return _Pose(clip.translations[frame], rotations, at[0], turned[0])


def _stands(pose: _Pose, rig: BoundRig) -> bool:
    """Whether legs hang down and feet point forward, flat."""
    heading = facing(pose.at[rig.hip])
    forward = np.array([np.sin(heading), 0.0, np.cos(heading)])
    for hip, knee, ankle, toe, _ in rig.legs:
        bones = (pose.bone(hip, knee), pose.bone(knee, ankle))
        if any(bone @ DOWN < STEEPEST_LEG * np.linalg.norm(bone) for bone in bones):
            return False
        if pose.bone(ankle, toe) @ forward < LEAST_FOOT * np.linalg.norm(pose.bone(ankle, toe)):
            return False
    return True


def _straightest(clip: Clip, rig: BoundRig) -> _Pose:
    at = clip.world.positions[clip.rest_rows :]
    down = np.zeros(len(at))
    for upper, lower in ((rig.hip, rig.knee), (rig.knee, rig.ankle)):
        bones = at[:, lower] - at[:, upper]
        down += (-bones[..., 1] / np.linalg.norm(bones, axis=-1)).sum(axis=1)
    frame = clip.rest_rows + int(np.argmax(down))
    return _pose(clip, frame, clip.rotations[frame])


def _quiet(clip: Clip, leg: Ints) -> _Pose:
    """The frame in which both ends of a foot are slowest and lowest together."""
    joints = leg[2:4]
    rows = slice(clip.rest_rows, None)
    heights = clip.world.positions[rows, joints, 1].sum(axis=1)
    speeds = clip.speed(joints)[rows].sum(axis=1)
    frame = clip.rest_rows + int(np.argmin(heights + speeds))
    return _pose(clip, frame, clip.rotations[frame])


def _turned(pose: _Pose, turn: Floats) -> _Pose:
    """The pose as a whole turned in the world."""
    return _Pose(pose.translations, pose.rotations, kernel.rotate(turn, pose.at), kernel.multiply(turn, pose.turned))


# What its limbs become


def _hinges(clip: Clip, rig: BoundRig, pose: _Pose) -> Floats:
    """(L, 3) knee hinges in the world of the pose, towards the left."""
    across = np.array([np.cross(-pose.bone(hip, ankle), pose.bone(ankle, toe)) for hip, _, ankle, toe, _ in rig.legs])
    prior = kernel.rotate(kernel.inverse(pose.turned[rig.knee]), _unit(across))
    rows = slice(clip.rest_rows, None)
    measured = kernel.knee_axes(clip.world.positions[rows], clip.world.rotations[rows], rig.legs, prior)[-1]
    given = np.linalg.norm(rig.knee_axes, axis=1, keepdims=True) > 0
    hinges = kernel.rotate(pose.turned[rig.knee], np.where(given, rig.knee_axes, measured))
    return hinges * np.where(hinges @ LEFT < 0, -1.0, 1.0)[:, None]


def _straighten(turns: Floats, pose: _Pose, leg: Ints, hinge: Floats) -> None:
    """Thigh and shin straight down, their hinge across."""
    hip, knee, ankle = leg[:3]
    for joint, bone in ((hip, pose.bone(hip, knee)), (knee, pose.bone(knee, ankle))):
        upright = kernel.between(bone, DOWN)
        across = kernel.rotate(upright, hinge)
        yaw = turn_about(UP, -np.arctan2(-across[2], across[0]))
        turns[joint] = kernel.multiply(kernel.multiply(yaw, upright), pose.turned[joint])


def _flatten(turns: Floats, pose: _Pose, leg: Ints) -> None:
    """The foot as flat as in the pose, pointing forward, and the toe with it."""
    ankle, toe = leg[2:4]
    foot = pose.bone(ankle, toe)
    yaw = turn_about(UP, -np.arctan2(foot[0], foot[2]))
    for joint in (ankle, toe):
        turns[joint] = kernel.multiply(yaw, pose.turned[joint])


def _hang(turns: Floats, pose: _Pose, arm: tuple[int, int, int], side: float) -> None:
    shoulder, elbow, wrist = arm
    down = kernel.rotate(turn_about(FORWARD, side * ASIDE), DOWN)
    for joint, bone in ((shoulder, pose.bone(shoulder, elbow)), (elbow, pose.bone(elbow, wrist))):
        turns[joint] = kernel.multiply(kernel.between(bone, down), pose.turned[joint])


def _measured(
    clip: Clip,
    rig: BoundRig,
    pose: _Pose,
    feet: list[_Pose],
    turns: Floats,
    heading: float,
    arms: tuple[tuple[int, int, int], ...],
) -> Standing:
    middle = pose.at[rig.hip].mean(axis=0)
    bones = np.array([flat.bone(*leg[2:4]) for flat, leg in zip(feet, rig.legs, strict=True)])
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
        feet=np.stack([np.hypot(bones[:, 0], bones[:, 2]), -bones[:, 1]], axis=1),
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
