"""Frames that are not evenly apart, as stages have them: contacts, locks and figures go by the time."""

import numpy as np
import pytest

import footpipe
from footpipe import find_rig

DETECTORS = ["detect.adaptive", "detect.speed"]


def gaps(frames: int) -> np.ndarray:
    """Every frame in one half of the clip; one in three, or two, in the other, where keys were reduced."""
    kept = np.ones(frames, bool)
    kept[frames // 3 : frames // 2 : 3] = False
    kept[frames // 2 :: 2] = False
    return np.flatnonzero(kept)


def blurred(frames: int) -> np.ndarray:
    """Three of five frames: before, at and after each, as caches for motion blur have them."""
    return np.flatnonzero(np.isin(np.arange(frames) % 5, [0, 1, 4]))


@pytest.mark.parametrize("chosen", [gaps, blurred])
@pytest.mark.parametrize("detector", DETECTORS)
def test_contacts_are_those_of_the_whole_clip(walk, detector, chosen):
    kept = chosen(len(walk))
    detect = footpipe.stage(detector)
    wanted = detect(walk).contacts.active()[kept]
    found = detect(walk.pick(kept))
    assert found.rate is None
    assert len(found.contacts) == len(kept)
    assert (found.contacts.active() == wanted).mean() > 0.96


@pytest.mark.parametrize("detector", DETECTORS)
def test_even_times_are_judged_as_they_are(walk, detector, caplog):
    caplog.set_level("INFO", "footpipe")
    footpipe.stage(detector)(walk)
    assert "evenly" not in caplog.text
    footpipe.stage(detector)(walk.pick(gaps(len(walk))))
    assert "contacts are judged on" in caplog.text


def test_a_locked_foot_stands_still_at_every_frame_there_is(found):
    clip = found.pick(gaps(len(found)))
    locked = footpipe.stage("lock.offline")(clip)
    np.testing.assert_array_equal(locked.times, clip.times)
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    for toe, on in zip(rig.toe, clip.contacts.active().T, strict=True):
        steps = np.diff(locked.world.positions[:, toe], axis=0)[on[1:] & on[:-1]]
        assert np.percentile(np.linalg.norm(steps[:, [0, 2]], axis=1), 95) < 1e-5


def test_the_sliding_that_is_measured_is_the_same(found):
    measure = footpipe.stage("measure.sliding")
    whole, part = (measure(c).values["clips"]["clip1"]["all"] for c in (found, found.pick(gaps(len(found)))))
    assert part["contacts"] == whole["contacts"]
    assert part["settled_mean"] == pytest.approx(whole["settled_mean"], rel=0.15)


def test_resampling_makes_them_even_and_goes_through_every_frame_there_was(walk):
    motion = walk.pick(slice(walk.rest_rows, None))
    kept = gaps(len(motion))
    fine = footpipe.stage("edit.resample")(motion.pick(kept), rate=walk.rate)
    assert fine.rate == walk.rate
    kept = kept[kept < len(fine)]
    np.testing.assert_allclose(fine.world.positions[kept], motion.world.positions[kept], atol=1e-9)
