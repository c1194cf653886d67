"""Who provides stages, and what a plugin answers when its hooks are asked."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import pluggy

from footpipe import hookspecs
from footpipe.errors import Place, PluginError, warn
from footpipe.nearest import hint
from footpipe.plugin_files import defined, origin, told
from footpipe.rig_names import RigNames
from footpipe.roles import Detector, Edit, Generator, Loader, Locker, Measure, Merge, Stage, Writer

GROUP = "footpipe"  # entry points of installed plugins
HOOKS = tuple(name for name in vars(hookspecs) if name.startswith("footpipe_"))
RECORDS: Mapping[str, type[Stage] | type[RigNames]] = {
    "footpipe_loaders": Loader,
    "footpipe_generators": Generator,
    "footpipe_edits": Edit,
    "footpipe_detectors": Detector,
    "footpipe_merges": Merge,
    "footpipe_lockers": Locker,
    "footpipe_measures": Measure,
    "footpipe_writers": Writer,
    "footpipe_rigs": RigNames,
}

Kind = TypeVar("Kind")


@dataclass(frozen=True, eq=False)
class Provider:
    """A plugin, and where it came from: a distribution, or what else it goes by, such as its file."""

    origin: str | importlib.metadata.Distribution
    plugin: Any  # the module, or whatever the entry point gives
    local: bool = False

    @functools.cached_property
    def name(self) -> str:
        """Its name for people: distribution and version ("footpipe 0.1.0"), or file ("stillness.py")."""
        if isinstance(self.origin, str):
            return self.origin
        metadata = self.origin.metadata
        return f"{metadata['Name']} {metadata['Version']}"

    @property
    def file(self) -> str:
        """The plugin's file, as far as it is known."""
        return str(getattr(self.plugin, "__file__", None) or self.name)


class HookFailedError(PluginError):
    """A hook that raised: an installed plugin is set aside for it."""


def installed_providers() -> Iterator[Provider]:
    """The plugin of every entry point; one that cannot be loaded is named in a warning and left out."""
    seen = set()
    for point in sorted(importlib.metadata.entry_points(group=GROUP), key=lambda point: point.name):
        source = point.dist or point.value
        try:
            plugin = point.load()
        except KeyboardInterrupt:
            raise
        except BaseException as fault:
            whose = f"the plugin '{point.name}' of {Provider(source, None).name}"
            set_aside(f"{whose} cannot be loaded: {told(fault)}", _origin(point, fault))
            continue
        if id(plugin) not in seen:
            seen.add(id(plugin))
            yield Provider(source, plugin)


def _origin(point: importlib.metadata.EntryPoint, fault: BaseException) -> Place | None:
    """The line of the plugin that led to an exception; the innermost where its package is not found."""
    with suppress(ImportError, ValueError):
        spec = importlib.util.find_spec(point.value.partition(":")[0].partition(".")[0])
        return origin(fault, spec.origin if spec else None)
    return origin(fault)


def set_aside(what: str, where: Place | None) -> None:
    """Say that a plugin is not used, and why."""
    warn(f"{what}; it is set aside", where=where, help="mend it or uninstall it")


def register(manager: pluggy.PluginManager, provider: Provider) -> None:
    """Make the plugin's hooks known. Raises `PluginError` for a hook that is misspelt or takes what it may not."""
    _refuse_unmarked(provider)
    try:
        manager.register(provider.plugin, name=str(id(provider.plugin)))
    except pluggy.PluginValidationError as fault:
        raise _wrong_arguments(provider, fault) from fault
    for caller in manager.get_hookcallers(provider.plugin) or ():
        if not caller.has_spec():
            raise PluginError(
                f"{provider.name} has a hook '{caller.name}', and there is none of that name",
                where=next((defined(i.function) for i in caller.get_hookimpls() if i.plugin is provider.plugin), None),
                help=hint(caller.name, HOOKS, "the hooks are"),
            )


def _refuse_unmarked(provider: Provider) -> None:
    """A function with a hook's name that is not marked as one: nobody would ever call it."""
    for hook in HOOKS:
        function = getattr(provider.plugin, hook, None)
        if inspect.isfunction(function) and not hasattr(function, "footpipe_impl"):
            wrong = f"'{hook}' of {provider.name} is not marked as a hook"
            raise PluginError(wrong, where=defined(function), help="write @hookimpl above it")


def _wrong_arguments(provider: Provider, fault: pluggy.PluginValidationError) -> PluginError:
    """The first hook that asks for what it is not given."""
    for hook in HOOKS:
        function = getattr(provider.plugin, hook, None)
        given = _arguments(getattr(hookspecs, hook))
        unknown = [name for name in _arguments(function) if name not in given] if function else []
        if function and unknown:
            return PluginError(
                f"the hook {hook} of {provider.name} asks for '{unknown[0]}', which it is not given",
                where=defined(function),
                help=f"it may take {', '.join(given)}" if given else "it takes nothing: write ()",
            )
    wrong = f"a hook of {provider.name} cannot be called: {' '.join(str(fault).split())}"
    return PluginError(wrong, where=Place(provider.file), help="write it as the manual's page on hooks has it")


def _arguments(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


def ask(manager: pluggy.PluginManager, provider: Provider, hook: str, kind: type[Kind]) -> list[Kind]:
    """What one plugin answers to a hook: records of one kind.

    Raises `HookFailedError` where it raises, `PluginError` where it answers with something else.
    """
    own = [i.function for i in getattr(manager.hook, hook).get_hookimpls() if i.plugin is provider.plugin]
    return [record for function in own for record in _answer(provider, hook, kind, function)]


def _answer(provider: Provider, hook: str, kind: type[Kind], function: Callable[[], Any]) -> list[Kind]:
    try:
        answer = function()
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        wrong = f"the hook {hook} of {provider.name} failed: {told(fault)}"
        raise HookFailedError(wrong, where=origin(fault, provider.file)) from fault
    if not isinstance(answer, list | tuple):
        raise _wrong_answer(provider, hook, kind, function, type(answer).__name__)
    for record in answer:
        if not isinstance(record, kind):
            raise _wrong_answer(provider, hook, kind, function, f"a list with {type(record).__name__} in it")
    return list(answer)


def _wrong_answer(
    provider: Provider, hook: str, kind: type[Kind], function: Callable[[], Any], got: str
) -> PluginError:
    return PluginError(
        f"the hook {hook} of {provider.name} returned {got}",
        where=defined(function),
        help=f"it returns a list of {kind.__name__}",
    )
