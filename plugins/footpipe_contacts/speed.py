"""`detect.speed`: a foot that hardly moves stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from footpipe import BoundRig, Clip, Contacts, Floats, Params, param
from footpipe_contacts.even import judged
from footpipe_contacts.tell import tell

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEARBY = 0.6  # s: the ground under a foot is the lowest that it comes within this time


class Speed(Params):
    """Parameters of `detect.speed`."""

    speed: float = param(0.25, unit="m/s", gt=0, doc="fastest foot that still counts as planted; 0.1 to 0.5 is useful")
    height: float = param(0.1, unit="m", gt=0, doc="highest above its own lowest place nearby that still counts")
    smooth: float = param(0.012, unit="s", ge=0, le=10, doc="Gaussian over positions, so that jitter is not speed")
    vote: float = param(5 / 60, unit="s", ge=0, le=10, doc="window of the majority vote that removes single frames")
    soften: float = param(1.5 / 60, unit="s", ge=0, le=10, doc="Gaussian that makes the yes or no a soft weight")
    points: tuple[Literal["toe", "ankle"], ...] = param(("toe",), min_length=1, doc="which points of a foot to judge")


def speed(clip: Clip, rig: BoundRig, p: Speed) -> Contacts:
    """Contact where the toe's world speed is low, by majority vote, softened.

    The rule of D. Holden's article on foot locking; height only checks that a foot at rest is not held in the air.
    Injected rest rows are never contact.
    """
    names = tuple(name for kind in p.points for name in rig.points(kind))
    joints = np.concatenate([getattr(rig, kind) for kind in p.points])
    weights = np.zeros((len(clip), len(names)))
    weights[clip.rest_rows :] = 1.0  # of a single frame no motion is known: it stands
    if len(clip) - clip.rest_rows > 1:
        weights[clip.rest_rows :] = judged(clip, lambda even: _weights(even, joints, p))
    contacts = Contacts(names, weights)
    tell(
        contacts,
        "detect.speed",
        f"a foot that slides faster than `speed` ({p.speed:g} m/s) looks as if it moved; "
        "try a higher one, or detect.adaptive",
    )
    return contacts


def _weights(clip: Clip, joints: Floats, p: Speed) -> Floats:
    """(F, P) in 0..1, of the frames that are motion."""
    from scipy.ndimage import gaussian_filter1d

    times, places = clip.times[clip.rest_rows :], clip.world.positions[clip.rest_rows :, joints]
    step = float(np.median(np.diff(times)))
    planted = _slow(places, times, step, p) & _low(places[..., 1], step, p)
    frames = len(times)
    voted = _vote(planted.astype(float), round(_frames(p.vote, step, 2 * frames)) | 1)
    soft = gaussian_filter1d(voted, _frames(p.soften, step, frames), axis=0, mode="nearest") if p.soften else voted
    return np.clip(soft, 0.0, 1.0)


def _frames(seconds: float, step: float, most: int) -> float:
    """A time in frames; one that is longer than the clip is as long as the clip."""
    return min(seconds / step, float(most))


def _slow(places: Floats, times: Floats, step: float, p: Speed) -> NDArray[np.bool_]:
    from scipy.ndimage import gaussian_filter1d

    deviation = _frames(p.smooth, step, len(times))
    smooth = gaussian_filter1d(places, deviation, axis=0, mode="nearest") if p.smooth else places
    return np.linalg.norm(np.gradient(smooth, times, axis=0), axis=-1) < p.speed


def _low(heights: Floats, step: float, p: Speed) -> NDArray[np.bool_]:
    from scipy.ndimage import minimum_filter1d

    around = max(1, round(_frames(NEARBY, step, len(heights))))
    ground = minimum_filter1d(heights, 2 * around + 1, axis=0, mode="nearest")
    return heights - ground < p.height


def _vote(planted: Floats, width: int) -> Floats:
    """1.0 where more than half of the `width` frames around are planted."""
    from scipy.ndimage import uniform_filter1d

    return (uniform_filter1d(planted, width, axis=0, mode="nearest") > 0.5).astype(float)
