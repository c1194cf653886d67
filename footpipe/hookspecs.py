"""The hooks that a plugin may implement. Each returns records; footpipe asks each plugin once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pluggy

from footpipe.roles import Detector, Edit, Generator, Loader, Locker, Measure, Merge, Outcome, Writer

if TYPE_CHECKING:
    import typer

    from footpipe.rig_names import RigNames

hookspec = pluggy.HookspecMarker("footpipe")
hookimpl = pluggy.HookimplMarker("footpipe")


@hookspec
def footpipe_loaders() -> Sequence[Loader]:
    """Stages that read a clip from a file."""
    raise NotImplementedError


@hookspec
def footpipe_generators() -> Sequence[Generator]:
    """Stages that make motion."""
    raise NotImplementedError


@hookspec
def footpipe_edits() -> Sequence[Edit]:
    """Stages that change a clip."""
    raise NotImplementedError


@hookspec
def footpipe_detectors() -> Sequence[Detector]:
    """Stages that find when feet touch the ground."""
    raise NotImplementedError


@hookspec
def footpipe_merges() -> Sequence[Merge]:
    """Stages that make one clip of several."""
    raise NotImplementedError


@hookspec
def footpipe_lockers() -> Sequence[Locker]:
    """Stages that hold feet where they touch."""
    raise NotImplementedError


@hookspec
def footpipe_measures() -> Sequence[Measure]:
    """Stages that judge clips."""
    raise NotImplementedError


@hookspec
def footpipe_writers() -> Sequence[Writer]:
    """Stages that write a clip to files."""
    raise NotImplementedError


@hookspec
def footpipe_rigs() -> Sequence[RigNames]:
    """Joint names of further kinds of rigs, tried before our own."""
    raise NotImplementedError


@hookspec
def footpipe_commands() -> Sequence[typer.Typer]:
    """Command groups: an app named "x" becomes `footpipe x`."""
    raise NotImplementedError


@hookspec
def footpipe_node_started(node: str, uses: str) -> None:
    """Told before a node of a graph runs."""


@hookspec
def footpipe_node_done(node: str, uses: str, outcome: Outcome, seconds: float) -> None:
    """Told after a node of a graph has run, with what it left."""
