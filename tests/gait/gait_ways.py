"""Ways on the ground to lay walks along."""

import numpy as np
from footpipe_gait.track import Track


def circle(walk, radius):
    """To the left about a centre beside the start; a radius below 0 goes to the right."""

    def at(x):
        turn = x / radius
        return np.stack([radius * (1 - np.cos(turn)), radius * np.sin(turn), turn], axis=1)

    return Track(at(walk.pelvis[:, 0]), at(np.array([step.x for step in walk.steps])))
