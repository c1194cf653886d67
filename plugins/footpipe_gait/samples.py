"""What a style is learned from and judged by: strides of a clip, or curves from a laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import footpipe
from footpipe import BoundRig, Clip, DataError, Floats, find_rig
from footpipe_gait.curves import JOINTS, POINTS, read_curves
from footpipe_gait.legs import shape_of
from footpipe_gait.references import Reference
from footpipe_gait.shape import LegShape
from footpipe_gait.standing import standing
from footpipe_gait.strides import Stride, strides

LEAST_SD = 3.0  # deg: strides of one clip are more alike than a style has to copy them
HELD = 4  # one of so many strides of a leg is held back


@dataclass(frozen=True, eq=False)
class Sample:
    """Strides of one figure.

    learned  their means, to learn from
    held     the means of those held back, to judge by; None where there are too few
    counts   how many strides are in each
    """

    learned: Reference
    held: Reference | None
    counts: tuple[int, int]


def sample_of_clip(
    path: Path, labels: Path | None, rng: np.random.Generator, loader: Mapping[str, Any] | None = None
) -> Sample:
    """The strides of the clip in a file, by its labels or its own contacts, else by those that `detect.adaptive` finds.

    `loader` are the loader's parameters. Raises as it and `strides` do.
    """
    clip = footpipe.load(path, **(loader or {}))
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    learned, held = held_back(strides(_with_contacts(clip, rig, labels), rig), rng)
    shape, tips = shape_of(standing(clip, rig)), bool((rig.toe_end >= 0).all())
    means = [_mean(path.name, shape, part, tips) if part else None for part in (learned, held)]
    assert means[0] is not None
    return Sample(means[0], means[1], (len(learned), len(held)))


def _with_contacts(clip: Clip, rig: BoundRig, labels: Path | None) -> Clip:
    if labels is not None:
        return footpipe.stage("detect.labels")(clip, rig=rig, path=labels)
    return clip if clip.contacts is not None else footpipe.stage("detect.adaptive")(clip, rig=rig)


def held_back(found: Sequence[Stride], rng: np.random.Generator) -> tuple[list[Stride], list[Stride]]:
    """Strides to learn from and strides to judge by: of each leg one in four, one at least where it has two."""
    held: set[int] = set()
    for leg in sorted({stride.leg for stride in found}):
        own = [index for index, stride in enumerate(found) if stride.leg == leg]
        count = max(1, len(own) // HELD) if len(own) > 1 else 0
        held |= set(rng.permutation(own)[:count].tolist())
    parts: tuple[list[Stride], list[Stride]] = ([], [])
    for index, stride in enumerate(found):
        parts[index in held].append(stride)
    return parts


def _mean(name: str, shape: LegShape, found: Sequence[Stride], tips: bool) -> Reference:
    curves: Floats = np.array([stride.angles for stride in found])
    step, time, stance = np.mean([(stride.step, stride.time, stride.stance) for stride in found], axis=0)
    band = np.maximum(curves.std(axis=0), LEAST_SD)
    return Reference(name, shape, step, time, stance, curves.mean(axis=0), band, (True, True, True, tips))


def sample_of_curves(path: Path, step: float | None, time: float | None, stance: float | None) -> Sample:
    """The mean stride in a CSV file of curves, of a leg of .9 m that goes `step` m in half of `time` s.

    Raises `FileError` as `read_curves` does, and `DataError` where a figure, which such a file does not hold, is not
    given.
    """
    given = {"--step": step, "--time": time, "--stance": stance}
    if missing := [name for name, value in given.items() if value is None]:
        raise DataError(
            f"{path}: curves do not tell {' and '.join(missing)}",
            help="give the step in m and the time of a stride in s, of a leg of .9 m, and the share of it in stance",
        )
    curves = read_curves(path)
    told = tuple(joint in curves.joints for joint in JOINTS)
    angles, band = np.zeros((POINTS, len(JOINTS))), np.ones((POINTS, len(JOINTS)))
    angles[:, told], band[:, told] = curves.mean, curves.sd
    learned = Reference(path.name, LegShape(), step or 0.0, time or 0.0, stance or 0.0, angles, band, told)
    return Sample(learned, None, (1, 0))
