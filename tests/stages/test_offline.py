import numpy as np
import pytest

import footpipe
from footpipe import Contacts, FootpipeWarning, Limb, Placement, Rig, find_rig, kernel
from footpipe.testing import walking_clip

pytestmark = pytest.mark.filterwarnings("ignore:.*the pelvis is")  # told, and tested where it is meant
lock = footpipe.stage("lock.offline")
measure = footpipe.stage("measure.sliding")


def rig_of(clip):
    return find_rig(clip.skeleton).bind(clip.skeleton)


def toes(clip):
    return clip.world.positions[:, rig_of(clip).toe]


def steps_in_contact(clip, places=None):
    """Horizontal way of the toes from frame to frame within contacts, m."""
    places = toes(clip) if places is None else places
    active = clip.contacts.active()
    return np.linalg.norm(np.diff(places[..., [0, 2]], axis=0), axis=-1)[active[1:] & active[:-1]]


def changed(before, after):
    """Largest turn in degrees and largest move in cm."""
    turned = np.degrees(kernel.angle(before.rotations, after.rotations)).max()
    return turned, np.linalg.norm(after.world.positions - before.world.positions, axis=-1).max() * 100


def cut(clip, first, last):
    return clip.replace(
        translations=clip.translations[first:last],
        rotations=clip.rotations[first:last],
        times=clip.times[first:last],
        contacts=Contacts(clip.contacts.points, clip.contacts.weights[first:last]),
        rest_rows=0,
        source=None,
    )


def with_contacts(clip, weights):
    return clip.replace(contacts=Contacts(clip.contacts.points, np.asarray(weights, float)))


@pytest.fixture(scope="module")
def locked(slid):
    return lock(slid)


@pytest.mark.parametrize("factor", [0.75, 1.25])
def test_toes_stand_still_in_contact_at_little_cost(found, factor):
    slid = footpipe.stage("edit.scale_travel")(found, factor=factor)
    locked = lock(slid)
    assert steps_in_contact(slid).mean() * slid.rate > 0.18
    assert steps_in_contact(locked).max() * slid.rate < 1e-6
    cost = measure({"before": slid, "after": locked}).values["clips"]["after"]["cost"]
    assert cost["turn_mean"] < 3.5
    assert cost["knee_bend_mean"] < 3
    assert cost["pelvis_drop_max"] < 4
    assert cost["acceleration_p99"] < 1
    assert cost["acceleration_median"] < 1.1
    assert cost["missed_frames"] == 0


def test_only_legs_turn_and_only_the_root_moves(slid, locked):
    legs = set(rig_of(slid).legs[:, :4].ravel())
    others = [j for j in range(len(slid.skeleton)) if j not in legs]
    assert (locked.rotations[:, others] == slid.rotations[:, others]).all()
    assert (locked.translations[:, 1:] == slid.translations[:, 1:]).all()
    assert (locked.translations[: slid.rest_rows] == slid.translations[: slid.rest_rows]).all()
    assert (locked.rotations[: slid.rest_rows] == slid.rotations[: slid.rest_rows]).all()


def test_without_contact_nothing_changes_at_all(slid):
    none = lock(with_contacts(slid, np.zeros((len(slid), 2))))
    assert (none.rotations == slid.rotations).all()
    assert (none.translations == slid.translations).all()


@pytest.mark.parametrize("height", ["soft", "keep", "flat"])
def test_locking_twice_changes_nothing(slid, height):
    once = lock(slid, height=height)
    turned, moved = changed(once, lock(once, height=height))
    assert turned < 1e-3
    assert moved < 1e-3


def test_a_walk_that_does_not_slide_is_left_as_it_is(locked):
    clean = locked.replace(channels={})
    turned, moved = changed(clean, lock(clean, height="keep"))
    assert turned < 1e-3
    assert moved < 1e-3


def test_a_captured_walk_is_changed_little(found):
    cost = measure({"before": found, "after": lock(found)}).values["clips"]["after"]["cost"]
    assert cost["turn_mean"] < 2
    assert cost["root_shift_max"] < 8


