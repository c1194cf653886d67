"""Figures like the built-in one whose joints have other axes, or that rest in another pose."""

import numpy as np
from footpipe_gait.figure import built_in

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
