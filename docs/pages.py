"""Writes the pages that the code itself can tell: `python docs/pages.py`.

A page for every stage that footpipe brings along, the list of them, and the command line. The pages are committed; a
test compares them with the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from footpipe.cli.app import app
from footpipe.cli.command import COMMANDS
from footpipe.cli.show_stage import Parameter, example, parameters, toml_text
from footpipe.registry import installed
from footpipe.roles import ROLES, Detector, Edit, Generator, Loader, Locker, Measure, Merge, Stage, Writer

HERE = Path(__file__).parent
NOTE = "<!-- Written by docs/pages.py out of the code: change it there. -->\n"
READ, FOUND, WRITTEN = ("read", "load.bvh"), ("contacts", "detect.adaptive"), ("out", "write.bvh")
LOCKED = ("locked", "lock.offline")
MERGED = (READ, FOUND, ("labels", "detect.labels"))
COMPARED = (READ, ("labels", "detect.labels"), FOUND, ("speed", "detect.speed"))
ROLE_TITLES = {
    "load": "Load: a clip from a file",
    "generate": "Generate: new motion",
    "edit": "Edit: a clip becomes another",
    "detect": "Detect: when feet touch the ground",
    "merge": "Merge: one clip of several",
    "lock": "Lock: feet stand where they touch",
    "measure": "Measure: figures",
    "write": "Write: a clip to a file",
}


def main() -> None:
    """Write every page, and remove those of stages that are gone."""
    made = pages()
    for old in HERE.glob("stages/*.md"):
        if old.relative_to(HERE).as_posix() not in made:
            old.unlink()
    for name, text in made.items():
        (HERE / name).parent.mkdir(exist_ok=True)
        (HERE / name).write_text(text, "utf-8")


def pages() -> dict[str, str]:
    """Text of each page by its path in docs/."""
    stages = ours()
    own = {f"stages/{stage.full_name}.md": stage_page(stage) for stage in stages}
    return {"stages/index.md": list_page(stages), **own, "command_line.md": command_page()}


def ours() -> list[Stage]:
    """The stages that come along with footpipe, by role in the order in which a graph uses them."""
    known = [entry.stage for entry in installed().stages.values() if entry.provider.name.startswith("footpipe ")]
    return sorted(known, key=lambda stage: (list(ROLE_TITLES).index(stage.role), stage.name))


# Stages


def list_page(stages: list[Stage]) -> str:
    """All stages in a table for each role."""
    parts = [
        "# Stages\n",
        NOTE,
        (
            "A stage does one thing to a clip. A node of a [graph](../graph.md) says which one it uses.\n"
            "`footpipe stages` lists these and those of the [plugins](../plugins.md) that you have installed.\n"
        ),
    ]
    for role, title in ROLE_TITLES.items():
        own = [stage for stage in stages if stage.role == role]
        rows = [(f"[`{stage.full_name}`]({stage.full_name}.md)", _cell(stage.summary)) for stage in own]
        none = f"None comes along; `footpipe new {ROLES[role].__name__.lower()} NAME` starts one.\n"
        parts += [f"## {title}\n", _table(("stage", "what it does"), rows) if rows else none]
    return "\n".join(parts)


def stage_page(stage: Stage) -> str:
    """Purpose, method, example and parameters of one stage."""
    summary, _, method = stage.doc.partition("\n")
    rows = [_row(parameter) for parameter in parameters(stage.params)]
    columns = ("parameter", "default", "unit", "takes", "what it means")
    parts = [
        f"# {stage.full_name}\n",
        NOTE,
        f"{summary}\n",
        f"{method.strip()}\n" if method.strip() else "",
        "## Example\n",
        f'```toml title="{stage.full_name}.toml"\n{graph(stage)}```\n',
        "## Parameters\n",
        _table(columns, rows) if rows else "It has none.\n",
        _about_role(stage),
    ]
    return "\n".join(part for part in parts if part)


def graph(stage: Stage) -> str:
    """A whole graph with the stage in its place."""
    return "\n".join(["footpipe = 1", *(_node(name, uses, stage) for name, uses in _around(stage))])


def _around(stage: Stage) -> list[tuple[str, str]]:
    """Names and stages of the nodes of an example."""
    own = ("this", stage.full_name)
    if isinstance(stage, Loader):
        return [("read", stage.full_name), WRITTEN]
    if isinstance(stage, Generator):
        return [("walk", stage.full_name), WRITTEN]
    if isinstance(stage, Writer):
        own_loader = f"load.{stage.name}"
        read = ("read", own_loader) if own_loader in installed().stages else READ
        return [read, FOUND, ("out", stage.full_name)]
    if isinstance(stage, Detector):
        return [READ, ("contacts", stage.full_name), LOCKED, WRITTEN]
    if isinstance(stage, Locker):
        return [READ, FOUND, ("locked", stage.full_name), WRITTEN]
    if isinstance(stage, Measure):
        before = COMPARED if stage.name == "contacts" else (READ, FOUND, LOCKED)
        return [*before, ("figures", stage.full_name)]
    if isinstance(stage, Merge):
        return [*MERGED, ("merged", stage.full_name), LOCKED, WRITTEN]
    if isinstance(stage, Edit) and stage.needs_contacts:
        return [READ, FOUND, ("mended", stage.full_name), LOCKED, WRITTEN]
    return [READ, (stage.name, own[1]), WRITTEN]


def _inputs(name: str, stage: Stage, shown: Stage) -> list[str]:
    """What a node takes where it is not the one just above."""
    above = [name for name, _ in _around(shown)]
    if isinstance(stage, Merge):
        return ["contacts", "labels"]
    if isinstance(stage, Measure):
        return ["labels", "contacts", "speed"] if "speed" in above else ["read", "locked"]
    return ["read"] if isinstance(stage, Detector) and above[above.index(name) - 1] != "read" else []


def _node(name: str, uses: str, shown: Stage) -> str:
    stage = installed().stages[uses].stage
    lines = [f"\n[nodes.{name}]", f'uses = "{uses}"']
    if inputs := _inputs(name, stage, shown):
        lines.append(f"inputs = {toml_text(inputs)}")
    fields = stage.params.model_fields.items()
    said = [
        key
        for key, field in fields
        if field.is_required() or (field.examples and (stage is shown or stage.role == "detect"))
    ]
    lines += [f"{key} = {toml_text(_example(stage, key))}" for key in said]
    return "\n".join(lines) + ("\n" if uses == _around(shown)[-1][1] else "")


def _example(stage: Stage, key: str) -> Any:
    value = example(stage, key)
    if value == "":
        raise SystemExit(f"{stage.full_name}: give '{key}' an example, as in param(..., examples=[...])")
    return value


def _row(parameter: Parameter) -> tuple[str, ...]:
    default = parameter.default if parameter.default in ("required", "") else f"`{parameter.default}`"
    takes = re.sub(r"'([^']*)'", r"`\1`", parameter.takes)
    return f"`{parameter.name}`", default, parameter.unit, takes, parameter.doc


def _about_role(stage: Stage) -> str:
    links = {
        "detect": "How contacts are found and used: [How it works](../how_it_works.md).",
        "lock": "What a lock does to the legs: [How it works](../how_it_works.md).",
        "measure": "What each figure means: [How it works](../how_it_works.md#what-it-says-measuresliding).",
    }
    contacts = "How to see, mend and compare contacts: [Mend the contacts](../contacts.md)."
    usd = "What is read and written, and what is refused: [USD](../usd.md)."
    own = {
        "detect.labels": "The files in full: [Files](../formats.md#contacts-as-csv).",
        "write.contacts": "The files in full: [Files](../formats.md#contacts-as-csv).",
        "load.usd": usd,
        "write.usd": usd,
        "edit.contacts": contacts,
        "merge.contacts": contacts,
        "measure.contacts": contacts,
    }
    told = own.get(stage.full_name) or links.get(stage.role)
    return f"{told}\n" if told else ""


# Command line


def command_page() -> str:
    """Every command, in the words of its own help."""
    assert COMMANDS
    group: Any = typer.main.get_command(app)
    parts = [
        "# Command line\n",
        NOTE,
        _help(group.help).rstrip() + "\n",
        (
            "Results go to stdout; notes, warnings and errors to stderr, each on one line that begins with its place\n"
            "(`FILE:LINE:COLUMN:`). On a terminal, long work shows its progress there.\n"
        ),
    ]
    for name, command in [*group.commands.items(), *_commands_of_ours()]:
        parts += [f"## footpipe {name}\n", _help(command.help), _arguments(command)]
    return "\n".join(parts)


def _commands_of_ours() -> Iterator[tuple[str, Any]]:
    """Those of the plugins that come along: "usd check"."""
    for provider in installed().providers:
        if provider.name.startswith("footpipe "):
            for added in getattr(provider.plugin, "footpipe_commands", list)():
                group: Any = typer.main.get_command(added)
                yield from ((f"{group.name} {name}", command) for name, command in group.commands.items())


def _help(text: str) -> str:
    """A help text as Markdown: what stands after \\b keeps its lines, as commands to type."""
    return "\n".join(_paragraph(part) for part in text.strip().split("\n\n"))


def _paragraph(part: str) -> str:
    if not part.startswith("\b"):
        return f"{part}\n"
    lines = part.strip("\b\n").splitlines()
    typed = [line for line in lines if line.startswith(("footpipe", "pip")) and "COMMAND" not in line]
    told = [line for line in lines if line not in typed]
    block = "\n".join(f"$ {re.sub(r' {2,}', '  # ', line, count=1)}" for line in typed)
    return "\n".join([f"```console\n{block}\n```\n", *(f"{re.sub(r' {2,}', ': ', line)}\n" for line in told)])


def _arguments(command: Any) -> str:
    rows = [(f"`{_name(param)}`", _cell(param.help or "")) for param in command.params]
    rows.append(("`-h`, `--help`", "Show the help and leave."))
    return _table(("argument or option", ""), rows)


def _name(param: Any) -> str:
    if param.param_type_name == "argument":
        metavar = param.metavar.strip("[]")
        return metavar if param.required else f"[{metavar}]"
    value = f" {param.metavar}" if param.metavar else ""
    return "`, `".join(f"{option}{value}" for option in sorted(param.opts, key=len))


def _table(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    return "\n".join(_lines(columns, rows)) + "\n"


def _lines(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(columns)} |"
    yield f"|{'---|' * len(columns)}"
    for row in rows:
        yield f"| {' | '.join(_cell(cell) for cell in row)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;") if "`" not in text else text


if __name__ == "__main__":
    main()
