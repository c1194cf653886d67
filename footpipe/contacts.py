"""When feet touch the ground: a weight from 0 to 1 per frame and contact point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from footpipe import kernel
from footpipe.arrays import Floats, Frozen, frozen
from footpipe.errors import DataError

if TYPE_CHECKING:
    from numpy.typing import NDArray

ON, OFF = 0.5, 0.4  # hysteresis: a contact begins at ON and ends below OFF


@dataclass(frozen=True, eq=False)
class Contacts(Frozen):
    """Contact weights of a clip.

    points   names "<limb>.<point>", such as "left.toe"
    weights  (F, P) in 0..1; booleans are taken as 0 and 1
    said     (F, P) bool, False where labels leave it open whether there is contact; None: they are all said

    Raises `DataError` on a wrong shape, a name given twice, or a weight outside 0..1.
    """

    points: tuple[str, ...]
    weights: Floats
    said: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        points = tuple(self.points)
        weights = frozen(self.weights, (None, len(points)), "contact weights (frames, points)")
        if len(set(points)) != len(points):
            raise DataError(f"a contact point is named twice: {', '.join(points)}")
        if weights.size and (weights.min() < 0 or weights.max() > 1):
            frame, point = (int(i) for i in np.argwhere((weights < 0) | (weights > 1))[0])
            raise DataError(
                f"contact weight of {points[point]} in frame {frame} is {weights[frame, point]:g}, outside 0..1"
            )
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "weights", weights)
        if self.said is not None:
            said = frozen(self.said, (len(weights), len(points)), "contacts that are said (frames, points)", np.bool_)
            object.__setattr__(self, "said", said)

    def __len__(self) -> int:
        return len(self.weights)

    def __repr__(self) -> str:
        return f"<Contacts of {', '.join(self.points)}: {len(self)} frames>"

    def active(self, on: float = ON, off: float = OFF, points: Sequence[str] | None = None) -> NDArray[np.bool_]:
        """(F, P) bool: on from the frame whose weight reaches `on`, until one falls below `off`.

        `points` are those wanted, which never touch where there are none of that name; None: all.
        """
        wanted = self.points if points is None else points
        columns = [self.points.index(point) if point in self.points else -1 for point in wanted]
        return kernel.active(self.weights, on, off, columns)

    def spans(self, point: str, on: float = ON, off: float = OFF) -> list[tuple[int, int]]:
        """Each contact of `point` as (first frame, frame after the last)."""
        return spans(self.active(on, off)[:, self.column(point)])

    def column(self, point: str) -> int:
        """Column of `point` in `weights`; raises `DataError` where the clip has no such point."""
        if point not in self.points:
            raise DataError(f"no contacts of {point!r}: there are {', '.join(self.points) or 'none'}")
        return self.points.index(point)

    def select(self, points: Sequence[str]) -> Contacts:
        """The same contacts, of these points alone and in this order."""
        columns = [self.column(p) for p in points]
        return Contacts(tuple(points), self.weights[:, columns], None if self.said is None else self.said[:, columns])

    def pick(self, frames: Any) -> Contacts:
        """The same contacts in some of the frames, by a slice or indices."""
        return Contacts(self.points, self.weights[frames], None if self.said is None else self.said[frames])


def spans(mask: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Runs of True in `mask` (F,) as (first, after the last)."""
    bounded = np.zeros(len(mask) + 2, np.bool_)
    bounded[1:-1] = mask
    edges = np.flatnonzero(bounded[1:] != bounded[:-1]).tolist()
    return list(zip(edges[::2], edges[1::2], strict=True))
