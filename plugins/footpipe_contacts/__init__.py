"""Contacts: found by speed, or read from labels."""

from footpipe import Detector, hookimpl
from footpipe_contacts.labels import Labels, labels
from footpipe_contacts.speed import Speed, speed


@hookimpl
def footpipe_detectors() -> list[Detector]:
    """Detectors of this package."""
    return [Detector("speed", Speed, speed), Detector("labels", Labels, labels)]
