"""Values of a graph against a pydantic model: types, bounds and names, each mistake in a plain sentence."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin

from pydantic import BaseModel, PydanticUserError, ValidationError
from pydantic_core import ErrorDetails, SchemaError

from footpipe.errors import CONTROL, PluginError, printable
from footpipe.graph.mistakes import Mistakes
from footpipe.graph.places import KeyPath
from footpipe.graph.vars import EnvText
from footpipe.nearest import nearest
from footpipe.params import unit_of
from footpipe.plugin_files import class_place, told

Model = TypeVar("Model", bound=BaseModel)


class Subject(NamedTuple):
    """Whose values they are, for the sentences: "`what` has no `noun` 'blen'`tail`"."""

    what: str
    path: KeyPath
    noun: str = "parameter"
    tail: str = ""
    also: Sequence[str] = ()  # names beside the model's own that may stand there


def check_values(model: type[Model], values: Mapping[str, Any], subject: Subject, notes: Mistakes) -> Model | None:
    """The model filled with `values`, or None after every mistake has been noted.

    Types are TOML's: no text is taken for a number. Paths in the graph's file are
    relative to its folder, others to the working directory.
    """
    paths, wrong = _Paths(), False
    ready = dict(values)
    for name in [name for name in values if name in model.model_fields]:
        annotation, folder = model.model_fields[name].annotation, notes.source.folder_of((*subject.path, name))
        try:
            ready[name] = _prepared(annotation, values[name], folder, paths)
        except _NoPathError as fault:
            what = f"'{name}' of {subject.what} must be a path, not {shown(fault.text)}{subject.tail}"
            notes.add(what, (*subject.path, name), fault.help)
            wrong = True
    text = json.dumps(_printable(ready), default=_plain)
    try:
        filled = model.model_validate_json(text, strict=True)
    except ValidationError as fault:
        _refuse_wrong_default(model, fault.errors(), values, subject)
        for path, errors in _by_path(fault.errors(), values).items():
            _note(model, path, errors, values, subject, notes)
        return None
    except (PydanticUserError, SchemaError, TypeError) as fault:
        told_wrong = f"the parameters of {subject.what} cannot be used: {told(fault)}"
        raise PluginError(told_wrong, where=class_place(model), help=f"mend the class {model.__name__}") from fault
    return None if wrong else paths.put_back(filled)


def toml_value(text: str) -> Any:
    """A text read as a TOML value; the text itself where it is none."""
    try:
        read = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return read["value"] if len(read) == 1 else text


def shown(value: Any) -> str:
    """A value as a person would write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, str | Path):
        return f"'{CONTROL.sub(lambda found: repr(found[0])[1:-1], str(value))}'"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {shown(item)}" for key, item in value.items()) + " }"
    if isinstance(value, Sequence):
        return f"[{', '.join(shown(item) for item in value)}]"
    return "none" if value is None else str(value)


def about(model: type[BaseModel], name: str) -> str:
    """Unit and default of a field in brackets: "(s, default 0.1)"; empty where it has neither."""
    field = model.model_fields[name]
    default = f"default {shown(field.default)}" if field.default not in (None, "", {}) else ""
    parts = [part for part in (unit_of(model, name), "required" if field.is_required() else default) if part]
    return f"({', '.join(parts)})" if parts else ""


def one_of(phrases: Sequence[str]) -> str:
    """Several kinds in words: "'auto', 'm' or a number"."""
    *others, last = phrases
    return " or ".join([*([", ".join(others).replace("' or '", "', '")] if others else []), last])


# Before pydantic


def _prepared(annotation: Any, value: Any, folder: Path, paths: _Paths) -> Any:
    if isinstance(value, list | tuple):
        return [_prepared(annotation, item, folder, paths) for item in value]
    kinds, words = _leaves(annotation)
    if isinstance(value, EnvText) and not kinds & {str, Path}:
        return toml_value(value)
    if isinstance(value, str | Path) and Path in kinds and value not in words:
        return paths.keep(_path(value, folder))
    return value


class _NoPathError(Exception):
    """A text that no path can be."""

    def __init__(self, text: str, help: str) -> None:
        self.text, self.help = text, help


