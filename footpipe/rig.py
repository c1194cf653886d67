"""Which joints make a limb. A `Rig` names them; bound to a skeleton it becomes indices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Literal

import numpy as np

from footpipe.arrays import Floats, Frozen, Ints, frozen
from footpipe.errors import RigError
from footpipe.nearest import hint
from footpipe.skeleton import Skeleton

JOINTS = ("hip", "knee", "ankle", "toe", "toe_end")
Side = Literal["left", "right"]


@dataclass(frozen=True)
class Limb:
    """One leg (or any limb that meets the ground), by joint names or paths.

    `toe` is what gets locked: the joint at the ball of the foot; the foot's End Site or the ankle itself where
    there is none. `toe_end` is the tip, where there is one. `knee_axis` is the hinge in the knee's own frame
    (x, y, z); measured from the motion when left out.
    """

    hip: str
    knee: str
    ankle: str
    toe: str
    toe_end: str | None = None
    side: Side | None = None
    knee_axis: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class Rig(Frozen):
    """The limbs of a character, by name; any number of them.

    pelvis  the joint that carries the hips; the limbs' nearest common ancestor when left out
    floor   world height of the floor, m
    origin  how the rig was found, for people to read
    found   whether its limbs were found in a skeleton, and nobody named them
    """

    limbs: Mapping[str, Limb]
    pelvis: str | None = None
    floor: float = 0.0
    origin: str = "given"
    found: bool = False

    def __post_init__(self) -> None:
        if not self.limbs:
            raise RigError("a rig needs at least one limb")
        object.__setattr__(self, "limbs", MappingProxyType(dict(self.limbs)))

    def bind(self, skeleton: Skeleton) -> BoundRig:
        """The rig's joints as indices into `skeleton`.

        Raises `RigError` on a joint that is missing or ambiguous, or a limb whose joints do not hang in a chain.
        """
        legs = np.array([_bind_limb(skeleton, name, limb) for name, limb in self.limbs.items()], np.int32)
        hips = [int(leg[0]) for leg in legs]
        pelvis = _common_ancestor(skeleton, hips) if self.pelvis is None else _find(skeleton, self.pelvis, "the pelvis")
        axes = np.array([limb.knee_axis or (0.0, 0.0, 0.0) for limb in self.limbs.values()])
        return BoundRig(self, skeleton, tuple(self.limbs), legs, pelvis, axes)


@dataclass(frozen=True, eq=False)
class BoundRig(Frozen):
    """A rig on one skeleton.

    names      limb names (L)
    legs       (L, 5) int32 joint indices: hip, knee, ankle, toe, toe end (-1 where there is none)
    pelvis     joint index
    knee_axes  (L, 3) hinge axes in the knees' own frames; zero where they are to be measured
    """

    rig: Rig
    skeleton: Skeleton
    names: tuple[str, ...]
    legs: Ints
    pelvis: int
    knee_axes: Floats

    def __post_init__(self) -> None:
        object.__setattr__(self, "legs", frozen(self.legs, (None, 5), "legs", np.int32))
        object.__setattr__(self, "knee_axes", frozen(self.knee_axes, (None, 3), "knee_axes"))

    def __str__(self) -> str:
        names = self.skeleton.names
        legs = (" > ".join(names[joint] for joint in leg if joint >= 0) for leg in self.legs)
        return f"{self.rig.origin}: " + "; ".join(f"{name}: {leg}" for name, leg in zip(self.names, legs, strict=True))

    hip = property(lambda self: self.legs[:, 0], doc="(L,) joint indices")
    knee = property(lambda self: self.legs[:, 1], doc="(L,) joint indices")
    ankle = property(lambda self: self.legs[:, 2], doc="(L,) joint indices")
    toe = property(lambda self: self.legs[:, 3], doc="(L,) joint indices")
    toe_end = property(lambda self: self.legs[:, 4], doc="(L,) joint indices, -1 where there is none")

    @property
    def floor(self) -> float:
        """World height of the floor, m."""
        return self.rig.floor

    def points(self, kind: str) -> tuple[str, ...]:
        """Names of the limbs' contact points of one kind: `points("toe")` is ("left.toe", "right.toe")."""
        return tuple(f"{name}.{kind}" for name in self.names)

    @cached_property
    def root(self) -> int:
        """The skeleton's root above the pelvis."""
        return ([self.pelvis, *self.skeleton.ancestors(self.pelvis)])[-1]


def _bind_limb(skeleton: Skeleton, name: str, limb: Limb) -> list[int]:
    named = {part: getattr(limb, part) for part in JOINTS}
    legs = [-1 if joint is None else _find(skeleton, joint, f"{name}.{part}") for part, joint in named.items()]
    for upper, lower, part, above in zip(legs, legs[1:], JOINTS[1:], JOINTS, strict=False):
        footless = part == "toe" and upper == lower
        if lower >= 0 and not footless and upper not in skeleton.ancestors(lower):
            raise RigError(
                f"limb '{name}': {part} '{named[part]}' does not hang below {above} '{named[above]}'",
                help="a limb goes down the skeleton: hip, knee, ankle, toe, toe_end",
            )
    return legs


def _find(skeleton: Skeleton, joint: str, what: str) -> int:
    found = skeleton.find(joint)
    if len(found) == 1:
        return found[0]
    if found:
        paths = ", ".join(f"'{skeleton.joints[i]}'" for i in found)
        raise RigError(f"{what}: '{joint}' is the name of {len(found)} joints", help=f"give the path of one: {paths}")
    advice = hint(joint, [*skeleton.names, *skeleton.joints], "the joints are")
    raise RigError(f"{what}: the skeleton has no joint '{joint}'", help=advice)


def _common_ancestor(skeleton: Skeleton, joints: list[int]) -> int:
    """Nearest joint above all of `joints`; above the only one, or that itself where it is a root."""
    shared = [a for a in skeleton.ancestors(joints[0]) if all(a in skeleton.ancestors(j) for j in joints)]
    return shared[0] if shared else joints[0]
