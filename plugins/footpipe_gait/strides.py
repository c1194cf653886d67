"""Strides of a clip: from one landing of a foot to its next, normalised to 101 points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from footpipe import BoundRig, Clip, DataError, Floats, log
from footpipe_gait.angles import SideView, side_view

POINTS = 101  # of a normalised stride: 0 to 100 %
GAP = 0.1  # s: a contact that is lost for less goes on
AROUND = 0.25  # s before a toe's contact and after it, in which its foot lands and leaves
STANDS = 0.15  # of the fastest speed of a swinging ankle: feet that are slower are on the ground. With it people's
# curves turn where laboratories, which measure forces, have them turn; less leaves no time on both feet
FLAT = slice(12, 31)  # % of the stride in which the foot lies flat
SHORTEST, LONGEST = 0.4, 4.0  # s
UNUSUAL_TIME, UNUSUAL_LENGTH = 0.25, 0.3  # relative to the median
UNUSUAL_CURVE, LEAST_CURVE = 3.0, 6.0  # of the usual distance from the median curve; deg, less is never unusual
STANCE = (0.3, 0.95)  # of the stride


@dataclass(frozen=True, eq=False)
class Stride:
    """One stride of one leg.

    leg     "left" or "right"
    start   s, landing; `stop` is the next one
    angles  (101, 4) deg hip, knee, ankle, toe: signs as in `SideView`; ankle and toe are 0 for a flat foot under an
            upright shin
    step    m, from the other foot's place to this one's
    length  m, from this foot's place to its next
    stance  share of the stride in which the foot is on the ground
    """

    leg: str
    start: float
    stop: float
    angles: Floats
    step: float
    length: float
    stance: float

    @property
    def time(self) -> float:
        """s."""
        return self.stop - self.start

    @property
    def speed(self) -> float:
        """m/s."""
        return self.length / self.time


@dataclass(frozen=True)
class _Contact:
    """A toe's contact: frames, when its foot lands and leaves in s, and where its toe stands, (3,) m."""

    leg: int
    first: int
    last: int
    lands: float
    leaves: float
    place: Floats


def strides(clip: Clip, rig: BoundRig) -> list[Stride]:
    """The strides of a clip with contacts, by time; unusual ones are left out, and a word says how many.

    A foot lands when its ankle has become slow, which is before its toe's contact begins, and leaves when its toe is no
    longer slow: right within .04 s on walks whose contacts are known. Raises `DataError` where the clip has no
    contacts, or no two of one foot.
    """
    view = side_view(clip, rig)
    contacts = _contacts(clip, rig, view)
    found = [_stride(view, rig, contacts, *pair) for leg in (0, 1) for pair in _pairs(contacts, leg)]
    usual = _usual(sorted((stride for stride in found if stride), key=lambda stride: stride.start))
    if not usual:
        raise DataError(
            "no strides found: a foot has to land twice, and the other one between",
            help="give a clip of several steps, with contacts: detect.adaptive finds them",
        )
    if len(usual) < len(found):
        log.info(
            "%d of %d strides are unlike the others, or too short or too long: left out",
            len(found) - len(usual),
            len(found),
        )
    return usual


# Contacts


def _contacts(clip: Clip, rig: BoundRig, view: SideView) -> list[_Contact]:
    if clip.contacts is None:
        raise DataError("the clip has no contacts to find strides by", help="run a detector first: detect.adaptive")
    found = []
    toes = clip.contacts.select(rig.points("toe"))
    for leg, point in enumerate(toes.points):
        spans = [(a - clip.rest_rows, b - clip.rest_rows) for a, b in toes.spans(point)]
        for first, last in _joined(spans, view.times):
            if first > 0:
                found.append(_contact(clip, rig, view, leg, first, last))
    return sorted(found, key=lambda contact: contact.lands)


def _joined(spans: Sequence[tuple[int, int]], times: Floats) -> list[tuple[int, int]]:
    """Spans as (first, last) frames, those with a short gap between them as one."""
    joined: list[tuple[int, int]] = []
    for first, after in spans:
        if joined and times[first] - times[joined[-1][1]] < GAP:
            joined[-1] = (joined[-1][0], after - 1)
        else:
            joined.append((first, after - 1))
    return joined


