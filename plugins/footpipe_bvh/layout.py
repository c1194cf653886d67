"""What a BVH's header says: its joints, and which column of a row drives what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from footpipe import Skeleton, escape, warn
from footpipe_bvh.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

END = "End"
AXES = "XYZ"
KINDS = ("position", "rotation", "scale")
LONGEST_PATHS = 16_000_000  # characters
CHANNELS = {(axis + kind).lower(): axis + kind for kind in KINDS for axis in AXES}


@dataclass(frozen=True)
class FileJoint:
    """One joint as the file has it.

    name      the file's own; "End" for an End Site
    parent    index, -1 for the root
    offset    file units
    channels  "Xposition" and so on, in the file's order
    column    of its first channel in a row of numbers
    at        byte of its name
    """

    name: str
    parent: int
    offset: tuple[float, float, float]
    channels: tuple[str, ...]
    column: int
    at: int

    @cached_property
    def order(self) -> str:
        """Axes of the rotation channels, such as "ZYX"; empty where it does not turn."""
        return "".join(c[0] for c in self.channels if c.endswith("rotation"))

    @cached_property
    def rotation_columns(self) -> list[int]:
        """Columns of the rotation channels."""
        return self._columns("rotation")

    @cached_property
    def position_columns(self) -> dict[int, int]:
        """Column by axis (0 = x) of the position channels."""
        return {AXES.index(self.channels[c - self.column][0]): c for c in self._columns("position")}

    @cached_property
    def scale_columns(self) -> list[int]:
        """Columns of the scale channels, which are not used."""
        return self._columns("scale")

    def _columns(self, kind: str) -> list[int]:
        return [self.column + i for i, channel in enumerate(self.channels) if channel.endswith(kind)]


@dataclass(frozen=True)
class Header:
    """The joints of one ROOT of a file, parents first, and those of its other ROOTs; `end` is the byte after MOTION."""

    joints: tuple[FileJoint, ...]
    others: tuple[FileJoint, ...]
    end: int

    @cached_property
    def width(self) -> int:
        """Numbers in a row."""
        return sum(len(joint.channels) for joint in (*self.joints, *self.others))

    @cached_property
    def offsets(self) -> np.ndarray:
        """(J, 3) OFFSETs."""
        return np.array([joint.offset for joint in self.joints])

    @cached_property
    def turns(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """(J, C) columns and axes of each joint's rotation channels, outermost first; -1 after the last one."""
        most = max(1, *(len(joint.order) for joint in self.joints))
        columns, axes = np.full((2, len(self.joints), most), -1, np.int32)
        for index, joint in enumerate(self.joints):
            columns[index, : len(joint.order)] = joint.rotation_columns
            axes[index, : len(joint.order)] = [AXES.index(axis) for axis in joint.order]
        return columns, axes

    def channel(self, column: int) -> str:
        """Joint and channel of a column, for people: "LeftLeg Zrotation"."""
        joint = next(j for j in (*self.joints, *self.others) if j.column <= column < j.column + len(j.channels))
        return f"{joint.name} {joint.channels[column - joint.column]}"


def skeleton_of(header: Header, text: Text, strict: bool) -> Skeleton:
    """The skeleton, each joint with a path of its own. Warns of joints that share a name or have scale channels."""
    _tell_shared_names(header, text, strict)
    _tell_scale(header, text, strict)
    parents = np.array([joint.parent for joint in header.joints], np.int32)
    return Skeleton(_paths(header, text), header.offsets, parents=parents)


def _paths(header: Header, text: Text) -> tuple[str, ...]:
    paths: list[str] = []
    counts: dict[str, int] = {}
    characters = 0
    for joint in header.joints:
        above = f"{paths[joint.parent]}/" if joint.parent >= 0 else ""
        paths.append(_unused(above + escape(joint.name), counts))
        characters += len(paths[-1])
        if characters > LONGEST_PATHS:
            raise text.error(f"the joints' paths are longer than {LONGEST_PATHS} characters together", joint.at)
    return tuple(paths)


def _unused(path: str, counts: dict[str, int]) -> str:
    """`path`, numbered where it is taken; `counts` knows the paths so far, and how often each was asked for."""
    free = path
    while free in counts:
        counts[path] += 1
        free = f"{path}#{counts[path]}"
    counts[free] = 1
    return free


def _tell_shared_names(header: Header, text: Text, strict: bool) -> None:
    seen: set[str] = set()
    twins: list[FileJoint] = []
    for joint in header.joints:
        if joint.channels or joint.name != END:
            if joint.name in seen:
                twins.append(joint)
            seen.add(joint.name)
    if twins:
        more = f", and {len(twins) - 1} more share a name" if len(twins) > 1 else ""
        warn(
            f"a second joint is called '{twins[0].name}'{more}",
            where=text.place(twins[0].at),
            help="they are told apart by their paths, and by '#2' below one parent",
            strict=strict,
        )


def _tell_scale(header: Header, text: Text, strict: bool) -> None:
    scaled = [joint for joint in header.joints if joint.scale_columns]
    if scaled:
        more = f" and of {len(scaled) - 1} more" if len(scaled) > 1 else ""
        warn(
            f"the scale channels of '{scaled[0].name}'{more} are left out: bones keep their lengths",
            where=text.place(scaled[0].at),
            strict=strict,
        )
