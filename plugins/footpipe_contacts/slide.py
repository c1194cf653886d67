"""The slide that all feet share: several guesses of what has gone wrong with the root, and the one that explains most.

Feet on the ground move all alike where the root is wrong; feet in the air do not. So a guess is good where in most
frames some foot moves as it says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from footpipe import Floats, log
from footpipe_contacts.carrying import carried_by
from footpipe_contacts.evidence import SHARED, coverage, squared
from footpipe_contacts.feet import Feet

AUTO = "auto"
SAMPLES = 2000  # frames that are enough to find one number
SHARES = tuple(
    percent / 100 for percent in range(-300, 81, 2)
)  # of the travel: a root that goes a quarter to five times as far
TRAVELS = 0.2  # m/s: slower hips do not tell
TRAVEL_TIME, TRAVEL_SHARE = 0.3, 0.05  # s and share of the frames that the hips must travel in
BETTER, MORE = 1.03, 0.005  # a share of the travel must explain so many times as much as none, and so many frames more
STEADY = 6.0  # m/s^2: a foot on a belt changes its speed less
TINY = 1e-300  # has a logarithm
FASTEST, BIN = 12.0, 0.1  # m/s: faster than any runner, and half of SHARED
CLOSELY = 0.1  # m/s: how well feet agree in clean clips; a root that wanders at that speed explains what none else does
ROUNDS = 10  # of mean shift from a bin's middle; it converges in a few
# What a guess must explain more than none, as a share of the frames: the more of it is free, the more it explains in
# any case. One number; two numbers; a velocity for every frame; the same where a root that is nailed down asks for it.
SHARE_PRICE, BELT_PRICE, CARRYING_PRICE, ROOTED_PRICE = 0.02, 0.05, 0.25, 0.05


class Guess(NamedTuple):
    """A guess of the shared slide.

    slide  (F, 2) m/s
    price  what it must explain more than none, as a share of the frames
    """

    slide: Floats
    price: float


def shared_slide(feet: Feet, standing: Floats, kind: str = AUTO) -> Floats:
    """(F, 2) m/s, horizontal: the slide of all feet that stand; `standing` (F, L) as `evidence.upright` has it.

    `kind` is the guess to take, of `GUESSES`; with "auto" the one that explains most.
    """
    guesses = {name: guess(feet, standing) for name, guess in GUESSES.items() if kind in (AUTO, name)}
    worth = {name: coverage(feet, standing, guess.slide) - guess.price for name, guess in guesses.items()}
    best = max(worth, key=lambda name: worth[name])
    if "carrying" in guesses and _wanders(feet, standing, guesses[best].slide, guesses["carrying"].slide):
        best = "carrying"
    slide = guesses[best].slide
    speed = float(np.linalg.norm(slide, axis=1).mean())
    log.info("slide that the feet share: %s, %.2f m/s on average", best, speed)
    return slide


def _wanders(feet: Feet, standing: Floats, slide: Floats, carrying: Floats) -> bool:
    """Whether a closer look at the best guess shows a root that wanders, too slowly to be seen widely."""
    known, found = (coverage(feet, standing, guess, CLOSELY) for guess in (slide, carrying))
    return found - known > CARRYING_PRICE


def no_slide(feet: Feet, standing: Floats) -> Guess:
    """The clip is as it should be."""
    return Guess(np.zeros_like(feet.travel), 0.0)


def share_of_travel(feet: Feet, standing: Floats) -> Guess:
    """The root goes too far or not far enough: a share of the hips' own velocity."""
    return Guess(_share(feet, standing) * feet.travel, SHARE_PRICE)


def _share(feet: Feet, standing: Floats) -> float:
    travels = np.linalg.norm(feet.travel, axis=1) > TRAVELS
    if travels.mean() < TRAVEL_SHARE or travels.sum() * feet.step < TRAVEL_TIME:
        return 0.0
    some = np.flatnonzero(travels)[:: max(1, int(travels.sum()) // SAMPLES)]
    explained = _explained(feet.glide[some], feet.travel[some], standing[some])
    best, none = explained.max(), explained[np.abs(SHARES).argmin()]
    return float(SHARES[explained.argmax()]) if best > BETTER * none + MORE else 0.0


def _explained(glide: Floats, travel: Floats, standing: Floats) -> Floats:
    """What `coverage` would say of each of `SHARES`: its logarithm is a parabola over them, with these coefficients."""
    unit = -1 / (2 * SHARED**2)
    none = np.log(np.maximum(standing, TINY)) + unit * squared(glide)
    linear = -2 * unit * (glide * travel[:, None]).sum(axis=-1)
    square = unit * squared(travel)
    none, linear = np.ascontiguousarray(none.T), np.ascontiguousarray(linear.T)  # the most of all feet is quick by rows
    return np.array([np.exp((none + share * (linear + share * square)).max(axis=0)).mean() for share in SHARES])


def belt(feet: Feet, standing: Floats) -> Guess:
    """A treadmill, or a walk made in place: one velocity, the commonest of all feet that could stand."""
    steady = standing * np.exp(-((feet.change / STEADY) ** 2))
    velocity = _commonest(feet.glide.reshape(-1, 2), steady.ravel())
    return Guess(np.broadcast_to(velocity, feet.travel.shape), BELT_PRICE)


def _commonest(velocities: Floats, weights: Floats) -> Floats:
    """(2,) m/s, the mode of velocities (N, 2): the fullest bin, then mean shift; 0 where none counts."""
    from scipy.ndimage import gaussian_filter

    edges = np.arange(-FASTEST, FASTEST + BIN, BIN)
    counts, _, _ = np.histogram2d(velocities[:, 0], velocities[:, 1], bins=[edges, edges], weights=weights)
    if not counts.any():
        return np.zeros(2)
    full = np.unravel_index(gaussian_filter(counts, SHARED / BIN).argmax(), counts.shape)
    mode = edges[np.array(full)] + BIN / 2
    for _ in range(ROUNDS):
        near = weights * np.exp(-squared(velocities - mode) / (2 * SHARED**2))
        if near.sum() < 1e-9:
            break
        mode = near @ velocities / near.sum()
    return mode


def carrying_foot(feet: Feet, standing: Floats) -> Guess:
    """A root that wanders: the velocity of the foot that carries the body. It can explain anything, hence its price."""
    return Guess(carried_by(feet), ROOTED_PRICE if feet.rooted else CARRYING_PRICE)


GUESSES: dict[str, Callable[[Feet, Floats], Guess]] = {
    "none": no_slide,
    "travel": share_of_travel,
    "belt": belt,
    "carrying": carrying_foot,
}
