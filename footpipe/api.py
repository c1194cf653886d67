"""footpipe from Python: load, save, run, fix, and every stage as a function on clips."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from footpipe.clip import Clip
from footpipe.errors import GraphError, Mistake, log
from footpipe.execute import Progress, Result, run_graph
from footpipe.graph import Graph, read_graph
from footpipe.graph.inputs import wrong_count
from footpipe.graph.mistakes import Mistakes
from footpipe.graph.overrides import Override
from footpipe.graph.text import Source
from footpipe.graph.values import Subject, check_values
from footpipe.nearest import hint
from footpipe.params import Params
from footpipe.registry import Registry, installed
from footpipe.rig import BoundRig, Rig
from footpipe.rig_find import find_rig_of
from footpipe.roles import Loader, Measure, Outcome, Stage, Writer

AnyPath = str | os.PathLike[str]


def load(path: AnyPath, **params: Any) -> Clip:
    """The clip in a file; its suffix picks the loader, whose parameters `params` are.

    Raises `FileError` where the file cannot be read, `GraphError` for a suffix or a parameter that is not known.
    """
    loader = for_suffix(Loader, path, installed())
    return stage(loader.full_name)(path=path, **params)


def save(clip: Clip, path: AnyPath, **params: Any) -> list[Path]:
    """Write a clip to a file, whose suffix picks the writer; the paths written.

    Raises `FileError` where the file cannot be written, `GraphError` for a suffix or a parameter that is not known.
    """
    writer = for_suffix(Writer, path, installed())
    return list(_applied(writer, {"clip": clip}, None, {"path": path, **params}).files)


def run(
    graph: AnyPath | Mapping[str, Any],
    *,
    set: Mapping[str, Any] | None = None,
    strict: bool = False,
    local_plugins: bool = True,
    progress: Progress | None = None,
) -> Result:
    """Run a graph: the path of a TOML file, or the same tables in Python.

    `set`: values that win over the graph's, as {"locked.blend": 0.2}; the rest as `footpipe.graph.read_graph` has it.
    Raises `GraphError` before anything is opened, other `FootpipeError`s while it runs.
    """
    checked = read_graph(graph, None, _overrides(set), strict=strict, local_plugins=local_plugins)
    return run_graph(checked, progress)


def fix(
    path: AnyPath,
    out: AnyPath | None = None,
    set: Mapping[str, Any] | None = None,
    *,
    strict: bool = False,
    progress: Progress | None = None,
) -> Result:
    """Lock the feet of the clip in a file and write it: the whole job, with defaults.

    `out` is `<stem>.footlock.<suffix>` beside the input when left out, `<stem>.footlock.usda` for USD; `set` holds
    values that win over the defaults, as {"contacts.speed": 0.4}. Raises as `run` does.
    """
    return run_graph(fix_graph(path, out, _overrides(set), strict=strict), progress)


def fix_graph(
    path: AnyPath, out: AnyPath | None = None, overrides: Sequence[Override] = (), *, strict: bool = False
) -> Graph:
    """The graph that `fix` runs."""
    source = Path(path)
    registry = installed()
    loader = for_suffix(Loader, path, registry)
    target = _beside(source, loader, registry) if out is None else Path(out)
    nodes = {
        "before": {"uses": loader.full_name, "path": source},
        "contacts": {"uses": "detect.adaptive"},
        "after": {"uses": "lock.offline"},
        "out": {"uses": for_suffix(Writer, target if out is None else out, registry).full_name, "path": target},
        "sliding": {"uses": "measure.sliding", "inputs": ["before", "after"]},
    }
    return read_graph({"footpipe": 1, "nodes": nodes}, registry, overrides, strict=strict)


def _beside(source: Path, loader: Stage, registry: Registry) -> Path:
    """Where a clip goes of which nobody says where: with the ending that the format's writer wants there."""
    writer = registry.stages.get(f"{Writer.role}.{loader.name}")
    suffix = getattr(writer.stage, "fix_suffix", None) if writer else None
    return source.with_name(f"{source.stem}.footlock{suffix or source.suffix}")