def _path(given: str | Path, folder: Path) -> Path:
    """The path that a text means; one that is given as such is taken as it is."""
    text = str(given)
    if not text:
        raise _NoPathError(text, "name a file")
    if "\0" in text:
        raise _NoPathError(text, "a file's name has no NUL in it")
    if isinstance(given, Path):
        return given
    try:
        return folder / Path(text).expanduser()
    except RuntimeError as fault:
        user = Path(text).parts[0]
        raise _NoPathError(text, f"there is no user '{user[1:]}'; write ./{user} for a file of that name") from fault


class _Paths:
    """Paths go past JSON, which cannot hold every name: they are put back for the text that stands for each."""

    def __init__(self) -> None:
        self.kept: dict[Path, Path] = {}

    def keep(self, path: Path) -> str:
        """The text that stands for a path: itself, but for bytes that are not UTF-8."""
        text = printable(str(path))
        if text != str(path):
            self.kept[Path(text)] = path
        return text

    def put_back(self, filled: Model) -> Model:
        """The model with the very paths."""
        given = {name: self._put_back(value) for name, value in filled if name in filled.model_fields_set}
        return filled.model_copy(update=given) if self.kept else filled

    def _put_back(self, value: Any) -> Any:
        if isinstance(value, Path):
            return self.kept.get(value, value)
        if type(value) in (list, tuple):
            return type(value)(self._put_back(item) for item in value)
        return value


def kinds_of(annotation: Any) -> set[Any]:
    """The plain types that an annotation allows."""
    return _leaves(annotation)[0]


def words_of(annotation: Any) -> list[Any]:
    """The words of an annotation's literals, in their order."""
    return list(_leaves(annotation)[1])


def _leaves(annotation: Any) -> tuple[set[Any], dict[Any, None]]:
    """The plain types in an annotation, and the words of its literals."""
    if get_origin(annotation) is Literal:
        return set(), dict.fromkeys(get_args(annotation))
    kinds, words = ({annotation} if isinstance(annotation, type) else set()), dict[Any, None]()
    for part in get_args(annotation):
        more = _leaves(part)
        kinds, words = kinds | more[0], words | more[1]
    return kinds, words


def _printable(value: Any) -> Any:
    """The value with texts that JSON can hold."""
    if isinstance(value, dict):
        return {_printable(key): _printable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_printable(item) for item in value]
    return printable(value) if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    """What JSON does not know: arrays and numbers of numpy, paths, dates."""
    return value.tolist() if hasattr(value, "tolist") else str(value)


# After pydantic


def _refuse_wrong_default(
    model: type[BaseModel], errors: Sequence[ErrorDetails], values: Mapping[str, Any], subject: Subject
) -> None:
    """A default that its own bounds do not allow is a mistake of the stage, not of the graph."""
    for error in errors:
        name = str(error["loc"][0]) if error["loc"] else ""
        if error["type"] != "missing" and name in model.model_fields and name not in values:
            default = shown(model.model_fields[name].default)
            raise PluginError(
                f"the default of '{name}' of {subject.what} is {default}, and must be {_wanted(error)}",
                where=class_place(model),
                help=f"mend the class {model.__name__}",
            )


def _by_path(errors: Sequence[ErrorDetails], values: Mapping[str, Any]) -> dict[KeyPath, list[ErrorDetails]]:
    """Errors by the path of the value that they are about: of a union, each kind has one."""
    found: dict[KeyPath, list[ErrorDetails]] = {}
    for error in errors:
        whole = error["type"] == "missing" and len(error["loc"]) == 1
        path = error["loc"] if whole else _path_in(values, error["loc"])
        found.setdefault(path, []).append(error)
    return {path: errors for path, errors in found.items() if not _follows(path, errors, found, values)}


def _follows(path: KeyPath, errors: Sequence[ErrorDetails], found: Iterable[KeyPath], values: Any) -> bool:
    """Whether a list is only too short, or a table no other kind of value, because of what is wrong in it."""
    inside = any(other[: len(path)] == path != other for other in found)
    if inside and isinstance(_value_at(values, path), Mapping):
        return all(error["type"] != "missing" for error in errors)
    return inside and all(error["type"] == "too_short" for error in errors)


def _path_in(values: Any, steps: Sequence[int | str]) -> KeyPath:
    """The steps that lead into the values; the others tell which kind of a union it was."""
    path: KeyPath = ()
    for step in steps:
        try:
            values = values[step]
        except (KeyError, IndexError, TypeError):
            continue
        path = (*path, step)
    return path


