"""Clips whose frames are not evenly apart in time: judged on even ones in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from footpipe import Clip, Floats, Placement, log

if TYPE_CHECKING:
    from numpy.typing import NDArray

Indices: TypeAlias = "NDArray[np.intp]"
UNEVEN = 0.02  # of a step: filters over frames are wrong by no more
MOST = 4  # even frames for each frame there is: a few that are very near to each other do not make all so fine


def judged(clip: Clip, judge: Callable[[Clip], Floats]) -> Floats:
    """(F, P) what `judge` says of the frames that are motion, two or more; it is asked about even times.

    Between two frames a pose is straight between theirs, as programs show it; the answer is taken back the same way.
    """
    own = clip.times[clip.rest_rows :]
    steps = np.diff(own)
    if np.ptp(steps) <= UNEVEN * np.median(steps):
        return judge(clip)
    frames = round(float((own[-1] - own[0]) / np.median(steps))) + 1
    times = np.linspace(own[0], own[-1], min(max(frames, len(own)), MOST * len(own)))
    log.info("frames are not evenly apart: contacts are judged on %d even ones", len(times))
    weights = judge(_at(clip.pick(slice(clip.rest_rows, None)), times))
    return np.stack([np.interp(own, times, column) for column in weights.T], axis=1)


def _at(clip: Clip, times: Floats) -> Clip:
    """The motion at other times within its own."""
    after = np.clip(np.searchsorted(clip.times, times), 1, len(clip) - 1)
    share = (times - clip.times[after - 1]) / (clip.times[after] - clip.times[after - 1])
    at = clip.placement
    place, turn = _moving(_lines, at.translation, after, share), _moving(_turns, at.rotation, after, share)
    return Clip(
        clip.skeleton,
        _lines(clip.translations, after, share),
        _turns(clip.rotations, after, share),
        times,
        placement=Placement(place, turn, at.scale),
        scales=None if clip.scales is None else _lines(clip.scales, after, share),
    )


def _moving(between: Callable[..., Floats], values: Floats, after: Indices, share: Floats) -> Floats:
    return values if len(values) == 1 else between(values, after, share)


def _lines(values: Floats, after: Indices, share: Floats) -> Floats:
    """Values (F, ...) at shares of the way from the frame before `after` to it."""
    share = share.reshape(-1, *[1] * (values.ndim - 1))
    return (1 - share) * values[after - 1] + share * values[after]


def _turns(rotations: Floats, after: Indices, share: Floats) -> Floats:
    """The same of quaternions, the short way round."""
    against = (rotations[after] * rotations[after - 1]).sum(-1, keepdims=True) < 0
    share = share.reshape(-1, *[1] * (rotations.ndim - 1))
    turned = (1 - share) * rotations[after - 1] + share * np.where(against, -rotations[after], rotations[after])
    return turned / np.linalg.norm(turned, axis=-1, keepdims=True)
