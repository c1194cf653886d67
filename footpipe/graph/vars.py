"""`${vars.x}` and `${env.NAME}` in the texts of a graph."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

from footpipe.graph.mistakes import Mistakes
from footpipe.graph.places import KeyPath
from footpipe.nearest import hint

REFERENCE = re.compile(r"\$\$\{|\$\{(?P<what>[^}]*)(?P<close>\}?)")  # $${ stands for ${ itself


class EnvText(str):
    """A whole text that came from the environment, where everything is text: numbers are read from it as needed."""


class _UnknownError(Exception):
    """A reference to nothing: the mistake is noted, and the value around it stays unknown."""


def substitute(document: Mapping[str, Any], notes: Mistakes) -> dict[str, Any]:
    """The document with every reference replaced. A text that is one reference takes that value's type.

    A value with a reference to nothing is left out and remembered in `notes.unknown`.
    """
    variables: dict[str, Any] = {}
    table = document.get("vars", {})
    for name, value in _known(table.items() if isinstance(table, dict) else (), ("vars",), variables, notes):
        variables[name] = value
    others = ((key, value) for key, value in document.items() if key != "vars")
    return dict(_known(others, (), variables, notes)) | ({"vars": table} if "vars" in document else {})


def _known(
    items: Iterable[tuple[str, Any]], path: KeyPath, variables: Mapping[str, Any], notes: Mistakes
) -> Iterable[tuple[str, Any]]:
    for key, value in items:
        try:
            yield key, _replaced(value, (*path, key), variables, notes)
        except _UnknownError:
            notes.unknown.add((*path, key))


def _replaced(value: Any, path: KeyPath, variables: Mapping[str, Any], notes: Mistakes) -> Any:
    if isinstance(value, dict):
        return dict(_known(value.items(), path, variables, notes))
    if isinstance(value, list | tuple):
        return [_replaced(item, (*path, i), variables, notes) for i, item in enumerate(value)]
    if not isinstance(value, str) or "${" not in value:
        return value
    whole = REFERENCE.fullmatch(value)
    if whole and whole["close"]:
        return _looked_up(whole, path, variables, notes)
    return REFERENCE.sub(lambda found: _as_text(found, path, variables, notes), value)


def _as_text(found: re.Match[str], path: KeyPath, variables: Mapping[str, Any], notes: Mistakes) -> str:
    if found["what"] is None:
        return "${"
    value = _looked_up(found, path, variables, notes)
    if isinstance(value, dict | list):
        notes.add(f"'{found[0]}' is no text or number: it cannot stand inside a text", path, within=found[0])
        raise _UnknownError
    return str(value).lower() if isinstance(value, bool) else str(value)


def _looked_up(found: re.Match[str], path: KeyPath, variables: Mapping[str, Any], notes: Mistakes) -> Any:
    kind, _, name = found["what"].partition(".")
    if not found["close"]:
        notes.add("a '${' without its '}'", path, "write $${ for ${ itself", within=found[0])
        raise _UnknownError
    if kind == "vars" and name in variables:
        return variables[name]
    if kind == "env" and name in os.environ:
        return EnvText(os.environ[name])
    if ("vars", name) not in notes.unknown or kind != "vars":
        notes.add(*_what_is_wrong(found, kind, name, path, variables), within=found[0])
    raise _UnknownError


def _what_is_wrong(
    found: re.Match[str], kind: str, name: str, path: KeyPath, variables: Mapping[str, Any]
) -> tuple[str, KeyPath, str]:
    if kind == "vars" and name:
        return f"the variable '{name}' is not set", path, hint(name, variables, "the variables are")
    if kind == "env" and name:
        return f"the environment variable '{name}' is not set", path, "set it before running footpipe"
    what = found["what"] or "NAME"
    return f"'{found[0]}' names neither vars nor env", path, f"write ${{vars.{what}}} or ${{env.{what}}}"
