"""What walking costs beside the kernel's forward kinematics. Exit 1 when a bound is broken.

    python benchmarks/gait.py

Two ratios, each of the fastest of several runs in this one process:
  walk   of one of many characters, a step in time of both legs, at most 6 times the forward pass of 31 joints
  rules  reactive rules as the shipped walk has them, at most 3 times the walk without any
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
from footpipe_gait.bench.walks import walk_many
from footpipe_gait.shape import LegShape
from footpipe_gait.style import Style
from footpipe_gait.style_read import shipped
from kernel import PARENTS, pose, us_a_frame
from timing import fastest

from footpipe import kernel

CHARACTERS, FRAMES, RUNS = 4, 240, 100
WALK_BOUND, RULES_BOUND = 6.0, 3.0


def us_a_step(style: Style) -> float:
    """Microseconds a character and step in time."""
    steps = np.full(CHARACTERS, 0.65)
    return fastest(lambda: walk_many(style, LegShape(), steps, FRAMES), RUNS) / CHARACTERS / FRAMES * 1e6


def main() -> int:
    translations, rotations = pose()
    still, upright = np.zeros((1, 3)), np.array([[0.0, 0, 0, 1]])
    forward = us_a_frame(lambda: kernel.forward(translations, rotations, PARENTS, still, upright, 1.0))
    style = shipped()
    plain, ruled = us_a_step(replace(style, rules=())), us_a_step(style)
    print(f"walk  {plain:6.3f} us a step of 1/120 s: {plain / forward:.2f} of forward (bound {WALK_BOUND:g})")
    print(f"rules {ruled:6.3f} us a step: {ruled / plain:.2f} of the walk without (bound {RULES_BOUND:g})")
    return int(plain > WALK_BOUND * forward or ruled > RULES_BOUND * plain)


if __name__ == "__main__":
    sys.exit(main())
