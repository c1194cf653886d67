"""`measure.sliding`: several clips side by side, on the same contacts."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from footpipe import BoundRig, Clip, Contacts, Params, Report, StageError, param
from footpipe_measure.cost import cost
from footpipe_measure.feet import Judge, feet
from footpipe_measure.table import table


class Sliding(Params):
    """Parameters of `measure.sliding`."""

    ground: float | None = param(
        None,
        unit="m",
        doc="world height of the toes when planted; the lowest 5 % of the first clip's contacts when left out",
    )
    edge: float = param(1 / 30, unit="s", ge=0, doc="start and end of a contact that are told apart")
    settle: float = param(0.2, unit="s", ge=0, doc="start and end of a contact that the settled figures leave out")
    on: float = param(0.5, unit="", ge=0, le=1, doc="contact weight from which a foot touches")
    off: float = param(0.4, unit="", ge=0, le=1, doc="contact weight below which it no longer does")
    reference: str = param(
        "", doc="name of the input that is the truth: the toes' velocities are compared with its own"
    )


def sliding(clips: Mapping[str, Clip], rig: BoundRig, p: Sliding) -> Report:
    """How feet slide in contact, and what was changed against the first input.

    Speeds are horizontal, of the toes in world space. All inputs are judged on one set of contacts: those of the
    first input that has any. Injected rest rows are left out.
    """
    names = list(clips)
    _check(clips, p)
    owner, contacts = _contacts(clips)
    judge = Judge.of(clips[names[0]], rig, contacts, p)
    values = {}
    for name, clip in clips.items():
        values[name] = feet(clip, rig, judge)
        if clip is not clips[names[0]]:
            values[name]["cost"] = cost(clips[names[0]], clip, rig)
        if p.reference:
            values[name]["velocity_error"] = judge.velocity_error(clips[p.reference], clip, rig)
    return Report({"contacts_from": owner, "clips": values}, (table(values),))


def _contacts(clips: Mapping[str, Clip]) -> tuple[str, Contacts]:
    """The first contacts that any input has, and whose they are."""
    for name, clip in clips.items():
        if clip.contacts is not None:
            return name, clip.contacts
    raise StageError("measure.sliding needs contacts, and no input has any", help="run a detector on one of them")


def _check(clips: Mapping[str, Clip], p: Sliding) -> None:
    first = next(iter(clips.values()))
    for name, clip in clips.items():
        if len(clip) != len(first) or clip.skeleton.joints != first.skeleton.joints:
            raise StageError(
                f"'{name}' has other joints or another number of frames than '{next(iter(clips))}'",
                help="measure clips that come from one file",
            )
    if p.reference and p.reference not in clips:
        near = difflib.get_close_matches(p.reference, list(clips), 1)
        hint = f"did you mean '{near[0]}'?" if near else f"the inputs are {', '.join(clips)}"
        raise StageError(f"reference '{p.reference}' is none of the inputs", help=hint)
