"""What a faithful writer needs of the file that a clip came from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from footpipe import Floats, Placement, Skeleton
from footpipe_bvh.decode import Meaning
from footpipe_bvh.layout import Header
from footpipe_bvh.table import Table
from footpipe_bvh.text import decode
from footpipe_bvh.timing import reads_as


@dataclass(frozen=True, eq=False)
class BvhSource:
    """A BVH file as it was read: `Clip.source` of a clip that `load.bvh` made.

    table                           the bytes, the header, and the numbers
    skeleton, placement             as given to the clip
    times, translations, rotations  the very arrays given to the clip
    positions                       what position channels below the root mean
    rest_rows                       rows at the start that are no motion
    """

    table: Table
    skeleton: Skeleton
    placement: Placement
    times: Floats
    translations: Floats
    rotations: Floats
    positions: Meaning
    rest_rows: int

    @property
    def values(self) -> Floats:
        """(F, width) the file's numbers."""
        return self.table.values

    @property
    def header(self) -> Header:
        """The file's joints and channels."""
        return self.table.header

    @property
    def path(self) -> Path:
        """Where it was read."""
        return self.table.text.path

    @property
    def raw(self) -> bytes:
        """The file."""
        return self.table.text.raw

    @property
    def rate(self) -> float:
        """Frames per second."""
        return reads_as(frame_time_text(self.table))


def frame_time_text(table: Table) -> str:
    """The file's Frame Time as it is written."""
    return decode(table.text.raw[slice(*table.motion.frame_time_span)])
