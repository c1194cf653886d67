"""`write.contacts`: contacts as a table that people can edit, and `detect.labels` reads back."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from footpipe import Clip, Params, StageError, param, replacing


class WriteContacts(Params):
    """Parameters of `write.contacts`."""

    path: Path = param(
        doc="CSV file: a column `frame` from 0, then one per contact point, such as `left.toe`, 0 to 1",
        examples=["contacts.csv"],
    )


def write(clip: Clip, p: WriteContacts) -> list[Path]:
    """Write the clip's contacts as CSV, a row per frame. `detect.labels` reads them back as they are.

    Raises `StageError` for a clip without contacts.
    """
    if clip.contacts is None:
        raise StageError("write.contacts needs contacts, and the clip has none", help="run a detector first")
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["frame", *clip.contacts.points])
    table.writerows([frame, *map(_short, row)] for frame, row in enumerate(clip.contacts.weights.tolist()))
    with replacing(p.path) as file:
        file.write(text.getvalue().encode())
    return [p.path]


def _short(weight: float) -> str:
    """The shortest text that reads back as the same number."""
    return repr(weight).removesuffix(".0")
