"""Measuring: how much feet slide, and what it cost to stop them."""

from footpipe import Measure, hookimpl
from footpipe_measure.sliding import Sliding, sliding


@hookimpl
def footpipe_measures() -> list[Measure]:
    """Measures of this package."""
    return [Measure("sliding", Sliding, sliding)]