def test_soft_heights_let_the_toe_roll_by_two_centimetres_and_no_more(slid):
    active = slid.contacts.active()
    ranges = {}
    for height in ("keep", "soft", "flat"):
        heights = toes(lock(slid, height=height))[..., 1]
        ranges[height] = [
            np.ptp(heights[first:last, limb])
            for limb, point in enumerate(slid.contacts.points)
            for first, last in slid.contacts.spans(point)
        ]
    before = toes(slid)[..., 1]
    assert toes(lock(slid, height="keep"))[..., 1][active] == pytest.approx(before[active], abs=1e-6)
    assert max(ranges["flat"]) < 1e-6
    assert max(ranges["keep"]) > 0.022
    assert 0.015 < max(ranges["soft"]) < 0.021


def test_the_pelvis_may_be_left_where_it_is(slid):
    still = lock(slid, pelvis=0)
    moved = np.linalg.norm(still.world.positions[:, 0] - slid.world.positions[:, 0], axis=1)
    assert moved.max() < 1e-4
    assert steps_in_contact(still).max() * slid.rate < 1e-3


def test_a_toe_out_of_reach_is_lifted_or_slides_and_is_told(found):
    slid = footpipe.stage("edit.scale_travel")(found, factor=1.5)
    lifted = lock(slid, pelvis=0)
    assert steps_in_contact(lifted).max() * slid.rate < 1e-3
    assert (toes(lifted) - toes(slid))[..., 1].max() > 0.01
    with pytest.warns(FootpipeWarning, match=r"frames of contact the toe does not get to its place, by up to"):
        slides = lock(slid, pelvis=0, out_of_reach="slide")
    assert steps_in_contact(slides).max() * slid.rate > 0.01
    assert slides.channels["lock.miss"].max() > 0.01


def test_a_large_shift_is_told(found):
    far = footpipe.stage("edit.scale_travel")(found, factor=3)
    with pytest.warns(FootpipeWarning, match=r"the pelvis is moved aside by up to \d+ cm \(frame \d+\)"):
        lock(far)


def test_strength_keeps_a_share_of_the_sliding(slid):
    slides = [steps_in_contact(lock(slid, strength=strength)).mean() for strength in (0.0, 0.5, 1.0)]
    assert slides[0] > 0.9 * steps_in_contact(slid).mean()
    assert 0.2 * slides[0] < slides[1] < 0.8 * slides[0]
    assert slides[2] < 1e-9


def test_stretch_keeps_legs_from_reaching_farther_than_in_the_input(found):
    slid = footpipe.stage("edit.scale_travel")(found, factor=1.25)
    rig = rig_of(slid)

    def grown(clip):
        apart = [
            np.linalg.norm(c.world.positions[:, rig.hip] - c.world.positions[:, rig.ankle], axis=-1)
            for c in (clip, slid)
        ]
        return (apart[0] - apart[1]).max()

    assert grown(lock(slid)) > 0.005
    assert grown(lock(slid, stretch=0.001)) < 0.0021


# The second cause of sliding: a pose that was changed


@pytest.mark.parametrize("share", [0.9, 1.1])
def test_legs_of_another_length_stand_still(found, share):
    legs = rig_of(found).legs[:, 1:3].ravel()
    longer = found.translations.copy()
    longer[:, legs] *= share
    changed_legs = found.replace(translations=longer, source=None)
    assert steps_in_contact(changed_legs).mean() * found.rate > 0.02
    assert steps_in_contact(lock(changed_legs)).max() * found.rate < 1e-6


def test_a_blend_of_two_clips_stands_still(found):
    shifted = np.roll(np.arange(len(found)), 40)
    share = np.clip((np.arange(len(found)) - 200) / 120, 0, 1)[:, None, None]
    blended = (
        found.rotations * (1 - share)
        + share
        * np.where((found.rotations * found.rotations[shifted]).sum(-1, keepdims=True) < 0, -1, 1)
        * found.rotations[shifted]
    )
    blend = found.replace(rotations=kernel.normalize(blended), source=None)
    assert steps_in_contact(blend).mean() * found.rate > 0.05
    assert steps_in_contact(lock(blend)).max() * found.rate < 1e-6


# Clips of every kind


