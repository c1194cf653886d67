"""Learning a style from strides: Levenberg and Marquardt's method through the closed loop.

What is compared is what the controller walks, not what its rules say: curves over their bands, step, stride time,
share in stance, the spread of steps of both legs (limping hides in means), how suddenly joints change their speed; and
how far every number is from where it began, which keeps words meaning what they did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from footpipe import DataError, Floats, gait_kernel
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
HOLD = 0.03  # how much a number's distance from where it began counts
OTHER_STEPS = (0.45, 0.55, 0.68, 0.79, 0.95)  # step / leg at which it has to walk too, whatever the curves
ONE_SPEED = 0.2  # step / leg: references that lie closer are of one speed
AROUND = 0.12  # step / leg beside those of one speed at which it has to walk too
THREADS = 2
CHUNK = 24  # styles that run in one call
DIFFERENCE = 0.08  # of a scale, for derivatives

# What of a number is a small change: by the end of its name.
SCALES = {
    "at": 0.03,
    "spread": 0.015,
    "pace": 0.3,
    "follow": 1.5,
    "toe_off": 0.03,
    "toe_off_per_step": 0.1,
    "step_time_per_step": 0.3,
    "angle": 3.0,
    "angle_per_step": 14.0,
    "pace_per_step": 1.0,
}
LEAST = {"spread": 0.02, "pace": 0.1, "follow": 0.5}

Progress = Callable[[int, int, float], None]


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


@dataclass(frozen=True)
class Trained:
    """A style, and how it walks beside what it learned from and what was held back, before and after."""

    style: Style
    before: tuple[Score, ...]
    after: tuple[Score, ...]
    held_before: tuple[Score, ...]
    held_after: tuple[Score, ...]
    cost: float


def train(
    references: Sequence[Reference],
    start: Style,
    *,
    held: Sequence[Reference] = (),
    freeze: Iterable[str] = (),
    starts: int = 1,
    rounds: int = 12,
    seed: int = 0,
    progress: Progress | None = None,
) -> Trained:
    """A style that walks as the references do, learned from `start`; the best of several starts.

    held      strides that nothing is learned from: of several starts the one that comes nearest to them is taken
    freeze    names of numbers that stay, or their beginnings, besides those that `start.freeze` tells
    starts    how many: `start` itself, then it with random changes
    rounds    of the method, at most, of each start
    seed      of the random changes; the same seed gives the same style
    progress  told rounds done, of how many, and the cost

    Raises `DataError` where nothing is left to learn, and where the start does not walk.
    """
    problem = _Problem.of(references, start, freeze)
    if not problem.free.size:
        raise DataError("nothing is left to learn: every number is frozen")
    if not any(np.isfinite(score.worst) for score in scores(start, references)):
        raise DataError(f"style '{start.name}' does not walk with these steps", help="start from another style")
    rng = np.random.default_rng(seed)
    best: tuple[float, Style, float] | None = None
    for index in range(max(1, starts)):
        begin = problem.start + (rng.normal(size=problem.start.shape) * 0.5 * problem.scale if index else 0.0)
        tell = None if progress is None else partial(_shifted, progress, index * rounds, max(1, starts) * rounds)
        found, cost = _descend(problem, problem.kept(begin), rounds, tell)
        style = problem.style(found)
        judged = max((score.worst for score in scores(style, held)), default=cost)
        if best is None or judged < best[0]:
            best = judged, style, cost
    assert best is not None
    _, style, cost = best
    known, unknown = (scores(start, references), scores(style, references)), (scores(start, held), scores(style, held))
    return Trained(style, *known, *unknown, cost)


def scores(style: Style, references: Iterable[Reference]) -> tuple[Score, ...]:
    """How a style walks beside references."""
    return tuple(_score(style, reference) for reference in references)


def _shifted(progress: Progress, done: int, whole: int, rounds: int, cost: float) -> None:
    progress(done + rounds, whole, cost)


def _score(style: Style, reference: Reference) -> Score:
    (walked,) = _walk([style.kernel_numbers()], style, reference)
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
class _Walked:
    cycles: Cycles | None
    sudden: Floats  # (4,) deg/s


def _walk(numbers: Sequence[Floats], style: Style, reference: Reference) -> list[_Walked]:
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
        _Walked(cycles(angles, events, RATE, begin, STRIDES), _sudden(angles))
        for angles, events in zip(ran.angles, ran.events, strict=True)
    ]


def _sudden(angles: Floats) -> Floats:
    """By how much joints change their speed from frame to frame beyond what is smooth, (4,) deg/s, root mean square."""
    changes = np.abs(np.diff(np.degrees(angles), n=2, axis=0)) * RATE
    over: Floats = np.maximum(0.0, changes - SMOOTH)
    return np.sqrt((over**2).mean(axis=(0, 1)))


def _residuals(walked: _Walked, reference: Reference) -> Floats:
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


def _spare_residuals(walked: _Walked, step: float) -> Floats:
    """(7,) of a walk with steps of which nothing is known but that it has to walk."""
    if walked.cycles is None:
        return np.full(7, LOST)
    found = walked.cycles
    return np.array([*_unevenness(found, step, float(found.times.mean())), *(walked.sudden / 60)])


@dataclass(frozen=True, eq=False)
class _Problem:
    """What is fitted: the free numbers of a style, each over its scale."""

    references: tuple[Reference, ...]
    others: tuple[Reference, ...]
    first: Style
    start: Floats  # (P,)
    scale: Floats  # (P,)
    least: Floats  # (P,)
    free: Floats  # indices

    @classmethod
    def of(cls, references: Sequence[Reference], start: Style, freeze: Iterable[str]) -> _Problem:
        frozen = replace(start, freeze=(*start.freeze, *freeze))
        _check_freeze(frozen)
        free = np.array([i for i, name in enumerate(start.names) if not frozen.is_frozen(name)], int)
        scale = np.array([SCALES[_kind(name)] for name in start.names])
        least = np.array([LEAST.get(_kind(name), -np.inf) for name in start.names])
        return cls(tuple(references), _others(references), start, start.parameters(), scale, least, free)

    def kept(self, parameters: Floats) -> Floats:
        """Within what can be, and with the frozen as they were."""
        kept = self.start.copy()
        kept[self.free] = np.maximum(parameters, self.least)[self.free]
        return kept

    def style(self, parameters: Floats) -> Style:
        return self.first.with_parameters(parameters)

    def residuals(self, many: Sequence[Floats]) -> list[Floats]:
        """(R,) of each vector of parameters."""
        numbers = [self.style(parameters).kernel_numbers() for parameters in many]
        walks = [_walk(numbers, self.first, reference) for reference in (*self.references, *self.others)]
        count = len(self.references)
        return [
            np.concatenate(
                [
                    *(_residuals(walks[i][n], self.references[i]) for i in range(count)),
                    *(_spare_residuals(walks[count + i][n], other.step) for i, other in enumerate(self.others)),
                    HOLD * ((many[n] - self.start) / self.scale)[self.free],
                ]
            )
            for n in range(len(many))
        ]


def _others(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """Steps between and beyond the references', with times of their order; a little around those of one speed."""
    shape = references[0].shape
    steps = np.array([reference.step / reference.shape.leg for reference in references])
    times = np.array([reference.time * (shape.leg / reference.shape.leg) ** 0.5 for reference in references])
    order = np.argsort(steps)
    shares = OTHER_STEPS if np.ptp(steps) >= ONE_SPEED else (steps.min() - AROUND, steps.max() + AROUND)
    others = [(share * shape.leg, float(np.interp(share, steps[order], times[order]))) for share in shares]
    return tuple(replace(references[0], name="", step=step, time=time) for step, time in others)


