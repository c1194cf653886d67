"""What finding contacts costs. Exit 1 when the bound is broken.

    python benchmarks/detect.py

The fastest of several runs in this one process, on the example's walk, made to slide and walked again and again:
  detect.adaptive against load.bvh   at most the time that loading the same file takes
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np
from timing import fastest

import footpipe
from footpipe import Clip

WALK = Path(__file__).parents[1] / "examples/walk.bvh"
LENGTHS = (2_000, 20_000)  # frames
BOUND = 1.0
RUNS = 7


def repeated(clip: Clip, frames: int) -> Clip:
    """The walk again and again, as many frames as asked."""
    rows = clip.rest_rows + np.arange(frames) % (len(clip) - clip.rest_rows)
    return Clip(
        clip.skeleton, clip.translations[rows], clip.rotations[rows], np.arange(frames) / 120, placement=clip.placement
    )


def ratio(walk: Clip, frames: int, folder: Path) -> float:
    """Time of detection against that of loading, told on the way."""
    path = folder / f"{frames}.bvh"
    footpipe.save(repeated(walk, frames), path)
    clip = footpipe.load(path)
    assert len(clip.world.positions) == frames  # worked out before: every stage needs it
    load = fastest(lambda: footpipe.load(path), RUNS)
    detect = fastest(lambda: footpipe.stage("detect.adaptive")(clip), RUNS)
    print(f"{frames} frames: load.bvh {load * 1e3:.1f} ms, detect.adaptive {detect * 1e3:.1f} ms, {detect / load:.2f}")
    return detect / load


def main() -> int:
    """Print the figures; 1 where one is beyond its bound."""
    walk = footpipe.stage("edit.scale_travel")(footpipe.load(WALK), factor=1.25)
    with tempfile.TemporaryDirectory() as folder:
        ratios = [ratio(walk, frames, Path(folder)) for frames in LENGTHS]
    return int(max(ratios) > BOUND)


if __name__ == "__main__":
    sys.exit(main())
