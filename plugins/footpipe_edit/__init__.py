"""Edits: stages that change a clip's motion."""

from footpipe import Edit, hookimpl
from footpipe_edit.resample import Resample, resample
from footpipe_edit.scale_travel import ScaleTravel, scale_travel
from footpipe_edit.trim import Trim, trim


@hookimpl
def footpipe_edits() -> list[Edit]:
    """Edits of this package."""
    return [
        Edit("resample", Resample, resample),
        Edit("scale_travel", ScaleTravel, scale_travel),
        Edit("trim", Trim, trim),
    ]
