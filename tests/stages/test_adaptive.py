"""`detect.adaptive` on the walk, whatever was done to its root, and on clips of every size."""

from pathlib import Path

import numpy as np
import pytest
from slides import every, f1, in_place, moved, noisy, scaled, treadmill, wandering

import footpipe
from footpipe import FootpipeWarning, Limb, Placement, Rig
from footpipe.testing import walking_clip

ROOT = Path(__file__).resolve().parents[2]
detect = footpipe.stage("detect.adaptive")
FAULTS = {
    "none": lambda clip: clip,
    "x0.75": scaled(0.75),
    "x1.25": scaled(1.25),
    "x0.5": scaled(0.5),
    "treadmill": treadmill,
    "in place": in_place,
    "wandering": wandering,
    "wandering slowly": lambda clip: wandering(clip, 0.15),
    "noise of 5 mm": noisy,
    "x0.75, noise of 5 mm": lambda clip: noisy(scaled(0.75)(clip)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_it_finds_in_a_clip_that_slides_what_a_threshold_finds_in_the_clean_one(walk, found, fault):
    assert f1(detect(FAULTS[fault](walk)).contacts.active(), found.contacts.active()) > 0.96


@pytest.mark.parametrize("fault", ["none", "x0.75", "x1.25", "wandering"])
def test_it_does_at_30_frames_per_second(walk, found, fault):
    slow = every(4)(FAULTS[fault](walk))
    assert f1(detect(slow).contacts.active(), found.contacts.active()[walk.rest_rows :: 4]) > 0.96


@pytest.mark.parametrize("rate", [24.0, 60.0, 240.0])
def test_contacts_are_at_the_same_times_at_any_rate(walk, found, rate):
    there = footpipe.stage("edit.resample")(scaled(0.75)(walk), rate=rate)
    nearest = np.abs(there.times[:, None] - walk.times).argmin(axis=1)
    assert f1(detect(there).contacts.active(), found.contacts.active()[nearest]) > 0.96


@pytest.mark.parametrize("size", [0.1, 0.6, 20.0])
def test_children_and_giants_walk_as_others_do(walk, size):
    at = walk.placement
    other = walk.replace(placement=Placement(at.translation * size, at.rotation, at.scale * size))
    assert np.array_equal(detect(other).contacts.active(), detect(walk).contacts.active())


def test_weights_tell_how_sure_it_is(walk):
    contacts = detect(scaled(0.75)(walk)).contacts
    weights = contacts.weights[walk.rest_rows :]
    assert weights.min() == pytest.approx(0.05)
    assert weights.max() == pytest.approx(0.98)
    middles = [(a + b) // 2 for a, b in contacts.spans("left.toe")]
    assert (contacts.weights[middles, 0] > 0.9).all()


def test_injected_rest_rows_are_never_contact(walk):
    assert walk.rest_rows == 1
    assert not detect(walk).contacts.weights[0].any()


@pytest.mark.filterwarnings("ignore::footpipe.FootpipeWarning")
def test_a_guess_of_the_slide_can_be_given(walk, found):
    slid = scaled(0.5)(walk)
    assert f1(detect(slid, slide="travel").contacts.active(), found.contacts.active()) > 0.96
    assert f1(detect(slid, slide="none").contacts.active(), found.contacts.active()) < 0.8


@pytest.fixture
def still(walk):
    """The walk's first pose, held for as long as the walk takes."""
    frames = np.full(len(walk), walk.rest_rows)
    return walk.replace(
        translations=walk.translations[frames], rotations=walk.rotations[frames], rest_rows=0, source=None
    )


def test_ankles_touch_down_and_lift_off_before_their_toes(walk):
    contacts = detect(scaled(0.75)(walk), points=("toe", "ankle")).contacts
    assert contacts.points == ("left.toe", "right.toe", "left.ankle", "right.ankle")
    toes = detect(scaled(0.75)(walk)).contacts
    assert np.array_equal(contacts.select(toes.points).weights, toes.weights)
    toe, ankle = (contacts.spans(f"left.{kind}")[1:-1] for kind in ("toe", "ankle"))
    assert len(toe) == len(ankle) == 2
    for (down, off), (ankle_down, ankle_off) in zip(toe, ankle, strict=True):
        assert ankle_down < down < ankle_off < off


@pytest.mark.parametrize("fault", FAULTS)
def test_contacts_of_ankles_are_found_apart_from_those_of_toes(walk, fault):
    wanted = footpipe.stage("detect.speed")(walk, points=("ankle",)).contacts
    contacts = detect(FAULTS[fault](walk), points=("ankle",)).contacts
    assert contacts.points == wanted.points
    assert f1(contacts.active(), wanted.active()) > 0.95


def test_standing_still_is_one_contact_a_foot(still):
    swaying = moved(still, lambda places, times: 0.01 * np.outer(np.sin(2 * times), [1, 0.5, 0]))
    for clip in (still, swaying):
        contacts = detect(clip).contacts
        assert [contacts.spans(point) for point in contacts.points] == [[(0, len(clip))]] * 2


def test_a_jump_has_no_contact_in_the_air(still):
    def rise(places, times):
        flight = np.clip(times - 1, 0, 0.5)
        return np.outer(flight * (0.5 - flight) * 9.81 / 2, [0, 1, 0])

    active = detect(moved(still, rise)).contacts.active()
    times = still.times - still.times[0]
    assert not active[(times > 1.03) & (times < 1.47)].any()
    assert active[(times < 0.97) | (times > 1.53)].all()


@pytest.mark.filterwarnings("ignore::footpipe.FootpipeWarning")
@pytest.mark.parametrize("frames", [1, 2, 3, 5, 12, 47, 48])
def test_short_clips_have_contacts_too(frames):
    contacts = detect(walking_clip(frames)).contacts
    assert contacts.points == ("left.toe", "right.toe")
    assert contacts.active().any()


def test_one_leg_is_enough(walk, found):
    left = Rig({"left": Limb("LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase")})
    contacts = detect(scaled(0.75)(walk), rig=left).contacts
    assert contacts.points == ("left.toe",)
    assert f1(contacts.active(), found.contacts.select(["left.toe"]).active()) > 0.8


def test_hands_that_swing_are_no_contact_and_do_not_disturb_the_feet(walk, found):
    legs = {side: Limb(f"{side}UpLeg", f"{side}Leg", f"{side}Foot", f"{side}ToeBase") for side in ("Left", "Right")}
    arms = {f"{side}Hand": Limb(f"{side}Arm", f"{side}ForeArm", f"{side}Hand", f"{side}Hand") for side in legs}
    with pytest.warns(FootpipeWarning, match=r"found no contact of LeftHand\.toe, RightHand\.toe"):
        active = detect(scaled(0.75)(walk), rig=Rig(legs | arms)).contacts.active()
    assert f1(active[:, :2], found.contacts.active()) > 0.96


RUN = {"left": [*range(3), 19, 20], "right": [*range(9, 13)]}  # frames in which the toe of that side is down


@pytest.mark.parametrize("fault", ["none", "x0.75", "x1.25", "treadmill"])
def test_a_run_of_30_frames_per_second_that_loops_within_a_second(fault):
    run = footpipe.load(ROOT / "tests/data/run_blender.bvh")
    assert (len(run), round(run.rate)) == (21, 30)
    contacts = detect(FAULTS[fault](run)).contacts
    for side, wanted in RUN.items():
        assert np.flatnonzero(contacts.select([f"{side}.toe"]).active()).tolist() == wanted


@pytest.mark.parametrize("fault", ["none", "x0.75", "x1.25", "treadmill"])
def test_a_loop_need_not_end_with_its_first_pose(fault):
    run = footpipe.load(ROOT / "tests/data/run_blender.bvh")
    without = FAULTS[fault](run.pick(slice(0, len(run) - 1)).replace(source=None))
    contacts = detect(without).contacts
    for side, wanted in RUN.items():
        frames = [frame for frame in wanted if frame < len(without)]
        assert np.flatnonzero(contacts.select([f"{side}.toe"]).active()).tolist() == frames


def test_a_loop_may_begin_anywhere():
    stride = walking_clip(60)
    once = np.concatenate([detect(walking_clip(241)).contacts.weights[60:120]] * 2)
    for first in range(0, 60, 7):
        rolled = np.arange(first, first + 60)
        forth = np.arange(60)[:, None] * [0, 0, 1.2 / 60]  # the walk's own way, 1.2 m/s
        moved = stride.translations[rolled % 60].copy()
        moved[:, 0] = moved[:, 0] * [1, 1, 0] + forth
        clip = stride.replace(translations=moved, rotations=stride.rotations[rolled % 60], contacts=None)
        assert detect(clip).contacts.weights == pytest.approx(once[rolled], abs=0.02)


def test_a_part_of_a_walk_is_no_loop(walk):
    motion = walk.pick(slice(walk.rest_rows, None))
    for last in (200, 280, 350):
        short, whole = detect(motion.pick(slice(last))).contacts, detect(motion).contacts
        assert np.array_equal(short.active()[: last - 80], whole.active()[: last - 80])


def test_the_first_and_last_steps_of_a_loop_are_judged_as_those_between():
    weights = detect(walking_clip(241)).contacts.weights  # four strides of 60 frames
    for stride in range(1, 4):
        assert weights[stride * 60 : stride * 60 + 61] == pytest.approx(weights[:61], abs=1e-9)


def test_it_tells_how_many_contacts_there_are_and_what_slide_they_share(walk, caplog):
    with caplog.at_level("INFO", "footpipe"):
        detect(scaled(0.75)(walk))
    told = [record.getMessage() for record in caplog.records]
    assert any(line.startswith("slide that the feet share: travel, 0.2") for line in told)
    assert any(line.startswith("contacts (share of the frames): left.toe 4 (") for line in told)


def test_a_foot_without_contact_is_warned_of(walk):
    falling = moved(walk, lambda places, times: np.outer(-9.81 / 2 * times**2, [0, 1, 0]))
    with pytest.warns(FootpipeWarning, match=r"detect\.adaptive found no contact of left\.toe, right\.toe"):
        detect(falling)
