"""Figures like the built-in one whose joints have other axes, or that rest in another pose."""

import numpy as np
from footpipe_gait.figure import built_in
from footpipe_gait.route import Origin
from footpipe_gait.walk import Step, Walk

from footpipe import Skeleton, kernel


def reframed(seed):
    """The built-in figure with random axes in every joint: the same places in the world."""
    clip = built_in()
    skeleton, places = clip.skeleton, clip.world.positions[0] / clip.placement.scale
    frames = kernel.normalize(np.random.default_rng(seed).normal(size=(len(skeleton), 4)))
    rotations, offsets = frames.copy(), places.copy()
    for joint, parent in enumerate(skeleton.parents):
        if parent >= 0:
            rotations[joint] = kernel.multiply(kernel.inverse(frames[parent]), frames[joint])
            offsets[joint] = kernel.rotate(kernel.inverse(frames[parent]), places[joint] - places[parent])
    turned = Skeleton(skeleton.joints, offsets, rotations)
    return clip.replace(skeleton=turned, translations=offsets[None], rotations=kernel.normalize(rotations)[None])


def splayed(angle=20.0):
    """The built-in figure with its legs aside in the rest pose, as CMU's are."""
    clip = built_in()
    offsets = clip.skeleton.rest_translations.copy()
    for side, sign in (("Left", 1), ("Right", -1)):
        for name in (f"{side}Leg", f"{side}Foot"):
            joint = clip.skeleton.names.index(name)
            length = np.linalg.norm(offsets[joint])
            offsets[joint] = length * np.array([sign * np.sin(np.radians(angle)), -np.cos(np.radians(angle)), 0])
    translations = clip.translations.copy()
    translations[0, 1:] = offsets[1:]
    return clip.replace(skeleton=Skeleton(clip.skeleton.joints, offsets), translations=translations)


def origin_of(clip, rig, track, heading=0.0):
    """The origin from which the track begins where the clip's figure stands, on the floor."""
    place = clip.world.positions[clip.rest_rows, rig.hip].mean(axis=0) * [1, 0, 1]
    begun = Origin(np.zeros(3), heading).world(track.pelvis[0])
    place[1] = rig.floor
    return Origin(place - begun, heading)


def machine_walk(shape, frames=90, rate=60.0):
    """Legs that swing like pendulums at an even pace, over hips that go along: a record that is right in itself."""
    times = np.arange(frames) / rate
    phase = 2 * np.pi * times[:, None] + [0.0, np.pi]
    swing = np.maximum(np.sin(phase), 0)
    angles = np.stack([20 * np.cos(phase), 8 + 50 * swing, 10 * np.sin(2 * phase), 15 * swing], axis=-1)
    hips = np.stack([1.2 * times, 0.98 * shape.leg + 0.01 * np.cos(2 * phase[:, 0])], axis=-1)
    legs = np.ones((frames, 2, 3), bool)
    legs[..., 1] = swing == 0
    return Walk(rate, times, hips, angles, side_points(shape, hips, angles), legs, left_before())


def left_before():
    """Both feet, which left the ground before the walk began."""
    return tuple(Step(leg, -1.0, -0.5, 0.0, 0.0, None) for leg in (0, 1))


def side_points(shape, hips, angles):
    """(F, 2, 5, 2) m: knee, ankle, heel, ball and tip below hips (F, 2), by the definitions of `Walk`."""
    thigh, knee, ankle, toe = np.moveaxis(np.radians(angles), -1, 0)
    shin = thigh - knee
    foot = shin + ankle

    def along(angle, forward, up):
        cosine, sine = np.cos(angle), np.sin(angle)
        return np.stack([forward * cosine - up * sine, forward * sine + up * cosine], axis=-1)

    knees = hips[:, None] + along(thigh, 0, -shape.thigh)
    ankles = knees + along(shin, 0, -shape.shank)
    heels = ankles + along(foot, -shape.heel_back, -shape.ankle_height)
    balls = ankles + along(foot, shape.ball_forward, shape.ball_height - shape.ankle_height)
    tips = balls + along(foot + toe, shape.toe_length, 0)
    return np.stack([knees, ankles, heels, balls, tips], axis=2)
