"""`measure.contacts`: detectors side by side, against a reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from footpipe import OFF, ON, BoundRig, Clip, Fault, Params, Report, StageError, log, param
from footpipe_measure.inputs import check_alike, plot_faults, reference_faults, threshold_faults


class MeasureContacts(Params):
    """Parameters of `measure.contacts`."""

    reference: str = param(
        "",
        doc="name of the input whose contacts are the truth, such as labels; the first when left out",
        examples=["labels"],
    )
    on: float = param(ON, unit="", ge=0, le=1, doc="contact weight from which a foot touches")
    off: float = param(OFF, unit="", ge=0, le=1, doc="contact weight below which it no longer does")
    plot: Path | None = param(
        None,
        doc="a picture (.png, .svg, .pdf): speed and height of each point, the slide that feet share, all contacts",
    )

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """The reference is one of the inputs, and a contact begins before it ends."""
        known = reference_faults(self.reference, inputs) if self.reference else []
        return [*known, *plot_faults(self.plot), *threshold_faults(self.on, self.off)]


def measure(clips: Mapping[str, Clip], rig: BoundRig, p: MeasureContacts) -> Report:
    """How well the inputs' contacts agree with a reference's: F1, contacts missed, edges off in milliseconds.

    Frames are counted for F1, precision and recall. Each contact goes with one of the reference at most, those that
    share most frames first; what is left over is missed, or false. Within these pairs touch-down and lift-off are
    compared, but for edges that the clip's beginning or end cuts off: median and 90 % of how far they are off, and by
    how much they come late (bias), in ms. Points that some input does not have are left out, as are injected rest rows.
    """
    from footpipe_measure.agreement import Agreement, together  # only when there is something to measure
    from footpipe_measure.contacts_table import tables

    check_alike(clips)
    reference, points = p.reference or next(iter(clips)), _points(clips)
    active = {name: _active(clip, points, p) for name, clip in clips.items()}
    wanted, values = active[reference], {}
    for name, clip in clips.items():
        if name != reference:
            columns = zip(active[name].T, wanted.T, strict=True)
            parts = [Agreement.of(found, truth, clip.times, clip.rest_rows) for found, truth in columns]
            values[name] = {
                "all": together(parts).figures(),
                "points": {point: part.figures() for point, part in zip(points, parts, strict=True)},
                **{kind: _listed(points, [getattr(part, kind) for part in parts]) for kind in ("missed", "false")},
            }
    if p.plot:
        from footpipe_measure.contacts_plot import plot

        plot(clips, rig, reference, points, active, p.plot)
    return Report({"reference": reference, "points": points, "clips": values}, tables(reference, values))


def _points(clips: Mapping[str, Clip]) -> list[str]:
    """Points that all inputs have, in the first's order."""
    if len(clips) < 2:
        advice = f'write inputs = ["labels", "{next(iter(clips))}"]'
        raise StageError("measure.contacts compares two inputs or more", help=advice)
    for name, clip in clips.items():
        if clip.contacts is None:
            raise StageError(f"measure.contacts needs contacts, and '{name}' has none", help="run a detector on it")
    every = [clip.contacts.points for clip in clips.values() if clip.contacts is not None]
    points = [point for point in every[0] if all(point in own for own in every)]
    if not points:
        told = "; ".join(f"{name}: {', '.join(own) or 'none'}" for name, own in zip(clips, every, strict=True))
        raise StageError("no contact point is common to all inputs", help=f"they have {told}")
    if left_out := sorted({point for own in every for point in own} - set(points)):
        log.info("measure.contacts: not all inputs have %s: left out", ", ".join(left_out))
    return points


def _active(clip: Clip, points: Sequence[str], p: MeasureContacts) -> Any:
    """(F, P) bool."""
    assert clip.contacts is not None  # `_points` has looked
    return clip.contacts.select(points).active(p.on, p.off)


def _listed(points: Sequence[str], parts: Sequence[Sequence[tuple[int, int]]]) -> list[dict[str, Any]]:
    return [
        {"point": point, "first": first, "last": stop - 1}
        for point, spans in zip(points, parts, strict=True)
        for first, stop in spans
    ]
