"""`measure.sliding`: several clips side by side, on the same contacts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from footpipe import OFF, ON, BoundRig, Clip, Contacts, Fault, Params, Report, StageError, param, surface_of
from footpipe_measure.inputs import check_alike, plot_faults, reference_faults, threshold_faults


class Sliding(Params):
    """Parameters of `measure.sliding`."""

    ground: float | Path | None = param(
        None,
        unit="m",
        doc="world height from which heights are measured, the lowest 5 % of the first clip's contacts when left out; "
        "or a CSV file, as `lock.offline` takes it: a height map (x,z,height) or steps "
        "(x_from,x_to,z_from,z_to,height), in metres",
    )
    edge: float = param(1 / 30, unit="s", ge=0, le=1e6, doc="start and end of a contact that are told apart")
    settle: float = param(0.2, unit="s", ge=0, le=1e6, doc="start and end of a contact that settled figures leave out")
    on: float = param(ON, unit="", ge=0, le=1, doc="contact weight from which a foot touches")
    off: float = param(OFF, unit="", ge=0, le=1, doc="contact weight below which it no longer does")
    reference: str = param(
        "", doc="name of the input that is the truth: the toes' velocities are compared with its own"
    )

    plot: Path | None = param(
        None, doc="a picture (.png, .svg, .pdf) of the toes' speed and height over time, contacts shaded"
    )

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """The reference is one of the inputs, and a contact begins before it ends."""
        known = reference_faults(self.reference, inputs) if self.reference else []
        return [*known, *plot_faults(self.plot), *threshold_faults(self.on, self.off)]


def sliding(clips: Mapping[str, Clip], rig: BoundRig, p: Sliding) -> Report:
    """How feet slide in contact, and what was changed against the first input.

    Speeds are horizontal, of the toes in world space (of the ankles where only those have contacts). All inputs are
    judged on one set of contacts: those of the first input that has any; a foot that slides outside them is not seen.
    Injected rest rows are left out.
    """
    from footpipe_measure.cost import cost  # only when there is something to measure
    from footpipe_measure.feet import Judge, feet
    from footpipe_measure.plot import plot
    from footpipe_measure.table import table

    names = list(clips)
    check_alike(clips)
    owner, contacts = _contacts(clips)
    ground = None if p.ground is None else surface_of(p.ground)
    judge = Judge.of(clips[names[0]], rig, contacts, ground, edge=p.edge, settle=p.settle, on=p.on, off=p.off)
    if p.plot:
        plot(clips, rig, judge, p.plot)
    values = {}
    for name, clip in clips.items():
        values[name] = feet(clip, rig, judge)
        if name != names[0]:
            values[name]["cost"] = cost(clips[names[0]], clip, rig)
        if p.reference:
            values[name]["velocity_error"] = judge.velocity_error(clips[p.reference], clip)
    return Report({"contacts_from": owner, "clips": values}, (table(values),))


def _contacts(clips: Mapping[str, Clip]) -> tuple[str, Contacts]:
    """The first contacts that any input has, and whose they are."""
    for name, clip in clips.items():
        if clip.contacts is not None:
            return name, clip.contacts
    raise StageError("measure.sliding needs contacts, and no input has any", help="run a detector on one of them")
