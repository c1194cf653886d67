"""What a step costs beside the whole clip at once. Exit 1 when a bound is broken.

    python benchmarks/live.py

Ratio of the fastest of several runs in this one process, on the example's walk made to slide (523 frames):
  FootLocker.step   a frame at most 20 times as long as a frame of lock.runtime on a clip whose world space is known
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from timing import fastest

import footpipe
from footpipe import FootLocker, Pose
from footpipe.registry import installed

WALK = Path(__file__).parents[1] / "examples/walk.bvh"
BOUND, RUNS = 20.0, 30


def main() -> int:
    clip = footpipe.stage("detect.speed")(footpipe.load(WALK))
    clip = footpipe.stage("edit.scale_travel")(clip, factor=0.75)
    clip = clip.pick(slice(clip.rest_rows, None)).replace(source=None)
    rig = footpipe.find_rig(clip.skeleton).bind(clip.skeleton)
    stage = installed().stages["lock.runtime"].stage
    params = stage.params()
    ground = (np.zeros(2), np.tile([0.0, 1.0, 0.0], (2, 1)))
    locker = FootLocker(rig, scale=clip.placement.scale)
    poses = [Pose.of(clip, f) for f in range(len(clip))]
    weights = clip.contacts.select(rig.points("toe")).weights.copy()
    steps = clip.steps.tolist()

    assert clip.world is not None

    def whole() -> None:
        stage.apply({"clip": clip}, lambda _: rig, params)

    def stepped() -> None:
        locker.reset()
        for f, pose in enumerate(poses):
            pose.rotations[...] = clip.rotations[f]
            locker.step(pose, weights[f], steps[f], ground)

    batch, step = (fastest(run, RUNS) / len(clip) * 1e6 for run in (whole, stepped))
    ratio = step / batch
    print(f"us a frame: lock.runtime {batch:.2f}, FootLocker.step {step:.2f}, {ratio:.1f} times (bound {BOUND:g})")
    return int(ratio > BOUND)


if __name__ == "__main__":
    sys.exit(main())
