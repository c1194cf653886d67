import numpy as np
import pytest

import footpipe
from footpipe import Contacts, StageError, find_rig, kernel

lock = footpipe.stage("lock.runtime")
measure = footpipe.stage("measure.sliding")


def rig_of(clip):
    return find_rig(clip.skeleton).bind(clip.skeleton)


def settled(clip):
    return measure(clip).values["clips"]["clip1"]["all"]["settled_mean"]


def test_the_settled_part_of_a_contact_stands_still(slid):
    assert settled(slid) > 20
    assert settled(lock(slid)) < 0.1


def test_only_legs_change(slid):
    locked, legs = lock(slid), set(rig_of(slid).legs[:, :4].ravel())
    others = [j for j in range(len(slid.skeleton)) if j not in legs]
    assert locked.translations is slid.translations
    assert (locked.rotations[:, others] == slid.rotations[:, others]).all()
    assert (locked.rotations[: slid.rest_rows] == slid.rotations[: slid.rest_rows]).all()


def test_without_contact_nothing_changes_at_all(slid):
    none = slid.replace(contacts=Contacts(slid.contacts.points, np.zeros((len(slid), 2))))
    assert (lock(none).rotations == slid.rotations).all()


def test_a_foot_long_out_of_contact_is_as_it_was(slid):
    locked, rig = lock(slid), rig_of(slid)
    active = slid.contacts.active()
    for limb in range(2):
        swing = [i for i in range(60, len(slid)) if not active[i - 22 : i + 1, limb].any()]
        assert len(swing) > 20
        assert (locked.rotations[swing][:, rig.legs[limb, :4]] == slid.rotations[swing][:, rig.legs[limb, :4]]).all()


def test_no_frame_depends_on_a_later_one(slid):
    half = slid.replace(
        translations=slid.translations[:260],
        rotations=slid.rotations[:260],
        times=slid.times[:260],
        contacts=Contacts(slid.contacts.points, slid.contacts.weights[:260]),
        source=None,
    )
    assert (lock(half).rotations == lock(slid).rotations[:260]).all()


def test_toes_reach_their_targets_or_the_channel_says_how_far_they_stayed(slid):
    free = lock(slid, stretch="limb")
    assert free.channels["lock.miss"].max() < 0.02
    tight = lock(slid, stretch="article")
    assert tight.channels["lock.miss"].max() > free.channels["lock.miss"].max()


def test_height_keep_leaves_the_toes_heights_where_they_are_reached(slid):
    locked = lock(slid, stretch="limb")
    toes = rig_of(slid).toe
    moved = abs(locked.world.positions[:, toes, 1] - slid.world.positions[:, toes, 1])
    assert moved[locked.channels["lock.miss"] < 1e-6].max() < 2e-6


@pytest.mark.parametrize("ground", [0.0, 0.04])
def test_height_floor_puts_toes_as_high_above_the_ground_as_they_stand_above_their_soles(slid, ground):
    """The walk's toes stand 3 to 7 cm above its floor at height 0, which its toe ends just touch."""
    locked, rig = lock(slid, height="floor", stretch="limb", ground=ground), rig_of(slid)
    active = slid.contacts.active()
    deep = np.array([active[max(0, i - 30) : i + 1].all(axis=0) for i in range(len(slid))])
    reached = locked.channels["lock.miss"] < 1e-6
    later = np.arange(len(slid))[:, None] > 330  # each foot has stood twice, so that its clearance is known
    heights = (locked.world.positions[:, rig.toe, 1] - ground)[deep & reached & later]
    assert len(heights) > 50
    assert heights.min() > 0.02
    assert heights.max() < 0.06


