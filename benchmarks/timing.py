"""What the benchmarks measure with."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter


def fastest(run: Callable[[], object], runs: int) -> float:
    """Seconds of the fastest of several runs: the one that the rest of the machine disturbed least."""
    took = []
    for _ in range(runs):
        start = perf_counter()
        run()
        took.append(perf_counter() - start)
    return min(took)
