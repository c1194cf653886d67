"""How much speaks for contact in each frame, once the slide that all feet share is taken off."""

from __future__ import annotations

import numpy as np

from footpipe import Floats
from footpipe_contacts.feet import Feet, gaussian

RISING = 0.3  # m/s, vertical: in the middle, on a log scale, of a rolling toe (0.1) and one that lifts off (1)
ROLL = 0.05  # m: a toe joint that stays on the ground rolls up and down so far
LIFT = 0.06  # m: above that, what speaks against contact
RUN = 2.1  # m/s: where legs of 0.9 m break into a run, at a Froude number of one half
STEP = 0.15  # s: a step's time, as a Gaussian
SHARED = 0.2  # m/s: how well feet on the ground agree about the slide they share
DOUBT = 2.5  # most that a speed alone may say, as log odds: 12 to 1
AGAINST_LIFT = 2.0  # log odds against contact of a toe one LIFT above its roll
CLEAREST = 5.0  # most that all may say
PER_SPEED = 3.3  # the evidence as log odds of being right, by logistic fit to labels of ten clips, six ways spoilt
OFFSET = -0.4  # of the same fit; leaving any clip out moves the two by less than a quarter
CALIBRATED = 0.05  # s: the width over which evidence was averaged in that fit
DOUBTFUL, SURE = 0.05, 0.98  # no detector is surer than two good ones agree


def upright(feet: Feet) -> Floats:
    """(F, L) 0 to 1, how well vertical motion and height go with standing; knows nothing of horizontal motion."""
    lift = np.maximum(0.0, feet.height - ROLL) / LIFT
    return np.exp(-((feet.climb / RISING) ** 2) - lift**2)


def agreement(glide: Floats, slide: Floats, width: float = SHARED) -> Floats:
    """(F, L) 0 to 1, how well feet that glide (F, L, 2) m/s share a slide (F, 2) m/s, within a `width` in m/s."""
    return np.exp(squared(glide - slide[:, None]) / (-2 * width**2))


def squared(vectors: Floats) -> Floats:
    """(...) squared lengths of vectors (..., 2); sums over an axis of two are slow."""
    return vectors[..., 0] ** 2 + vectors[..., 1] ** 2


def coverage(feet: Feet, standing: Floats, slide: Floats, width: float = SHARED) -> float:
    """Share of the frames, 0 to 1, in which some foot stands if `slide` (F, 2) m/s is what all of them share."""
    return float((standing * agreement(feet.glide, slide, width)).max(axis=1).mean())


def evidence(feet: Feet, slide: Floats, speed: float, roll: float) -> Floats:
    """(F, L) log odds of contact within +-5, from speed after `slide` (F, 2) m/s is taken off, and height.

    `speed` m/s is the one that speaks neither for contact nor against while a figure walks, `roll` m the height up to
    which none does.
    """
    middle = speed * haste(feet, slide)
    square = squared(feet.glide - slide[:, None]) + feet.climb**2
    slow = np.clip(np.log(middle**2 / (square + 1e-6)), -DOUBT, DOUBT)
    lift = np.maximum(0.0, feet.height - roll) / LIFT
    return np.clip(slow - AGAINST_LIFT * lift**2, -CLEAREST, CLEAREST)


def haste(feet: Feet, slide: Floats) -> Floats:
    """(F, 1) how many times as fast as at a run's slowest the hips go, 1 at least: toes roll over as much faster."""
    pace = np.sqrt(squared(gaussian(feet.travel - slide, STEP, feet.step)))
    return np.maximum(1.0, pace / RUN)[:, None]


def confidence(odds: Floats, step: float) -> Floats:
    """(F, L) probability of contact, calibrated: of the frames that get 0.8, four in five are contact."""
    smooth = gaussian(odds, CALIBRATED, step)
    return np.clip(1 / (1 + np.exp(-(PER_SPEED * smooth + OFFSET))), DOUBTFUL, SURE)
