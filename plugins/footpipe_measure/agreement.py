"""How well contacts agree with a reference: frame by frame, contact by contact, and edge by edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from footpipe import Floats, spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

Span = tuple[int, int]  # first frame, frame after the last
MS = 1000.0


@dataclass(frozen=True)
class Agreement:
    """Contacts of one point against the reference's.

    both, only_found, only_wanted  frames
    found     number of contacts
    wanted    number of the reference's
    missed    contacts of the reference that no contact goes with
    false     contacts that go with none of the reference
    touch_down, lift_off           ms by which each pair's edges come late; early ones are below 0
    """

    both: int
    only_found: int
    only_wanted: int
    found: int
    wanted: int
    missed: tuple[Span, ...]
    false: tuple[Span, ...]
    touch_down: Floats
    lift_off: Floats

    @classmethod
    def of(cls, found: NDArray[np.bool_], wanted: NDArray[np.bool_], times: Floats, first: int) -> Agreement:
        """Of masks (F,) from frame `first` on; edges that the clip's beginning or end cuts off are left out."""
        found, wanted = (np.where(np.arange(len(times)) < first, False, mask) for mask in (found, wanted))
        ours, theirs = spans(found), spans(wanted)
        paired = pairs(ours, theirs)
        down = [(ours[i][0], theirs[j][0]) for i, j in paired if min(ours[i][0], theirs[j][0]) > first]
        off = [(ours[i][1] - 1, theirs[j][1] - 1) for i, j in paired if max(ours[i][1], theirs[j][1]) < len(times)]
        return cls(
            int((found & wanted).sum()),
            int((found & ~wanted).sum()),
            int((wanted & ~found).sum()),
            len(ours),
            len(theirs),
            tuple(span for j, span in enumerate(theirs) if j not in {j for _, j in paired}),
            tuple(span for i, span in enumerate(ours) if i not in {i for i, _ in paired}),
            _late(down, times),
            _late(off, times),
        )

    def figures(self) -> dict[str, float | int | None]:
        """What is told of it; None where there is nothing to tell."""
        both, ours, theirs = self.both, self.both + self.only_found, self.both + self.only_wanted
        return {
            "f1": 2 * both / (ours + theirs) if ours + theirs else None,
            "precision": both / ours if ours else None,
            "recall": both / theirs if theirs else None,
            "contacts": self.found,
            "reference_contacts": self.wanted,
            "missed": len(self.missed),
            "false": len(self.false),
            **_errors("touch_down", self.touch_down),
            **_errors("lift_off", self.lift_off),
        }


def together(parts: Sequence[Agreement]) -> Agreement:
    """All points as one."""
    counts = [sum(getattr(p, k) for p in parts) for k in ("both", "only_found", "only_wanted", "found", "wanted")]
    lists = [tuple(span for p in parts for span in getattr(p, kind)) for kind in ("missed", "false")]
    errors = [np.concatenate([getattr(p, kind) for p in parts]) for kind in ("touch_down", "lift_off")]
    return Agreement(*counts, *lists, *errors)


def pairs(ours: Sequence[Span], theirs: Sequence[Span]) -> list[tuple[int, int]]:
    """Which contacts go together: those that share most frames first, each with one at most; in order of time."""
    shared = [(min(a[1], b[1]) - max(a[0], b[0]), i, j) for i, a in enumerate(ours) for j, b in _around(a, theirs)]
    left, right, found = set(range(len(ours))), set(range(len(theirs))), []
    for _, i, j in sorted(shared, key=lambda one: (-one[0], one[1:])):
        if i in left and j in right:
            found.append((i, j))
            left.remove(i)
            right.remove(j)
    return sorted(found)


def _around(span: Span, others: Sequence[Span]) -> list[tuple[int, Span]]:
    """Those of `others`, in order of time, that share frames with a span, and their numbers."""
    stops, starts = [stop for _, stop in others], [first for first, _ in others]
    near = range(int(np.searchsorted(stops, span[0], side="right")), int(np.searchsorted(starts, span[1])))
    return [(j, others[j]) for j in near]


def _late(edges: Sequence[tuple[int, int]], times: Floats) -> Floats:
    """(N,) ms from the reference's frame to ours."""
    ours, theirs = np.array(edges, np.intp).reshape(-1, 2).T
    return (times[ours] - times[theirs]) * MS


def _errors(edge: str, late: Floats) -> dict[str, Any]:
    """Median and 90 % of the sizes, and the median itself: the bias."""
    size = np.abs(late)
    return {
        f"{edge}_median": float(np.median(size)) if late.size else None,
        f"{edge}_p90": float(np.percentile(size, 90)) if late.size else None,
        f"{edge}_bias": float(np.median(late)) if late.size else None,
    }
