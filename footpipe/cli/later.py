"""Modules that are loaded when they are needed: importing numpy takes as long as checking a graph of 100 nodes."""

from __future__ import annotations

import sys
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any


class _Later(ModuleType):
    """A package that loads itself when it is asked for anything but its name: for `__path__` too, and so before one of
    its modules is imported.

    The loader of the standard library, `importlib.util.LazyLoader`, loads as soon as a package is imported twice.
    """

    def __getattr__(self, name: str) -> Any:
        _load(self)
        return getattr(self, name)


def _load(package: ModuleType) -> None:
    spec = package.__spec__
    assert spec is not None
    assert spec.loader is not None
    package.__class__ = ModuleType
    package.__path__ = list(spec.submodule_search_locations or ())
    spec.loader.exec_module(package)


def load_later(name: str) -> None:
    """Let `import name` load nothing until the package is used, where it is installed and not loaded yet."""
    if name in sys.modules or (spec := find_spec(name)) is None:
        return
    package = module_from_spec(spec)
    del package.__path__
    package.__class__ = _Later
    sys.modules[name] = package


def load_now(name: str) -> None:
    """Load a package that would have been loaded later."""
    if isinstance(package := sys.modules.get(name), _Later):
        _load(package)
