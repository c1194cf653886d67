"""What a stage is: a record with a name, parameters and a function. Its role says what goes in and comes out.

Every edge of a pipeline carries a clip. `apply` runs a stage on clips and looks at what it gives back, so that a
plugin's mistake is told as one, with the plugin's name.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from footpipe.arrays import Floats
from footpipe.clip import Clip
from footpipe.contacts import Contacts
from footpipe.errors import FootpipeError, PluginError, StageError
from footpipe.params import Fault, Params
from footpipe.plugin_files import defined, origin, told, unwrapped
from footpipe.report import Report
from footpipe.rig import BoundRig

if TYPE_CHECKING:
    from footpipe.walking import Live

MISTAKEN = "a mistake in the stage: mend it, or report it to its author"

FindRig = Callable[[Clip], BoundRig]


class Outcome(NamedTuple):
    """What a stage left: the clip for the next node, a report, files written."""

    clip: Clip | None = None
    report: Report | None = None
    files: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Stage:
    """A stage: `name` without its role, the model of its parameters, the function that does the work.

    The first line of the function's docstring is the stage's summary.
    """

    name: str
    params: type[Params]
    run: Callable[..., Any]

    role: ClassVar[str]
    inputs: ClassVar[tuple[int, int | None]]  # fewest and most clips that go in; None: any number
    gives_clip: ClassVar[bool] = True
    needs_rig: ClassVar[bool] = False

    @property
    def full_name(self) -> str:
        """Role and name, as a graph writes it: "detect.speed"."""
        return f"{self.role}.{self.name}"

    @property
    def doc(self) -> str:
        """The run function's docstring, cleaned; empty where it has none."""
        return inspect.getdoc(unwrapped(self.run)) or ""

    @property
    def summary(self) -> str:
        """First line of `doc`."""
        return self.doc.partition("\n")[0]

    def apply(self, clips: Mapping[str, Clip], find_rig: FindRig, params: Params) -> Outcome:
        """Run on input clips by node name; `find_rig` binds the rig where the role needs one.

        Raises `FootpipeError` from the stage itself, and `StageError` for anything else that went wrong in it.
        """
        raise NotImplementedError

    def call(self, *args: Any) -> Any:
        """Run the function; what it raises that is no `FootpipeError` becomes a `StageError` with its place."""
        try:
            return self.run(*args)
        except (FootpipeError, KeyboardInterrupt):
            raise
        except BaseException as fault:
            advice = f"raised at {origin(fault) or 'an unknown place'}"
            raise StageError(f"{self.full_name} failed: {told(fault)}", help=advice) from fault

    def faults(self, params: Params, inputs: Sequence[str]) -> Sequence[Fault]:
        """What its parameters say does not go together; raises `PluginError` where they break down over it."""
        try:
            return params.faults(inputs)
        except KeyboardInterrupt:
            raise
        except BaseException as fault:
            what = f"{self.full_name} cannot check its parameters: {told(fault)}"
            raise PluginError(what, where=origin(fault), help=MISTAKEN) from fault

    def expect(self, kind: type, value: Any) -> Any:
        """`value`, or a `StageError` where it is not of the kind that the role promises."""
        if isinstance(value, kind):
            return value
        raise self.mistaken(f"returned {type(value).__name__}, a {self.role} stage returns {kind.__name__}")

    def in_contact(self, clip: Clip) -> Clip:
        """`clip`, or a `StageError` where it has no contacts."""
        if clip.contacts is None:
            raise StageError(f"{self.full_name} needs contacts, and the clip has none", help="run a detector first")
        return clip

    def mistaken(self, what: str) -> StageError:
        """An error for what no stage of its role may do."""
        return StageError(f"{self.full_name} {what}", where=defined(self.run), help=MISTAKEN)


@dataclass(frozen=True)
class Loader(Stage):
    """run(params) -> Clip. Its path is `params.path`.

    `suffixes` are the file endings that it reads, such as ".bvh"; `contacts` tells that files may hold contacts.
    """

    suffixes: tuple[str, ...] = ()
    contacts: bool = False
    role: ClassVar[str] = "load"
    inputs: ClassVar[tuple[int, int | None]] = (0, 0)

    def apply(self, clips: Mapping[str, Clip], find_rig: FindRig, params: Params) -> Outcome:
        """Load the clip."""
        return Outcome(self.expect(Clip, self.call(params)))


@dataclass(frozen=True)
class Generator(Stage):
    """run(clip or None, rig or None, params) -> Clip: motion on the skeleton of its input, or on one of its own.

    `live` is there where the same can be made frame by frame, by `footpipe.Gait`.
    """

    live: Live | None = None
    role: ClassVar[str] = "generate"
    inputs: ClassVar[tuple[int, int | None]] = (0, 1)
    needs_rig: ClassVar[bool] = True

    def apply(self, clips: Mapping[str, Clip], find_rig: FindRig, params: Params) -> Outcome:
        """Generate the clip."""
        clip = _only(clips) if clips else None
        return Outcome(self.expect(Clip, self.call(clip, find_rig(clip) if clip else None, params)))


