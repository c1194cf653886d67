"""`merge.contacts`: one clip's contacts out of several opinions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from footpipe import Clip, Contacts, Floats, Params, StageError, param

MODES: dict[str, Callable[[Floats], Floats]] = {  # (opinions, F) -> (F,)
    "replace": lambda weights: weights[-1],
    "any": lambda weights: weights.max(axis=0),
    "all": lambda weights: weights.min(axis=0),
    "mean": lambda weights: weights.mean(axis=0),
}


class MergeContacts(Params):
    """Parameters of `merge.contacts`."""

    mode: Literal["replace", "any", "all", "mean"] = param(
        "replace", doc="what counts for a point: the last input that has it, any of them, all of them, or their mean"
    )


def merge(clips: Sequence[Clip], p: MergeContacts) -> Clip:
    """The first clip's motion with the contacts of all inputs, point by point.

    An input has a say about the points that it has. With `replace`, name the labels that shall win last. Raises
    `StageError` where frames do not match, or no input has contacts.
    """
    first = clips[0]
    for clip in clips:
        if not np.array_equal(clip.times, first.times):
            raise StageError(
                f"merge.contacts takes clips with the same frames, not {first} and {clip}",
                help="merge before trimming or resampling, or do the same to every input",
            )
    opinions = [clip.contacts for clip in clips if clip.contacts is not None]
    if not opinions:
        raise StageError("merge.contacts needs contacts, and no input has any", help="run a detector on one of them")
    points = tuple(dict.fromkeys(point for contacts in opinions for point in contacts.points))
    return first.replace(contacts=Contacts(points, np.stack([_merged(opinions, point, p) for point in points], axis=1)))


def _merged(opinions: Sequence[Contacts], point: str, p: MergeContacts) -> Floats:
    return MODES[p.mode](np.stack([c.weights[:, c.column(point)] for c in opinions if point in c.points]))
