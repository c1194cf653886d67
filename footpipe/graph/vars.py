"""`${vars.x}` and `${env.NAME}` in the texts of a graph."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from footpipe.graph.mistakes import Mistakes
from footpipe.graph.places import KeyPath
from footpipe.nearest import hint

LARGEST = 1_000_000  # characters and items that references may add to a graph
REFERENCE = re.compile(r"\$\$\{|\$\{(?P<what>[^}]*)(?P<close>\}?)")  # $${ stands for ${ itself


class EnvText(str):
    """A whole text that came from the environment, where everything is text: numbers are read from it as needed."""


@dataclass
class _Scope:
    """What references stand for, and how much they may still add."""

    notes: Mistakes
    variables: dict[str, Any] = field(default_factory=dict)
    left: int = LARGEST


class _UnknownError(Exception):
    """A reference to nothing: the mistake is noted, and the value around it stays unknown."""


def substitute(document: Mapping[str, Any], notes: Mistakes) -> dict[str, Any]:
    """The document with every reference replaced. A text that is one reference takes that value's type.

    A value with a reference to nothing is left out and remembered in `notes.unknown`.
    """
    scope = _Scope(notes)
    table = document.get("vars", {})
    for name, value in _known(table.items() if isinstance(table, dict) else (), ("vars",), scope):
        scope.variables[name] = value
    others = ((key, value) for key, value in document.items() if key != "vars")
    return dict(_known(others, (), scope)) | ({"vars": table} if "vars" in document else {})


def _known(items: Iterable[tuple[str, Any]], path: KeyPath, scope: _Scope) -> Iterable[tuple[str, Any]]:
    for key, value in items:
        try:
            yield key, _replaced(value, (*path, key), scope)
        except _UnknownError:
            scope.notes.unknown.add((*path, key))


def _replaced(value: Any, path: KeyPath, scope: _Scope) -> Any:
    if isinstance(value, dict):
        return dict(_known(value.items(), path, scope))
    if isinstance(value, list | tuple):
        return [_replaced(item, (*path, i), scope) for i, item in enumerate(value)]
    if not isinstance(value, str) or "${" not in value:
        return value
    whole = REFERENCE.fullmatch(value)
    if whole and whole["close"]:
        return _looked_up(whole, path, scope)
    return REFERENCE.sub(lambda found: _as_text(found, path, scope), value)


def _as_text(found: re.Match[str], path: KeyPath, scope: _Scope) -> str:
    if found["what"] is None:
        return "${"
    value = _looked_up(found, path, scope)
    if isinstance(value, dict | list):
        scope.notes.add(f"'{found[0]}' is no text or number: it cannot stand inside a text", path, within=found[0])
        raise _UnknownError
    return str(value).lower() if isinstance(value, bool) else str(value)


def _looked_up(found: re.Match[str], path: KeyPath, scope: _Scope) -> Any:
    kind, _, name = found["what"].partition(".")
    notes = scope.notes
    if not found["close"]:
        notes.add("a '${' without its '}'", path, "write $${ for ${ itself", within=found[0])
        raise _UnknownError
    if kind == "vars" and name in scope.variables:
        return _within_limit(scope.variables[name], found, path, scope)
    if kind == "env" and name in os.environ:
        return _within_limit(EnvText(os.environ[name]), found, path, scope)
    if ("vars", name) not in notes.unknown or kind != "vars":
        notes.add(*_what_is_wrong(found, kind, name, path, scope.variables), within=found[0])
    raise _UnknownError


def _within_limit(value: Any, found: re.Match[str], path: KeyPath, scope: _Scope) -> Any:
    """The value; where all of them together grow too large, that is a mistake, told once."""
    if scope.left >= 0:
        scope.left -= _size(value)
        if scope.left < 0:
            wrong = f"references make the graph longer than {LARGEST} characters"
            scope.notes.add(wrong, path, "put long values into files", within=found[0])
    if scope.left < 0:
        raise _UnknownError
    return value


def _size(value: Any) -> int:
    """Characters and items of a value."""
    if isinstance(value, dict):
        return sum(len(str(key)) + 1 + _size(item) for key, item in value.items())
    if isinstance(value, list):
        return sum(1 + _size(item) for item in value)
    return len(value) if isinstance(value, str) else 1


def _what_is_wrong(
    found: re.Match[str], kind: str, name: str, path: KeyPath, variables: Mapping[str, Any]
) -> tuple[str, KeyPath, str]:
    if kind == "vars" and name:
        return f"the variable '{name}' is not set", path, hint(name, variables, "the variables are")
    if kind == "env" and name:
        return f"the environment variable '{name}' is not set", path, "set it before running footpipe"
    what = found["what"] or "NAME"
    return f"'{found[0]}' names neither vars nor env", path, f"write ${{vars.{what}}} or ${{env.{what}}}"
