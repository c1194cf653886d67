"""USD: skeletal clips out of layered stages, and back as an override that touches none of their layers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from footpipe import Loader, Writer, hookimpl
from footpipe_usd.host import characters, check, process
from footpipe_usd.load import LoadUsd, load
from footpipe_usd.write import WriteUsd, write

if TYPE_CHECKING:
    import typer

__all__ = ["characters", "check", "process"]

SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")


@hookimpl
def footpipe_loaders() -> list[Loader]:
    """Loaders of this package."""
    return [Loader("usd", LoadUsd, load, suffixes=SUFFIXES, contacts=True)]


@hookimpl
def footpipe_writers() -> list[Writer]:
    """Writers of this package. A package of files (.usdz) cannot lie above a shot."""
    return [Writer("usd", WriteUsd, write, suffixes=SUFFIXES[:3], fix_suffix=".usda")]


@hookimpl
def footpipe_commands() -> list[typer.Typer]:
    """Command groups of this package."""
    from footpipe_usd.commands import app

    return [app]
