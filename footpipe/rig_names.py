"""What people call the joints of a leg. One record for each family of programs that share their names.

Names are compared without side, prefix, case and separators: "mixamorig:LeftUpLeg", "Bip01 L UpLeg" and
"up_leg.l" are all "upleg" of the left.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SIDES = {"l": "left", "left": "left", "r": "right", "right": "right"}
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_GLUED = re.compile(r"^(left|right)(.+)$|^(.+?)(left|right)$")


class RigNames(NamedTuple):
    """A family of rigs by the names of its joints: each part a choice of names, best first."""

    family: str
    hip: tuple[str, ...]
    knee: tuple[str, ...]
    ankle: tuple[str, ...]
    toe: tuple[str, ...]


class SidedName(NamedTuple):
    """A joint's name taken apart: side ("" for none), and the rest in lower case without separators."""

    side: str
    core: str


def take_apart(name: str) -> SidedName:
    """Side and core of a joint's name: "Bip01 L Thigh" is ("left", "bip01thigh")."""
    words = [word.lower() for word in _WORD.findall(re.split(r"[:|]", name)[-1])]
    sides = [i for i, word in enumerate(words) if word in _SIDES]
    if sides:
        return SidedName(_SIDES[words[sides[-1]]], "".join(words[: sides[-1]] + words[sides[-1] + 1 :]))
    core = "".join(words)
    if glued := _GLUED.match(core):
        front, behind, ahead, back = glued.groups()
        return SidedName(front or back, behind or ahead)
    return SidedName("", core)


FAMILIES = (
    RigNames(
        "MotionBuilder, CMU, Mixamo, LAFAN, Rokoko, Perception Neuron",
        ("upleg",),
        ("leg", "lowleg", "loleg"),
        ("foot",),
        ("toebase", "toe", "toes", "footthumb1"),
    ),
    RigNames("Xsens MVN, VRM, Unity", ("upperleg",), ("lowerleg",), ("foot",), ("toe", "toes", "toebase")),
    RigNames(
        "CMU hip-knee-ankle, 100STYLE, SMPL, Kinect, Nuitrack",
        ("hip", "uphip"),
        ("knee",),
        ("ankle",),
        ("toe", "toebase", "ball", "foot"),
    ),
    RigNames(
        "Unreal mannequin, 3ds Max Biped, Character Creator",
        ("thigh",),
        ("calf",),
        ("foot",),
        ("ball", "toe0", "toebase", "toe"),
    ),
    RigNames(
        "Daz, Poser, Blender Rigify",
        ("thigh", "thighbend"),
        ("shin",),
        ("foot",),
        ("toe", "toes", "metatarsals"),
    ),
    RigNames("Auto-Rig Pro", ("thighstretch", "thigh"), ("legstretch", "leg"), ("foot",), ("toes01", "toes", "toe")),
    RigNames("MakeHuman", ("upperleg01",), ("lowerleg01",), ("foot",), ()),
    RigNames("Source engine, UsdSkel's examples", ("hip", "leg"), ("knee",), ("foot",), ("toe", "toes")),
    RigNames("Biovision", ("hip", "thigh", "upleg"), ("knee", "lowleg", "shin"), ("ankle", "foot"), ("toe",)),
)

ARMS = RigNames(  # shoulder, elbow and wrist in the place of hip, knee and ankle
    "arms",
    ("upperarm", "uparm", "arm", "shldr", "shldrbend", "shoulder", "upperarm01", "armstretch"),
    ("forearm", "lowerarm", "lowarm", "loarm", "elbow", "forearmbend", "lowerarm01", "forearmstretch"),
    ("hand", "wrist"),
    (),
)
