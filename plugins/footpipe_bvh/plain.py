"""A clean, standard BVH of a clip that came from somewhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from footpipe import Clip, DataError, Floats, kernel, number_text
from footpipe_bvh.numbers import FEWEST_DECIMALS
from footpipe_bvh.patch import Bytes, even_rate
from footpipe_bvh.timing import frame_time_of

ORDER = "ZXY"
TURNS = "Zrotation Xrotation Yrotation"
MOVES = "Xposition Yposition Zposition"
END_PATH = re.compile(r"End(#\d+)?")
SAME_PLACE = 0.5 * 10.0**-FEWEST_DECIMALS  # file units: half of the last decimal
USUAL_RATE = 30.0  # of one frame alone


def plain(clip: Clip) -> Iterator[Bytes]:
    """The clip as a standard file, in its own units, y up: rotations ZXY, positions of the root and of what moves.

    Raises `DataError` on several roots, names that a line cannot hold, or times that are not even.
    """
    layout = _Layout(clip)
    yield "".join(layout.header()).encode("utf-8")
    frame_time = frame_time_of(even_rate(clip) or USUAL_RATE)
    yield f"MOTION\nFrames: {len(clip)}\nFrame Time: {frame_time}\n".encode("ascii")
    yield number_text.write_rows(layout.values(), FEWEST_DECIMALS, b"\n")


@dataclass(frozen=True)
class _Layout:
    clip: Clip

    def __post_init__(self) -> None:
        _check(self.clip)

    @cached_property
    def motion(self) -> tuple[Floats, Floats]:
        """Translations and rotations, with what the placement turns and moves taken into the root."""
        clip, at = self.clip, self.clip.placement
        translations, rotations = clip.translations.copy(), clip.rotations.copy()
        turns = np.broadcast_to(at.rotation, (len(clip), 4))
        translations[:, 0] = at.translation / at.scale + kernel.rotate(turns, translations[:, 0])
        rotations[:, 0] = kernel.multiply(turns, rotations[:, 0])
        return translations, rotations

    @cached_property
    def moves(self) -> list[bool]:
        """Which joints have position channels."""
        ranges = np.ptp(self.motion[0], axis=0).max(axis=1) > SAME_PLACE
        return [joint == 0 or bool(ranges[joint]) for joint in range(len(self.clip.skeleton))]

    @cached_property
    def ends(self) -> list[bool]:
        """Which joints are End Sites: leaves called End that stand still."""
        skeleton, still = self.clip.skeleton, np.ptp(self.clip.rotations, axis=0).max(axis=1) == 0
        return [
            bool(parent >= 0 and not children and END_PATH.fullmatch(path.rpartition("/")[2]) and quiet and not moves)
            for path, parent, children, quiet, moves in zip(
                skeleton.joints, skeleton.parents, skeleton.children, still, self.moves, strict=True
            )
        ]

    @cached_property
    def walk(self) -> list[tuple[int, int]]:
        """Joints in the file's order, which goes down first, with their depth."""
        found, ahead = [], [(0, 0)]
        while ahead:
            joint, depth = ahead.pop()
            found.append((joint, depth))
            ahead += [(child, depth + 1) for child in reversed(self.clip.skeleton.children[joint])]
        return found

    def header(self) -> Iterator[str]:
        """Lines of the HIERARCHY."""
        yield "HIERARCHY\n"
        depths = [depth for _, depth in self.walk]
        for (joint, depth), below in zip(self.walk, [*depths[1:], 0], strict=True):
            yield from self._joint(joint, "\t" * depth)
            yield from ("\t" * d + "}\n" for d in range(depth, below - 1, -1))

    def _joint(self, joint: int, tabs: str) -> Iterator[str]:
        name = self.clip.skeleton.names[joint]
        title = "End Site" if self.ends[joint] else f"{'JOINT' if joint else 'ROOT'} {name}"
        yield f"{tabs}{title}\n{tabs}{{\n{tabs}\tOFFSET "
        yield bytes(number_text.write_rows(self._offset(joint)[None], FEWEST_DECIMALS, b"\n")).decode("ascii")
        if not self.ends[joint]:
            yield f"{tabs}\tCHANNELS {f'6 {MOVES}' if self.moves[joint] else '3'} {TURNS}\n"

    def _offset(self, joint: int) -> Floats:
        """Where the joint stands: at rest if it moves, else where it is in every frame."""
        rest, first = self.clip.skeleton.rest_translations, self.motion[0][0]
        return np.array((rest if self.moves[joint] else first)[joint])

    def values(self) -> Floats:
        """(F, width) numbers."""
        columns = []
        for joint, _ in self.walk:
            if self.moves[joint]:
                columns.append(self.motion[0][:, joint])
            if not self.ends[joint]:
                columns.append(kernel.quat_to_euler(self.motion[1][:, joint], ORDER, None))
        return np.concatenate(columns, axis=1)


def _check(clip: Clip) -> None:
    skeleton = clip.skeleton
    roots = np.flatnonzero(skeleton.parents < 0)
    if len(roots) > 1:
        raise DataError(
            f"a BVH has one root, and the clip has {len(roots)}: " + ", ".join(skeleton.joints[r] for r in roots)
        )
    for name in skeleton.names:
        if not name.strip() or name != name.strip() or any(c in name for c in "\r\n"):
            raise DataError(f"{name!r} cannot be a joint's name in a BVH")
