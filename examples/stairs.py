"""Makes `stairs.bvh`, somebody going up seven steps on feet that slide, sink and tilt, and `stairs.csv`, the steps.

python examples/stairs.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import footpipe
from footpipe import Clip, Floats, kernel
from footpipe.testing import walking_clip

HERE = Path(__file__).parent
RATE, STEP = 60.0, 0.6  # frames per second; s from one foot's landing to the other's
DEPTH, RISE, COUNT = 0.30, 0.17, 7  # m, m, steps
TOE_CLEARANCE = 0.02  # m, of the standing toe joint above the sole
PELVIS = 0.86  # m above the mean of the feet
SLIDE, SINK, TILT = 0.05, 0.012, 4.0  # m over a contact, m, degrees


def main() -> None:
    """Write both files."""
    footpipe.save(stairs_clip(), HERE / "stairs.bvh")
    rows = [f"-1,1,{DEPTH * k:g},{DEPTH * (k + 1) if k < COUNT else 99:g},{RISE * k:g}" for k in range(1, COUNT + 1)]
    (HERE / "stairs.csv").write_text("\n".join(["x_from,x_to,z_from,z_to,height", *rows]) + "\n")


def stairs_clip() -> Clip:
    """The climb, with its faults, on the skeleton of `footpipe.testing.walking_clip`."""
    frames = int(RATE * STEP * (COUNT + 2))
    times = np.arange(frames) / RATE
    feet = np.stack([foot(times, side) for side in (0, 1)], axis=1)  # (F, 2, 3)
    pelvis = feet.mean(axis=1) + np.array([0, PELVIS, 0])
    pelvis = np.stack([np.convolve(np.pad(p, 15, "edge"), np.ones(31) / 31, "valid") for p in pelvis.T], axis=1)
    return posed(times, pelvis, feet)


def foot(times: Floats, side: int) -> Floats:
    """(F, 3) m: the toe of a foot; the left one goes to steps 2, 4, 6, the right one to 1, 3, 5, 7."""
    place = np.tile([0.1 - 0.2 * side, TOE_CLEARANCE, 0.15], (len(times), 1))
    for landing in range(2 - side, COUNT + 1, 2):
        share = np.clip((times - STEP * landing) / (0.7 * STEP) + 1, 0, 1)  # of the swing that ends with this landing
        climbed = 1 if landing == 1 else 2
        forth, up = smooth(share), smooth(np.minimum(1.4 * share, 1))
        place[:, 2] += DEPTH * climbed * forth
        place[:, 1] += RISE * climbed * up + 0.06 * np.sin(np.pi * share)
        place[:, 2] += SLIDE * np.clip((times - STEP * landing) / STEP, 0, 1) * (landing + 2 <= COUNT)
        place[:, 2] -= SLIDE * np.clip((times - STEP * (landing + 1.3)) / (0.7 * STEP), 0, 1) * (landing + 2 <= COUNT)
    return place - np.array([0, SINK * side, 0])


def smooth(share: Floats) -> Floats:
    """0 to 1, level at both ends."""
    return share**3 * (10 - 15 * share + 6 * share**2)


def posed(times: Floats, pelvis: Floats, toes: Floats) -> Clip:
    """Legs bent and solved for the toes, feet tilted; contacts left to a detector."""
    body = walking_clip(1).skeleton
    legs = np.array([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]])
    rotations = np.tile([0.0, 0, 0, 1], (len(times), len(body), 1))
    for hip, knee, ankle, *_ in legs:
        for joint, angle in ((hip, -25), (knee, 50), (ankle, TILT - 25)):
            rotations[:, joint] = kernel.euler_to_quat([[angle]] * len(times), "X")
    translations = np.tile(body.rest_translations, (len(times), 1, 1))
    translations[:, 0] = pelvis
    bent = Clip(body, translations, rotations, times)
    axes = np.tile([1.0, 0, 0], (1, 2, 1))
    rotations = kernel.solve_legs(bent.pose(), legs, toes, knee_axes=axes, stretch=np.inf).rotations
    for leg in legs:
        flat = kernel.inverse(bent.replace(rotations=rotations).world.rotations[:, leg[1]])
        rotations[:, leg[2]] = kernel.multiply(flat, kernel.euler_to_quat([[TILT]] * len(times), "X"))
    return bent.replace(rotations=rotations)


if __name__ == "__main__":
    main()
