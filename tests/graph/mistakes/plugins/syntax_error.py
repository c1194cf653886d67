"""A plugin whose third line is no Python."""

def footpipe_detectors()
    return []
