"""`footpipe gait plot`: a style on one sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def plot(
    style: Annotated[str, typer.Argument(metavar="STYLE", help="A style's TOML file, or the name of one of ours.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The picture (default: STYLE.png, here).")
    ] = None,
    step: Annotated[float, typer.Option(metavar="M", help="Length of a step, from foot to foot, m.")] = 0.67,
    leg: Annotated[float, typer.Option(metavar="M", help="Length of the leg, hip to ground, m.")] = 0.9,
    beside: Annotated[str, typer.Option(metavar="STYLE", help="Another style, drawn dashed beside it.")] = "",
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="CSV", help="Curves of people, drawn grey (default: those of five speeds whose step is nearest)."
        ),
    ] = None,
    debug: Annotated[bool, typer.Option("--debug", help="Show Python's traceback of an error.")] = False,
) -> None:
    """Draw a style: what its rules say, and the walk that they make.

    \b
    footpipe gait plot walk
    footpipe gait plot mine.toml --beside walk -o mine.png
    """
    from footpipe_gait.plots.people import people_at, people_in
    from footpipe_gait.plots.sheet import Drawn, draw_sheet
    from footpipe_gait.shape import LegShape
    from footpipe_gait.walk import find_style

    path = output or Path(f"{Path(style).stem}.png")
    other = find_style(beside) if beside else None
    people = people_in(against) if against else people_at(step / leg)
    draw_sheet(Drawn(find_style(style), LegShape().scaled(leg), step, people, other), path)
    typer.echo(f"wrote {path}")
