"""Gait: a fuzzy controller that walks, and learns from motion capture how people do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from footpipe import hookimpl

if TYPE_CHECKING:
    import typer


@hookimpl
def footpipe_commands() -> list[typer.Typer]:
    """`footpipe gait`."""
    from footpipe_gait.commands import app

    return [app]
