"""A plugin whose hook has a letter too few."""

from footpipe import hookimpl


@hookimpl
def footpipe_detector():
    return []
