"""A figure that is steered: its feet stand still, it goes where it is told, and nothing pops."""

import tracemalloc

import numpy as np
import pytest
from footpipe_gait.figure import built_in
from gait_figures import reframed
from hypothesis import given, settings
from hypothesis import strategies as st
from steered import feet_at, steered, stray

import footpipe
from footpipe import FootLocker, Gait, Skeleton, Target, find_rig, kernel

STRAIGHT = Target(0.65)
MOST = np.radians(40.2)
GAIT = Gait("walk")
RIG = GAIT.rig

targets = st.builds(Target, st.floats(0.45, 0.9), st.floats(-1, 1), st.booleans())
times = st.sampled_from([0.0, 0.001, 1 / 144, 1 / 120, 1 / 60, 1 / 30, 0.1])


def walked(orders, dt=1 / 120, gait=GAIT, at=(0.0, 0.0, 0.0)):
    gait.reset(*at)
    return steered(gait, orders, dt)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(targets, times, st.integers(1, 80)), min_size=1, max_size=8))
def test_feet_in_contact_do_not_move_whatever_is_wanted_and_however_time_goes(parts):
    orders = [target for target, _, count in parts for _ in range(count)]
    steps = [dt for _, dt, count in parts for _ in range(count)]
    clip = walked([STRAIGHT] * 150 + orders, [1 / 120] * 150 + steps)
    assert stray(clip, RIG)[[0, 2]] == pytest.approx([0, 0], abs=1e-6)
    bones = np.linalg.norm(np.diff(clip.world.positions[:, RIG.legs[:, :4]], axis=2), axis=-1)
    assert bones == pytest.approx(np.broadcast_to(bones[:1], bones.shape), abs=1e-9)


@pytest.mark.parametrize("step", [0.45, 0.65, 0.9])
@pytest.mark.parametrize("turn", [-0.5, 0.0, 0.5])
def test_feet_are_above_the_ground_in_curves_too(step, turn):
    clip = walked([Target(step, turn)] * 600)
    assert clip.world.positions[:, RIG.legs[:, 2:]][..., 1].min() > -0.005  # as the gait itself
    assert stray(clip, RIG)[[0, 2]] == pytest.approx([0, 0], abs=1e-9)


@pytest.mark.parametrize("turn", [0.5, -0.3])
def test_it_turns_as_told_and_no_foot_by_more_than_forty_degrees(turn):
    clip = walked([STRAIGHT] * 240 + [Target(0.65, turn)] * 600)
    headings = clip.channels["heading"]
    assert headings[-1] == pytest.approx(turn * (5 - 2 / 7), abs=0.1)
    assert abs(np.diff(headings, n=2)).max() < 5e-4
    for leg in (0, 1):
        assert abs(np.diff(feet_at(clip, RIG, leg)[:, 2])).max() <= MOST


def test_it_turns_no_faster_than_feet_can():
    clip = walked([STRAIGHT] * 120 + [Target(0.65, 9.0)] * 600)
    for leg in (0, 1):
        assert abs(np.diff(feet_at(clip, RIG, leg)[:, 2])).max() <= MOST


@pytest.mark.parametrize("turn", [-9.0, -0.4, 0.3, 9.0])
def test_it_turns_on_the_spot_step_by_step(turn):
    clip = walked([Target(0.0, turn)] * 900 + [Target(0.0, 0.0, True)] * 300)
    headings, at = clip.channels["heading"], clip.world.positions
    assert stray(clip, RIG)[[0, 2]] == pytest.approx([0, 0], abs=1e-9)
    assert np.sign(turn) * headings[-1] > min(abs(turn), 0.45) * 6
    assert np.linalg.norm(np.ptp(at[:, RIG.pelvis, ::2], axis=0)) < 0.06
    assert pops(clip) < 300
    for leg in (0, 1):
        feet = feet_at(clip, RIG, leg)
        assert abs(np.diff(feet[:, 2])).max() <= MOST
        assert abs(headings[-1] - feet[-1, 2]) < np.radians(15)
    bones = at[:, RIG.toe] - at[:, RIG.ankle]
    apart = np.arctan2(bones[..., 0], bones[..., 2]) - headings[:, None]
    assert np.degrees(abs(np.angle(np.exp(1j * apart)))).max() < 25  # neither knees nor ankles twist


def pops(clip):
    """deg/s, by which a joint changes its speed from frame to frame at most."""
    turned = kernel.log(kernel.multiply(kernel.inverse(clip.rotations[:-1]), clip.rotations[1:]))
    return np.linalg.norm(np.diff(np.degrees(turned) * 120, axis=0), axis=-1).max()


