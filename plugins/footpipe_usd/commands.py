"""`footpipe usd`: commands for stages."""

from __future__ import annotations

import json as text
from pathlib import Path
from typing import Annotated

import typer

from footpipe_usd.wanted import pxr_wanted

app = typer.Typer(name="usd", help="Look at USD stages.", rich_markup_mode=None, add_completion=False)


@app.callback()
def usd() -> None:
    """Look at USD stages."""


@app.command()
def check(
    stage: Annotated[str, typer.Argument(metavar="STAGE", help="The stage: its root layer, or a .usdz package.")],
    json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 for warnings too.")] = False,
) -> None:
    """Check a stage: USD's own validators, then skeletons, animations, and the layers that footpipe wrote.

    Each finding says its prim and attribute, and what to do. Exits with 1 where one is an error.

    \b
    footpipe usd check shot.usda
    footpipe usd check shot.usda --json
    """
    with pxr_wanted("footpipe usd check", Path(stage)):
        from footpipe_usd.checking import check_file
    found = check_file(Path(stage))
    if json:
        told = {"stage": stage, "ran": list(found.ran), "findings": [vars(finding) for finding in found.findings]}
        typer.echo(text.dumps(told, indent=2))
    else:
        for finding in found.findings:
            typer.echo(f"{stage}: {finding}")
        warnings = len(found.findings) - found.errors
        typer.echo(f"{stage}: {found.errors} errors, {warnings} warnings; checked by {', '.join(found.ran)}")
    if found.errors or (strict and found.findings):
        raise typer.Exit(1)
