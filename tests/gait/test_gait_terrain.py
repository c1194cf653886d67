"""Walks on slopes, stairs and uneven ground."""

import numpy as np
import pytest
from gait_walks import landings, run

from footpipe import DataError
from footpipe.gait_kernel import Land

LEVEL = Land([[[[0.0, 0.0], [1.0, 0.0]]] * 2])


def same(one, other):
    for name in ("hip", "angles", "points", "phase", "touch"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


@pytest.mark.parametrize("start", [{}, {"angles": None, "landings": 5}])
def test_level_ground_told_as_land_is_walked_as_no_land(start):
    same(run(frames=600, **start), run(frames=600, land=LEVEL, **start))


def test_given_footholds_are_taken_in_their_order_and_then_it_goes_on_by_steps():
    holds = [[0.6, 0.0, 0.0], [1.3, 0.0, 0.0], [1.85, 0.0, 0.0]]
    places = landings(run(frames=600, land=Land(holds=[holds])))[:, 3]
    np.testing.assert_allclose(places[:5], [0.6, 1.3, 1.85, 2.5, 3.15], atol=1e-3)


@pytest.mark.parametrize(
    ("land", "told"),
    [
        (Land([[[[0.0, 0.0], [np.nan, 0.0]]] * 2]), "finite"),
        (Land([[[[1.0, 0.0], [0.0, 0.0]]] * 2]), "never falls"),
        (Land([[[[0.0, 0.0]]]]), "heights"),
        (Land(holds=[[[0.6, 0.0, 2.0]]]), "slopes"),
        (Land(holds=[[[0.6, 0.0]]]), "holds"),
    ],
)
def test_land_that_cannot_be_is_refused(land, told):
    with pytest.raises(DataError, match=told):
        run(land=land)
