import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import footpipe
from footpipe import Clip, Contacts, Placement, Skeleton, kernel

resample = footpipe.stage("edit.resample")


def spinner(rate, seconds=2.0, speed=3.0):
    """One joint that turns evenly about a slanted axis, and runs along a sine."""
    times = np.arange(round(seconds * rate) + 1) / rate
    axis = np.array([0.6, 0.0, 0.8])
    half = speed * times[:, None] / 2
    rotations = np.concatenate([axis * np.sin(half), np.cos(half)], axis=1)[:, None]
    rotations[len(times) // 2 :] *= -1  # the same turns, on the other side
    translations = np.stack([np.sin(4 * times), times, 0 * times], axis=1)[:, None]
    return Clip(Skeleton(("Hips",), np.zeros((1, 3))), translations, rotations, times)


def test_twice_the_rate_and_back_keeps_the_clip(walk):
    motion = footpipe.stage("detect.speed")(walk).pick(slice(1, None))
    back = resample(resample(motion, rate=240), rate=120)
    assert back.times == pytest.approx(motion.times)
    assert back.translations == pytest.approx(motion.translations, abs=1e-9)
    assert kernel.angle(back.rotations, motion.rotations).max() < 1e-7
    assert back.contacts.weights == pytest.approx(motion.contacts.weights, abs=1e-9)


def test_half_the_rate_takes_every_other_frame(walk):
    motion = walk.pick(slice(1, None))
    half = resample(motion, rate=60)
    assert half.translations == pytest.approx(motion.translations[::2], abs=1e-9)
    assert kernel.angle(half.rotations, motion.rotations[::2]).max() < 1e-7
    assert half.rate == 60


@settings(deadline=None)
@given(st.sampled_from([24.0, 30.0, 60.0]), st.floats(20, 400), st.floats(0.1, 6))
def test_in_between_it_is_where_the_motion_is(rate, new, speed):
    truth, found = spinner(new, speed=speed), resample(spinner(rate, speed=speed), rate=new)
    frames = min(len(truth), len(found))
    assert abs(len(truth) - len(found)) <= 1
    inner = slice(frames // 10, -frames // 10)
    assert kernel.angle(found.rotations[:frames], truth.rotations[:frames])[inner].max() < 2e-4
    assert abs(found.translations[:frames] - truth.translations[:frames])[inner].max() < 2e-4


def test_contacts_go_in_straight_lines_and_stay_weights():
    clip = spinner(10).replace(contacts=Contacts(("left.toe",), np.arange(21)[:, None] % 2))
    weights = resample(clip, rate=40).contacts.weights[:, 0]
    assert weights[:9] == pytest.approx([0, 0.25, 0.5, 0.75, 1, 0.75, 0.5, 0.25, 0])


def test_channels_and_a_moving_placement_go_along():
    clip = spinner(10)
    ahead = np.stack([clip.times, 0 * clip.times, 0 * clip.times], axis=1)
    moved = clip.replace(placement=Placement(ahead), channels={"x": clip.times})
    found = resample(moved, rate=25)
    assert found.placement.translation[:, 0] == pytest.approx(found.times)
    assert found.channels["x"] == pytest.approx(found.times)


def test_rest_rows_are_left_out(walk):
    found = resample(walk, rate=240)
    assert found.rest_rows == 0
    assert found.times[0] == walk.times[1]
    assert found.translations[0] == pytest.approx(walk.translations[1])


@pytest.mark.parametrize("frames", [1, 2, 3, 4])
def test_short_clips_work(frames):
    found = resample(spinner(30).pick(slice(frames)), rate=60)
    assert len(found) == 2 * frames - 1


def test_a_resampled_clip_is_written_and_read_back(walk, tmp_path):
    footpipe.save(resample(walk, rate=30), tmp_path / "walk30.bvh")
    back = footpipe.load(tmp_path / "walk30.bvh")
    assert (back.rate, len(back)) == (30, 131)
    assert back.world.positions == pytest.approx(resample(walk, rate=30).world.positions, abs=1e-6)