@pytest.mark.parametrize("frames", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("on", [0.0, 1.0])
def test_a_few_frames_are_enough(slid, frames, on):
    few = with_contacts(cut(slid, 300, 300 + frames), np.full((frames, 2), on))
    locked = lock(few)
    assert np.isfinite(locked.rotations).all()
    if frames == 1 or not on:
        assert (locked.rotations == few.rotations).all()
    else:
        assert steps_in_contact(locked).max() < 1e-8


def test_feet_that_never_leave_the_ground_stand_in_one_place():
    walk = walking_clip(40)
    locked = lock(with_contacts(walk, np.ones((40, 2))))
    assert np.ptp(toes(locked)[..., [0, 2]], axis=0).max() < 1e-6


def test_a_limb_without_contacts_follows_the_pelvis(slid):
    left = slid.replace(contacts=slid.contacts.select(["left.toe"]))
    locked = lock(left)
    assert steps_in_contact(left, toes(locked)[:, :1]).max() < 1e-8
    relative = (toes(locked) - locked.world.positions[:, :1]) - (toes(slid) - slid.world.positions[:, :1])
    assert np.linalg.norm(relative[:, 1], axis=-1).max() < 0.05


@pytest.mark.parametrize("count", [1, 4])
def test_any_number_of_legs(slid, count):
    limbs = [
        Limb("LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase"),
        Limb("RightUpLeg", "RightLeg", "RightFoot", "RightToeBase"),
        Limb("LeftArm", "LeftForeArm", "LeftHand", "LeftHandIndex1"),
        Limb("RightArm", "RightForeArm", "RightHand", "RightHandIndex1"),
    ]
    rig = Rig({f"limb{i}": limb for i, limb in enumerate(limbs[:count])})
    weights = slid.contacts.weights[:, [0, 1, 0, 1]]
    some = slid.replace(contacts=Contacts([f"limb{i}.toe" for i in range(count)], weights[:, :count]))
    locked = lock(some, rig=rig)
    places = locked.world.positions[:, rig.bind(slid.skeleton).toe]
    assert steps_in_contact(some, places).max() < 1e-6


def test_rest_rows_are_left_out(slid):
    assert slid.rest_rows == 1
    with_row, without = lock(slid), lock(cut(slid, 1, len(slid)))
    assert (with_row.translations[1:] == without.translations).all()


# The same clip, seen otherwise


def test_a_clip_that_stands_elsewhere_is_changed_alike(slid, locked):
    turn = np.array([[0.0, np.sin(0.4), 0.0, np.cos(0.4)]])
    elsewhere = Placement(np.array([[3.0, 0.7, -5.0]]), turn, slid.placement.scale)
    moved = lock(slid.replace(placement=elsewhere))
    assert np.degrees(kernel.angle(moved.rotations, locked.rotations)).max() < 1e-4
    assert moved.translations == pytest.approx(locked.translations, abs=1e-5)


def test_units_do_not_matter(slid, locked):
    at = Placement(slid.placement.translation, slid.placement.rotation, slid.placement.scale / 100)
    other = lock(slid.replace(translations=slid.translations * 100, placement=at, source=None))
    assert np.degrees(kernel.angle(other.rotations, locked.rotations)).max() < 1e-4


def test_the_rate_hardly_matters(slid):
    slow = cut(slid, 1, len(slid))
    half = slow.replace(
        translations=slow.translations[::2],
        rotations=slow.rotations[::2],
        times=slow.times[::2],
        contacts=Contacts(slow.contacts.points, slow.contacts.weights[::2]),
    )
    whole = (lock(slow).translations - slow.translations)[::2, 0]
    shift = (lock(half).translations - half.translations)[:, 0]
    assert np.linalg.norm(shift - whole, axis=-1).max() < 0.05 * np.linalg.norm(whole, axis=-1).max()


def test_a_joint_below_the_root_that_moves_carries_the_pelvis():
    """A trajectory above the hips stays; the hips, which move below it, are shifted."""
    walk = walking_clip(60)
    skeleton = walk.skeleton
    joints = ("World", *(f"World/{joint}" for joint in skeleton.joints))
    offsets = np.concatenate([np.zeros((1, 3)), skeleton.rest_translations])
    still = np.zeros((len(walk), 1, 3))
    upright = np.tile([0.0, 0, 0, 1], (len(walk), 1, 1))
    nested = footpipe.Clip(
        footpipe.Skeleton(joints, offsets),
        np.concatenate([still, walk.translations], axis=1),
        np.concatenate([upright, walk.rotations], axis=1),
        walk.times,
        contacts=walk.contacts,
    )
    locked, plain = lock(nested), lock(walk)
    assert not locked.translations[:, 0].any()
    assert locked.translations[:, 1:] == pytest.approx(plain.translations, abs=1e-12)
