"""How styles walk beside people's strides: scores for people, residuals for learning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from footpipe import Floats, gait_kernel
from footpipe_gait.cycles import Cycles, cycles
from footpipe_gait.reactive import reaction
from footpipe_gait.references import Reference
from footpipe_gait.style import Style

RATE = 120.0
STRIDES = 2  # that a walk is judged by
CURVE_POINTS = 25
NEAR = np.array([2.0, 2.5, 2.3, 2.5])  # deg of hip, knee, ankle and toe that count 1
ENOUGH = 2.2  # deg, root mean square, beyond which a curve counts more
LOST = 4.0  # what counts everywhere where there is no walk
SMOOTH = 180.0  # deg/s by which joints may change their speed in 1/120 s


@dataclass(frozen=True)
class Score:
    """How a style walks beside one reference.

    errors  (4,) deg, root mean square of hip, knee, ankle, toe over the stride; NaN where it does not walk
    inside  (4,) share of the stride within one band
    time    stride time / reference's
    stance  share in stance - reference's
    step    step / reference's
    """

    name: str
    errors: tuple[float, ...]
    inside: tuple[float, ...]
    time: float
    stance: float
    step: float

    @property
    def worst(self) -> float:
        """The largest error of hip, knee and ankle, deg; infinite where it does not walk."""
        worst = max(self.errors[:3])
        return worst if np.isfinite(worst) else np.inf


def scores(style: Style, references: Iterable[Reference]) -> tuple[Score, ...]:
    """How a style walks beside references."""
    return tuple(_score(style, reference) for reference in references)


def _score(style: Style, reference: Reference) -> Score:
    (walked,) = walk_styles([style.kernel_numbers()], style, reference)
    if walked.cycles is None:
        nothing = (np.nan,) * 4
        return Score(reference.name, nothing, nothing, np.nan, np.nan, np.nan)
    off = walked.cycles.curves.mean(axis=0) - reference.curves
    return Score(
        reference.name,
        tuple(np.sqrt((off**2).mean(axis=0)).tolist()),
        tuple((np.abs(off) < reference.band).mean(axis=0).tolist()),
        float(walked.cycles.times.mean() / reference.time),
        float(walked.cycles.stances.mean() - reference.stance),
        float(walked.cycles.steps.mean() / reference.step),
    )


@dataclass(frozen=True, eq=False)
class Walked:
    """The last strides of a walk, and by how much joints change their speed beyond what is smooth."""

    cycles: Cycles | None
    sudden: Floats  # (4,) deg/s


def walk_styles(numbers: Sequence[Floats], style: Style, reference: Reference) -> list[Walked]:
    """The last strides of some styles of one kind with the steps of a reference."""
    begin = 4.5 * reference.time
    frames = int((STRIDES + 2.5) * reference.time * 1.3 * RATE)
    ran = gait_kernel.run(
        np.array(numbers),
        len(style.poses),
        [reference.shape.numbers],
        np.full(len(numbers), reference.step),
        frames=frames,
        rate=RATE,
        begin=begin,
        reaction=reaction(style.rules),
    )
    return [
        Walked(cycles(angles, events, RATE, begin, STRIDES), _sudden(angles))
        for angles, events in zip(ran.angles, ran.events, strict=True)
    ]


def _sudden(angles: Floats) -> Floats:
    """By how much joints change their speed from frame to frame beyond what is smooth, (4,) deg/s, root mean square."""
    changes = np.abs(np.diff(np.degrees(angles), n=2, axis=0)) * RATE
    over: Floats = np.maximum(0.0, changes - SMOOTH)
    return np.sqrt((over**2).mean(axis=(0, 1)))


def residuals(walked: Walked, reference: Reference) -> Floats:
    """(R,) of one walk beside one reference."""
    joints = np.flatnonzero(reference.joints)
    if walked.cycles is None:
        return np.full(len(joints) * (CURVE_POINTS + 3) + 6, LOST)
    found = walked.cycles
    at = np.linspace(0, 100, CURVE_POINTS, endpoint=False).round().astype(int)
    off = found.curves.mean(axis=0)[:, joints] - reference.curves[:, joints]
    beyond = np.maximum(0.0, np.abs(off) / reference.band[:, joints] - 0.9).max(axis=0)
    figures = [
        25 * (found.times.mean() / reference.time - 1),
        40 * (found.stances.mean() - reference.stance),
        50 * (found.steps.mean() / reference.step - 1),
        *_unevenness(found, reference.step, reference.time),
    ]
    curve = (off[at] / NEAR[joints]).T.ravel() / np.sqrt(CURVE_POINTS)
    over = np.maximum(0.0, np.sqrt((off**2).mean(axis=0)) - ENOUGH)
    return np.concatenate([curve, over, 0.3 * beyond, walked.sudden[joints] / 10, figures])


def _unevenness(found: Cycles, step: float, time: float) -> list[float]:
    """Spread of the steps, of the strides' times, and the left's steps against the right's: limping."""
    sides = found.landings[::2].mean() - found.landings[1::2].mean()
    return [25 * found.steps.std() / step, 15 * found.times.std() / time, 15 * sides / time]


def spare_residuals(walked: Walked, step: float) -> Floats:
    """(7,) of a walk with steps of which nothing is known but that it has to walk."""
    if walked.cycles is None:
        return np.full(7, LOST)
    found = walked.cycles
    return np.array([*_unevenness(found, step, float(found.times.mean())), *(walked.sudden / 60)])
