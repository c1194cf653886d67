"""`merge.contacts`: one clip's contacts out of several opinions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from footpipe import Clip, Contacts, Floats, Params, StageError, param


def last(weights: Floats) -> Floats:
    """(F,) of weights (opinions, F) the last in each frame that is none of NaN."""
    row = len(weights) - 1 - np.isfinite(weights[::-1]).argmax(axis=0)
    return np.take_along_axis(weights, row[None], axis=0)[0]


MODES: dict[str, Callable[[Floats], Floats]] = {  # (opinions, F) -> (F,), NaN where an opinion leaves it open
    "replace": last,
    "any": lambda weights: np.nanmax(weights, axis=0),
    "all": lambda weights: np.nanmin(weights, axis=0),
    "mean": lambda weights: np.nanmean(weights, axis=0),
}


class MergeContacts(Params):
    """Parameters of `merge.contacts`."""

    mode: Literal["replace", "any", "all", "mean"] = param(
        "replace", doc="what counts for a point: the last input that has it, any of them, all of them, or their mean"
    )


def merge(clips: Sequence[Clip], p: MergeContacts) -> Clip:
    """The first clip's motion with the contacts of all inputs, point by point.

    An input has a say about the points that it has; labels only about the frames that they do not leave open. With
    `replace`, name the labels that shall win last: where they say something they do, weight for weight. What all leave
    open is no contact. Raises `StageError` where frames do not match, or no input has contacts.
    """
    first = clips[0]
    for clip in clips:
        if not np.array_equal(clip.times, first.times):
            raise StageError(
                f"merge.contacts takes clips with the same frames, not {first} and {clip}",
                help="merge before trimming or resampling, or do the same to every input",
            )
    opinions = [_opinions(clip.contacts) for clip in clips if clip.contacts is not None]
    if not opinions:
        raise StageError("merge.contacts needs contacts, and no input has any", help="run a detector on one of them")
    points = tuple(dict.fromkeys(point for said in opinions for point in said))
    weights = [_merged([said[point] for said in opinions if point in said], p) for point in points]
    return first.replace(contacts=Contacts(points, np.reshape(weights, (len(points), len(first))).T))


def _opinions(contacts: Contacts) -> dict[str, Floats]:
    """(F,) weights by point, NaN where labels leave it open."""
    said = contacts.weights if contacts.said is None else np.where(contacts.said, contacts.weights, np.nan)
    return dict(zip(contacts.points, said.T, strict=True))


def _merged(weights: Sequence[Floats], p: MergeContacts) -> Floats:
    every = np.stack(weights)
    every[:, np.isnan(every).all(axis=0)] = 0.0
    return MODES[p.mode](every)