def _overrides(values: Mapping[str, Any] | None) -> list[Override]:
    return [Override(key, value, f"set {key}={value}") for key, value in (values or {}).items()]


def for_suffix(role: type[Stage], path: AnyPath, registry: Registry) -> Stage:
    """The loader or writer for a file; raises `GraphError` with the suffixes there are."""
    suffix = Path(path).suffix
    found = registry.by_suffix(role, suffix)
    if found:
        return found
    verb, done = ("reads", "read") if role is Loader else ("writes", "written")
    what = f"files ending in '{suffix}'" if suffix else f"'{path}', which has no suffix"
    known = ", ".join(registry.suffixes(role)) or "none"
    raise GraphError([Mistake(f"no stage {verb} {what}", help=f"suffixes that can be {done}: {known}")])


CLIPS = "give clips one by one, or as a dict by name; footpipe.load(path) reads one"


class BoundStage:
    """A stage as a function; see `stage`."""

    def __init__(self, record: Stage) -> None:
        self.record = record
        self.__doc__ = record.doc

    def __call__(self, *clips: Clip | Mapping[str, Clip], rig: Rig | BoundRig | None = None, **params: Any) -> Any:
        """Run on clips; what the role gives: a clip, a report, or the clip that was written."""
        outcome = _applied(self.record, _named(clips), rig, params)
        return outcome.report if isinstance(self.record, Measure) else outcome.clip

    def __repr__(self) -> str:
        return f"<{self.record.full_name}: {self.record.summary}>"


def stage(name: str) -> BoundStage:
    """A stage by its full name, to be called on clips: `stage("lock.runtime")(clip, blend=0.2) -> Clip`.

    Parameters go by name. `rig` is found in the clip when left out. A loader takes parameters alone; a detector gives
    the clip with its contacts; a merge takes several clips; a measure takes several, or a dict of them by name, and
    gives a `Report`. Raises `GraphError` for a name, a parameter or a number of clips that cannot be.
    """
    stages = installed().stages
    if not isinstance(name, str):
        wrong = f"a stage's name is a text, not {type(name).__name__}"
        raise GraphError([Mistake(wrong, help='such as "lock.runtime"')])
    if name not in stages:
        raise GraphError([Mistake(f"there is no stage '{name}'", help=hint(name, stages, "the stages are"))])
    return BoundStage(stages[name].stage)


def _named(given: tuple[Clip | Mapping[str, Clip], ...]) -> dict[str, Clip]:
    named: dict[str, Clip] = {}
    for part in given:
        clips = part if isinstance(part, Mapping) else {f"clip{len(named) + 1}": part}
        for name, clip in clips.items():
            if not isinstance(clip, Clip):
                raise GraphError([Mistake(f"stages take clips, not {type(clip).__name__}", help=CLIPS)])
            if name in named:
                raise GraphError([Mistake(f"two clips are called '{name}'", help=CLIPS)])
            named[name] = clip
    return named


def _applied(
    record: Stage, clips: Mapping[str, Clip], rig: Rig | BoundRig | None, params: Mapping[str, Any]
) -> Outcome:
    wrong = wrong_count(record, len(clips))
    if wrong:
        raise GraphError([Mistake(wrong)])
    return record.apply(clips, lambda clip: _bound(rig, clip), checked_params(record, params, tuple(clips)))


def _bound(rig: Rig | BoundRig | None, clip: Clip) -> BoundRig:
    if isinstance(rig, BoundRig):
        return rig if rig.skeleton is clip.skeleton else rig.rig.bind(clip.skeleton)
    if rig is not None:
        return rig.bind(clip.skeleton)
    bound = find_rig_of(clip, installed().rig_names).bind(clip.skeleton)
    log.info("rig %s", bound)
    return bound


def checked_params(record: Stage, values: Mapping[str, Any], inputs: Sequence[str] = ()) -> Params:
    """A stage's parameters from values by name; raises `GraphError` with every mistake."""
    notes = Mistakes(Source())
    params = check_values(record.params, values, Subject(record.full_name, ()), notes)
    for fault in record.faults(params, inputs) if params else ():
        notes.add(fault.message, (fault.name,), fault.help)
    notes.stop()
    assert params is not None
    return params
