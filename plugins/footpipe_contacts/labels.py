"""`detect.labels`: contacts that a person, or another program, has written down."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from footpipe import BoundRig, Clip, Contacts, Fault, Params, param
from footpipe_contacts.label_files import suffix_faults


class Labels(Params):
    """Parameters of `detect.labels`."""

    path: Path = param(
        doc="a .csv file: a column `frame` from 0, then one per contact point, such as `left.toe`, 0 to 1; or a .json "
        "file: the spans of each point",
        examples=["labels.csv"],
    )

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """The suffix says how to read it."""
        return suffix_faults(self.path)


def labels(clip: Clip, rig: BoundRig, p: Labels) -> Contacts:
    """Contacts from a CSV or JSON file, the gold standard.

    CSV has a row per frame and a column per contact point; JSON has the spans of each point, by frames or seconds. To
    have labels win over a detector, name them last in `merge.contacts`. Labels may leave frames open (an empty cell, or
    `"elsewhere": null`): these are no contact, unless `merge.contacts` takes a detector's word for them. Raises
    `FileError` with the line for a file that does not fit the clip or the rig.
    """
    if p.path.suffix.lower() == ".json":
        from footpipe_contacts.labels_json import read_json

        return read_json(p.path, clip, rig)
    from footpipe_contacts.labels_csv import read_csv

    return read_csv(p.path, clip, rig)
