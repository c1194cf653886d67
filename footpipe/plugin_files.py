"""Python files as plugins, and where in them something went wrong.

Whatever a plugin raises, `SystemExit` and its like too, is told as its mistake; only an interrupt goes through.
"""

from __future__ import annotations

import functools
import importlib.util
import inspect
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from footpipe.errors import Place, PluginError

OURS = str(Path(__file__).parent) + os.sep
MACHINERY = ("<frozen", str(Path(importlib.__file__ or "").parent), OURS)  # never where a plugin's mistake is


def load_file(path: Path) -> ModuleType:
    """The module in a file, run anew each time. Raises `PluginError` with the file and line of what failed."""
    name = f"footpipe_local_{path.stem}_{abs(hash(path.resolve())):x}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PluginError("a plugin is a file of Python", where=Place(str(path)), help="its name ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # pydantic looks a model's annotations up there
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        del sys.modules[name]
        raise PluginError(f"the plugin cannot be loaded: {told(fault)}", where=origin(fault, str(path))) from fault
    return module


def told(fault: BaseException) -> str:
    """An exception in one line: "ImportError: No module named 'x'"."""
    what = " ".join(_text(fault).split())
    return f"{type(fault).__name__}: {what}" if what else type(fault).__name__


def _text(fault: BaseException) -> str:
    """What an exception says; nothing where it cannot even say that."""
    try:
        return str(fault.msg if isinstance(fault, SyntaxError) else fault)
    except Exception:
        return ""


def origin(fault: BaseException, file: str | None = None) -> Place | None:
    """Where an exception arose: the last line in the folder of `file` that led there, else the innermost."""
    if isinstance(fault, SyntaxError) and fault.filename:
        return Place(_short(fault.filename), fault.lineno, fault.offset)
    frames = [f for f in traceback.extract_tb(fault.__traceback__) if not f.filename.startswith(MACHINERY)]
    own = [f for f in frames if file and Path(f.filename).parent == Path(file).absolute().parent]
    if own or frames:
        last = (own or frames)[-1]
        return Place(_short(last.filename), last.lineno)
    return Place(file) if file else None


def blame(fault: BaseException, function: Callable[..., object]) -> Place | None:
    """The last line beside `function` that led to an exception, else where the function stands."""
    place = defined(function)
    own = place and origin(fault, str(Path(place.file).absolute()))
    return own if own and place and Path(own.file).parent == Path(place.file).parent else place


def raised_by_footpipe(fault: BaseException) -> bool:
    """Whether it was our code that raised an exception, not a plugin's."""
    frames = traceback.extract_tb(fault.__traceback__)
    return bool(frames) and frames[-1].filename.startswith(OURS)


def defined(function: Callable[..., object]) -> Place | None:
    """Where a function stands, or the class of what can be called like one."""
    inner = unwrapped(function)
    code = getattr(inner, "__code__", None) or getattr(type(inner).__call__, "__code__", None)
    return Place(_short(code.co_filename), code.co_firstlineno) if code else None


def unwrapped(function: Callable[..., object]) -> Any:
    """The function inside `functools.partial`."""
    while isinstance(function, functools.partial):
        function = function.func
    return function


def class_place(kind: type) -> Place | None:
    """Where a class stands."""
    try:
        return Place(_short(inspect.getsourcefile(kind) or kind.__module__), inspect.getsourcelines(kind)[1])
    except (OSError, TypeError):
        return None


def _short(file: str) -> str:
    """A file as seen from the working directory, where it lies in there."""
    return str(Path(file).relative_to(Path.cwd())) if Path(file).is_relative_to(Path.cwd()) else file
