"""Walks on four limbs, made so that each toe stands exactly still for a known time."""

import numpy as np

from footpipe import Clip, Contacts, Limb, Rig, Skeleton, kernel

STRIDE, DUTY, SPEED, LIFT = 0.8, 0.65, 0.5, 0.07  # s, share of it on the ground, m/s, m
UPPER, LOWER, SOLE = 0.30, 0.30, (0.0, -0.06, 0.05)  # m; the foot from ankle to toe
HEIGHT = 0.57  # m, of hips and shoulders
LENGTH, WIDTH = 0.7, 0.12  # m, from hips to shoulders, and half from side to side
ORDER = {"hind_left": 0.0, "fore_left": 0.25, "hind_right": 0.5, "fore_right": 0.75}  # of a walk, shares of the stride

HORSE = {
    "hind": ("Hip_{s}", "Stifle_{s}", "Hock_{s}", "HindHoof_{s}"),
    "fore": ("Shoulder_{s}", "Elbow_{s}", "Wrist_{s}", "Hoof_{s}"),
}
CRAWLER = {
    "hind": ("{Side}UpLeg", "{Side}Leg", "{Side}Foot", "{Side}ToeBase"),
    "fore": ("{Side}Arm", "{Side}ForeArm", "{Side}Hand"),
}


def rig_of(names):
    """The rig of a body whose joints are called so; a limb without a toe stands on its ankle."""
    limbs = {limb: names_of(limb, names) for limb in ORDER}
    return Rig({limb: Limb(*joints[:3], joints[-1]) for limb, joints in limbs.items()})


def names_of(limb, names):
    pair, side = limb.split("_")
    return [name.format(s=side[0].upper(), Side=side.title()) for name in names[pair]]


def walk_on_four(names, seconds=6.0, rate=60.0):
    """A clip with its known contacts (`hind_left.toe` and so on)."""
    times = np.arange(round(seconds * rate)) / rate
    body, legs = skeleton_of(names)
    toes, stands = zip(*(toe(times, limb) for limb in ORDER), strict=True)
    rotations, translations = bent(body, legs, times)
    clip = Clip(body, translations, rotations, times)
    axes = np.tile([1.0, 0, 0], (1, len(legs), 1))
    solved = kernel.solve_legs(clip.pose(), legs, np.stack(toes, 1), knee_axes=axes, stretch=np.inf)
    contacts = Contacts(tuple(f"{limb}.toe" for limb in ORDER), np.stack(stands, 1).astype(float))
    return clip.replace(rotations=solved.rotations, contacts=contacts)


def skeleton_of(names):
    """Hips, chest, and four limbs; and the limbs' joints (4, 5)."""
    paths, offsets, legs = ["Hips", "Hips/Chest"], [(0, 0, 0), (0, 0, LENGTH)], []
    for limb in ORDER:
        path, leg = "Hips/Chest" if limb.startswith("fore") else "Hips", []
        side = WIDTH if limb.endswith("left") else -WIDTH
        for name, offset in zip(
            names_of(limb, names), [(side, 0, 0), (0, -UPPER, 0), (0, -LOWER, 0), SOLE], strict=False
        ):
            path = f"{path}/{name}"
            leg.append(len(paths))
            paths.append(path)
            offsets.append(offset)
        legs.append([*leg[:3], leg[-1], -1])
    return Skeleton(tuple(paths), np.array(offsets, float)), np.array(legs, np.int32)


def bent(body, legs, times):
    """The body going forth with its knees bent, elbows the other way."""
    rotations = np.tile([0.0, 0, 0, 1], (len(times), len(body), 1))
    for limb, leg in zip(ORDER, legs, strict=True):
        sign = -1 if limb.startswith("fore") else 1
        for joint, degrees in zip(leg[:3], (-25 * sign, 50 * sign, -25 * sign), strict=True):
            rotations[:, joint] = kernel.euler_to_quat([[degrees]] * len(times), "X")
    translations = np.tile(body.rest_translations, (len(times), 1, 1))
    translations[:, 0] = np.stack([0 * times, HEIGHT + 0 * times, SPEED * times], 1)
    return rotations, translations


def toe(times, limb):
    """Where a toe is, (F, 3) m, and whether it stands, (F,): still for DUTY of each stride, then one stride on."""
    rounds, phase = np.divmod(times / STRIDE + ORDER[limb], 1.0)
    swing = np.clip((phase - DUTY) / (1 - DUTY), 0, 1)
    forth = rounds + swing**3 * (10 - 15 * swing + 6 * swing**2) - ORDER[limb] + DUTY / 2
    ahead = LENGTH if limb.startswith("fore") else 0.0
    place = np.stack([0 * times, LIFT * np.sin(np.pi * swing) ** 2, SPEED * STRIDE * forth + ahead], 1)
    place[:, 0] = WIDTH if limb.endswith("left") else -WIDTH
    return place, phase <= DUTY
