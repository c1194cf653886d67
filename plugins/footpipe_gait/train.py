"""Learning a style from strides: Levenberg and Marquardt's method through the closed loop.

What is compared is what the controller walks, not what its rules say: curves over their bands, step, stride time,
share in stance, the spread of steps of both legs (limping hides in means), how suddenly joints change their speed; and
how far every number is from where it began, which keeps words meaning what they did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from footpipe import DataError, Floats
from footpipe_gait.beside import Score, scores
from footpipe_gait.problem import Problem
from footpipe_gait.references import Reference
from footpipe_gait.style import Style

__all__ = ["Progress", "Score", "Trained", "scores", "train"]

THREADS = 2
CHUNK = 24  # styles that run in one call
DIFFERENCE = 0.08  # of a scale, for derivatives

Progress = Callable[[int, int, float], None]


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
    problem = Problem.of(references, start, freeze)
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


def _shifted(progress: Progress, done: int, whole: int, rounds: int, cost: float) -> None:
    progress(done + rounds, whole, cost)


def _descend(
    problem: Problem, start: Floats, rounds: int, progress: Callable[[int, float], None] | None
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
    problem: Problem, at: Floats, residuals: Floats, slopes: Floats, damp: float
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


def _slopes(problem: Problem, at: Floats) -> Floats:
    """(R, free) derivatives of the residuals by each number over its scale, by central differences."""
    shifted = []
    for index in problem.free:
        for sign in (1, -1):
            moved = at.copy()
            moved[index] += sign * DIFFERENCE * problem.scale[index]
            shifted.append(moved)
    found = np.array(_many(problem, shifted))
    return np.clip((found[0::2] - found[1::2]) / (2 * DIFFERENCE), -20, 20).T


def _many(problem: Problem, parameters: Sequence[Floats]) -> list[Floats]:
    chunks = [parameters[i : i + CHUNK] for i in range(0, len(parameters), CHUNK)]
    with ThreadPoolExecutor(THREADS) as pool:
        return [each for chunk in pool.map(problem.residuals, chunks) for each in chunk]
