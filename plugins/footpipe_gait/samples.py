"""What a style is learned from: strides of a clip, or curves from a laboratory, some of them held back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import footpipe
from footpipe import BoundRig, Clip, DataError, Floats, find_rig
from footpipe_gait.curves import JOINTS, POINTS, read_curves
from footpipe_gait.legs import shape_of
from footpipe_gait.shape import LegShape
from footpipe_gait.standing import standing
from footpipe_gait.strides import Stride, strides

LEAST_SD = 3.0  # deg: strides of one clip are more alike than it needs to be copied
HELD = 4  # one of so many strides of a leg is held back


@dataclass(frozen=True, eq=False)
class Sample:
    """Strides of one figure.

    name     for people
    shape    of its legs
    strides  to learn from
    held     to judge by; none where there are too few
    joints   (4,) bool: which of hip, knee, ankle, toe it tells of
    band     (101, 4) deg by which curves vary, where that is known
    """

    name: str
    shape: LegShape
    strides: tuple[Stride, ...]
    held: tuple[Stride, ...]
    joints: tuple[bool, ...] = (True, True, True, True)
    band: Floats | None = None

    @property
    def sd(self) -> Floats:
        """(101, 4) deg, the band or how much the strides vary; never so little that one stride counts for all."""
        if self.band is not None:
            return self.band
        spread: Floats = np.std([stride.angles for stride in self.strides], axis=0)
        return np.maximum(spread, LEAST_SD)


@dataclass(frozen=True)
class Figures:
    """Means of some strides: curves (101, 4) deg; step m; time of a stride s; share of it in stance."""

    curves: Floats
    step: float
    time: float
    stance: float


def figures(found: Sequence[Stride]) -> Figures:
    """The means of strides, of which there has to be one."""
    curves: Floats = np.mean([stride.angles for stride in found], axis=0)
    step, time, stance = np.mean([(stride.step, stride.time, stride.stance) for stride in found], axis=0)
    return Figures(curves, float(step), float(time), float(stance))


def sample_of_clip(path: Path, labels: Path | None, rng: np.random.Generator) -> Sample:
    """The strides of the clip in a file; its own contacts, else the labels, else those that `detect.adaptive` finds.

    Raises as the loader and `strides` do.
    """
    clip = footpipe.load(path)
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    clip = _with_contacts(clip, rig, labels)
    learned, held = held_back(strides(clip, rig), rng)
    tips = bool((rig.toe_end >= 0).all())
    return Sample(path.name, shape_of(standing(clip, rig)), learned, held, (True, True, True, tips))


def _with_contacts(clip: Clip, rig: BoundRig, labels: Path | None) -> Clip:
    if labels is not None:
        return footpipe.stage("detect.labels")(clip, rig=rig, path=labels)
    return clip if clip.contacts is not None else footpipe.stage("detect.adaptive")(clip, rig=rig)


def sample_of_curves(path: Path, step: float | None, time: float | None, stance: float | None) -> Sample:
    """The mean stride in a CSV file of curves, of a leg of .9 m that goes `step` m, in `time` s, `stance` of it standing.

    Raises `DataError` where one of these, which such a file does not hold, is not given.
    """
    given = {"--step": step, "--time": time, "--stance": stance}
    if missing := [name for name, value in given.items() if value is None]:
        raise DataError(
            f"{path}: curves do not tell {' and '.join(missing)}",
            help="give the step in m and the time of a stride in s of a leg of .9 m, and the share of it in stance",
        )
    assert step is not None
    assert time is not None
    assert stance is not None
    curves = read_curves(path)
    angles, band = np.zeros((2, POINTS, len(JOINTS)))
    for column, joint in enumerate(curves.joints):
        angles[:, list(JOINTS).index(joint)] = curves.mean[:, column]
        band[:, list(JOINTS).index(joint)] = curves.sd[:, column]
    stride = Stride("left", 0.0, time, angles, step, 2 * step, stance)
    told = tuple(joint in curves.joints for joint in JOINTS)
    return Sample(path.name, LegShape(), (stride,), (), told, np.where(told, band, 1.0))


def held_back(found: Sequence[Stride], rng: np.random.Generator) -> tuple[tuple[Stride, ...], tuple[Stride, ...]]:
    """Strides to learn from and strides to judge by: of each leg one in four, one at least where it has two."""
    held: set[int] = set()
    for leg in sorted({stride.leg for stride in found}):
        own = [index for index, stride in enumerate(found) if stride.leg == leg]
        count = max(1, len(own) // HELD) if len(own) > 1 else 0
        held |= set(rng.permutation(own)[:count].tolist())
    learned = tuple(stride for index, stride in enumerate(found) if index not in held)
    return learned, tuple(found[index] for index in sorted(held))


def scaled_to(figure: Figures, leg: float, other: float) -> Figures:
    """The same walk of a leg of another length: steps go with it, times with its square root, as pendulums do."""
    by = other / leg
    return replace(figure, step=figure.step * by, time=figure.time * by**0.5)
