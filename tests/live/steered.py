"""A figure steered frame by frame, as a clip."""

import numpy as np

from footpipe import Clip, Contacts, Placement


def steered(gait, targets, dt=1 / 120):
    """The poses of a `Gait` at `targets`, one a frame, with the contacts of toes and of whole feet. dt: s or (F,)"""
    steps = np.broadcast_to(dt, len(targets))
    rows = {name: [] for name in ("translations", "rotations", "place", "turn", "toes", "flat", "heading")}
    for target, step in zip(targets, steps.tolist(), strict=True):
        pose = gait.step(step, target)
        shown = [*pose, gait.contacts, gait.flat, gait.heading]
        for row, part in zip(rows.values(), shown, strict=True):
            row.append(np.array(part))
    found = {name: np.array(row, float) for name, row in rows.items()}
    points = (*gait.rig.points("toe"), *gait.rig.points("ankle"))
    return Clip(
        gait.rig.skeleton,
        found["translations"],
        found["rotations"],
        np.cumsum(np.maximum(steps, 1e-9)),  # a clip's frames follow each other
        placement=Placement(found["place"], found["turn"], gait.scale),
        contacts=Contacts(points, np.concatenate([found["toes"], found["flat"]], axis=1)),
        channels={"heading": found["heading"]},
    )


def stray(clip, rig):
    """(3,) m, the farthest that a toe gets from where it stands, in any of its contacts: x, up, z."""
    toes = zip(rig.toe, rig.points("toe"), strict=True)
    spans = [(joint, span) for joint, point in toes for span in clip.contacts.spans(point)]
    return np.max([np.ptp(clip.world.positions[slice(*span), joint], axis=0) for joint, span in spans], axis=0)


def feet_at(clip, rig, leg):
    """(S, 5) of each time that a foot stands: x and z of its toe joint in m, its heading in rad, first and last frame."""
    at = clip.world.positions
    found = []
    for first, last in clip.contacts.spans(rig.points("toe")[leg]):
        bone = at[first, rig.toe[leg]] - at[first, rig.ankle[leg]]
        found.append([*at[first, rig.toe[leg], ::2], np.arctan2(bone[0], bone[2]), first, last])
    rows = np.array(found)
    rows[:, 2] = np.unwrap(rows[:, 2])
    return rows
