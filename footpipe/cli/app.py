"""The frame of the command line: the app, the options that commands share, and the commands of plugins."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperGroup

from footpipe.cli.terminal import plugins_aside, print_text
from footpipe.errors import FootpipeError, warn
from footpipe.nearest import hint


class UsageError(FootpipeError):
    """A command that cannot be."""

    exit_code: ClassVar[int] = 2


class Commands(TyperGroup):
    """Our commands and, looked for only when needed, those of plugins."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Names for the help, which comes whatever plugins do: ours in the order of their use, then the plugins'."""
        try:
            return [*self.commands, *self._of_plugins()]
        except FootpipeError as fault:
            warn(fault.message, where=fault.where, help=fault.help)
            return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One command; a word for the nearest where there is none."""
        found = self.commands.get(cmd_name) or self._of_plugins().get(cmd_name)
        if found is None:
            raise UsageError(
                f"there is no command '{cmd_name}'", help=hint(cmd_name, self.list_commands(ctx), "the commands are")
            )
        return found

    def _of_plugins(self) -> dict[str, Any]:
        from footpipe.registry import installed

        with plugins_aside():
            commands = [typer.main.get_command(app) for app in installed().commands]
        return {str(command.name): command for command in commands if command.name not in self.commands}


app = typer.Typer(
    name="footpipe",
    cls=Commands,
    rich_markup_mode=None,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

GraphFile = Annotated[str, typer.Argument(metavar="GRAPH", help="The graph, a TOML file.", show_default=False)]
Set = Annotated[
    list[str],
    typer.Option("--set", metavar="NODE.PARAM=VALUE", help="A value that wins over the graph's. May be given again."),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
Strict = Annotated[bool, typer.Option("--strict", help="Make warnings about a file errors.")]
NoLocal = Annotated[bool, typer.Option("--no-local-plugins", help="Refuse a graph that names plugin files.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No notes and no progress.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show Python's traceback of an error.")]


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print_text(f"footpipe {version('footpipe')}")
        raise typer.Exit


@app.callback()
def footpipe(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Clean sliding feet in motion capture clips.

    \b
    footpipe fix walk.bvh       the whole job, with good defaults
    footpipe run walk.toml      the job as a graph of stages says it
    footpipe COMMAND --help     each command, with an example

    Exit codes: 0 done, 1 failed while running, 2 the graph or the command is wrong.
    """