@dataclass(frozen=True)
class Edit(Stage):
    """run(clip, params) -> Clip.

    `contacts` tells that it may give contacts to a clip that has none, `needs_contacts` that it takes no such clip.
    """

    contacts: bool = False
    needs_contacts: bool = False
    role: ClassVar[str] = "edit"
    inputs: ClassVar[tuple[int, int | None]] = (1, 1)

    def apply(self, clips: Mapping[str, Clip], find_rig: FindRig, params: Params) -> Outcome:
        """Edit the clip."""
        clip = self.in_contact(_only(clips)) if self.needs_contacts else _only(clips)
        return Outcome(self.expect(Clip, self.call(clip, params)))


@dataclass(frozen=True)
class Detection:
    """What a detector found: contacts, and channels (F, ...) by name that tell how."""

    contacts: Contacts
    channels: Mapping[str, Floats]


class Detector(Stage):
    """run(clip, rig, params) -> Contacts, which become the clip's; or a Detection, whose channels do so, too."""

    role: ClassVar[str] = "detect"
    inputs: ClassVar[tuple[int, int | None]] = (1, 1)
    needs_rig: ClassVar[bool] = True

    def apply(self, clips: Mapping[str, Clip], find_rig: FindRig, params: Params) -> Outcome:
        """Find the contacts; a result with another number of frames than the clip is the detector's mistake."""
        clip = _only(clips)
        found = self.call(clip, find_rig(clip), params)
        contacts = self.expect(Contacts, found.contacts if isinstance(found, Detection) else found)
        channels = found.channels if isinstance(found, Detection) else {}
        if len(contacts) != len(clip):
            raise self.mistaken(f"returned contacts of {len(contacts)} frames for a clip of {len(clip)}")
        for name, values in channels.items():
            if getattr(values, "shape", ())[:1] != (len(clip),):
                raise self.mistaken(f"returned a channel '{name}' without a row for each of the {len(clip)} frames")
        return Outcome(clip.replace(contacts=contacts, channels={**clip.channels, **channels}))


class Merge(Stage):
    """run(clips, params) -> Clip: one of several, the motion being that of the first."""

    role: ClassVar[str] = "merge"
    inputs: ClassVar[tuple[int, int | None]] = (2, None)

    def apply(self, clips: Mapping[str, Clip], find_rig: FindRig, params: Params) -> Outcome:
        """Merge the clips."""
        return Outcome(self.expect(Clip, self.call(tuple(clips.values()), params)))


@dataclass(frozen=True)
class Locker(Stage):
    """run(clip, rig, params) -> Clip whose feet stand still in contact. `causal`: no frame depends on a later one."""

    causal: bool = False
    needs_contacts: ClassVar[bool] = True
    role: ClassVar[str] = "lock"
    inputs: ClassVar[tuple[int, int | None]] = (1, 1)
    needs_rig: ClassVar[bool] = True

    def apply(self, clips: Mapping[str, Clip], find_rig: FindRig, params: Params) -> Outcome:
        """Lock the feet; the clip must have contacts."""
        clip = self.in_contact(_only(clips))
        return Outcome(self.expect(Clip, self.call(clip, find_rig(clip), params)))


class Measure(Stage):
    """run({node: clip}, rig, params) -> Report. Passes nothing on."""

    role: ClassVar[str] = "measure"
    inputs: ClassVar[tuple[int, int | None]] = (1, None)
    gives_clip: ClassVar[bool] = False
    needs_rig: ClassVar[bool] = True

    def apply(self, clips: Mapping[str, Clip], find_rig: FindRig, params: Params) -> Outcome:
        """Measure the clips side by side; a report that cannot be shown is the measure's mistake."""
        rig = find_rig(next(iter(clips.values())))
        report: Report = self.expect(Report, self.call(dict(clips), rig, params))
        if fault := report.fault():
            raise self.mistaken(f"returned a report {fault}")
        return Outcome(report=report)


@dataclass(frozen=True)
class Writer(Stage):
    """run(clip, params) -> list of the paths written. Its path is `params.path`.

    `suffixes` are the file endings that it writes; `needs_contacts` tells that there is nothing to write without them;
    `fix_suffix` is that of the files which `footpipe fix` names by itself from a clip that the loader of the same name
    read: the clip's own where it is left out.
    """

    suffixes: tuple[str, ...] = ()
    needs_contacts: bool = False
    fix_suffix: str | None = None
    role: ClassVar[str] = "write"
    inputs: ClassVar[tuple[int, int | None]] = (1, 1)

    def apply(self, clips: Mapping[str, Clip], find_rig: FindRig, params: Params) -> Outcome:
        """Write the clip, and pass it on; a path that does not lead to a file is the writer's mistake."""
        clip = self.in_contact(_only(clips)) if self.needs_contacts else _only(clips)
        return Outcome(clip, files=tuple(self._written(p) for p in self.expect(list, self.call(clip, params))))

    def _written(self, path: Any) -> Path:
        if not isinstance(path, str | os.PathLike):
            raise self.mistaken(f"returned a list with {type(path).__name__} in it, not paths")
        if not os.path.exists(path):  # noqa: PTH110 (never raises)
            raise self.mistaken(f"returned '{path}' as written, and there is no such file")
        return Path(path)


def _only(clips: Mapping[str, Clip]) -> Clip:
    (clip,) = clips.values()
    return clip


ROLES: Mapping[str, type[Stage]] = {
    role.role: role for role in (Loader, Generator, Edit, Detector, Merge, Locker, Measure, Writer)
}
