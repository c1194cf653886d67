"""Clips that slide, made of clean ones, and how well contacts agree."""

import numpy as np

from footpipe import carried, moving_root

FLAT = np.array([1, 0, 1])


def moved(clip, change):
    """The clip with its root moved by `change(places (F, 3), seconds (F,))`, (F, 3) m, injected rest rows as they are."""
    root, motion = moving_root(clip) or 0, slice(clip.rest_rows, None)
    added = np.zeros((len(clip), 3))
    added[motion] = change(clip.world.positions[motion, root], clip.times[motion] - clip.times[clip.rest_rows])
    return clip.replace(translations=carried(clip, root, added), source=None)


def scaled(factor):
    return lambda clip: moved(clip, lambda places, times: (factor - 1) * (places - places[0]) * FLAT)


def treadmill(clip):
    """The way from beginning to end is taken off evenly."""
    return moved(clip, lambda places, times: -np.outer(times / times[-1], (places[-1] - places[0]) * FLAT))


def in_place(clip):
    """The root stays above its first place."""
    return moved(clip, lambda places, times: (places[0] - places) * FLAT)


def wandering(clip, speed=0.3):
    """The root wanders smoothly at `speed` m/s."""

    def change(places, times):
        from scipy.ndimage import gaussian_filter1d

        step = times[1] - times[0]
        velocity = np.random.default_rng(3).normal(size=(len(times), 3)) * FLAT
        velocity = gaussian_filter1d(velocity, 0.5 / step, axis=0)
        velocity *= speed / np.sqrt((velocity**2).sum(axis=1).mean())
        return velocity.cumsum(axis=0) * step

    return moved(clip, change)


def noisy(clip, deviation=0.005):
    """White noise of 5 mm in the root's place."""
    return moved(clip, lambda places, times: np.random.default_rng(5).normal(0, deviation, places.shape))


def every(step):
    """Every so many frames of a clip, its rest rows left out."""
    return lambda clip: clip.pick(slice(clip.rest_rows, None, step)).replace(source=None)


def f1(found, wanted):
    """Of contacts (F, P) bool: twice those found rightly, over all that were found and all that are."""
    return 2 * (found & wanted).sum() / max(1, found.sum() + wanted.sum())
