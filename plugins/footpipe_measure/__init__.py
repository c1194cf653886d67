"""Measuring: how much feet slide, what it cost to stop them, and how well contacts are found."""

from footpipe import Measure, hookimpl
from footpipe_measure.contacts import MeasureContacts, measure
from footpipe_measure.sliding import Sliding, sliding


@hookimpl
def footpipe_measures() -> list[Measure]:
    """Measures of this package."""
    return [Measure("contacts", MeasureContacts, measure), Measure("sliding", Sliding, sliding)]
