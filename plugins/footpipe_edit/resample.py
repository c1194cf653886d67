"""`edit.resample`: the same motion at another rate."""

from __future__ import annotations

import numpy as np

from footpipe import Clip, Contacts, Floats, Params, Placement, log, param

CLOSE = 1e-6  # of a step: a last sample this near to the end belongs to the clip


class Resample(Params):
    """Parameters of `edit.resample`."""

    rate: float = param(unit="frames/s", gt=0, le=100_000, doc="the new rate", examples=[60.0])


def resample(clip: Clip, p: Resample) -> Clip:
    """The motion at another rate, by cubic splines through positions and rotations.

    Twice the rate and back gives the clip that it was. Rotations are splines through their quaternions, made unit
    length; scales, contacts and channels are interpolated in straight lines. Injected rest rows are no motion and are
    left out. Going to a lower rate does not filter. A clip of one frame stays as it is.
    """
    motion = clip.pick(slice(clip.rest_rows, None))
    if clip.rest_rows:
        log.info("edit.resample: %d injected rest rows are left out", clip.rest_rows)
    if len(motion) == 1:
        return motion
    old, new = motion.times, _times(motion.times, p.rate)
    return motion.replace(
        translations=_splines(old, motion.translations, new),
        rotations=_rotations(old, motion.rotations, new),
        times=new,
        placement=_placement(old, motion.placement, new),
        contacts=motion.contacts and _contacts(old, motion.contacts, new),
        channels={name: _lines(old, values, new) for name, values in motion.channels.items()},
        scales=None if motion.scales is None else _lines(old, motion.scales, new),
    )


def _contacts(old: Floats, contacts: Contacts, new: Floats) -> Contacts:
    """Weights in straight lines; said where the nearer of both frames is."""
    said = None if contacts.said is None else _lines(old, contacts.said.astype(float), new) > 0.5
    return Contacts(contacts.points, _lines(old, contacts.weights, new), said)


def _times(times: Floats, rate: float) -> Floats:
    """From the first time on, up to the last."""
    count = int(np.floor((times[-1] - times[0]) * rate + CLOSE)) + 1
    return times[0] + np.arange(count) / rate


def _splines(old: Floats, values: Floats, new: Floats) -> Floats:
    from scipy.interpolate import CubicSpline

    return CubicSpline(old, values)(np.clip(new, old[0], old[-1]))


def _rotations(old: Floats, rotations: Floats, new: Floats) -> Floats:
    """Splines through quaternions on one side: each is turned to the hemisphere of the one before."""
    against = (rotations[1:] * rotations[:-1]).sum(-1, keepdims=True) < 0
    signs = np.concatenate([np.ones_like(rotations[:1, ..., :1]), np.where(against, -1.0, 1.0)])
    turned = _splines(old, rotations * np.cumprod(signs, axis=0), new)
    return turned / np.linalg.norm(turned, axis=-1, keepdims=True)


def _lines(old: Floats, values: Floats, new: Floats) -> Floats:
    from scipy.interpolate import interp1d

    return interp1d(old, values, axis=0)(np.clip(new, old[0], old[-1]))


def _placement(old: Floats, placement: Placement, new: Floats) -> Placement:
    translation, rotation = placement.translation, placement.rotation
    return Placement(
        translation if len(translation) == 1 else _splines(old, translation, new),
        rotation if len(rotation) == 1 else _rotations(old, rotation, new),
        placement.scale,
    )
