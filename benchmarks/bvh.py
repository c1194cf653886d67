"""What reading and writing BVH costs beside other readers, and beside numpy. Exit 1 when a bound is broken.

    python benchmarks/bvh.py [--full]

A real clip of 31 joints, tiled to 2,000 and 7,000 frames. Ratios, each of the fastest of several runs in this process:
  load      footpipe.load with `rotations` summed: at most the time of numpy.fromstring on the motion block alone,
            1/12 of upc-pymotion's load and get_data, 1/100 of bvhio's readAsHierarchy
  write     footpipe.save with every joint touched: at most 1/5 of upc-pymotion's save
  linear    a frame of 200,000 costs at most 1.5 times what one of 7,000 does (with --full)
  memory    at most 3 times the clip's arrays (with --full)
"""

from __future__ import annotations

import sys
import tempfile
import tracemalloc
import warnings
from collections.abc import Iterator
from pathlib import Path

import bvhio
import numpy as np
from pymotion.io.bvh import BVH
from timing import fastest

import footpipe
from footpipe import Clip, kernel

WALK = Path(__file__).resolve().parents[1] / "examples/walk.bvh"
JOINTS = 31
RUNS, SLOW_RUNS = 9, 2
Result = tuple[str, float, float]  # what, measured, bound


def tiled(frames: int, folder: Path) -> Path:
    """The walk, again and again, without its rest row."""
    head, _, rows = WALK.read_bytes().partition(b"Frames:")
    _, frame_time, *lines = rows.splitlines(keepends=True)
    moving = [line for line in lines if line.strip()][1:]
    body = (moving * (frames // len(moving) + 1))[:frames]
    path = folder / f"tiled_{frames}.bvh"
    path.write_bytes(b"".join([head, b"Frames: %d\n" % frames, frame_time, *body]))
    return path


def motion_block(path: Path) -> bytes:
    raw = path.read_bytes()
    return raw[raw.index(b"\n", raw.index(b"Frame Time")) :]


def with_pymotion(path: Path) -> BVH:
    file = BVH()
    file.load(str(path))
    file.get_data()
    return file


def touched(clip: Clip) -> Clip:
    """The clip with every joint that has channels turned a little."""
    turn = kernel.euler_to_quat([[1.0]], "X")[0]
    rotations = clip.rotations.copy()
    for joint, layout in enumerate(clip.source.header.joints):
        if layout.order:
            rotations[:, joint] = kernel.multiply(rotations[:, joint], turn)
    return clip.replace(rotations=rotations)


def loading(path: Path, frames: int) -> Iterator[Result]:
    ours = fastest(lambda: footpipe.load(path).rotations.sum(), RUNS)
    block = motion_block(path)
    numpys = fastest(lambda: np.fromstring(block, sep=" "), RUNS)
    pymotions = fastest(lambda: with_pymotion(path), SLOW_RUNS)
    bvhios = fastest(lambda: bvhio.readAsHierarchy(str(path)), 1)
    print(f"{frames} frames: load {ours * 1e3:.1f} ms, numpy.fromstring {numpys * 1e3:.1f} ms, "
          f"pymotion {pymotions * 1e3:.0f} ms, bvhio {bvhios * 1e3:.0f} ms")  # fmt: skip
    yield f"load {frames} / numpy.fromstring", ours / numpys, 1.0
    yield f"load {frames} / pymotion", ours / pymotions, 1 / 12
    yield f"load {frames} / bvhio", ours / bvhios, 1 / 100


def writing(path: Path, frames: int) -> Iterator[Result]:
    clip, out = touched(footpipe.load(path)), path.with_name("written.bvh")
    file = with_pymotion(path)
    ours = fastest(lambda: footpipe.save(clip, out), RUNS)
    pymotions = fastest(lambda: file.save(str(out)), SLOW_RUNS)
    print(f"{frames} frames: write {ours * 1e3:.1f} ms, pymotion {pymotions * 1e3:.0f} ms")
    yield f"write {frames} / pymotion", ours / pymotions, 1 / 5


def long_clips(folder: Path) -> Iterator[Result]:
    short, long = tiled(7000, folder), tiled(200_000, folder)
    per_frame = [
        fastest(lambda path=path: footpipe.load(path).rotations.sum(), 3) / n
        for path, n in ((short, 7000), (long, 200_000))
    ]
    yield "linear: a frame of 200,000 / of 7,000", per_frame[1] / per_frame[0], 1.5
    tracemalloc.start()
    clip = footpipe.load(long)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    arrays = clip.rotations.nbytes + clip.translations.nbytes + clip.times.nbytes
    yield "memory: peak / the clip's arrays", peak / arrays, 3.0


def main() -> int:
    warnings.simplefilter("ignore", DeprecationWarning)
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for frames in (2000, 7000):
            path = tiled(frames, folder)
            results += [*loading(path, frames), *writing(path, frames)]
        if "--full" in sys.argv[1:]:
            results += long_clips(folder)
    for what, measured, bound in results:
        print(f"{'ok    ' if measured <= bound else 'BROKEN'} {what}: {measured:.4g} (at most {bound:.4g})")
    return int(any(measured > bound for _, measured, bound in results))


if __name__ == "__main__":
    sys.exit(main())
