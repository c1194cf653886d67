"""The command that starts a plugin: `footpipe new`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from footpipe.cli import terminal
from footpipe.cli.app import Debug, app


@app.command()
def new(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="detector, locker, edit, loader, writer, generator, merge or measure.",
            show_default=False,
        ),
    ],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the stage and its package.", show_default=False)],
    debug: Debug = False,
) -> None:
    """Start a plugin: a package with a stage that works, and tests.

    \b
    footpipe new detector my_detector    makes the folder my_detector
    pip install -e my_detector
    footpipe stages detect.my_detector
    """
    from footpipe.cli.new_plugin import new_plugin

    with terminal.plugins_aside():
        files = new_plugin(kind, name, Path())
    terminal.print_text("\n".join(str(file) for file in files))
