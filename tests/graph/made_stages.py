"""A stage of every role, with names that people know, for tests of graphs: their texts change only here."""

from pathlib import Path
from typing import Literal

import numpy as np

from footpipe import (
    BoundRig,
    Clip,
    Contacts,
    Detector,
    Edit,
    FileError,
    Generator,
    Loader,
    Locker,
    Measure,
    Merge,
    NoParams,
    Params,
    Report,
    Table,
    Writer,
    hookimpl,
    param,
    place,
    replacing,
    warn,
)
from footpipe.testing import walking_clip


class Load(Params):
    path: Path = param(doc="the file")
    unit: Literal["auto", "m", "cm"] | float = param("auto", unit="m", doc="length of the file's unit")
    strict: bool = param(False, doc="warnings are errors")


def load(p: Load) -> Clip:
    """Load a walk, whatever the file holds."""
    if not p.path.is_file():
        raise FileError("cannot read: no such file", where=place(p.path))
    if p.path.read_text() == "odd":
        warn("an odd file", where=place(p.path, 1), strict=p.strict)
    return walking_clip()


class Spot(Params):
    left: float = param(unit="m", doc="from the middle")
    height: float = param(0.0, unit="m", ge=0, doc="above the floor")


class Stand(Params):
    frames: int = param(30, unit="frames", gt=0, doc="length")
    spot: Path | Spot | None = param(None, doc="where")


def stand(clip: Clip | None, rig: BoundRig | None, p: Stand) -> Clip:
    """Stand still."""
    return walking_clip(p.frames)


class Trim(Params):
    first: int = param(0, unit="frames", ge=0, doc="first frame that stays")
    frames: int | None = param(None, unit="frames", gt=0, doc="how many stay; all when left out")


def trim(clip: Clip, p: Trim) -> Clip:
    """Keep some of the frames."""

    return clip.pick(slice(p.frames or len(clip)))


class Speed(Params):
    speed: float = param(0.25, unit="m/s", gt=0, doc="fastest foot that still counts as planted")
    points: tuple[Literal["toe", "ankle"], ...] = param(("toe",), min_length=1, doc="which points of a foot to judge")


def speed(clip: Clip, rig: BoundRig, p: Speed) -> Contacts:
    """Contact where the toe is slow."""
    return Contacts(rig.points("toe"), clip.speed(rig.toe) < p.speed)


class MergeContacts(Params):
    mode: Literal["replace", "any", "all", "mean"] = param("replace", doc="how the contacts come together")


def merge(clips: tuple[Clip, ...], p: MergeContacts) -> Clip:
    """The motion of the first clip with contacts of all."""
    return clips[0].replace(contacts=clips[-1].contacts)


class Runtime(Params):
    blend: float = param(0.1, unit="s", ge=0, le=10, doc="time of a transition")
    pivot: Literal["toe", "ankle", "both"] = param("toe", doc="what stands still")
    note: str = param("", doc="a word for the log")


def runtime(clip: Clip, rig: BoundRig, p: Runtime) -> Clip:
    """Hold the feet."""
    return clip.replace(channels={"lock.floor": np.full(len(clip), rig.floor)})


class Sliding(Params):
    reference: str = param("", doc="the input that the others are compared with")


def sliding(clips: dict[str, Clip], rig: BoundRig, p: Sliding) -> Report:
    """Tell which clips came in."""
    rows = [(name, str(len(clip))) for name, clip in clips.items()]
    values = {name: {"frames": len(clip), "nothing": float("nan")} for name, clip in clips.items()}
    return Report(values, [Table("Frames", ("clip", "frames"), rows)])


class Write(Params):
    path: Path = param(doc="the file")


def write(clip: Clip, p: Write) -> list[Path]:
    """Write how many frames there are."""
    with replacing(p.path) as file:
        file.write(f"{len(clip)} frames\n".encode())
    return [p.path]


def break_down(clip: Clip, p: NoParams) -> Clip:
    """Fail."""
    raise RuntimeError("the stage broke")


@hookimpl
def footpipe_loaders():
    return [Loader("bvh", Load, load, suffixes=(".bvh",))]


@hookimpl
def footpipe_generators():
    return [Generator("stand", Stand, stand)]


@hookimpl
def footpipe_edits():
    return [Edit("trim", Trim, trim), Edit("broken", NoParams, break_down)]


@hookimpl
def footpipe_detectors():
    return [Detector("speed", Speed, speed)]


@hookimpl
def footpipe_merges():
    return [Merge("contacts", MergeContacts, merge)]


@hookimpl
def footpipe_lockers():
    return [Locker("runtime", Runtime, runtime, causal=True)]


@hookimpl
def footpipe_measures():
    return [Measure("sliding", Sliding, sliding)]


@hookimpl
def footpipe_writers():
    return [Writer("bvh", Write, write, suffixes=(".bvh",))]
