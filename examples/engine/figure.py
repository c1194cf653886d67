"""Writes a style and a figure for the C program: the shipped walk on the built-in person.

python examples/engine/figure.py person.figure
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from footpipe import Gait
from footpipe.gait_kernel import packed_reaction


def lines(gait: Gait) -> Iterator[str]:
    """Sizes, the style, the legs, the skeleton, and what the foot locker wants of it."""
    made, rig = gait.walking, gait.rig
    body = rig.skeleton
    program, numbers, outputs, _ = packed_reaction(made.reaction, 1)
    yield _line([len(body), made.sets, len(made.style), len(program), numbers.size, len(outputs)])
    for part in (made.style, program, numbers, outputs, made.lengths, made.hips, made.bones):
        yield _line(part)
    yield _line([int(made.sways)])
    for part in (body.parents, made.plays, made.parts, made.shares, made.translations, made.rotations, made.turns):
        yield _line(part)
    yield _line([rig.pelvis, made.carrier])
    yield _line([*made.pelvis, *made.upright, made.scale])
    yield _line([rig.names.index(name) for name in ("left", "right")])
    for part in (rig.legs, rig.knee_axes, body.rest_translations, body.rest_rotations):
        yield _line(part)


def _line(numbers: ArrayLike) -> str:
    """Numbers whose every bit comes back when they are read."""
    return " ".join(map(repr, np.ravel(numbers).tolist()))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text("\n".join(lines(Gait("walk"))) + "\n")
