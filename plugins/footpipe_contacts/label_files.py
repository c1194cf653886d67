"""Files of labels: which kinds there are, and what all of them have to say about points and weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from footpipe import BoundRig, Contacts, Fault, FileError, Floats, Place, hint, log, place

SUFFIXES = (".csv", ".json")
KINDS = ("toe", "ankle")


def suffix_faults(path: Path) -> list[Fault]:
    """A path of contacts says by its suffix what kind of file it is."""
    if path.suffix.lower() in SUFFIXES:
        return []
    named = f"ends in '{path.suffix}'" if path.suffix else f"has no suffix ('{path.name}')"
    return [Fault("path", f"'path' {named}: contacts are files of text", f"use {' or '.join(SUFFIXES)}")]


def read_text(path: Path, kind: str, advice: str) -> str:
    """The text of a file; raises `FileError` where it cannot be read, or is not the UTF-8 of a `kind` file."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as fault:
        raise FileError(f"cannot read: {fault.strerror}", where=place(path)) from fault
    except UnicodeDecodeError as fault:
        raise FileError(f"not a {kind} file: {fault}", where=place(path), help=advice) from fault


def known_points(rig: BoundRig) -> list[str]:
    """Every contact point of the rig."""
    return [name for kind in KINDS for name in rig.points(kind)]


def check_point(point: str, rig: BoundRig, where: Place) -> None:
    """Raises `FileError` with the nearest name for a point that the rig does not have."""
    known = known_points(rig)
    if point not in known:
        advice = hint(point, known, "the rig has")
        raise FileError(f"the rig has no contact point '{point}'", where=where, help=advice)


def short(text: str) -> str:
    """What stands in a file, to be quoted: its beginning where it is long."""
    return text if len(text) <= 40 else f"{text[:40]}..."


def labelled(points: tuple[str, ...], weights: Floats) -> Contacts:
    """Contacts of labels: weights (F, P), NaN where they leave it open."""
    said = ~np.isnan(weights)
    if said.all():
        return Contacts(points, weights)
    shares = ", ".join(f"{point} {share:.0%}" for point, share in zip(points, said.mean(axis=0), strict=True))
    log.info("labels say something about a share of the frames: %s; merge.contacts fills in the rest", shares)
    return Contacts(points, np.where(said, weights, 0.0), said)
