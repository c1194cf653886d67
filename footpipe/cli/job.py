"""Commands that do the job: `footpipe fix`, `run` and `check`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from footpipe.cli import terminal
from footpipe.cli.app import Debug, GraphFile, Json, NoLocal, Quiet, Set, Strict, app
from footpipe.cli.later import load_now
from footpipe.errors import log

if TYPE_CHECKING:
    from footpipe.execute import Result
    from footpipe.graph import Graph


@app.command()
def fix(
    ctx: typer.Context,
    source: Annotated[str, typer.Argument(metavar="IN", help="The clip to clean.", show_default=False)],
    out: Annotated[
        str | None,
        typer.Argument(metavar="OUT", help="Where to write it; <stem>.footlock.<suffix> beside IN, .usda for USD."),
    ] = None,
    set: Set = [],  # noqa: B006
    json: Json = False,
    strict: Strict = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Clean one clip: the whole job, with good defaults.

    Finds the contacts, locks the feet, writes the clip, and prints how much less it slides. The job is a graph of the
    nodes before, contacts, after, out and sliding; write a graph of your own for anything else.

    \b
    footpipe fix walk.bvh               writes walk.footlock.bvh
    footpipe fix walk.bvh clean.bvh     writes clean.bvh
    footpipe fix shot.usda              writes shot.footlock.usda, and the override that it lays above the shot
    footpipe fix walk.bvh --set contacts.speed=0.4 --set before.unit=0.039
    """
    from footpipe.api import fix_graph
    from footpipe.graph.overrides import from_text

    overrides = [from_text(text) for text in set]
    _run(ctx.obj, lambda: fix_graph(source, out, overrides, strict=strict), json, quiet)


@app.command()
def run(
    ctx: typer.Context,
    graph: GraphFile,
    set: Set = [],  # noqa: B006
    json: Json = False,
    strict: Strict = False,
    no_local_plugins: NoLocal = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Run a graph of stages, after checking the whole of it.

    \b
    footpipe run walk.toml
    footpipe run walk.toml --set read.path=run.bvh --set contacts.speed=0.3
    footpipe run walk.toml --json > result.json
    """
    _run(ctx.obj, lambda: _read(graph, set, strict, no_local_plugins), json, quiet)


@app.command()
def check(
    graph: GraphFile,
    set: Set = [],  # noqa: B006
    json: Json = False,
    strict: Strict = False,
    no_local_plugins: NoLocal = False,
    debug: Debug = False,
) -> None:
    """Check a graph, and show each value and where it came from. Opens no motion.

    \b
    footpipe check walk.toml
    footpipe check walk.toml --set contacts.speed=0.3
    """
    from footpipe.graph import show

    with terminal.plugins_aside():
        read = _read(graph, set, strict, no_local_plugins)
    if json:
        terminal.print_json(show.as_json(read))
    else:
        terminal.print_tables(show.tables(read))


def _read(graph: str, overrides: Sequence[str], strict: bool, no_local_plugins: bool) -> Graph:
    from footpipe.graph import read_graph
    from footpipe.graph.overrides import from_text

    return read_graph(graph, None, [from_text(s) for s in overrides], strict=strict, local_plugins=not no_local_plugins)


def _run(notes: terminal.Notes, graph: Callable[[], Graph], json: bool, quiet: bool) -> None:
    from footpipe.execute import run_graph

    load_now("numpy")  # here, so that no node's seconds hold it
    notes.quiet = quiet
    with terminal.plugins_aside():
        checked = graph()
        with terminal.progress(notes, quiet) as progress:
            result = run_graph(checked, progress)
    _show(result, json)


def _show(result: Result, json: bool) -> None:
    for file in result.files:
        log.info("wrote %s", file)
    if json:
        terminal.print_json(result.as_json())
    else:
        terminal.print_tables([table for report in result.reports.values() for table in report.tables])
