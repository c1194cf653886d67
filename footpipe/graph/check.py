"""How clips flow through a graph: who takes whose, what is left over, and what is written where."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from footpipe.graph.inputs import Drafts, Inputs
from footpipe.graph.mistakes import Mistakes
from footpipe.graph.nodes import Draft
from footpipe.graph.values import shown
from footpipe.roles import Detector, Edit, Generator, Loader, Locker, Merge, Writer

READERS = (Loader, Generator, Edit, Detector, Merge, Locker)  # a path that such a stage has is a file that it reads


def check_flow(drafts: Drafts, own: Mapping[str, str], notes: Mistakes) -> None:
    """Settle every node's inputs and sources; note what is wrong with them.

    `own`: the files that the graph itself is made of, and what each is.
    """
    inputs = Inputs(drafts, notes)
    for draft in drafts.values():
        inputs.read(draft)
        draft.sources = _sources(draft, drafts, notes)
        _check_contacts(draft, drafts, notes)
        _check_together(draft, notes)
    for draft in drafts.values():
        if draft.enabled and draft.name not in inputs.used:
            _check_used(draft, notes)
    for draft in drafts.values():
        _check_named(draft, notes)
    _check_outputs(drafts, own, notes)


# Clips that go on


def _sources(draft: Draft, drafts: Drafts, notes: Mistakes) -> dict[str, str]:
    """Each input's name -> the node whose clip it is; nodes that are switched off pass theirs through."""
    sources = {name: _source(name, drafts) for name in draft.inputs or ()}
    for name, source in sources.items():
        if source is None and draft.enabled and draft.inputs:
            wrong = f"input '{name}' is switched off, and has no clip to pass on{draft.tail}"
            notes.add(wrong, (*draft.path, "inputs"), on="key")
    return {name: source for name, source in sources.items() if source}


def _source(name: str, drafts: Drafts) -> str | None:
    draft = drafts[name]
    if draft.enabled:
        return name
    return next(iter(draft.sources.values()), None)


def _check_together(draft: Draft, notes: Mistakes) -> None:
    if draft.stage and draft.params is not None and draft.inputs is not None:
        for fault in draft.stage.faults(draft.params, draft.inputs):
            notes.add(f"{fault.message}{draft.tail}", (*draft.path, fault.name), fault.help)


def _check_contacts(draft: Draft, drafts: Drafts, notes: Mistakes) -> None:
    needed = getattr(draft.stage, "needs_contacts", False)
    if draft.stage and needed and draft.enabled and draft.inputs and not _has_contacts(draft, drafts):
        wrong = f"{draft.stage.full_name} needs contacts, and no node above finds any{draft.tail}"
        notes.add(wrong, (*draft.path, "uses"), 'put a detector before it, such as uses = "detect.speed"')


def _has_contacts(draft: Draft, drafts: Drafts) -> bool:
    """Whether contacts come in; where something above is a mistake, let it pass."""
    if draft.inputs is None:
        return True
    return any(_brings_contacts(drafts[source], drafts) for source in draft.sources.values())


def _brings_contacts(draft: Draft, drafts: Drafts) -> bool:
    stage = draft.stage
    own = stage is None or isinstance(stage, Detector | Generator | Merge) or getattr(stage, "contacts", False)
    return own or _has_contacts(draft, drafts)


def _check_used(draft: Draft, notes: Mistakes) -> None:
    if draft.stage and draft.stage.gives_clip and not isinstance(draft.stage, Writer):
        advice = "write it, name it in the inputs of a node below, or take the node out"
        notes.add(f"nothing uses the clip of node '{draft.name}'", draft.path, advice, on="key")


# Files


def _check_named(draft: Draft, notes: Mistakes) -> None:
    """The path of a stage that knows files by their endings names a file."""
    given, stage = draft.table.get("path"), draft.stage
    if draft.params is None or not isinstance(stage, Loader | Writer) or not stage.suffixes:
        return
    if isinstance(given, str | Path) and Path(given).name in ("", ".."):
        wrong = f"'path' of {stage.full_name} must be a file, not {shown(given)}{draft.tail}"
        notes.add(wrong, (*draft.path, "path"), "name a file in it")


def _check_outputs(drafts: Drafts, own: Mapping[str, str], notes: Mistakes) -> None:
    taken = {_resolved(Path(path)): f"is {what}" for path, what in own.items()}
    for draft in drafts.values():
        taken |= {_resolved(path): f"is read by node '{draft.name}'" for path in _paths_read(draft)}
    outputs: dict[str, str] = {}
    for draft in drafts.values():
        target = getattr(draft.params, "path", None)
        if not (draft.enabled and isinstance(draft.stage, Writer) and isinstance(target, Path)):
            continue
        path, place = _resolved(target), (*draft.path, "path")
        if path in taken:
            wrong = f"{shown(target)} {taken[path]}: it would be overwritten{draft.tail}"
            notes.add(wrong, place, "write to another file")
        elif path in outputs:
            wrong = f"{shown(target)} is written by node '{outputs[path]}' already{draft.tail}"
            notes.add(wrong, place, "write to another file")
        outputs.setdefault(path, draft.name)


def _paths_read(draft: Draft) -> Iterator[Path]:
    if draft.enabled and draft.params is not None and isinstance(draft.stage, READERS):
        yield from (value for _, value in draft.params if isinstance(value, Path))


def _resolved(path: Path) -> str:
    """The same for every way to write one place."""
    return os.path.realpath(path)
