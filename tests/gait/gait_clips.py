"""What tests of generated clips look at."""

import numpy as np

from footpipe import find_rig


def rig_of(clip):
    return find_rig(clip.skeleton).bind(clip.skeleton)


def contacts(clip, kind="toe"):
    """(limb, places (F, 3) m) of every contact, in the order of landing."""
    rig = rig_of(clip)
    joints = {"toe": rig.toe, "ankle": rig.ankle}[kind]
    found = [
        (first, limb, clip.world.positions[first:last, joints[limb]])
        for limb, point in enumerate(rig.points(kind))
        for first, last in clip.contacts.spans(point)
    ]
    return [(limb, places) for _, limb, places in sorted(found, key=lambda each: each[0])]


def stands(clip):
    """(N, 3) m: where toe joints stand, in the order of landing; each at its lowest."""
    return np.array([[*places[0, [0]], places[:, 1].min(), places[0, 2]] for _, places in contacts(clip)])


def slide(clip, kind="toe"):
    """m along the ground, the most of all contacts."""
    return max(np.ptp(places[:, [0, 2]], axis=0).max() for _, places in contacts(clip, kind))


def hips(clip):
    return clip.world.positions[:, rig_of(clip).hip].mean(axis=1)


def headings(clip):
    """(F,) deg of the hips, from z towards x, without jumps."""
    left, right = np.moveaxis(clip.world.positions[:, rig_of(clip).hip], 1, 0)
    across = left - right
    return np.degrees(np.unwrap(np.arctan2(-across[:, 2], across[:, 0])))
