import numpy as np
import pytest
from footpipe_stillness import StillnessParams, detect, footpipe_detectors, stays

from footpipe import find_rig
from footpipe.testing import check_stage, walking_clip


def found(clip, **params):
    return detect(clip, find_rig(clip.skeleton).bind(clip.skeleton), StillnessParams(**params))


def test_it_does_what_footpipe_expects_of_a_stage():
    (stage,) = footpipe_detectors()
    check_stage(stage)


def test_a_foot_touches_the_ground_for_about_half_of_a_stride():
    clip = walking_clip(180)
    contacts = found(clip)
    assert contacts.points == ("left.toe", "right.toe")
    assert (contacts.active() == clip.contacts.active()).mean() > 0.85


@pytest.mark.parametrize("rate", [30.0, 60.0, 120.0])
def test_the_rate_hardly_matters(rate):
    contacts = found(walking_clip(round(3 * rate), rate))
    assert contacts.weights.mean() == pytest.approx(0.45, abs=0.1)


def test_noise_of_a_millimetre_does_no_harm():
    clip = walking_clip(180)
    noise = np.random.default_rng(1).normal(scale=1e-3, size=clip.translations.shape)
    shaken = clip.replace(translations=clip.translations + noise * (clip.skeleton.parents < 0)[:, None])
    assert (found(shaken).weights == found(clip).weights).mean() > 0.95


def test_every_frame_of_a_still_stretch_counts_and_none_beside_it():
    along = np.array([0, 1, 2, 2, 2, 3, 4], float)
    places = np.zeros((7, 1, 3))
    places[:, 0, 2] = along
    assert stays(places, frames=3, spread=0.5)[:, 0].tolist() == [False, False, True, True, True, False, False]


def test_a_clip_shorter_than_the_stretch_has_no_contact():
    assert not found(walking_clip(3)).weights.any()
