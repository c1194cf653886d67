"""Values between samples, as USD interpolates them: straight lines, and rotations along the shorter arc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from footpipe import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEARLY_SAME = 1e-9  # of an angle, rad: no arc is left to go along


class Spot(NamedTuple):
    """Where times lie among samples: the sample before, the one after, and the share of the way between them."""

    before: NDArray[np.intp]
    after: NDArray[np.intp]
    share: Floats


def spot(samples: Floats, times: Floats) -> Spot:
    """Where `times` lie among rising `samples`; held before the first and after the last."""
    before = np.clip(np.searchsorted(samples, times, side="right") - 1, 0, len(samples) - 1)
    after = np.minimum(before + 1, len(samples) - 1)
    steps = samples[after] - samples[before]
    share = np.divide(times - samples[before], steps, where=steps > 0, out=np.zeros(len(times)))
    return Spot(before, after, np.maximum(share, 0.0))


def vectors_at(values: NDArray[Any], at: Spot) -> NDArray[Any]:
    """(F, N, 3) of samples (S, N, 3); a sample's own bits where it is hit."""
    first, second = values[at.before], values[at.after]
    return np.where(_hit(at), first, first + _shares(at) * (second - first))


def rotations_at(values: NDArray[Any], at: Spot) -> NDArray[Any]:
    """(F, N, 4) of unit quaternions (S, N, 4); a sample's own bits where it is hit."""
    first, second = values[at.before], values[at.after]
    cosine = (first * second).sum(-1, keepdims=True)
    angle = np.arccos(np.clip(abs(cosine), 0.0, 1.0))
    sine, share = np.sin(angle), _shares(at)
    arc = sine > NEARLY_SAME
    near = np.divide(np.sin((1 - share) * angle), sine, where=arc, out=np.broadcast_to(1 - share, sine.shape).copy())
    far = np.divide(np.sin(share * angle), sine, where=arc, out=np.broadcast_to(share, sine.shape).copy())
    return np.where(_hit(at), first, near * first + np.sign(cosine) * far * second)


def _shares(at: Spot) -> Floats:
    return at.share[:, None, None]


def _hit(at: Spot) -> NDArray[np.bool_]:
    return (at.share == 0)[:, None, None]
