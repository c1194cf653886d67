"""`detect.labels`: contacts that somebody wrote down, in a file of labels or in the clip's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from footpipe import BoundRig, Clip, Contacts, Fault, Params, param
from footpipe_contacts.label_files import suffix_faults
from footpipe_contacts.own_labels import own_labels


class Labels(Params):
    """Parameters of `detect.labels`."""

    path: Path | None = param(
        None,
        doc="a .csv file: a column `frame` from 0, then one per contact point, such as `left.toe`, 0 to 1; or a .json "
        "file: the spans of each point; left out: the contacts that the clip's own file holds",
        examples=["labels.csv"],
    )

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """The suffix says how to read it."""
        return [] if self.path is None else suffix_faults(self.path)


def labels(clip: Clip, rig: BoundRig, p: Labels) -> Contacts:
    """Contacts that somebody wrote down, the gold standard: in a CSV or JSON file, or in the clip's own.

    CSV has a row per frame and a column per contact point; JSON has the spans of each point, by frames or seconds. To
    have labels win over a detector, name them last in `merge.contacts`. Labels may leave frames open (an empty cell, or
    `"elsewhere": null`): these are no contact, unless `merge.contacts` takes a detector's word for them.

    Without `path` the contacts are those that came with the clip: a USD stage holds them on its SkelAnimation, where an
    artist may have edited them. There a contact may also go by its joint, a toe or an ankle of the rig.

    Raises `FileError` with the line for a file that does not fit the clip or the rig, `StageError` for a clip whose own
    file holds no contacts.
    """
    if p.path is None:
        return own_labels(clip, rig)
    if p.path.suffix.lower() == ".json":
        from footpipe_contacts.labels_json import read_json

        return read_json(p.path, clip, rig)
    from footpipe_contacts.labels_csv import read_csv

    return read_csv(p.path, clip, rig)
