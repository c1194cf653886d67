"""A plugin that gives back a record instead of a list."""

from footpipe import Detector, NoParams, hookimpl


def still(clip, rig, params):
    """Never."""


@hookimpl
def footpipe_detectors():
    return Detector("still", NoParams, still)