@pytest.mark.parametrize("step", [0.3, 0.5, 0.65, 0.75])
@pytest.mark.parametrize("turn", [0.0, 0.5, -2.0])
def test_nothing_pops_as_it_begins_turns_and_halts(step, turn):
    orders = [Target(step)] * 200 + [Target(step, turn)] * 300 + [Target(step, turn, True)] * 200
    assert pops(walked([*orders, *orders])) < 300


def test_feet_point_where_the_figure_goes_over_them_and_stay_at_their_sides():
    """In a steady circle: half way through a foot's time on the ground the hips are over it, and face along it."""
    clip = walked([Target(0.65, 0.4)] * 1200)
    headings = clip.channels["heading"]
    hips = clip.world.positions[:, RIG.hip].mean(axis=1)
    for leg, side in ((0, 1), (1, -1)):
        for x, z, heading, first, last in feet_at(clip, RIG, leg)[3:-1]:
            across = np.array([np.cos(heading), -np.sin(heading)])
            inside = slice(int(first), int(last))
            nearest = int(first) + np.argmin(abs(headings[inside] - heading))
            aside = (np.array([x, z]) - hips[nearest, ::2]) @ across
            assert side * aside == pytest.approx(0.0875, abs=0.03)


def test_every_rate_shows_the_same_walk():
    orders = [Target(0.65, 0.4)] * 480
    fast = walked(orders).world.positions
    for dt, stride in ((1 / 60, 2), (1 / 30, 4)):
        slow = walked(orders[::stride], dt).world.positions
        assert slow == pytest.approx(fast[stride - 1 :: stride], abs=1e-9)
    odd = walked(orders[:400], 1 / 100).world.positions
    assert odd[4::5] == pytest.approx(fast[5::6], abs=1e-9)


def test_reset_gives_the_same_bits():
    orders = [Target(0.65, np.sin(i / 50)) for i in range(300)]
    first, again = walked(orders), walked(orders)
    assert (first.rotations == again.rotations).all()
    assert (first.translations == again.translations).all()
    assert (first.placement.translation == again.placement.translation).all()


@settings(max_examples=10, deadline=None)
@given(st.floats(-50, 50), st.floats(-50, 50), st.floats(-4, 4))
def test_it_begins_where_it_is_reset_to(x, z, heading):
    orders = [Target(0.65, 0.5)] * 240
    here, there = walked(orders).world.positions, walked(orders, at=(x, z, heading)).world.positions
    turn = np.array([0, np.sin(heading / 2), 0, np.cos(heading / 2)])
    assert there - [x, 0, z] == pytest.approx(kernel.rotate(turn, here), abs=1e-9)


def test_it_stands_from_the_first_frame_and_stands_again_when_it_halts():
    GAIT.reset()
    assert GAIT.contacts.tolist() == [1, 1]
    assert GAIT.flat.all()
    clip = walked([Target(0.65, 0.4)] * 480 + [Target(0.65, 0.4, True)] * 480)
    at = clip.world.positions
    assert clip.contacts.weights[-120:].all()
    assert np.ptp(at[-60:], axis=0).max() < 2e-3
    left, right = at[-1, RIG.toe]
    assert np.linalg.norm(left - right) < 0.25


def test_legs_of_other_lengths_and_joints_of_other_axes_walk_alike():
    clip = built_in()
    plain = walked([Target(0.65, 0.4)] * 360).world.positions
    turned = reframed(3)
    rig = find_rig(turned.skeleton).bind(turned.skeleton)
    other = walked([Target(0.65, 0.4)] * 360, gait=Gait("walk", rig, clip=turned)).world.positions
    assert other == pytest.approx(plain, abs=1e-6)
    joint = clip.skeleton.names.index("RightFoot")
    offsets = clip.skeleton.rest_translations.copy()
    offsets[joint, 1] -= 0.8
    longer = Skeleton(clip.skeleton.joints, offsets, parents=clip.skeleton.parents)
    rig = find_rig(longer).bind(longer)
    uneven = clip.replace(skeleton=longer, translations=np.where(offsets, offsets, clip.translations[0])[None])
    assert stray(walked([Target(0.65, 0.4)] * 360, gait=Gait("walk", rig, clip=uneven)), rig)[[0, 2]].max() < 1e-9


def test_a_captured_figure_walks_in_its_own_units(request):
    captured = footpipe.load(request.config.rootpath / "examples/walk.bvh")
    rig = find_rig(captured.skeleton).bind(captured.skeleton)
    gait = Gait("walk", rig, clip=captured)
    clip = walked([Target(0.6, 0.3)] * 480, gait=gait)
    assert gait.scale == captured.placement.scale
    assert stray(clip, rig)[[0, 2]].max() < 1e-9
    assert np.ptp(clip.world.positions[:, rig.pelvis, 2]) > 2
    legs = np.linalg.norm(np.diff(clip.world.positions[0, rig.legs[:, :4]], axis=1), axis=-1)
    wanted = np.linalg.norm(np.diff(captured.world.positions[-1, rig.legs[:, :4]], axis=1), axis=-1)
    assert legs == pytest.approx(wanted, abs=1e-6)


