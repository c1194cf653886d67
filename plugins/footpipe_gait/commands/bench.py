"""`footpipe gait bench`: how good a style is."""

from __future__ import annotations

from typing import Annotated

import typer


def bench(
    style: Annotated[
        str, typer.Argument(metavar="[STYLE]", help="A style's TOML file, or the name of one of ours.")
    ] = "walk",
    learn: Annotated[
        bool, typer.Option("--learn", help="Learn from a table typed by hand too, for a minute or so.")
    ] = False,
    terrain: Annotated[
        bool, typer.Option("--terrain", help="Walk on slopes, stairs and uneven ground too, for a minute.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show Python's traceback of an error.")] = False,
) -> None:
    """Measure a style on level ground, with --terrain on other ground too, and print each figure beside its bar.

    Joint curves against people's at five speeds, one of them held out of training, and against another laboratory's;
    steps, slip, ground; random starts, frame rates, edits; cost; steps that change, start and stop at any moment; bends
    and turns on the spot. Exit 1 where a bar is not met.

    \b
    footpipe gait bench
    footpipe gait bench mine.toml --json
    """
    from json import dumps

    from footpipe_gait.bench import bench as judge
    from footpipe_gait.bench import learning_rows, report, terrain_rows
    from footpipe_gait.walk import find_style

    found = find_style(style)
    more = [*(terrain_rows(found) if terrain else ()), *(learning_rows() if learn else ())]
    told = report([*judge(found), *more], f"style '{found.name}'" + ("" if terrain else " on level ground"))
    typer.echo(dumps(dict(told.values), indent=2) if json else str(told))
    if not told.values["met"]:
        raise typer.Exit(1)
