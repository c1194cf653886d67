"""detect.stillness: a toe that stays in one place for a while stands."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from footpipe import BoundRig, Clip, Contacts, Detector, Params, hookimpl, param


class StillnessParams(Params):
    """Parameters of `detect.stillness`."""

    spread: float = param(0.03, unit="m", gt=0, doc="how far a toe may stray and still count as planted")
    window: float = param(0.15, unit="s", gt=0, doc="how long it has to stay there")


def detect(clip: Clip, rig: BoundRig, p: StillnessParams) -> Contacts:
    """Contact where the toe stays in one place for a while.

    A frame counts if it lies in any stretch of `window` seconds through which the toe stays within `spread`, which is
    the diagonal of the box around its places. No speed is taken, so noise of a few millimetres does no harm. Fixations
    are found like this in recordings of eye movements (Salvucci and Goldberg 2000, dispersion threshold).
    """
    places = clip.world.positions[clip.rest_rows :, rig.toe]  # (F, limbs, 3) m, without an injected rest pose
    planted = np.zeros((len(clip), len(rig.toe)), bool)
    planted[clip.rest_rows :] = stays(places, frames_in(clip, p.window), p.spread)
    return Contacts(rig.points("toe"), planted)


def frames_in(clip: Clip, seconds: float) -> int:
    """How many frames a stretch of time has, at least two."""
    step = np.median(np.diff(clip.times)) if len(clip) > 1 else seconds
    return max(2, 1 + round(seconds / step))


def stays(places: np.ndarray, frames: int, spread: float) -> np.ndarray:
    """(F, limbs) True in every stretch of `frames` in which `places` (F, limbs, 3) keep within `spread`."""
    found = np.zeros(places.shape[:2], bool)
    if len(places) < frames:
        return found  # too short to tell
    stretches = sliding_window_view(places, frames, axis=0)  # (F - frames + 1, limbs, 3, frames)
    still = np.linalg.norm(np.ptp(stretches, axis=-1), axis=-1) <= spread
    for offset in range(frames):
        found[offset : offset + len(still)] |= still
    return found


@hookimpl
def footpipe_detectors():
    """The detectors of this plugin."""
    return [Detector("stillness", StillnessParams, detect)]
