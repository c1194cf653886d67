"""Feeds bytes to the BVH reader for as long as one likes: each makes a clip that goes back unchanged, or one of our errors.

    just fuzz            # ten minutes; seeds are the odd files of the tests
    just fuzz 3600       # an hour

An input that breaks this is left in the folder from which it was started, as `crash-...`. It takes `pip install atheris`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import warnings
from pathlib import Path

import atheris
from footpipe_bvh.load import LoadBvh, load
from footpipe_bvh.write import WriteBvh, write

from footpipe import FootpipeError

SEEDS = Path(__file__).resolve().parents[1] / "bvh/faults"
WORDS = ["HIERARCHY", "ROOT", "JOINT", "End Site", "OFFSET", "CHANNELS", "Xposition", "Zrotation", "Yscale", "MOTION",
         "Frames:", "Frame Time:", "{", "}", "nan", "1e999", "0.0333333", "1000000000000"]  # fmt: skip
LONGEST = 4096  # bytes of an input
SLOWEST = 10  # s for one input


def judge(raw: bytes, folder: Path) -> None:
    """Raise unless the bytes make a clip that goes back unchanged, or one of our errors."""
    path = folder / "clip.bvh"
    path.write_bytes(raw)
    try:
        clip = load(LoadBvh(path=path))
    except FootpipeError as fault:
        if not str(fault).startswith(str(path)):
            raise AssertionError("an error that does not name its file") from fault
        return
    (written,) = write(clip, WriteBvh(path=folder / "written.bvh"))
    if written.read_bytes() != raw:
        raise AssertionError("the clip does not go back unchanged")


def main() -> None:
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        corpus, words = folder / "corpus", folder / "words"
        shutil.copytree(SEEDS, corpus, ignore=shutil.ignore_patterns("*.md", "*.csv"))
        words.write_text("".join(f'"{word}"\n' for word in WORDS))
        options = [f"-dict={words}", f"-max_len={LONGEST}", f"-timeout={SLOWEST}", "-rss_limit_mb=1024"]
        atheris.Setup([sys.argv[0], *options, *sys.argv[1:], str(corpus)], lambda raw: judge(raw, folder))
        atheris.instrument_all()  # what is imported by now, whatever finder an editable install has
        atheris.Fuzz()


if __name__ == "__main__":
    main()
