"""The skeleton: which joints there are, what hangs from what, and how it stands at rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from footpipe.arrays import Floats, Frozen, Ints, frozen
from footpipe.errors import DataError

END = "End"  # last part of the path of an End Site


def escape(name: str) -> str:
    """A file's joint name as one part of a path."""
    return name.replace("%", "%25").replace("/", "%2F")


def unescape(part: str) -> str:
    """The file's joint name from one part of a path."""
    return part.replace("%2F", "/").replace("%25", "%")


@dataclass(frozen=True, eq=False)
class Skeleton(Frozen):
    """Joints with their parents and rest pose, in the file's own units and axes.

    joints             full paths "Hips/LeftUpLeg/LeftLeg", unique, parents first (`escape` makes the parts);
                       an End Site is a joint "<parent>/End"
    parents            (J,) int32, -1 for a root; worked out from the paths when left out
    rest_translations  (J, 3) in the parent's space
    rest_rotations     (J, 4) xyzw in the parent's space; identity when left out
    rest_scales        (J, 3) along the joint's own axes; None where all are 1

    Raises `DataError` on paths that are not unique, or on a parent that does not come first.
    """

    joints: tuple[str, ...]
    rest_translations: Floats
    rest_rotations: Floats = field(default=None)  # type: ignore[arg-type]
    parents: Ints = field(default=None)  # type: ignore[arg-type]
    rest_scales: Floats | None = None

    def __post_init__(self) -> None:
        joints = tuple(self.joints)
        if not joints:
            raise DataError("a skeleton needs at least one joint")
        count = len(joints)
        rotations = np.tile([0.0, 0, 0, 1], (count, 1)) if self.rest_rotations is None else self.rest_rotations
        parents = _parents_by_path(joints) if self.parents is None else self.parents
        object.__setattr__(self, "joints", joints)
        object.__setattr__(self, "rest_translations", frozen(self.rest_translations, (count, 3), "rest_translations"))
        object.__setattr__(self, "rest_rotations", frozen(rotations, (count, 4), "rest_rotations"))
        object.__setattr__(self, "parents", frozen(parents, (count,), "parents", np.int32))
        if self.rest_scales is not None:
            object.__setattr__(self, "rest_scales", frozen(self.rest_scales, (count, 3), "rest_scales"))
        self._check()

    def _check(self) -> None:
        if len(set(self.joints)) != len(self.joints):
            twice = next(j for i, j in enumerate(self.joints) if j in self.joints[:i])
            raise DataError(f"two joints are called {twice!r}", help="give each joint a path of its own")
        late = np.flatnonzero((self.parents >= np.arange(len(self.joints))) | (self.parents < -1))
        if late.size:
            raise DataError(f"joint {self.joints[late[0]]!r} comes before its parent", help="list parents first")

    def __len__(self) -> int:
        return len(self.joints)

    def __repr__(self) -> str:
        return f"<Skeleton: {len(self)} joints from {self.joints[0]!r}>"

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Each joint's own name in the file: the last part of its path, not escaped."""
        return tuple(unescape(path.rpartition("/")[2]) for path in self.joints)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """Each joint's children, as indices."""
        below: list[list[int]] = [[] for _ in self.joints]
        for joint, parent in enumerate(self.parents):
            if parent >= 0:
                below[parent].append(joint)
        return tuple(tuple(found) for found in below)

    def find(self, name: str) -> Sequence[int]:
        """Indices of the joints with that path or, failing that, that own name; empty when there is none."""
        if name in self.joints:
            return (self.joints.index(name),)
        return tuple(i for i, own in enumerate(self.names) if own == name)

    def ancestors(self, joint: int) -> list[int]:
        """The joints above `joint`, nearest first."""
        above = []
        while (joint := int(self.parents[joint])) >= 0:
            above.append(joint)
        return above


def _parents_by_path(joints: Sequence[str]) -> list[int]:
    index = {path: i for i, path in enumerate(joints)}
    return [index.get(path.rpartition("/")[0], -1) for path in joints]
