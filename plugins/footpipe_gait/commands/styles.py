"""`footpipe gait styles`: the styles that come along."""

from __future__ import annotations

from importlib import resources
from typing import Annotated

import typer


def styles(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A style, whose file is printed.")] = "",
    debug: Annotated[bool, typer.Option("--debug", help="Show Python's traceback of an error.")] = False,
) -> None:
    """List the styles that come along, or print one's file to begin a style of one's own with.

    \b
    footpipe gait styles
    footpipe gait styles walk > mine.toml
    """
    from footpipe_gait.style_read import shipped

    folder = resources.files("footpipe_gait") / "styles"
    if name:
        shipped(name)  # tells the names where there is none such
        typer.echo((folder / f"{name}.toml").read_text("utf-8"), nl=False)
    else:
        names = sorted(each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml"))
        typer.echo("\n".join(names))