def _check_freeze(style: Style) -> None:
    for said in style.freeze:
        if not any(name == said or name.startswith(f"{said}.") for name in style.names):
            raise DataError(f"there is no '{said}' to freeze", help=f"such as {', '.join(style.names[:4])}")


def _kind(name: str) -> str:
    *before, last = name.split(".")
    if before[0] in ("pace", "follow"):
        return before[0]
    if before[-1] == "per_step":
        return "pace_per_step" if last == "pace" else "angle_per_step"
    return last if last in SCALES else "angle"


def _descend(
    problem: _Problem, start: Floats, rounds: int, progress: Callable[[int, float], None] | None
) -> tuple[Floats, float]:
    """Levenberg and Marquardt's rounds from one start."""
    at, damp = start, 1e-2
    (residuals,) = problem.residuals([at])
    for done in range(rounds):
        slopes = _slopes(problem, at)
        better = _step(problem, at, residuals, slopes, damp)
        if better is None:
            break
        at, residuals, damp = better
        if progress:
            progress(done + 1, float(residuals @ residuals))
    return at, float(residuals @ residuals)


def _step(
    problem: _Problem, at: Floats, residuals: Floats, slopes: Floats, damp: float
) -> tuple[Floats, Floats, float] | None:
    """The best of the steps with some dampings; None where none is an advance."""
    curvature, gradient = slopes.T @ slopes, slopes.T @ residuals
    steepness = np.diag(np.diag(curvature) + 1e-3)
    dampings = damp * 4.0 ** np.arange(-2, 8)
    tried = []
    for each in dampings:
        change = np.clip(-np.linalg.solve(curvature + each * steepness, gradient), -3, 3)
        moved = at.copy()
        moved[problem.free] += change * problem.scale[problem.free]
        tried.append(problem.kept(moved))
    found = _many(problem, tried)
    costs = [float(each @ each) for each in found]
    best = int(np.argmin(costs))
    if costs[best] > 0.9995 * float(residuals @ residuals):
        return None
    return tried[best], found[best], float(np.clip(dampings[best], 1e-6, 1e3))


def _slopes(problem: _Problem, at: Floats) -> Floats:
    """(R, free) derivatives of the residuals by each number over its scale, by central differences."""
    shifted = []
    for index in problem.free:
        for sign in (1, -1):
            moved = at.copy()
            moved[index] += sign * DIFFERENCE * problem.scale[index]
            shifted.append(moved)
    found = np.array(_many(problem, shifted))
    return np.clip((found[0::2] - found[1::2]) / (2 * DIFFERENCE), -20, 20).T


def _many(problem: _Problem, parameters: Sequence[Floats]) -> list[Floats]:
    chunks = [parameters[i : i + CHUNK] for i in range(0, len(parameters), CHUNK)]
    with ThreadPoolExecutor(THREADS) as pool:
        return [each for chunk in pool.map(problem.residuals, chunks) for each in chunk]
