"""Contacts: found in clips that slide, found by speed, or read from labels; mended, merged, written."""

from footpipe import Detector, Edit, Merge, Writer, hookimpl
from footpipe_contacts.adaptive import Adaptive, adaptive
from footpipe_contacts.labels import Labels, labels
from footpipe_contacts.mend import EditContacts, mend
from footpipe_contacts.merge import MergeContacts, merge
from footpipe_contacts.speed import Speed, speed
from footpipe_contacts.write import WriteContacts, write


@hookimpl
def footpipe_detectors() -> list[Detector]:
    """Detectors of this package."""
    return [
        Detector("adaptive", Adaptive, adaptive),
        Detector("speed", Speed, speed),
        Detector("labels", Labels, labels),
    ]


@hookimpl
def footpipe_edits() -> list[Edit]:
    """Edits of this package."""
    return [Edit("contacts", EditContacts, mend, needs_contacts=True)]


@hookimpl
def footpipe_merges() -> list[Merge]:
    """Merges of this package."""
    return [Merge("contacts", MergeContacts, merge)]


@hookimpl
def footpipe_writers() -> list[Writer]:
    """Writers of this package. It claims no suffix: a clip saved as .csv would lose its motion."""
    return [Writer("contacts", WriteContacts, write, needs_contacts=True)]
