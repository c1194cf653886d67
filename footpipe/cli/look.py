"""Commands that look things up: `footpipe stages`, `plugins`, `inspect`, `rig` and `schema`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footpipe.cli import terminal
from footpipe.cli.app import Debug, Json, Strict, UsageError, app
from footpipe.nearest import hint
from footpipe.report import Table

if TYPE_CHECKING:
    from footpipe.clip import Clip
    from footpipe.registry import Registered

ClipFile = Annotated[str, typer.Argument(metavar="FILE", help="The clip.", show_default=False)]
SetLoader = Annotated[
    list[str],
    typer.Option("--set", metavar="PARAM=VALUE", help="A parameter of the file's loader. May be given again."),
]


@app.command()
def stages(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A stage, or a role such as lock.")] = "",
    toml: Annotated[bool, typer.Option("--toml", help="As nodes of a graph, ready to paste.")] = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """List the stages there are, or show one with its parameters.

    \b
    footpipe stages                        all of them
    footpipe stages lock                   those that lock
    footpipe stages lock.runtime           one, with its parameters
    footpipe stages lock.runtime --toml    the same as a node of a graph
    """
    from footpipe.cli import show_stage

    with terminal.plugins_aside():
        found = _stages(name)
    if json:
        terminal.print_json({"stages": [_stage_json(known) for known in found]})
    elif toml:
        terminal.print_text("\n\n".join(show_stage.toml(known) for known in found))
    elif len(found) == 1 and found[0].stage.full_name == name:
        _print_stage(found[0])
    else:
        terminal.print_tables([_list(found)])


@app.command()
def plugins(json: Json = False, debug: Debug = False) -> None:
    """List the plugins that are installed, and what each provides.

    \b
    footpipe plugins
    """
    from footpipe.registry import installed

    with terminal.plugins_aside():
        known = installed()
    rows = [(p.name, getattr(p.plugin, "__name__", "-"), p.file, known.of(p)) for p in known.providers]
    if json:
        found = [dict(zip(("provider", "module", "file", "stages"), row, strict=True)) for row in rows]
        terminal.print_json({"plugins": found})
    else:
        table = [(name, module, ", ".join(own) or "-", file) for name, module, file, own in rows]
        terminal.print_tables([Table("", ("from", "module", "stages", "file"), table)])


@app.command()
def inspect(
    path: ClipFile,
    set: SetLoader = [],  # noqa: B006
    json: Json = False,
    strict: Strict = False,
    debug: Debug = False,
) -> None:
    """Show what is in a clip.

    Its joints, rate, length, unit, up axis, rig and contacts.

    \b
    footpipe inspect walk.bvh
    footpipe inspect shot.usda --set skeleton=/World/Hero
    """
    from footpipe.cli import show_clip
    from footpipe.registry import installed

    with terminal.plugins_aside():
        facts = show_clip.facts(_load(path, set, strict), installed())
    if json:
        terminal.print_json({"file": path, **facts})
    else:
        terminal.print_tables([show_clip.table(path, facts)])


@app.command()
def rig(
    path: ClipFile,
    set: SetLoader = [],  # noqa: B006
    debug: Debug = False,
) -> None:
    """Propose a clip's rig as a table of a graph.

    \b
    footpipe rig walk.bvh >> walk.toml
    """
    from footpipe.cli import show_clip
    from footpipe.registry import installed

    with terminal.plugins_aside():
        text = show_clip.rig_toml(_load(path, set, strict=False), installed())
    terminal.print_text(text)


@app.command()
def schema(debug: Debug = False) -> None:
    """Print the JSON Schema of graphs, for editors.

    It knows the stages of all installed plugins.

    \b
    footpipe schema > footpipe.graph.schema.json
    Then let each graph begin with the line: #:schema footpipe.graph.schema.json
    """
    from footpipe.graph.schema import graph_schema
    from footpipe.registry import installed

    with terminal.plugins_aside():
        schema = graph_schema(installed())
    terminal.print_json(schema)


def _stages(name: str) -> list[Registered]:
    """All stages, those of a role, or one."""
    from footpipe.registry import installed
    from footpipe.roles import ROLES

    known = installed().stages
    if name in known:
        return [known[name]]
    found = [entry for entry in known.values() if name in ("", entry.stage.role)]
    if name and name not in ROLES:
        raise UsageError(f"there is no stage '{name}'", help=hint(name, [*known, *ROLES], "the stages are"))
    return found


def _list(found: Iterable[Registered]) -> Table:
    rows = [(known.stage.full_name, known.stage.summary, known.provider.name) for known in found]
    return Table("", ("stage", "summary", "from"), rows)


def _print_stage(known: Registered) -> None:
    from footpipe.cli.show_stage import parameters

    terminal.print_text(f"{known.stage.full_name} ({known.provider.name})\n\n{known.stage.doc}\n")
    rows = [(p.name, p.default, p.unit, p.takes, p.doc) for p in parameters(known.stage.params)]
    terminal.print_tables([Table("", ("parameter", "default", "unit", "takes", ""), rows)])


def _stage_json(known: Registered) -> dict[str, Any]:
    from footpipe.cli.show_stage import parameters

    stage = known.stage
    told = {"stage": stage.full_name, "summary": stage.summary, "doc": stage.doc, "provider": known.provider.name}
    return told | {"parameters": [vars(parameter) for parameter in parameters(stage.params)]}


def _load(path: str, given: Iterable[str], strict: bool) -> Clip:
    from footpipe.api import for_suffix, stage
    from footpipe.registry import installed
    from footpipe.roles import Loader

    loader = for_suffix(Loader, path, installed())
    options: dict[str, Any] = {"strict": True} if strict and "strict" in loader.params.model_fields else {}
    clip: Clip = stage(loader.full_name)(path=path, **options | dict(_parameter(text) for text in given))
    return clip


def _parameter(text: str) -> tuple[str, Any]:
    """Name and value of what `--set` takes: "skeleton=/World/Hero", the value being TOML, else a text."""
    from footpipe.graph.values import toml_value

    name, equals, value = text.partition("=")
    if not (equals and name.strip()):
        raise UsageError(f"--set {text}: this sets nothing", help="write parameter=value")
    if name.strip() == "path":
        raise UsageError("--set path: the file is given already", help="leave it out")
    return name.strip(), toml_value(value.strip())
