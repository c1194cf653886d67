"""What learning makes of a table that was typed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from footpipe_gait.bench.people import HELD
from footpipe_gait.bench.rows import Row
from footpipe_gait.references import five_speeds
from footpipe_gait.style_read import read_style
from footpipe_gait.train import Progress, train

HAND = Path(__file__).with_name("hand.toml")
ROUNDS = 6
FREE, KNEE = "free", 1


def learning_rows(progress: Progress | None = None) -> Iterator[Row]:
    """The knee's error at free speed, before and after, and how long it took."""
    references = [each for each in five_speeds() if each.name != HELD]
    begin = perf_counter()
    trained = train(references, read_style(HAND), rounds=ROUNDS, progress=progress)
    seconds = perf_counter() - begin
    typed, learned = (
        next(score.errors[KNEE] for score in found if score.name == FREE) for found in (trained.before, trained.after)
    )
    yield Row("typed by hand, then learned: the knee at free speed, deg RMS", (learned,), (typed / 2,))
    yield Row("the same: time to learn, two threads, s", (seconds,), (120.0,), digits=0)
