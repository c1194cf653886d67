"""What detectors tell of the contacts that they have found."""

from __future__ import annotations

from footpipe import Contacts, log, warn


def tell(contacts: Contacts, detector: str, advice: str) -> None:
    """How many contacts there are, and a warning where a foot has none: it will not be locked, nor be measured.

    `detector` is the stage's full name, `advice` what to try where it has missed a foot.
    """
    shares = contacts.active().mean(axis=0)
    found = [
        f"{point} {len(contacts.spans(point))} ({share:.0%})"
        for point, share in zip(contacts.points, shares, strict=True)
    ]
    log.info("contacts (share of the frames): %s", ", ".join(found))
    if none := [point for point, share in zip(contacts.points, shares, strict=True) if share == 0]:
        warn(f"{detector} found no contact of {', '.join(none)}", help=advice)