def test_flatten_lays_the_soles_of_feet_in_contact_flat_and_lets_them_go(slid):
    """Feet and toes lean by 20 degrees or more before; after a contact they have `release` to get back."""
    flat, rig = lock(slid, height="floor", ground=0.0, flatten=True), rig_of(slid)
    active = slid.contacts.active()
    rest = kernel.forward(
        slid.skeleton.rest_translations[None],
        slid.skeleton.rest_rotations[None],
        slid.skeleton.parents,
        np.zeros((1, 3)),
        slid.placement.rotation[:1],
        1.0,
    )[1][0]
    settled = np.array([active[max(0, i - 13) : i + 1].all(axis=0) for i in range(len(slid))])[slid.rest_rows + 14 :]
    for joints in (rig.ankle, rig.toe):
        own = kernel.rotate(kernel.inverse(rest[joints]), [0, 1.0, 0])
        lean = [
            np.degrees(np.arccos(kernel.rotate(clip.world.rotations[:, joints], own)[..., 1].clip(-1, 1)))
            for clip in (slid, flat)
        ]
        assert np.median(lean[0][slid.rest_rows + 14 :][settled]) > 20
        assert lean[1][slid.rest_rows + 14 :][settled].max() < 1e-4
    for limb in range(2):
        swing = [i for i in range(60, len(slid)) if not active[i - 22 : i + 1, limb].any()]
        legs = rig.legs[limb, :4]
        assert (flat.rotations[swing][:, legs] == slid.rotations[swing][:, legs]).all()


@pytest.mark.parametrize("pivot", ["ankle", "both"])
def test_other_pivots_hold_the_ankle(slid, walk, pivot):
    contacts = footpipe.stage("detect.speed")(walk, points=("toe", "ankle")).contacts
    labelled = slid.replace(contacts=contacts)
    ankles = rig_of(slid).ankle
    active = contacts.select(["left.ankle", "right.ankle"]).active()
    deep = np.array([active[max(0, i - 30) : i + 1].all(axis=0) for i in range(len(slid))])
    locked = lock(labelled, pivot=pivot, stretch="limb").world.positions[:, ankles][..., [0, 2]]
    free = slid.world.positions[:, ankles][..., [0, 2]]
    both = deep[1:] & deep[:-1]
    speed = [np.linalg.norm(np.diff(p, axis=0), axis=-1)[both].mean() * slid.rate for p in (free, locked)]
    assert both.sum() > 20
    assert speed[0] > 0.15
    assert speed[1] < (0.002 if pivot == "ankle" else 0.5 * speed[0])


def test_a_pivot_without_its_contacts_says_which_it_needs(slid):
    with pytest.raises(StageError) as caught:
        lock(slid, pivot="ankle")
    assert caught.value.message == (
        "lock.runtime with pivot 'ankle' needs contacts of left.ankle, right.ankle; the clip has left.toe, right.toe"
    )


def test_a_limb_without_contacts_is_left_alone(slid):
    left = slid.replace(contacts=slid.contacts.select(["left.toe"]))
    locked, rig = lock(left), rig_of(slid)
    assert (locked.rotations[:, rig.legs[1, :4]] == slid.rotations[:, rig.legs[1, :4]]).all()
    assert (locked.rotations[:, rig.legs[0, :3]] != slid.rotations[:, rig.legs[0, :3]]).any()


def test_one_frame_is_left_as_it_is(slid):
    one = slid.replace(
        translations=slid.translations[300:301],
        rotations=slid.rotations[300:301],
        times=slid.times[300:301],
        contacts=Contacts(slid.contacts.points, np.ones((1, 2))),
        rest_rows=0,
        source=None,
    )
    assert (lock(one).rotations == one.rotations).all()


def test_bones_keep_their_lengths(slid):
    locked = lock(slid)
    legs = rig_of(slid).legs
    for upper, lower in zip(legs[:, :3].ravel(), legs[:, 1:4].ravel(), strict=True):
        spans = [
            np.linalg.norm(c.world.positions[:, lower] - c.world.positions[:, upper], axis=1) for c in (slid, locked)
        ]
        assert abs(spans[0] - spans[1]).max() < 1e-12
