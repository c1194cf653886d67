"""The built-in figure: a person of usual proportions, for motion that comes from no file."""

from __future__ import annotations

import numpy as np

from footpipe import Clip, Placement, Skeleton

STATURE = 1.75  # m
CENTIMETRE = 0.01  # m, the unit in which the figure is made: most programs take a BVH to be in centimetres

# Shares of the stature, after Drillis and Contini (1966) in Winter's table of body segments. What the table leaves
# out (the spine's parts, how far the hips' centres are apart, where the foot bends) is what rigs usually have.
ANKLE, SHANK, THIGH, FOOT = 0.039, 0.246, 0.245, 0.152  # height; lengths
HALF_HIPS, PELVIS = 0.05, 0.02  # of the hips' centres from the middle; of the root above them
SHOULDER, HALF_SHOULDERS = 0.818, 0.129  # height; from the middle
UPPER_ARM, FOREARM, HAND = 0.186, 0.146, 0.108
HIPS = ANKLE + SHANK + THIGH + PELVIS
SPINE, CHEST, NECK, HEAD = 0.58, 0.655, 0.845, 0.87  # heights
UPPER_CHEST = 0.73
BALL, TOES = 0.53 * FOOT, 0.28 * FOOT  # forward of the ankle, of the ball; the heel takes the rest
BALL_HEIGHT = 0.0115

Joints = list[tuple[str, tuple[float, float, float]]]  # path, place in the parent's space in statures


def built_in(stature: float = STATURE) -> Clip:
    """The figure standing for one frame at the world's origin, facing z; `stature` in m.

    Arms to the sides, feet flat on the ground. In centimetres, y up; joints have the names that MotionBuilder and
    Mixamo use.
    """
    sides = (("Left", 1), ("Right", -1))
    joints = [*_trunk(), *(j for side in sides for j in _arm(*side)), *(j for side in sides for j in _leg(*side))]
    offsets = np.array([place for _, place in joints]) * stature / CENTIMETRE
    skeleton = Skeleton(tuple(path for path, _ in joints), offsets)
    translations = offsets[None].copy()
    translations[0, 0] = [0.0, HIPS * stature / CENTIMETRE, 0.0]
    rotations = np.tile([0.0, 0, 0, 1], (1, len(skeleton), 1))
    return Clip(skeleton, translations, rotations, np.zeros(1), placement=Placement(scale=CENTIMETRE))


def _trunk() -> Joints:
    chest = "Hips/Spine/Spine1/Spine2"
    return [
        ("Hips", (0, 0, 0)),
        ("Hips/Spine", (0, SPINE - HIPS, 0)),
        ("Hips/Spine/Spine1", (0, CHEST - SPINE, 0)),
        (chest, (0, UPPER_CHEST - CHEST, 0)),
        (f"{chest}/Neck", (0, NECK - UPPER_CHEST, 0)),
        (f"{chest}/Neck/Head", (0, HEAD - NECK, 0)),
        (f"{chest}/Neck/Head/End", (0, 1 - HEAD, 0)),
    ]


def _arm(side: str, sign: int) -> Joints:
    return _chain(
        "Hips/Spine/Spine1/Spine2",
        (f"{side}Shoulder", (sign * 0.02, SHOULDER - UPPER_CHEST, 0)),
        (f"{side}Arm", (sign * (HALF_SHOULDERS - 0.02), 0, 0)),
        (f"{side}ForeArm", (sign * UPPER_ARM, 0, 0)),
        (f"{side}Hand", (sign * FOREARM, 0, 0)),
        ("End", (sign * HAND, 0, 0)),
    )


def _leg(side: str, sign: int) -> Joints:
    return _chain(
        "Hips",
        (f"{side}UpLeg", (sign * HALF_HIPS, -PELVIS, 0)),
        (f"{side}Leg", (0, -THIGH, 0)),
        (f"{side}Foot", (0, -SHANK, 0)),
        (f"{side}ToeBase", (0, BALL_HEIGHT - ANKLE, BALL)),
        ("End", (0, 0, TOES)),
    )


def _chain(above: str, *joints: tuple[str, tuple[float, float, float]]) -> Joints:
    """Joints that hang one from the other, the first from the path `above`."""
    found = []
    for name, place in joints:
        above = f"{above}/{name}"
        found.append((above, place))
    return found
