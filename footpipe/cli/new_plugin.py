"""A plugin to start from: an installable package with one working stage and its tests."""

from __future__ import annotations

import importlib.util
import keyword
import re
from pathlib import Path
from string import Template
from typing import ClassVar

from footpipe.errors import FileError, FootpipeError, place
from footpipe.nearest import hint
from footpipe.registry import installed
from footpipe.roles import ROLES

TEMPLATES = Path(__file__).parent / "templates"
KINDS = {role.__name__.lower(): name for name, role in ROLES.items()}  # detector -> detect
NAME = re.compile(r"[a-z][a-z0-9_]*")


class NewPluginError(FootpipeError):
    """A plugin that cannot be started: its kind or name is wrong, or something is in its place."""

    exit_code: ClassVar[int] = 2


def new_plugin(kind: str, name: str, folder: Path) -> list[Path]:
    """Make the folder `name` in `folder`: the package `name` with the stage `<role>.name`; the files written.

    `kind` is "detector", "locker" and so on. Raises `NewPluginError` for a name that cannot be, or that is taken.
    """
    _check(kind, name, folder)
    words = {"name": name, "title": _title(name), "role": KINDS[kind], "full_name": f"{KINDS[kind]}.{name}"}
    files = {
        "pyproject.toml": "pyproject.toml.txt",
        "README.md": "README.md.txt",
        f"{name}/__init__.py": f"{kind}.py.txt",
        f"tests/test_{name}.py": f"{kind}_test.py.txt",
    }
    return [_write(folder / name / file, template, words) for file, template in files.items()]


def _check(kind: str, name: str, folder: Path) -> None:
    if kind not in KINDS:
        raise NewPluginError(f"there is no kind of stage '{kind}'", help=hint(kind, KINDS, "the kinds are"))
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise NewPluginError(f"'{name}' cannot be a package", help="a name has small letters, digits and _")
    if f"{KINDS[kind]}.{name}" in installed().stages:
        raise NewPluginError(f"there is a stage '{KINDS[kind]}.{name}' already", help="choose another name")
    if (folder / name).exists():
        raise NewPluginError(f"'{name}' is here already", help="choose another name, or move it away")
    if importlib.util.find_spec(name):
        raise NewPluginError(f"Python has a module '{name}' already", help="choose another name")


def _title(name: str) -> str:
    """The name of the class of its parameters: "my_detector" -> "MyDetectorParams"."""
    return "".join(part.capitalize() for part in name.split("_")) + "Params"


def _write(path: Path, template: str, words: dict[str, str]) -> Path:
    text = Template((TEMPLATES / template).read_text("utf-8")).substitute(words)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as fault:
        raise FileError(f"cannot write: {fault.strerror or fault}", where=place(path)) from fault
    return path
