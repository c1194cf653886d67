"""What locking a whole clip costs. Exit 1 when a bound is broken.

    python benchmarks/offline.py

Ratios on the example's walk made to slide (524 frames). As the middle of several runs of a graph, each with both locks
as its nodes, once in either order, where the code and the data of each have to be fetched first:
  lock.offline against lock.relax   at least 300 times faster than the article's 25,000 sweeps
Of the fastest of several runs in this one process:
  lock.offline against reading      at most half the time of numpy.fromstring on the file's motion block
  a frame of 100,000                at most twice the time of a frame of 3,600
and the most memory that the process had with 100,000 frames: at most 1 GiB.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
from timing import fastest

import footpipe
from footpipe import Clip, Contacts
from footpipe.registry import installed

WALK = Path(__file__).parents[1] / "examples/walk.bvh"
FASTER, READING, LONGER, MEMORY = 300, 0.5, 2.0, 1024  # bounds; the last in MiB
RUNS, GRAPHS = 30, 5
GRAPH = """
footpipe = 1
nodes.read = {{ uses = "load.bvh", path = {walk} }}
nodes.contacts = {{ uses = "detect.speed", inputs = ["read"] }}
nodes.slid = {{ uses = "edit.scale_travel", inputs = ["contacts"], factor = 1.25 }}
nodes.{first} = {{ uses = "lock.{first}", inputs = ["slid"] }}
nodes.{second} = {{ uses = "lock.{second}", inputs = ["slid"] }}
nodes.figures = {{ uses = "measure.sliding", inputs = ["slid", "offline", "relax"] }}
"""


def sliding_walk() -> Clip:
    """The walk with contacts, its root going a quarter too far."""
    clip = footpipe.stage("detect.speed")(footpipe.load(WALK))
    return footpipe.stage("edit.scale_travel")(clip, factor=1.25)


def repeated(clip: Clip, frames: int) -> Clip:
    """The walk again and again, each time from where it came to."""
    first = clip.rest_rows
    length = len(clip) - first
    rows = first + np.arange(frames) % length
    rounds = np.arange(frames) // length
    translations = clip.translations[rows]
    way = clip.translations[-1, 0] - clip.translations[first, 0]
    translations[:, 0] += rounds[:, None] * way * [1, 0, 1]
    contacts = Contacts(clip.contacts.points, clip.contacts.weights[rows])
    times = np.arange(frames) / clip.rate
    changes = {"translations": translations, "rotations": clip.rotations[rows], "times": times, "contacts": contacts}
    return clip.replace(**changes, rest_rows=0, source=None)


def node(name: str, clip: Clip, runs: int) -> float:
    """Seconds that a lock takes as a node of a graph: its whole stage on a clip whose world space is known."""
    stage = installed().stages[name].stage
    params = stage.params()
    rig = footpipe.find_rig(clip.skeleton).bind(clip.skeleton)
    assert clip.world is not None
    return fastest(lambda: stage.apply({"clip": clip}, lambda _: rig, params), runs)


def in_a_graph(first: str, second: str) -> tuple[float, float]:
    """Seconds of the nodes lock.offline and lock.relax of a graph that has them in this order: the middle of some runs.

    The one with the middle ratio is taken, so that both are of the same run.
    """
    with tempfile.TemporaryDirectory() as folder:
        graph = Path(folder, "both.toml")
        graph.write_text(GRAPH.format(walk=json.dumps(str(WALK)), first=first, second=second))
        runs = [_seconds(graph) for _ in range(GRAPHS)]
    return sorted(runs, key=lambda run: run[1] / run[0])[GRAPHS // 2]


def _seconds(graph: Path) -> tuple[float, float]:
    command = [sys.executable, "-m", "footpipe", "run", str(graph), "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    seconds = {node["node"]: node["seconds"] for node in told["nodes"]}
    return seconds["offline"], seconds["relax"]


def main() -> int:
    warnings.simplefilter("ignore")
    walk = sliding_walk()
    text = WALK.read_text().partition("Frame Time")[2].partition("\n")[2]
    offline = node("lock.offline", walk, RUNS)
    reading = fastest(lambda: np.fromstring(text, sep=" "), RUNS)
    short, long = (node("lock.offline", repeated(walk, n), 2) / n for n in (3_600, 100_000))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024**2)
    ratios = []
    for order in (("relax", "offline"), ("offline", "relax")):
        direct, sweeps = in_a_graph(*order)
        ratios.append(sweeps / direct)
        told = f"lock.offline {direct * 1e3:.2f} ms, lock.relax {sweeps * 1e3:.0f} ms: {ratios[-1]:.0f} times"
        print(f"{told} (bound {FASTER}), {order[0]} first")
    print(f"once it is warm, lock.offline takes {offline * 1e3:.2f} ms")
    print(f"lock.offline is {offline / reading:.2f} of numpy.fromstring, {reading * 1e3:.2f} ms (bound {READING})")
    print(f"us a frame: {short * 1e6:.2f} of 3,600, {long * 1e6:.2f} of 100,000: {long / short:.2f} (bound {LONGER})")
    print(f"most memory {memory:.0f} MiB (bound {MEMORY})")
    slow = min(ratios) < FASTER or offline > READING * reading or long > LONGER * short
    return int(slow or memory > MEMORY)


if __name__ == "__main__":
    sys.exit(main())
