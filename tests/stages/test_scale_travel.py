import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import footpipe
from footpipe import Placement

scale = footpipe.stage("edit.scale_travel")


@given(st.floats(-3, 3))
def test_the_root_goes_so_many_times_as_far_at_the_same_height(walk, factor):
    scaled = scale(walk, factor=factor)
    before, after = walk.world.positions[1:, 0], scaled.world.positions[1:, 0]
    wanted = before[0] + (before - before[0]) * [factor, 1, factor]
    assert after == pytest.approx(wanted, abs=1e-12)
    assert (scaled.translations[:, 0, 1] == walk.translations[:, 0, 1]).all()
    assert scaled.rotations is walk.rotations


def test_only_the_root_moves_in_its_parents_space(walk):
    assert (scale(walk, factor=2).translations[:, 1:] == walk.translations[:, 1:]).all()


def test_height_is_the_worlds_whatever_axis_the_file_calls_up(walk):
    tipped = walk.replace(placement=Placement(rotation=[[-np.sqrt(0.5), 0, 0, np.sqrt(0.5)]], scale=0.05))
    scaled = scale(tipped, factor=0.5)
    assert (scaled.translations[:, 0, 2] == walk.translations[:, 0, 2]).all()
    assert scaled.translations[-1, 0, 1] != walk.translations[-1, 0, 1]


def test_contacts_and_the_rest_row_stay(found):
    scaled = scale(found, factor=1.25)
    assert scaled.contacts is found.contacts
    assert (scaled.translations[0] == found.translations[0]).all()


def test_rest_rows_far_away_stay_where_they_are_and_are_no_first_place(walk):
    translations = walk.translations.copy()
    translations[:3, 0] += [40, 0, 70]
    far = walk.replace(translations=translations, rest_rows=3)
    scaled = scale(far, factor=0.5)
    assert (scaled.translations[:3] == translations[:3]).all()
    assert (scaled.translations[3] == translations[3]).all()
    gone = scaled.world.positions[-1, 0] - scaled.world.positions[3, 0]
    assert gone[[0, 2]] == pytest.approx(0.5 * (far.world.positions[-1, 0] - far.world.positions[3, 0])[[0, 2]])
