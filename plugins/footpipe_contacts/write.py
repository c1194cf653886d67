"""`write.contacts`: contacts in a file that people can edit, and `detect.labels` reads back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from footpipe import Clip, Contacts, Fault, Floats, Params, param, replacing
from footpipe_contacts.label_files import suffix_faults
from footpipe_contacts.labels_json import FORMAT, VERSION

Mask = NDArray[np.bool_]


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
        contacts = replace(contacts, weights=np.where(_said(contacts) & contacts.active(), 1.0, 0.0))
    text = as_json(contacts, clip.rate) if p.path.suffix.lower() == ".json" else as_csv(contacts)
    with replacing(p.path) as file:
        file.write(text.encode())
    return [p.path]


def as_csv(contacts: Contacts) -> str:
    """A row per frame: its number from 0, and the weight of each point; an empty cell where labels leave it open."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["frame", *contacts.points])
    for frame, (weights, said) in enumerate(zip(contacts.weights.tolist(), _said(contacts).tolist(), strict=True)):
        table.writerow([frame, *(_short(w) if known else "" for w, known in zip(weights, said, strict=True))])
    return text.getvalue()


def _said(contacts: Contacts) -> Mask:
    """(F, P) what labels do not leave open."""
    return np.ones(contacts.weights.shape, bool) if contacts.said is None else contacts.said


def as_json(contacts: Contacts, rate: float | None) -> str:
    """A line per span of frames with weights above 0, cut where contacts begin and end.

    Where labels leave frames open, so does `"elsewhere": null`, and frames of weight 0 have spans, too.
    """
    told = contacts.weights > 0 if contacts.said is None else contacts.said
    kinds = np.where(told, 1 + contacts.active(), 0)
    points = [
        f"    {json.dumps(point, ensure_ascii=False)}: {_list(_spans(contacts.weights[:, column], kinds[:, column]))}"
        for column, point in enumerate(contacts.points)
    ]
    head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "frames": len(contacts), "rate": rate}
    head |= {} if contacts.said is None else {"elsewhere": None}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    inner = ",\n".join(points)
    return "\n".join(["{", *lines, '  "contacts": {', *([inner] if inner else []), "  }", "}", ""])


def _list(lines: Iterator[str]) -> str:
    inner = ",\n".join(f"      {line}" for line in lines)
    return f"[\n{inner}\n    ]" if inner else "[]"


def _spans(weights: Floats, kinds: NDArray[np.int_]) -> Iterator[str]:
    """Objects of JSON for the weights (F,) of one point: a span for each run of one kind (F,) but 0."""
    edges = [0, *(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(kinds)]
    for first, stop in pairwise(edges):
        if kinds[first]:
            yield _span(first, weights[first:stop].tolist())


def _span(first: int, weights: list[float]) -> str:
    even = len(set(weights)) == 1
    said = f'"weight": {_short(weights[0])}' if even else f'"weights": [{", ".join(map(_short, weights))}]'
    return f'{{"first": {first}, "last": {first + len(weights) - 1}, {said}}}'


def _short(weight: float) -> str:
    """The shortest text that reads back as the same number."""
    return repr(weight).removesuffix(".0")
