"""Gait: a fuzzy controller that walks, and learns from motion capture how people do."""

from footpipe import Generator, hookimpl
from footpipe_gait.generate import FuzzyGait, fuzzy_gait


@hookimpl
def footpipe_generators() -> list[Generator]:
    """Generators of this package."""
    return [Generator("fuzzy_gait", FuzzyGait, fuzzy_gait)]
