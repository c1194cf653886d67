"""Contacts as text, CSV or JSON, that reads back to the last bit."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from footpipe import Contacts, Floats
from footpipe_contacts.labels_json import FORMAT, VERSION

if TYPE_CHECKING:
    from numpy.typing import NDArray


def as_csv(contacts: Contacts) -> str:
    """A row per frame: its number from 0, and the weight of each point; an empty cell where labels leave it open."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["frame", *contacts.points])
    cells = np.array([_short(weight) for weight in contacts.weights.ravel().tolist()], object)
    cells = cells.reshape(contacts.weights.shape)
    if contacts.said is not None:
        cells[~contacts.said] = ""
    table.writerows([frame, *row] for frame, row in enumerate(cells.tolist()))
    return text.getvalue()


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
