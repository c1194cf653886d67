"""Gait: a fuzzy controller that walks, and learns from motion capture how people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from footpipe import Generator, hookimpl
from footpipe_gait.generate import fuzzy_gait
from footpipe_gait.parameters import FuzzyGait

if TYPE_CHECKING:
    from os import PathLike

    import typer

    from footpipe import BoundRig, Clip, Walking


@hookimpl
def footpipe_generators() -> list[Generator]:
    """Generators of this package."""
    return [Generator("fuzzy_gait", FuzzyGait, fuzzy_gait, live)]


def live(
    style: str | PathLike[str], rig: BoundRig | None, clip: Clip | None, scale: float, upper_body: bool
) -> Walking:
    """The same frame by frame, for `footpipe.Gait`."""
    from footpipe_gait.live import live  # only where a figure walks

    return live(style, rig, clip, scale, upper_body)


@hookimpl
def footpipe_commands() -> list[typer.Typer]:
    """`footpipe gait`."""
    from footpipe_gait.commands import app  # only for the command line

    return [app]