def _contact(clip: Clip, rig: BoundRig, view: SideView, leg: int, first: int, last: int) -> _Contact:
    rows = slice(clip.rest_rows, None)
    ankle, toe = clip.speed([rig.ankle[leg], rig.toe[leg]])[rows].T
    places = clip.world.positions[rows, rig.toe[leg]]
    slow = STANDS * ankle.max()
    before = np.flatnonzero((view.times >= view.times[first] - AROUND) & (np.arange(len(ankle)) <= first))[::-1]
    after = np.flatnonzero((view.times <= view.times[last] + AROUND) & (np.arange(len(ankle)) >= last))
    quarter = (last - first) // 4
    return _Contact(
        leg,
        first,
        last,
        lands=_crossing(view.times[before], ankle[before], slow),
        leaves=_crossing(view.times[after], toe[after], slow),
        place=places[first + quarter : last + 1 - quarter].mean(axis=0),
    )


def _crossing(times: Floats, speeds: Floats, slow: float) -> float:
    """s: the last of `times`, which lead out of a contact, up to which the speed stays slow; between frames."""
    fast = np.flatnonzero(speeds > slow)
    if not fast.size or fast[0] == 0:
        return float(times[-1 if not fast.size else 0])
    at = int(fast[0])
    share = (slow - speeds[at - 1]) / (speeds[at] - speeds[at - 1])
    return float(times[at - 1] + share * (times[at] - times[at - 1]))


# Strides


def _pairs(contacts: Sequence[_Contact], leg: int) -> list[tuple[_Contact, _Contact]]:
    return list(pairwise(contact for contact in contacts if contact.leg == leg))


def _stride(
    view: SideView, rig: BoundRig, contacts: Sequence[_Contact], this: _Contact, following: _Contact
) -> Stride | None:
    """None where the other foot did not stand before, where no time fits a stride, and where it leads nowhere."""
    others = [c for c in contacts if c.leg != this.leg and c.lands < this.lands]
    if not others or not SHORTEST <= following.lands - this.lands <= LONGEST:
        return None
    step = float((this.place - others[-1].place) @ view.forward[this.first])
    if step <= 0:
        return None
    return Stride(
        leg=rig.names[this.leg],
        start=this.lands,
        stop=following.lands,
        angles=_from_flat(_normalised(view, this.leg, this.lands, following.lands)),
        step=step,
        length=float(np.linalg.norm((following.place - this.place)[[0, 2]])),
        stance=(this.leaves - this.lands) / (following.lands - this.lands),
    )


def _normalised(view: SideView, leg: int, start: float, stop: float) -> Floats:
    """(101, 4) deg, between the frames by cubic splines."""
    from scipy.interpolate import CubicSpline

    return CubicSpline(view.times, np.unwrap(view.angles[:, leg], axis=0, period=360))(np.linspace(start, stop, POINTS))


def _from_flat(angles: Floats) -> Floats:
    """Ankle and toe counted from a foot that lies flat, as it does after loading: where its joints are in it varies."""
    hip, knee, ankle, toe = angles.T
    foot = hip - knee + ankle
    return np.stack([hip, knee, ankle - np.median(foot[FLAT]), toe - np.median(toe[FLAT])], axis=1)


def _usual(found: Sequence[Stride]) -> list[Stride]:
    """Those that are like the others in time, length and curves."""
    if not found:
        return []
    times, lengths = np.array([(s.time, s.length) for s in found]).T
    curves = np.array([s.angles for s in found])
    off = np.sqrt(((curves - np.median(curves, axis=0)) ** 2).mean(axis=(1, 2)))
    usual = abs(times / np.median(times) - 1) <= UNUSUAL_TIME
    usual &= abs(lengths - np.median(lengths)) <= UNUSUAL_LENGTH * np.median(lengths)
    usual &= off <= max(LEAST_CURVE, UNUSUAL_CURVE * np.median(off))
    usual &= [STANCE[0] <= s.stance <= STANCE[1] for s in found]
    return [stride for stride, fits in zip(found, usual, strict=True) if fits]
