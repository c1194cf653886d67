"""What `footpipe check` of 100 nodes costs beside the imports that it cannot do without. Exit 1 when a bound is broken.

    python benchmarks/check.py

Ratio of the shortest of several runs of each, in turn, of the installed footpipe:
  check    at most 2.1 times as long as `python -c "import numpy, pydantic"`. The aim is 0.1 s more than that, which is
           twice as long where those imports take 0.1 s; the rest is for what else the machine does.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

RUNS, BOUND = 20, 2.1
STEPS = 95  # edits, between reading, contacts, lock, writer and figures

HEAD = """footpipe = 1
[nodes.read]
uses = "load.bvh"
path = "walk.bvh"
[nodes.contacts]
uses = "detect.speed"
"""
STEP = """[nodes.step{}]
uses = "edit.scale_travel"
factor = 0.99
"""
TAIL = """[nodes.locked]
uses = "lock.offline"
[nodes.out]
uses = "write.bvh"
path = "out.bvh"
[nodes.figures]
uses = "measure.sliding"
inputs = ["read", "locked"]
"""


def seconds(command: list[str | Path]) -> float:
    start = perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        graph = Path(folder) / "long.toml"
        graph.write_text(HEAD + "".join(STEP.format(i) for i in range(STEPS)) + TAIL)
        imports = [sys.executable, "-c", "import numpy, pydantic"]
        check = [Path(sys.executable).parent / "footpipe", "check", graph]
        took = [(seconds(imports), seconds(check)) for _ in range(RUNS)]
    floor, ours = (min(times) for times in zip(*took, strict=True))
    more = f"{ours - floor:.3f} s more (aim 0.1)"
    print(f"check   {ours:.3f} s, imports {floor:.3f} s: {more}, ratio {ours / floor:.2f} (bound {BOUND:g})")
    return int(ours > BOUND * floor)


if __name__ == "__main__":
    sys.exit(main())
