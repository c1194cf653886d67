"""Walks and styles that the tests of the controller share."""

import numpy as np
from footpipe_gait.reactive import reaction
from footpipe_gait.shape import LegShape
from footpipe_gait.style_read import shipped

from footpipe import gait_kernel

CONTACT = gait_kernel.CONTACT
ONE_FOOT_UP = np.radians([[[0.0, 5.0, 0.0, 0.0], [-10.0, 30.0, -5.0, 10.0]]])


def run(style=None, shape=None, steps=(0.65,), frames=1200, **more):
    """Characters of one style and shape from a pose with one foot up, at 120 frames per second unless told."""
    style = style or shipped()
    more.setdefault("angles", ONE_FOOT_UP)
    numbers = more.pop("numbers", [style.kernel_numbers()])
    return gait_kernel.run(
        numbers,
        len(style.poses),
        [(shape or LegShape()).numbers],
        steps,
        frames=frames,
        reaction=reaction(style.rules),
        **more,
    )


def landings(walks, index=0):
    """(E, 6) events of landings."""
    events = walks.events[index]
    return events[events[:, 2] == CONTACT]