def test_a_rig_alone_stands_as_it_rests():
    rig = find_rig(built_in().skeleton).bind(built_in().skeleton)
    alone = walked([Target(0.65, 0.4)] * 240, gait=Gait("walk", rig, scale=0.01)).world.positions
    plain = walked([Target(0.65, 0.4)] * 240).world.positions
    assert alone[0] == pytest.approx(plain[0], abs=0.005)  # toe joints are taken to be as high as usual, 3 mm off
    assert alone[-1] == pytest.approx(plain[-1], abs=0.1)


def test_contacts_are_in_the_order_of_the_rig():
    limbs = dict(reversed(RIG.rig.limbs.items()))
    rig = footpipe.Rig(limbs, RIG.rig.pelvis).bind(RIG.skeleton)
    other = walked([Target(0.65, 0.4)] * 240, gait=Gait("walk", rig, clip=built_in()))
    plain = walked([Target(0.65, 0.4)] * 240)
    assert other.world.positions == pytest.approx(plain.world.positions, abs=1e-12)
    assert rig.names == ("right", "left")
    assert (other.contacts.weights[:, [1, 0, 3, 2]] == plain.contacts.weights).all()


def test_arms_and_pelvis_can_be_kept_still():
    gait = Gait("walk", upper_body=False)
    clip = walked([STRAIGHT] * 240, gait=gait)
    names = ["Hips", "LeftArm", "RightForeArm", "Spine1"]
    turned = clip.world.rotations[:, [gait.rig.skeleton.names.index(name) for name in names]]
    assert np.ptp(turned, axis=0).max() < 1e-12
    swung = walked([STRAIGHT] * 240).world.rotations[:, RIG.skeleton.names.index("LeftArm")]
    assert np.ptp(swung, axis=0).max() > 0.2


def test_a_lock_behind_the_gait_leaves_feet_where_they_stand():
    locker = FootLocker(RIG, scale=GAIT.scale)
    GAIT.reset()
    for frame in range(600):
        pose = GAIT.step(1 / 120, Target(0.65, 0.3))
        before = toes(pose)
        locker.step(pose, GAIT.contacts, 1 / 120)
        if frame > 1:
            assert abs(toes(pose) - before)[GAIT.contacts > 0].max(initial=0) < 5e-3


def toes(pose):
    """(2, 3) m"""
    at, _ = kernel.forward(
        pose.translations[None],
        pose.rotations[None],
        RIG.skeleton.parents,
        pose.place[None],
        pose.turn[None],
        GAIT.scale,
    )
    return at[0, RIG.toe]


def hump(x, z):
    """m: 15 cm high, 2 m around (0, 4)."""
    far = np.hypot(x, z - 4) / 2
    return 0.15 * max(0.0, 1 - far**2) ** 2


def test_feet_stand_on_the_ground_that_is_told():
    clip = walked([Target(0.65, 0.1)] * 900, gait=Gait("walk", ground=hump))
    assert stray(clip, RIG)[[0, 2]] == pytest.approx([0, 0], abs=1e-9)
    height = built_in().world.positions[0, RIG.toe[0], 1]
    for leg in (0, 1):
        for x, z, _, first, last in feet_at(clip, RIG, leg):
            toe = clip.world.positions[(int(first) + int(last)) // 2, RIG.toe[leg], 1]
            assert toe - hump(x, z) == pytest.approx(height, abs=0.03)
    hips, level = (c.world.positions[:, RIG.pelvis] for c in (clip, walked([Target(0.65, 0.1)] * 900)))
    highest = max(hump(x, z) for x, z in hips[:, [0, 2]])
    assert hips[:, 1].max() - level[:, 1].max() == pytest.approx(highest, abs=0.02)


def test_ground_that_is_nowhere_is_level():
    plain = walked([STRAIGHT] * 240, gait=Gait("walk", ground=lambda x, z: 0.0)).world.positions
    nowhere = walked([STRAIGHT] * 240, gait=Gait("walk", ground=lambda x, z: float("nan"))).world.positions
    assert nowhere == pytest.approx(plain, abs=1e-12)


def test_a_step_takes_no_memory():
    GAIT.reset()
    target = Target(0.65, 0.2)
    for _ in range(200):
        GAIT.step(1 / 60, target)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(1000):
            GAIT.step(1 / 60, target)
        assert tracemalloc.get_traced_memory()[0] - before < 2000
    finally:
        tracemalloc.stop()
