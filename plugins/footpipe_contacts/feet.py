"""How feet move, as far as contacts show in it: velocities, heights above the ground, how steady they are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from footpipe import BoundRig, Clip, Floats, Ints
from footpipe_contacts.loop import per_round, period, unrolled
from footpipe_contacts.standing import heights

LEG = 0.9  # m: an adult's leg; all constants of the detector are for it, and larger or smaller figures are scaled to it
FASTEST_SMOOTHING, SLOWEST_SMOOTHING = 0.02, 0.04  # s: finer shows skin wobble, coarser blurs a touch-down (0.05 s)
NOISE_SPEED = 0.05  # m/s: jitter of a standing foot that is left over; a sixth of the speed that counts as standing
SWAY = 0.06  # s: the hips carry the body's mass, and cannot change their speed faster
AROUND = 0.6  # s that a loop goes on for: whatever is asked of a frame looks no farther
BREATH = 0.1  # s: what the pelvis does faster is no travel
ROOTED = 0.02  # m/s: a pelvis that moves less is nailed down; breathing moves it as much
STEADY = 0.03  # s: on top of the smoothing of velocity, for its change
JITTER_FRAMES = 48  # fewer frames do not tell noise from motion
QUIET = 20  # %: the quietest fifth of the frames tells noise, so that fast motion at a low rate is not taken for it
NORMAL_QUIET = 0.2533  # of |x| of a normal deviate x, that fifth's limit, in standard deviations
THIRD_DIFFERENCE = 20.0**0.5  # standard deviation of a third difference of white noise: 1, 3, 3, 1


class Feet(NamedTuple):
    """Motion of L contact points in F frames, of a figure with legs of 0.9 m; y up.

    size     how many times as long as an adult's its legs are; multiplied by it, all that follows is as it was
    step     s between frames
    margin   how many of the frames were added before the first, and as many after the last
    glide    (F, L, 2) m/s, horizontal velocity along x and z
    climb    (F, L) m/s, vertical velocity
    change   (F, L) m/s^2, size of the horizontal acceleration
    travel   (F, 2) m/s, horizontal velocity of the hips' centre
    height   (F, L) m above the ground
    rooted   whether the pelvis hardly travels at all, as in a clip that was made in place
    """

    size: float
    step: float
    margin: int
    glide: Floats
    climb: Floats
    change: Floats
    travel: Floats
    height: Floats
    rooted: bool

    def without_margin(self, values: Floats) -> Floats:
        """`values` (F, ...) of the clip's own frames."""
        return values[self.margin : len(values) - self.margin]


class Paths(NamedTuple):
    """Where feet, the hips' centre and the pelvis are, (F, L, 3), (F, 3), (F, 3) m, of a figure with legs of 0.9 m.

    times    (F,) s
    sigma    s, the width to smooth over
    margin   frames added at both ends
    size     what places were divided by
    """

    times: Floats
    feet: Floats
    hips: Floats
    pelvis: Floats
    sigma: float
    margin: int
    size: float


def feet_of(clip: Clip, rig: BoundRig, kind: str = "toe") -> Feet:
    """Motion of the toes, or of the joints of another `kind`; injected rest rows left out; takes two frames or more.

    A clip that loops goes on at both ends, for `margin` frames.
    """
    paths = _paths(clip, getattr(rig, kind), rig)
    step = float(np.median(np.diff(paths.times)))
    smooth = gaussian(paths.feet, paths.sigma, step)
    velocity = np.gradient(smooth, paths.times, axis=0)
    glide, climb = velocity[..., [0, 2]], velocity[..., 1]
    change = np.linalg.norm(np.gradient(gaussian(glide, STEADY, step), paths.times, axis=0), axis=-1)
    travel = _velocity(paths.hips, paths.times, max(paths.sigma, SWAY), step)
    pelvis = _velocity(paths.pelvis, paths.times, BREATH, step)
    rooted = bool(np.sqrt((pelvis**2).sum(axis=1).mean()) < ROOTED)
    return Feet(paths.size, step, paths.margin, glide, climb, change, travel, heights(smooth, climb, step), rooted)


def _paths(clip: Clip, joints: Ints, rig: BoundRig) -> Paths:
    times, places = clip.times[clip.rest_rows :], clip.world.positions[clip.rest_rows :]
    size, step = _size(places[0], rig), float(np.median(np.diff(times)))
    feet, hips, pelvis = places[:, joints] / size, places[:, rig.hip].mean(axis=1) / size, places[:, rig.pelvis] / size
    paths = Paths(times, feet, hips, pelvis, smoothing(feet, step), 0, size)
    frames = period(clip)
    return _going_on(paths, frames, round(AROUND / step)) if frames else paths


def _going_on(paths: Paths, frames: int, margin: int) -> Paths:
    """The paths of a loop of so many frames, with `margin` frames more at both ends."""
    way = per_round(paths.pelvis, frames)
    feet, hips, pelvis = (unrolled(part, way, frames, margin) for part in (paths.feet, paths.hips, paths.pelvis))
    lasts = (paths.times[-1] - paths.times[0]) * frames / (len(paths.times) - 1)
    times = unrolled(paths.times, np.array([lasts]), frames, margin)
    return Paths(times, feet, hips, pelvis, paths.sigma, margin, paths.size)


def _size(pose: Floats, rig: BoundRig) -> float:
    """How many times as long as an adult's leg the longest limb is in a pose (J, 3); 1 where none has any length."""
    thighs, shins = pose[rig.hip] - pose[rig.knee], pose[rig.knee] - pose[rig.ankle]
    lengths = np.linalg.norm(thighs, axis=1) + np.linalg.norm(shins, axis=1)
    size = float(lengths.max()) / LEG
    return size if size > 1e-6 else 1.0


def smoothing(toes: Floats, step: float) -> float:
    """Width (s) of the Gaussian after which the noise of `toes` (F, L, 3) m is slow.

    White noise of deviation n, smoothed by a Gaussian of width s, has velocities of n sqrt(step / (4 sqrt(pi) s^3)).
    """
    width = (noise(toes) ** 2 * step / (4 * np.sqrt(np.pi) * NOISE_SPEED**2)) ** (1 / 3)
    return float(np.clip(width, FASTEST_SMOOTHING, SLOWEST_SMOOTHING))


def noise(toes: Floats) -> float:
    """Deviation (m) of the noise in places, from their third differences where these are small; of the worst toe."""
    if len(toes) < JITTER_FRAMES:
        return 0.0
    quiet = np.percentile(np.abs(np.diff(toes, 3, axis=0)), QUIET, axis=0)
    return float(np.sqrt(np.mean((quiet / NORMAL_QUIET / THIRD_DIFFERENCE) ** 2, axis=-1)).max())


def gaussian(values: Floats, width: float, step: float) -> Floats:
    """`values` (F, ...) smoothed over `width` s; as they are where a frame is longer than the Gaussian."""
    from scipy.ndimage import gaussian_filter1d

    if width <= 0.6 * step:
        return values
    return gaussian_filter1d(values, width / step, axis=0, mode="nearest")


def _velocity(places: Floats, times: Floats, width: float, step: float) -> Floats:
    """(F, 2) m/s, horizontal."""
    return np.gradient(gaussian(places[:, [0, 2]], width, step), times, axis=0)
