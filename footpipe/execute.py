"""Running a graph: each node once, from the top; a clip is let go when its last user has had it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from footpipe.clip import Clip
from footpipe.errors import DataError, FootpipeError, StageError, log
from footpipe.graph import Graph, Node
from footpipe.plugin_files import blame, raised_by_footpipe
from footpipe.registry import Registry
from footpipe.report import Report
from footpipe.rig import BoundRig
from footpipe.rig_find import find_rig_of
from footpipe.roles import MISTAKEN, Outcome
from footpipe.running import running

Progress = Callable[[int, int, str], None]  # nodes done, nodes in all, the node that comes now


@dataclass(frozen=True)
class Ran:
    """One node that has run: seconds that its stage took, frames of the clip that it gave or looked at."""

    node: str
    uses: str
    seconds: float
    frames: int


@dataclass(frozen=True)
class Result:
    """What a graph left behind: the nodes that ran, the files written, the reports by node."""

    nodes: tuple[Ran, ...]
    files: tuple[Path, ...]
    reports: Mapping[str, Report]

    def as_json(self) -> dict[str, Any]:
        """The same as plain dicts, lists, numbers and texts; numbers that are not finite become None."""
        return {
            "nodes": [vars(ran) for ran in self.nodes],
            "files": [str(file) for file in self.files],
            "reports": {node: report.as_json() for node, report in self.reports.items()},
        }


def run_graph(graph: Graph, progress: Progress | None = None) -> Result:
    """Run every node that is switched on.

    Raises the stages' `FootpipeError`s, with the node's name in the message; files already written stay.
    """
    with running(graph):
        return _run(graph, progress)


def _run(graph: Graph, progress: Progress | None) -> Result:
    nodes = [node for node in graph.nodes if node.enabled]
    last_user = {source: i for i, node in enumerate(nodes) for source in node.inputs.values()}
    work = _Work(graph.registry)
    for index, node in enumerate(nodes):
        if progress:
            progress(index, len(nodes), node.name)
        work.run(node)
        work.forget(source for source in list(work.clips) if last_user.get(source, -1) <= index)
    return Result(tuple(work.ran), tuple(work.files), work.reports)


class _Work:
    """What there is so far, while a graph runs."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.rigs = _Rigs(registry)
        self.clips: dict[str, Clip] = {}
        self.ran: list[Ran] = []
        self.files: list[Path] = []
        self.reports: dict[str, Report] = {}

    def run(self, node: Node) -> None:
        stage = node.uses.stage
        inputs = {name: self.clips[source] for name, source in node.inputs.items()}
        self.registry.tell("footpipe_node_started", node=node.name, uses=stage.full_name)
        start = perf_counter()
        outcome = self.apply(node, inputs)
        seconds = perf_counter() - start
        self.keep(node, inputs, outcome, seconds)
        self.registry.tell("footpipe_node_done", node=node.name, uses=stage.full_name, outcome=outcome, seconds=seconds)

    def apply(self, node: Node, inputs: Mapping[str, Clip]) -> Outcome:
        stage = node.uses.stage
        try:
            return stage.apply(inputs, lambda clip: self.rigs.bound(node, clip), node.params)
        except FootpipeError as fault:
            fault.message += f" (node '{node.name}')"
            _blame_stage(fault, node)
            raise

    def keep(self, node: Node, inputs: Mapping[str, Clip], outcome: Outcome, seconds: float) -> None:
        clip = outcome.clip or next(iter(inputs.values()))
        self.ran.append(Ran(node.name, node.uses.stage.full_name, seconds, len(clip)))
        self.files += outcome.files
        if outcome.clip:
            self.clips[node.name] = outcome.clip
        if outcome.report:
            self.reports[node.name] = outcome.report

    def forget(self, names: Any) -> None:
        for name in names:
            del self.clips[name]


def _blame_stage(fault: FootpipeError, node: Node) -> None:
    """Where a stage broke down, or gave what cannot be, name its line. What it says of the clip itself stays so."""
    if not (isinstance(fault, DataError | StageError) and raised_by_footpipe(fault)):
        return
    broke_down = isinstance(fault, StageError) and fault.__cause__ is not None
    if broke_down or fault.help in (None, MISTAKEN):
        fault.where = fault.where or blame(fault.__cause__ or fault, node.uses.stage.run)
        fault.help = f"a mistake in the stage, of {node.uses.provider.name}: mend it, or report it to its author"


class _Rigs:
    """Rigs found in clips, and bound, once for each skeleton."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.known: dict[tuple[int, int], BoundRig] = {}
        self.found: dict[int, BoundRig] = {}
        self.told: set[str] = set()

    def bound(self, node: Node, clip: Clip) -> BoundRig:
        asked = id(node.rig), id(clip.skeleton)
        if asked not in self.known:
            self.known[asked] = self.bind(node, clip)
            self.tell(f"rig {self.known[asked]}")
        return self.known[asked]

    def bind(self, node: Node, clip: Clip) -> BoundRig:
        return node.rig.bind(clip.skeleton, lambda _: self.find(clip).rig) if node.rig else self.find(clip)

    def find(self, clip: Clip) -> BoundRig:
        skeleton = clip.skeleton
        if id(skeleton) not in self.found:
            self.found[id(skeleton)] = find_rig_of(clip, self.registry.rig_names).bind(skeleton)
        return self.found[id(skeleton)]

    def tell(self, what: str) -> None:
        if what not in self.told:
            log.info(what)
        self.told.add(what)
