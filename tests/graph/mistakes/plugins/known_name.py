"""A plugin whose stage has the name of another."""

from footpipe import Detector, NoParams, hookimpl


def speed(clip, rig, params):
    """Never."""


@hookimpl
def footpipe_detectors():
    return [Detector("speed", NoParams, speed)]
