"""`footpipe gait`: the group of this package's commands, one file each."""

from __future__ import annotations

import typer

from footpipe_gait.command_fit import fit

app = typer.Typer(
    name="gait",
    help="Styles of walking: learn them from clips.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
app.command()(fit)


@app.callback()
def _group() -> None:
    """Styles of walking: learn them from clips."""
