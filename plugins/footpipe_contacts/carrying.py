"""Which foot carries the body, frame by frame, whatever the root does; its velocity is then the slide."""

from __future__ import annotations

import numpy as np

from footpipe import Floats
from footpipe_contacts.chain import cheapest_path
from footpipe_contacts.evidence import LIFT, RISING
from footpipe_contacts.feet import Feet, gaussian

SHAKEN = 6.0  # m/s^2: change of velocity of a foot that swings
TOUCH = 0.01  # m: height of a foot that carries
LATEST = 0.05  # s: over so much time a cost counts once; a touch-down takes as long
NONE = 1.5  # cost of no foot carrying, where each of three signs of a swing costs 1
HAND_OVER, TORN = 0.3, 6.0  # cost of going from foot to foot while both move alike, and while they do not
APART = 0.4  # m/s: feet on the same ground do not differ so much
LEAVE = 1.5  # cost of a step into or out of flight
SMOOTH = 0.08  # s: roots err no faster than bodies sway, while a toe that lifts off takes half of this


def carried_by(feet: Feet) -> Floats:
    """(F, 2) m/s: horizontal velocity of the foot that carries; across flight, from the one before to the one after."""
    frames, limbs = feet.climb.shape
    path = cheapest_path(_costs(feet), _switches(feet))
    carried = np.flatnonzero(path < limbs)
    if not carried.size:
        return np.zeros((frames, 2))
    velocity = feet.glide[carried, path[carried]]
    filled = [np.interp(np.arange(frames), carried, part) for part in velocity.T]
    return gaussian(np.stack(filled, axis=1), SMOOTH, feet.step)


def _saturating(x: Floats) -> Floats:
    """0 to 1: a square that does not grow on, so that one bad sign does not outweigh all others."""
    return x**2 / (1 + x**2)


def _costs(feet: Feet) -> Floats:
    """(F, L + 1): of each foot carrying, and of none."""
    height = np.maximum(0.0, feet.height - TOUCH) / LIFT
    swing = sum(_saturating(sign) for sign in (feet.change / SHAKEN, feet.climb / RISING, height))
    none = np.full((len(feet.climb), 1), NONE)
    return np.concatenate([swing, none], axis=1) * feet.step / LATEST


def _switches(feet: Feet) -> Floats:
    """(F, L + 1, L + 1)."""
    frames, limbs = feet.climb.shape
    apart = np.linalg.norm(feet.glide[:, :, None] - feet.glide[:, None], axis=-1)
    switches = np.full((frames, limbs + 1, limbs + 1), LEAVE)
    switches[:, :limbs, :limbs] = HAND_OVER + TORN * _saturating(apart / APART)
    switches[:, np.arange(limbs + 1), np.arange(limbs + 1)] = 0.0
    return switches
