"""Which stages there are: those of installed plugins, found by entry point, and of files that a graph names."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import pluggy

from footpipe import hookspecs
from footpipe.errors import Place, PluginError, warn
from footpipe.params import Params
from footpipe.plugin_files import defined, load_file, origin, told
from footpipe.providers import RECORDS, HookFailedError, Provider, ask, installed_providers, register, set_aside
from footpipe.rig_names import RigNames
from footpipe.roles import Stage

if TYPE_CHECKING:
    import typer

NODE_KEYS = ("uses", "inputs", "rig", "enabled")  # what a node may say beside its stage's parameters
NAME = re.compile(r"[a-z][a-z0-9_]*")


class Registered(NamedTuple):
    """A stage and who provides it."""

    stage: Stage
    provider: Provider


class Registry:
    """The stages, rigs, commands and observers of some plugins.

    Raises `PluginError` for a misspelt hook, a hook that returns what it may not, and a stage that two provide. An
    installed plugin whose hook raises is named in a `FootpipeWarning` and set aside; a local one's error is raised.
    """

    def __init__(self, providers: Iterable[Provider]) -> None:
        self._manager = pluggy.PluginManager("footpipe")
        self._manager.add_hookspecs(hookspecs)
        self._stages: dict[str, Registered] = {}
        self._rig_names: list[RigNames] = []
        self.providers: list[Provider] = []
        for provider in providers:
            self._add(provider)

    @property
    def stages(self) -> Mapping[str, Registered]:
        """Every stage by its full name, such as "detect.speed"."""
        return MappingProxyType(self._stages)

    @property
    def rig_names(self) -> Sequence[RigNames]:
        """Joint names of kinds of rigs that plugins know."""
        return tuple(self._rig_names)

    @functools.cached_property
    def commands(self) -> Sequence[typer.Typer]:
        """Command groups that plugins add."""
        import typer

        found: list[typer.Typer] = []
        for provider in self.providers:
            try:
                found += ask(self._manager, provider, "footpipe_commands", typer.Typer)
            except HookFailedError as fault:
                warn(fault.message, where=fault.where)
        return found

    @property
    def hook(self) -> Any:
        """Pluggy's caller of all plugins' hooks."""
        return self._manager.hook

    def tell(self, hook: str, **what: Any) -> None:
        """Tell every observer; one that raises is named in a warning, and the work goes on."""
        for observer in getattr(self.hook, hook).get_hookimpls():
            try:
                observer.function(**{name: what[name] for name in observer.argnames})
            except KeyboardInterrupt:
                raise
            except BaseException as fault:
                named = next(known.name for known in self.providers if known.plugin is observer.plugin)
                warn(f"the observer {hook} of {named} failed: {told(fault)}", where=origin(fault))

    def by_suffix(self, role: type[Stage], suffix: str) -> Stage | None:
        """The loader or writer of files that end in `suffix`, or None."""
        return next((stage for stage in self._of(role) if suffix.lower() in _suffixes(stage)), None)

    def suffixes(self, role: type[Stage]) -> list[str]:
        """The file endings that loaders read, or writers write."""
        return sorted({suffix for stage in self._of(role) for suffix in _suffixes(stage)})

    def of(self, provider: Provider) -> list[str]:
        """The full names of the stages of one plugin."""
        return [name for name, known in self._stages.items() if known.provider is provider]

    def with_files(self, paths: Sequence[Path]) -> Registry:
        """These plugins and those in some files. Raises `PluginError` where a file cannot be loaded."""
        return Registry([*self.providers, *(Provider(str(path), load_file(path), local=True) for path in paths)])

    def _of(self, role: type[Stage]) -> list[Stage]:
        return [known.stage for known in self._stages.values() if isinstance(known.stage, role)]

    def _add(self, provider: Provider) -> None:
        register(self._manager, provider)
        try:
            answers = [(hook, ask(self._manager, provider, hook, kind)) for hook, kind in RECORDS.items()]
        except HookFailedError as fault:
            self._manager.unregister(provider.plugin)
            if provider.local:
                raise
            set_aside(fault.message, fault.where)
            return
        self.providers.append(provider)
        for hook, records in answers:
            for record in records:
                self._keep(hook, record, provider)

    def _keep(self, hook: str, record: Stage | RigNames, provider: Provider) -> None:
        if isinstance(record, RigNames):
            self._rig_names.append(record)
            return
        _refuse_unusable(record, provider)
        other = self._stages.get(record.full_name)
        if other:
            raise PluginError(
                f"two plugins provide {record.full_name}: {other.provider.name} and {provider.name}",
                where=defined(record.run),
                help="rename one of them, or uninstall one of the plugins",
            )
        self._stages[record.full_name] = Registered(record, provider)


def _suffixes(stage: Stage) -> Sequence[str]:
    return getattr(stage, "suffixes", ())


def _refuse_unusable(stage: Stage, provider: Provider) -> None:
    """A record that no graph could use."""
    fault = _fault(stage)
    if fault:
        raise PluginError(
            f"{fault[0]} ({provider.name})", where=defined(stage.run) or Place(provider.file), help=fault[1]
        )


def _fault(stage: Stage) -> tuple[str, str] | None:
    """What is wrong with a record, and what to do."""
    if not (isinstance(stage.name, str) and NAME.fullmatch(stage.name)):
        return f"a stage cannot be called {stage.name!r}", "a name has small letters, digits and _"
    if not callable(stage.run) or inspect.isclass(stage.run):
        return f"what {stage.full_name} runs is no function", "a record is (name, class of its parameters, function)"
    if not (isinstance(stage.params, type) and issubclass(stage.params, Params)):
        return f"the parameters of {stage.full_name} are no class of Params", "write class Mine(Params): ..."
    if not callable(stage.run):
        return f"the function of {stage.full_name} is {type(stage.run).__name__}", "give a function"
    taken = [name for name in stage.params.model_fields if name in NODE_KEYS]
    if taken:
        return f"{stage.full_name} has a parameter '{taken[0]}'", "call it otherwise: nodes use that name themselves"
    return None


@functools.cache
def installed() -> Registry:
    """The registry of all installed plugins; they are looked for once, when it is first asked for."""
    return Registry(installed_providers())
