"""`write.contacts`: contacts in a file that people can edit, and `detect.labels` reads back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from footpipe import Clip, Fault, Params, param, replacing
from footpipe_contacts.label_files import suffix_faults
from footpipe_contacts.label_text import as_csv, as_json


class WriteContacts(Params):
    """Parameters of `write.contacts`."""

    path: Path = param(
        doc="a .csv file: a column `frame` from 0, then one per contact point, such as `left.toe`, 0 to 1; or a .json "
        "file: the spans of each point",
        examples=["contacts.csv"],
    )
    soft: bool = param(True, doc="weights as they are; false: 1 in contact and 0 elsewhere, which is easier to edit")

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """The suffix says how to write it."""
        return suffix_faults(self.path)


def write(clip: Clip, p: WriteContacts) -> list[Path]:
    """Write the clip's contacts as CSV or JSON, by the path's suffix. `detect.labels` reads them back as they are.

    CSV has a row per frame; JSON has a line per contact, and where weights are soft also for what lies between.
    """
    assert clip.contacts is not None  # the record asks for them
    contacts = clip.contacts
    if not p.soft:
        contacts = replace(contacts, weights=contacts.active().astype(float))
    text = as_json(contacts, clip.rate) if p.path.suffix.lower() == ".json" else as_csv(contacts)
    with replacing(p.path) as file:
        file.write(text.encode())
    return [p.path]
