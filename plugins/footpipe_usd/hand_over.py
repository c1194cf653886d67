"""A stage handed over by a host program, and the layers that come back: `load.usd` and `write.usd` without files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class HandOver:
    """What goes in and out while a graph runs: an open `Usd.Stage`; a layer from each `write.usd`."""

    stage: Any
    layers: list[Any] = field(default_factory=list)


_now: ContextVar[HandOver | None] = ContextVar("hand_over", default=None)


@contextmanager
def handing_over(stage: Any) -> Iterator[HandOver]:
    """While the block runs, every `load.usd` reads this stage, and every `write.usd` gives a layer instead of files."""
    both = HandOver(stage)
    token = _now.set(both)
    try:
        yield both
    finally:
        _now.reset(token)


def hand_over() -> HandOver | None:
    """The stage that was handed over; None where files are read and written."""
    return _now.get()
