"""Learning a style from samples, and saying how far it is from them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from footpipe import Report, Table
from footpipe_gait.references import Reference
from footpipe_gait.samples import Sample
from footpipe_gait.style import JOINTS, Style
from footpipe_gait.train import Progress, Score, scores, train

COLUMNS = ("strides", "style", *JOINTS, "step", "time", "stance")


def learn(
    samples: Sequence[Sample],
    start: Style,
    name: str,
    freeze: Sequence[str] = (),
    *,
    starts: int = 3,
    rounds: int = 12,
    seed: int = 0,
    progress: Progress | None = None,
) -> Style:
    """A style called `name` that walks as the samples do; raises `DataError` as `train` does.

    What is frozen for it stays frozen in it.
    """
    trained = train(
        [sample.learned for sample in samples],
        start,
        held=[sample.held for sample in samples if sample.held is not None],
        freeze=freeze,
        starts=starts,
        rounds=rounds,
        seed=seed,
        progress=progress,
    )
    frozen = tuple(dict.fromkeys([*start.freeze, *freeze]))
    style = replace(trained.style, name=name, freeze=frozen)
    return style if any(each.startswith("pace") for each in frozen) else _in_order(style, start)


def _in_order(style: Style, start: Style) -> Style:
    """The same style, its paces' words from slow to fast as in `start`: learning may have taken one past another."""
    old = sorted(style.paces, key=lambda word: style.paces[word])
    new = dict(zip(old, sorted(start.paces, key=lambda word: start.paces[word]), strict=True))
    poses = (replace(p, pace=new[p.pace]) if isinstance(p.pace, str) else p for p in style.poses)
    return replace(style, poses=tuple(poses), paces={word: style.paces[was] for was, word in new.items()})


def comparison(samples: Sequence[Sample], before: Style, after: Style) -> Report:
    """How two styles walk beside the samples' strides, learned and held back.

    Errors in deg, root mean square over the stride; step and time as shares of the strides' own; stance as a
    difference of shares.
    """
    rows = [
        (reference, f"{reference.name} {kind} ({count})", word, score)
        for sample in samples
        for kind, count, reference in _parts(sample)
        for word, style in (("before", before), ("after", after))
        for score in scores(style, [reference])
    ]
    title = "distance from the strides, deg; step and time as shares of theirs, stance as a difference"
    table = Table(title, COLUMNS, [_cells(*row) for row in rows])
    return Report({"strides": [_values(*row) for row in rows]}, [table])


def _parts(sample: Sample) -> Iterator[tuple[str, int, Reference]]:
    yield "learned", sample.counts[0], sample.learned
    if sample.held is not None:
        yield "held back", sample.counts[1], sample.held


def _cells(reference: Reference, strides: str, word: str, score: Score) -> tuple[str, ...]:
    errors = (_cell(error, 2) if told else "-" for error, told in zip(score.errors, reference.joints, strict=True))
    return strides, word, *errors, _cell(score.step, 3), _cell(score.time, 3), _cell(score.stance, 3)


def _cell(value: float, decimals: int) -> str:
    return f"{value:.{decimals}f}" if math.isfinite(value) else "none"


def _values(reference: Reference, strides: str, word: str, score: Score) -> dict[str, Any]:
    told = zip(JOINTS, score.errors, reference.joints, strict=True)
    errors = {joint: _number(error) for joint, error, known in told if known}
    figures = {"step": _number(score.step), "time": _number(score.time), "stance": _number(score.stance)}
    return {"strides": strides, "style": word, "errors": errors, **figures}


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