def _note(
    model: type[BaseModel],
    path: KeyPath,
    errors: Sequence[ErrorDetails],
    values: Mapping[str, Any],
    subject: Subject,
    notes: Mistakes,
) -> None:
    name = str(path[0]) if path else ""
    table = _table_of(model, name)
    if table and len(path) > 1:
        path_in = (*subject.path, name)
        within = Subject(f"'{name}' of {subject.what}", path_in, "key", subject.tail)
        _note(table, path[1:], errors, values[name], within, notes)
        return
    kind, where = errors[0]["type"], (*subject.path, *path)
    if kind == "extra_forbidden":
        wrong = f"{subject.what} has no {subject.noun} '{name}'{subject.tail}"
        notes.add(wrong, where, _near(model, name, subject), on="key")
    elif kind == "missing" and len(errors[0]["loc"]) == 1:
        if where not in notes.unknown:
            wrong = f"{subject.what} needs '{name}'{subject.tail}"
            notes.add(wrong, subject.path, _doc(model, name), on="key")
    elif not path:
        notes.add(f"{subject.what}: {_said(errors[0])}{subject.tail}", subject.path, on="key")
    else:
        wanted = one_of(list(dict.fromkeys(_wanted(error) for error in errors)))
        value = _value_at(values, path)
        wrong = f"'{name}' of {subject.what} must be {wanted}, not {shown(value)}{subject.tail}"
        listed = any(error["type"] in ("list_type", "tuple_type") for error in errors)
        notes.add(wrong, where, _near_word(model, name, value, listed) or _doc(model, name))


def _table_of(model: type[BaseModel], name: str) -> type[BaseModel] | None:
    """The model of the table that a field may hold."""
    kinds = kinds_of(model.model_fields[name].annotation) if name in model.model_fields else set()
    return next((kind for kind in kinds if issubclass(kind, BaseModel)), None)


def _value_at(values: Any, path: KeyPath) -> Any:
    for step in path:
        values = values[step]
    return values


def _near(model: type[BaseModel], name: str, subject: Subject) -> str:
    known = list(model.model_fields)
    near = nearest(name, [*known, *subject.also])
    if near in known:
        return f"did you mean '{near}'? {about(model, near)}".rstrip()
    if near:
        return f"did you mean '{near}'?"
    return f"its {subject.noun}s are {', '.join(known)}" if known else f"it has no {subject.noun}s"


def _near_word(model: type[BaseModel], name: str, value: Any, listed: bool) -> str | None:
    words = words_of(model.model_fields[name].annotation) if name in model.model_fields else []
    near = nearest(value, [word for word in words if isinstance(word, str)]) if isinstance(value, str) else None
    if near and listed:
        return f'write {name} = ["{near}"]'
    return near and f"did you mean '{near}'?"


def _doc(model: type[BaseModel], name: str) -> str | None:
    if name not in model.model_fields:
        return None
    doc = model.model_fields[name].description
    return f"{name}: {doc} {about(model, name)}".rstrip() if doc else None


WANTED = {
    "float_type": "a number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "string_type": "a text",
    "path_type": "a path",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "finite_number": "a finite number",
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
    "multiple_of": "a multiple of {multiple_of}",
    "literal_error": "{expected}",
    "enum": "{expected}",
    "too_short": "at least {min_length} long",
    "too_long": "at most {max_length} long",
    "string_too_short": "at least {min_length} characters",
    "string_too_long": "at most {max_length} characters",
    "string_pattern_mismatch": "a text like {pattern}",
}


def _wanted(error: ErrorDetails) -> str:
    """What a value should have been: "a number"."""
    if error["type"] == "missing":
        part = error["loc"][-1]
        return "longer" if isinstance(part, int) else f"a table with '{part}'"
    phrase = WANTED.get(error["type"])
    if phrase is None:
        return f"right ({_said(error)})"
    numbers = {k: f"{v:.6g}" if isinstance(v, float) else v for k, v in error.get("ctx", {}).items()}
    return phrase.format(**numbers)


def _said(error: ErrorDetails) -> str:
    """What a model's own check said."""
    return str(error.get("ctx", {}).get("error", error["msg"]))
