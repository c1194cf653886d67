"""`footpipe gait`: a file for each of its commands."""

from __future__ import annotations

import typer

from footpipe_gait.commands.bench import bench
from footpipe_gait.commands.fit import fit
from footpipe_gait.commands.plot import plot
from footpipe_gait.commands.styles import styles

app = typer.Typer(
    name="gait",
    help="Styles of walking: how they look, how good they are, and learning them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


@app.callback()
def gait() -> None:
    """Styles of walking: how they look, how good they are, and learning them."""


for command in (styles, plot, bench, fit):  # in the order of their use
    app.command()(command)
