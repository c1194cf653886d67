"""A clip at the times of the source's own samples, whichever frames its stages left."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from footpipe import Clip, Contacts, Floats, log
from footpipe_usd.between import Spot, rotations_at, spot, vectors_at
from footpipe_usd.source import UsdSource

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEAR = 1e-9  # file units, or of a quaternion: what going to another rate and back leaves of a joint nobody touched


class Poses(NamedTuple):
    """translations (F, J, 3), rotations (F, J, 4), contacts: a row for each of the source's time codes."""

    translations: Floats
    rotations: Floats
    contacts: Contacts | None


def at_source_times(clip: Clip, source: UsdSource) -> Poses:
    """The clip's poses at the source's times; the source's own before the clip and after it.

    A resampled clip is brought back by interpolation, which is told. A joint that then is where it was has the source's
    numbers.
    """
    read = source.clip
    if np.array_equal(clip.times, read.times):
        return Poses(clip.translations, clip.rotations, clip.contacts)
    at = spot(clip.times, read.times)
    if (at.share > 0).any():
        log.info("the clip was resampled: it is brought back to the %d samples of its stage", len(read))
    inside = (read.times >= clip.times[0]) & (read.times <= clip.times[-1])
    return Poses(
        _inside(inside, vectors_at(clip.translations, at), read.translations),
        _inside(inside, _same_side(rotations_at(clip.rotations, at), read.rotations), read.rotations),
        _contacts(clip.contacts, inside, at),
    )


def _inside(inside: NDArray[np.bool_], values: Floats, own: Floats) -> Floats:
    """The values of frames inside the clip; the source's own elsewhere, and where they are as good as the same."""
    changed = (abs(values - own) > NEAR).any(axis=2, keepdims=True)
    return np.where(inside[:, None, None] & changed, values, own)


def _same_side(rotations: Floats, own: Floats) -> Floats:
    """The same rotations, each quaternion in the hemisphere of the source's."""
    return np.where((rotations * own).sum(-1, keepdims=True) < 0, -rotations, rotations)


def _contacts(contacts: Contacts | None, inside: NDArray[np.bool_], at: Spot) -> Contacts | None:
    """Those of the nearest frame; none is known outside the clip."""
    if contacts is None:
        return None
    nearest = np.where(at.share > 0.5, at.after, at.before)
    return Contacts(contacts.points, np.where(inside[:, None], contacts.weights[nearest], 0.0))
