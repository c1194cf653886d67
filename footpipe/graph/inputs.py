"""Which nodes a node takes its clips from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from footpipe.graph.mistakes import Mistakes
from footpipe.graph.nodes import Draft
from footpipe.graph.places import KeyPath
from footpipe.nearest import nearest
from footpipe.roles import Stage

Drafts = Mapping[str, Draft]
ONLY_ABOVE = "a node sees only nodes above it"


class Inputs:
    """Reads the inputs of one node after another, from the top. `used`: names that any of them takes or meant."""

    def __init__(self, drafts: Drafts, notes: Mistakes) -> None:
        self.drafts = drafts
        self.notes = notes
        self.above: list[str] = []
        self.used: set[str] = set()

    def read(self, draft: Draft) -> None:
        """Set `draft.inputs`; leave it None after noting what is wrong."""
        names = self._names(draft)
        self.used.update(names or ())
        if names is not None:
            right = [self._check(draft, names, index) for index in range(len(names))]
            if all(right) and self._count_is_right(draft, names):
                draft.inputs = tuple(names)
        self.above.append(draft.name)

    def _names(self, draft: Draft) -> Sequence[str] | None:
        path, given = (*draft.path, "inputs"), draft.table.get("inputs")
        if given is None and path not in self.notes.unknown:
            return self.above[-1:] if takes_the_one_above(draft.stage) else []
        if isinstance(given, list) and all(isinstance(name, str) for name in given):
            return given
        self.used.update(self.above)  # whatever it meant
        if given is not None:
            example = given if isinstance(given, str) else "read"
            self.notes.add(f"'inputs' must be a list of nodes{draft.tail}", path, f'write inputs = ["{example}"]')
        return None

    def _check(self, draft: Draft, names: Sequence[str], index: int) -> bool:
        name, path = names[index], (*draft.path, "inputs", index)
        if name in names[:index]:
            self.notes.add(f"input '{name}' is named twice{draft.tail}", path)
        elif name not in self.above:
            self._not_above(draft, name, path)
        elif not gives_clip(self.drafts[name].stage):
            self._no_clip(draft, name, path)
        else:
            return True
        return False

    def _not_above(self, draft: Draft, name: str, path: KeyPath) -> None:
        if name == draft.name:
            self.notes.add(f"node '{name}' takes itself as input", path, ONLY_ABOVE)
        elif name in self.drafts and draft.name in self._feeders(name):
            wrong = f"a circle: node '{draft.name}' takes '{name}', which comes from '{draft.name}'"
            self.notes.add(wrong, path, ONLY_ABOVE)
        elif name in self.drafts:
            advice = f"move [nodes.{name}] above [nodes.{draft.name}]"
            self.notes.add(f"input '{name}' stands below{draft.tail}", path, advice)
        else:
            near = nearest(name, self.above)
            self.used.update([near] if near else [])
            advice = f"did you mean '{near}'?" if near else f"the nodes above are {', '.join(self.above) or 'none'}"
            self.notes.add(f"there is no node '{name}' to take as input{draft.tail}", path, advice)

    def _no_clip(self, draft: Draft, name: str, path: KeyPath) -> None:
        stage = self.drafts[name].stage
        before = next((n for n in reversed(self.above) if gives_clip(self.drafts[n].stage)), "read")
        self.used.add(before)
        wrong = f"input '{name}' is {stage.full_name if stage else 'a stage'}, which passes no clip on{draft.tail}"
        self.notes.add(wrong, path, f'name the one that you mean, as in inputs = ["{before}"]')

    def _feeders(self, name: str) -> set[str]:
        """Every node that a node's clip comes from, going by what the graph says."""
        found: set[str] = set()
        ahead, names = [name], list(self.drafts)
        while ahead:
            draft = self.drafts[ahead.pop()]
            at = names.index(draft.name)
            given = draft.table.get("inputs", names[at - 1 : at] if takes_the_one_above(draft.stage) else [])
            new = {n for n in given if n in self.drafts} - found if isinstance(given, list) else set()
            found |= new
            ahead += new
        return found

    def _count_is_right(self, draft: Draft, names: Sequence[str]) -> bool:
        wanted = wrong_count(draft.stage, len(names)) if draft.stage else None
        if wanted:
            said = "inputs" in draft.table
            path = (*draft.path, "inputs") if said else draft.path
            self.notes.add(f"{wanted}{draft.tail}", path, on="value" if said else "key")
            self.used.update(self.above[-1:])
        return not wanted


def takes_the_one_above(stage: Stage | None) -> bool:
    """Whether a node that names no inputs takes the node just above: all but loaders and merges do."""
    return stage is None or (stage.inputs[1] != 0 and stage.inputs[0] < 2)


def gives_clip(stage: Stage | None) -> bool:
    """Whether a clip comes out; of a stage that is not known, let it be."""
    return stage is None or stage.gives_clip


def wrong_count(stage: Stage, count: int) -> str | None:
    """What is wrong with a number of clips, or None."""
    fewest, most = stage.inputs
    if fewest <= count and (most is None or count <= most):
        return None
    clips = "clip" if (most or fewest) == 1 else "clips"
    many = "no clip" if most == 0 else f"{'at least ' if most is None else ''}{most or fewest} {clips}"
    return f"{stage.full_name} takes {many}, and is given {count or 'none'}"
