"""What the kernel costs beside upc-pymotion's forward kinematics. Exit 1 when a bound is broken.

    python benchmarks/kernel.py

Two ratios, each of the fastest of several runs in this one process:
  forward  of 31 joints, at most 1/8 of the time of pymotion.ops.skeleton.fk
  legs     two legs with both aims, at most 3 times the forward pass of 31 joints: what solving them takes more than
           the new pose that they go into (no frame solved), their joints' own forward pass, and reading their toes back
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
from pymotion.ops import skeleton
from timing import fastest

from footpipe import kernel

FRAMES, RUNS = 2000, 40
FORWARD_BOUND, LEGS_BOUND = 1 / 8, 3.0

# hips, two legs of five, spine, two arms: the joints of a usual capture
LIMBS = [
    (0, 1, 2, 3, 4),
    (0, 6, 7, 8, 9),
    (0, 11, 12, 13, 14, 15),
    (13, 17, 18, 19, 20, 21, 20),
    (13, 24, 25, 26, 27, 28, 27),
]
PARENTS = np.array([-1, *(parent for limb in LIMBS for parent in limb)], np.int32)
JOINTS = len(PARENTS)  # 31
LEGS = np.array([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], np.int32)


def figure() -> tuple[np.ndarray, np.ndarray]:
    """Translations (F, J, 3) m and rotations (F, J, 4): legs bent by 5 to 90 degrees, the rest at random."""
    rng = np.random.default_rng(1)
    translations = np.broadcast_to(rng.uniform(-0.3, 0.3, (JOINTS, 3)), (FRAMES, JOINTS, 3)).copy()
    rotations = kernel.normalize(rng.normal(size=(FRAMES, JOINTS, 4)) * 0.2 + [0, 0, 0, 1])
    for hip, knee, ankle, toe, toe_end in LEGS:
        translations[:, [knee, ankle]] = [0, -0.45, 0]
        translations[:, [toe, toe_end]] = [0, -0.05, 0.12]
        angles = np.zeros((FRAMES, 3))
        angles[:, 0] = rng.uniform(5, 90, FRAMES)
        rotations[:, knee] = kernel.euler_to_quat(angles, "XYZ")
        rotations[:, hip] = kernel.euler_to_quat(rng.uniform(-20, 20, (FRAMES, 3)), "XYZ")
    return translations, rotations


def us_a_frame(run: Callable[[], object]) -> float:
    """Microseconds a frame."""
    return fastest(run, RUNS) / FRAMES * 1e6


def main() -> int:
    translations, rotations = figure()
    still, upright = np.zeros((1, 3)), np.array([[0.0, 0, 0, 1]])
    pose = kernel.LocalPose(translations, rotations, PARENTS, still, upright, 1.0)
    positions, _ = kernel.forward(*pose)
    rng = np.random.default_rng(2)
    targets = positions[:, LEGS[:, 3]] + rng.normal(scale=0.05, size=(FRAMES, 2, 3))
    axes = np.broadcast_to([1.0, 0, 0], (1, 2, 3))
    scalar_first = rotations[..., [3, 0, 1, 2]].copy()

    forward = us_a_frame(lambda: kernel.forward(*pose))
    pymotion = us_a_frame(lambda: skeleton.fk(scalar_first, translations[:, 0], translations[0], PARENTS))
    copied = us_a_frame(lambda: kernel.solve_legs(pose, LEGS, targets[:0], knee_axes=axes))
    chain = kernel.LocalPose(translations[:, :11], rotations[:, :11], PARENTS[:11], still, upright, 1.0)
    chain = chain._replace(translations=chain.translations.copy(), rotations=chain.rotations.copy())
    posed = us_a_frame(lambda: kernel.forward(*chain))
    read = us_a_frame(lambda: kernel.joint_positions(pose, LEGS[:, 3]))
    whole = us_a_frame(lambda: kernel.solve_legs(pose, LEGS, targets, knee_axes=axes))
    legs = whole - copied - posed - read
    print(f"forward {forward:7.3f} us a frame, pymotion {pymotion:7.3f}: ratio 1/{pymotion / forward:.1f} (bound 1/8)")
    print(f"legs    {legs:7.3f} us a frame: {legs / forward:.2f} of forward (bound {LEGS_BOUND:g}); in all {whole:.3f}")
    return int(forward > pymotion * FORWARD_BOUND or legs > LEGS_BOUND * forward)


if __name__ == "__main__":
    sys.exit(main())
