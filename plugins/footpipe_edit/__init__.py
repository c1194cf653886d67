"""Edits: stages that change a clip's motion."""

from footpipe import Edit, hookimpl
from footpipe_edit.scale_travel import ScaleTravel, scale_travel


@hookimpl
def footpipe_edits() -> list[Edit]:
    """Edits of this package."""
    return [Edit("scale_travel", ScaleTravel, scale_travel)]
