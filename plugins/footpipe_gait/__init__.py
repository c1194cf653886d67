"""Gait: a fuzzy controller that walks, and learns from motion capture how people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from footpipe import Generator, hookimpl
from footpipe_gait.generate import fuzzy_gait
from footpipe_gait.parameters import FuzzyGait

if TYPE_CHECKING:
    import typer


@hookimpl
def footpipe_generators() -> list[Generator]:
    """Generators of this package."""
    return [Generator("fuzzy_gait", FuzzyGait, fuzzy_gait)]


@hookimpl
def footpipe_commands() -> list[typer.Typer]:
    """`footpipe gait`."""
    from footpipe_gait.commands import app  # only for the command line

    return [app]
