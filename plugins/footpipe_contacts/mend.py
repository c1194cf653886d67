"""`edit.contacts`: contacts put right by rule, and by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from footpipe import Clip, Contacts, Fault, Floats, Params, StageError, log, param
from footpipe_contacts.ranges import ADVICE, ALL, Range, columns
from footpipe_contacts.timing import closed, dropped, extended, softened, weighed

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONGEST = 1e6  # s
FARTHEST = 10**6  # frames


class EditContacts(Params):
    """Parameters of `edit.contacts`."""

    points: tuple[str, ...] = param(
        (ALL,), min_length=1, doc="limbs (`left`) or points (`left.toe`) that the rules below are for; `lock` and "
        "`release` name their own",
    )  # fmt: skip
    shift: int = param(
        0, unit="frames", ge=-FARTHEST, le=FARTHEST, doc="all contacts come so much later; below 0 earlier"
    )
    close_gaps: float = param(
        0.0, unit="s", ge=0, le=LONGEST, examples=[0.06], doc="a gap between two contacts that is shorter is closed"
    )
    drop_blips: float = param(
        0.0, unit="s", ge=0, le=LONGEST, examples=[0.08], doc="a contact that is shorter is dropped: the least duration"
    )
    reach_offset: float = param(
        0.0, unit="s", ge=-LONGEST, le=LONGEST, doc="a contact begins so much earlier; below 0 later"
    )
    release_offset: float = param(
        0.0, unit="s", ge=-LONGEST, le=LONGEST, doc="a contact ends so much later; below 0 earlier"
    )
    transition: float = param(
        0.0,
        unit="s",
        ge=0,
        le=LONGEST,
        doc="weights rise and fall over this time around the ends of a contact, which stay where they are",
    )
    lock: tuple[str, ...] = param(
        (),
        examples=[["left 112-116", "right.toe 1.6s-1.7s"]],
        doc="ranges that are contact, weight 1, whatever the rest says: a limb, a point or `all`, then frames "
        "(`left 120-180`) or seconds (`left.toe 1s-1.5s`) of the clip, both ends included, or `start` and `end`",
    )
    release: tuple[str, ...] = param(
        (), examples=[["all 515-end"]], doc="ranges that are no contact, weight 0, written in the same way"
    )

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """Ranges that cannot be read."""
        return [
            Fault(name, f"'{text}' is not a range", ADVICE)
            for name in ("lock", "release")
            for text in getattr(self, name)
            if Range.read(text) is None
        ]


def mend(clip: Clip, p: EditContacts) -> Clip:
    """Mend the clip's contacts: gaps, blips, when they begin and end, and frames that are or are not contact.

    In this order: `shift`, `close_gaps`, `drop_blips`, `reach_offset` and `release_offset`, `transition`; last `lock`
    and `release`, which nothing undoes. Weights change as little as that takes: a frame that becomes contact gets 0.5
    at least, one that ceases to be gets less than 0.4. What the clip's beginning or end cuts off may be longer than is
    seen: it is neither dropped nor moved at that end. Injected rest rows stay as they are. Raises `StageError` for a
    limb or point that has no contacts, a range beyond the clip, and frames both locked and released.
    """
    assert clip.contacts is not None  # the record asks for them
    points, weights = clip.contacts.points, clip.contacts.weights.copy()
    motion = slice(clip.rest_rows, None)
    for column in sorted({column for who in p.points for column in columns(who, points)}):
        weights[motion, column] = _ruled(weights[motion, column], clip.times[motion], p)
    locked, released = (_mask(ranges, clip, points) for ranges in (p.lock, p.release))
    _check_apart(locked & released, points)
    weights[locked], weights[released] = 1.0, 0.0
    mended = Contacts(points, weights, _said(clip.contacts, weights, locked | released))
    _tell(clip.contacts, mended)
    return clip.replace(contacts=mended)


def _said(before: Contacts, weights: Floats, by_hand: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """(F, P) what labels had said, and all that was changed."""
    return None if before.said is None else before.said | by_hand | (weights != before.weights)


def _ruled(weights: Floats, times: Floats, p: EditContacts) -> Floats:
    """(F,) weights of one point after all that is not done by hand."""
    weights = _shifted(weights, p.shift)
    before = _active(weights)
    mask = closed(before, times, p.close_gaps)
    mask = dropped(mask, times, p.drop_blips)
    mask = extended(mask, times, p.reach_offset, p.release_offset) if p.reach_offset or p.release_offset else mask
    if not np.array_equal(mask, before):
        weights = weighed(mask, weights)
    return softened(mask, times, weights, p.transition) if p.transition else weights


def _active(weights: Floats) -> NDArray[np.bool_]:
    return Contacts(("point",), weights[:, None]).active()[:, 0]


def _shifted(weights: Floats, frames: int) -> Floats:
    """(F,) `frames` later; the clip's first or last weight for what comes in."""
    return weights[np.clip(np.arange(len(weights)) - frames, 0, len(weights) - 1)]


def _mask(ranges: Sequence[str], clip: Clip, points: Sequence[str]) -> NDArray[np.bool_]:
    """(F, P) frames of motion that any of the ranges is about."""
    mask = np.zeros((len(clip), len(points)), bool)
    for text in ranges:
        found = Range.read(text)
        assert found  # `faults` has looked
        mask |= found.mask(points, clip.times)
    mask[: clip.rest_rows] = False
    return mask


def _check_apart(both: NDArray[np.bool_], points: Sequence[str]) -> None:
    if both.any():
        frame, column = np.argwhere(both)[0]
        raise StageError(
            f"edit.contacts: {points[column]} is both locked and released in frame {frame}",
            help="let the ranges of `lock` and `release` not overlap",
        )


def _tell(before: Contacts, after: Contacts) -> None:
    """How many contacts each changed point had and has, and how many frames were added and taken off."""
    was, now = before.active(), after.active()
    for column, point in enumerate(after.points):
        added, taken = now[:, column] & ~was[:, column], was[:, column] & ~now[:, column]
        if added.any() or taken.any():
            told = "edit.contacts: %s had %d contacts, now %d; %d frames added, %d taken off"
            counts = len(before.spans(point)), len(after.spans(point))
            log.info(told, point, *counts, added.sum(), taken.sum())
