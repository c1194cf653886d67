"""What walking costs beside the kernel's forward kinematics. Exit 1 when a bound is broken.

    python benchmarks/gait.py

Three ratios, each of the fastest of several runs in this one process:
  walk   of one of many characters, a step in time of both legs, at most 6 times the forward pass of 31 joints
  rules  reactive rules as the shipped walk has them, at most 3 times the walk without any
  step   a frame of `Gait.step` at 120 frames per second at most 20 times one of a whole walk made at once
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

from footpipe import Gait, Target, kernel
from footpipe.registry import installed

CHARACTERS, FRAMES, RUNS = 4, 240, 100
WALK_BOUND, RULES_BOUND, STEP_BOUND = 6.0, 3.0, 20.0
STEPPED = 1000  # frames
GENERATOR = installed().stages["generate.fuzzy_gait"].stage


def us_a_step(style: Style) -> float:
    """Microseconds a character and step in time."""
    steps = np.full(CHARACTERS, 0.65)
    return fastest(lambda: walk_many(style, LegShape(), steps, FRAMES), RUNS) / CHARACTERS / FRAMES * 1e6


def us_a_frame_at_once() -> float:
    """Microseconds a frame of `generate.fuzzy_gait`, of a walk about as long as the one that is stepped."""
    params = GENERATOR.params(rate=120.0, steps=14)
    frames = len(GENERATOR.run(None, None, params))
    return fastest(lambda: GENERATOR.run(None, None, params), RUNS // 5) / frames * 1e6


def us_a_frame_stepped() -> float:
    """Microseconds a frame of `Gait.step`, in a curve."""
    gait, target = Gait("walk"), Target(turn=0.3)

    def stepped() -> None:
        gait.reset()
        for _ in range(STEPPED):
            gait.step(1 / 120, target)

    return fastest(stepped, RUNS // 5) / STEPPED * 1e6


def main() -> int:
    translations, rotations = pose()
    still, upright = np.zeros((1, 3)), np.array([[0.0, 0, 0, 1]])
    forward = us_a_frame(lambda: kernel.forward(translations, rotations, PARENTS, still, upright, 1.0))
    style = shipped()
    plain, ruled = us_a_step(replace(style, rules=())), us_a_step(style)
    print(f"walk  {plain:6.3f} us a step of 1/120 s: {plain / forward:.2f} of forward (bound {WALK_BOUND:g})")
    print(f"rules {ruled:6.3f} us a step: {ruled / plain:.2f} of the walk without (bound {RULES_BOUND:g})")
    whole, step = us_a_frame_at_once(), us_a_frame_stepped()
    print(f"step  {step:6.3f} us: {step / whole:.2f} of a frame of the whole walk (bound {STEP_BOUND:g})")
    return int(plain > WALK_BOUND * forward or ruled > RULES_BOUND * plain or step > STEP_BOUND * whole)


if __name__ == "__main__":
    sys.exit(main())
