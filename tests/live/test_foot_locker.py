"""A clip stepped frame by frame is the clip that `lock.runtime` gives, to the last bit."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import footpipe
from footpipe import DataError, FootLocker, GraphError, Limb, Pose, Rig, Skeleton, find_rig, kernel
from footpipe.testing import walking_clip

lock = footpipe.stage("lock.runtime")
POINTS = {"toe": ("toe",), "ankle": ("ankle",), "both": ("toe", "ankle")}

shares = st.floats(0, 1)
SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "blend": st.floats(0, 0.4),
        "release": st.floats(0, 0.4),
        "lock_distance": st.floats(0.01, 0.1),
        "unlock_distance": st.floats(0.1, 0.4),
        "on": st.floats(0.5, 1),
        "off": st.floats(0, 0.5),
        "pivot": st.sampled_from(["toe", "ankle", "both"]),
        "height": st.sampled_from(["keep", "floor"]),
        "stretch": st.one_of(st.floats(0, 0.1), st.sampled_from(["limb", "article"])),
        "softening": st.floats(0, 0.02),
        "aim_foot": st.booleans(),
        "aim_toe": st.booleans(),
        "flatten": st.booleans(),
        "height_clamp": st.booleans(),
        "ground": st.one_of(st.none(), st.floats(-0.1, 0.1)),
    },
)


def weights(clip, rig, pivot="toe"):
    """(F, L, K)"""
    points = [f"{name}.{kind}" for name in rig.names for kind in POINTS[pivot]]
    found = clip.contacts.select(points).weights.reshape(len(clip), len(rig.names), -1)
    return found if pivot == "both" else found[..., 0]


def stepped(locker, clip, contacts, ground=None):
    """Rotations (F, J, 4), misses (F, L) and locked (F, L)."""
    rotations, misses, locked = clip.rotations.copy(), np.zeros((2, len(clip), len(locker.rig.names)))[0], []
    for f in range(clip.rest_rows, len(clip)):
        at = clip.placement.pick([f])
        pose = Pose(clip.translations[f], rotations[f], at.translation[0], at.rotation[0])
        locker.step(pose, contacts[f], clip.steps[f], None if ground is None else ground[f])
        misses[f] = locker.miss
        locked.append(locker.locked.copy())
    return rotations, misses, np.array(locked)


def at_rest(clip):
    """The skeleton's rest pose, where the clip begins."""
    body = clip.skeleton
    return clip.pose(0, 1)._replace(translations=body.rest_translations[None], rotations=body.rest_rotations[None])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parameters=SETTINGS, first=st.integers(1, 200), length=st.integers(1, 150))
def test_a_clip_stepped_is_what_lock_runtime_gives(slid, rig, parameters, first, length):
    clip = slid.replace(rest_rows=0).pick(slice(first, first + length))
    whole = lock(clip, rig=rig.rig, **parameters)
    locker = FootLocker(rig, scale=clip.placement.scale, **parameters)
    rotations, misses, _ = stepped(locker, clip, weights(clip, rig, parameters.get("pivot", "toe")))
    assert (rotations == whole.rotations).all()
    assert (misses == whole.channels["lock.miss"]).all()


def test_the_whole_walk_stepped_is_what_lock_runtime_gives_and_its_feet_are_held_in_turn(slid, rig):
    rotations, _, locked = stepped(FootLocker(rig, scale=slid.placement.scale), slid, weights(slid, rig))
    assert (rotations == lock(slid).rotations).all()
    assert (rotations != slid.rotations).any()
    switches = np.abs(np.diff(locked.astype(int), axis=0)).sum(axis=0)
    assert (switches >= 4).all()


@pytest.mark.parametrize("flatten", [False, True])
def test_a_leg_that_ends_at_its_ankle_and_one_without_a_toe_end_step_alike(slid, flatten):
    limbs = {
        "left": Limb("LeftUpLeg", "LeftLeg", "LeftFoot", "LeftFoot"),
        "right": Limb("RightUpLeg", "RightLeg", "RightFoot", "RightToeBase"),
    }
    bound = Rig(limbs).bind(slid.skeleton)
    settings = {"flatten": flatten, "height": "floor", "height_clamp": True}
    rotations, _, _ = stepped(FootLocker(bound, scale=slid.placement.scale, **settings), slid, weights(slid, bound))
    whole = lock(slid, rig=bound, **settings)
    assert (rotations == whole.rotations).all()
    if flatten:
        own = kernel.foot_shapes(at_rest(slid), bound.legs, bound.knee_axes).soles
        deep = slice(150, 180)  # of the left foot's second contact
        lean = kernel.rotate(whole.world.rotations[deep, bound.ankle[0]], own[0, 0])
        np.testing.assert_allclose(lean, np.broadcast_to([0.0, 1, 0], lean.shape), atol=1e-9)


def test_a_skeleton_that_does_not_stand_at_rest_is_measured_in_its_first_frame(slid, rig):
    """The same body with its hips turned over at rest: its knees and soles are those of the first frame."""
    turned = slid.skeleton.rest_rotations.copy()
    turned[rig.root] = [1, 0, 0, 0]
    body = Skeleton(slid.skeleton.joints, slid.skeleton.rest_translations, turned, slid.skeleton.parents)
    clip = slid.replace(skeleton=body, source=None)
    locker = FootLocker(find_rig(body).bind(body), scale=clip.placement.scale, height_clamp=True)
    rotations, _, _ = stepped(locker, clip, weights(clip, rig))
    assert (rotations == lock(clip, height_clamp=True).rotations).all()


def test_a_rig_whose_knee_axes_are_given_keeps_them(slid, rig):
    limbs = {
        name: limb.__class__(**{**vars(limb), "knee_axis": (1.0, 0.1, 0.0)}) for name, limb in rig.rig.limbs.items()
    }
    given_axes = rig.rig.__class__(limbs).bind(slid.skeleton)
    rotations, _, _ = stepped(FootLocker(given_axes, scale=slid.placement.scale), slid, weights(slid, rig))
    assert (rotations == lock(slid, rig=given_axes).rotations).all()


def test_a_character_that_its_engine_moves_about_is_held_in_the_world(slid, rig):
    """Root motion in the placement instead of the pose."""
    way = slid.translations[:, rig.root] * [1, 0, 1]
    translations = slid.translations.copy()
    translations[:, rig.root] -= way
    at = slid.placement
    moves = at.translation + kernel.rotate(at.rotation, way * at.scale)
    clip = slid.replace(translations=translations, placement=at.__class__(moves, at.rotation, at.scale), source=None)
    locker = FootLocker(rig, scale=at.scale)
    turn = at.rotation[0]
    rotations = clip.rotations.copy()
    for f in range(clip.rest_rows, len(clip)):
        locker.step(Pose(translations[f], rotations[f], moves[f], turn), weights(clip, rig)[f], clip.steps[f])
    np.testing.assert_allclose(rotations, lock(slid).rotations, atol=1e-9)


def test_ground_passed_is_the_ground_that_the_setting_gives(slid, rig):
    settings = {"height": "floor", "height_clamp": True}
    given_once, _, _ = stepped(
        FootLocker(rig, scale=slid.placement.scale, ground=0.03, **settings), slid, weights(slid, rig)
    )
    passed = [np.full(2, 0.03)] * len(slid)
    each_time, _, _ = stepped(FootLocker(rig, scale=slid.placement.scale, **settings), slid, weights(slid, rig), passed)
    nothing_hit = [(np.full(2, np.nan), np.tile([0.0, 1, 0], (2, 1)))] * len(slid)
    missed, _, _ = stepped(
        FootLocker(rig, scale=slid.placement.scale, ground=0.03, **settings), slid, weights(slid, rig), nothing_hit
    )
    assert (each_time == given_once).all()
    assert (missed == given_once).all()


def test_feet_stay_above_the_ground_that_each_ray_finds(slid, rig):
    """6 cm under one foot and 5 cm under the other, one sloping."""
    slope = np.array([0.2, 1.0, 0.1]) / np.linalg.norm([0.2, 1.0, 0.1])
    ground = (np.array([0.06, 0.05]), np.array([[0.0, 1, 0], slope]))
    locker = FootLocker(rig, scale=slid.placement.scale, height_clamp=True, stretch="limb")
    free = slid.contacts.weights * 0
    rotations, _, _ = stepped(locker, slid, free[:, :2], [ground] * len(slid))
    locked = slid.replace(rotations=rotations)
    for limb, least in enumerate(ground[0]):
        heights = locked.world.positions[slid.rest_rows :, rig.legs[limb, 2:5], 1]
        assert heights.min() > least - 1e-9
        assert heights.min() < least + 1e-6


def test_a_held_toe_is_kept_above_the_slope_where_it_is_and_not_where_its_ray_was(slid, rig):
    """On a hillside through the walk: rays are cast under the toes as they come, which slide away from those held."""
    rise = np.array([0.15, 0.0, -0.2])  # m per m
    normal = np.array([-rise[0], 1.0, -rise[2]]) / np.linalg.norm([rise[0], 1.0, rise[2]])
    input_toes = slid.world.positions[:, rig.toe]
    rays = [(toes @ rise + 0.06, np.tile(normal, (2, 1))) for toes in input_toes]
    locker = FootLocker(rig, scale=slid.placement.scale, height_clamp=True, stretch="limb")
    rotations, misses, locked = stepped(locker, slid, weights(slid, rig), rays)
    toes = slid.replace(rotations=rotations).world.positions[slid.rest_rows :, rig.toe]
    moved = np.linalg.norm(toes - input_toes[slid.rest_rows :], axis=-1)
    clearance = kernel.foot_shapes(at_rest(slid), rig.legs, rig.knee_axes).clearances[:, 0]
    above = toes[..., 1] - (toes @ rise + 0.06) - clearance
    reached = misses[slid.rest_rows :] < 1e-9
    assert (locked & reached & (moved > 0.05)).sum() > 20
    assert above[reached].min() > -1e-8


def test_soles_lie_on_the_slope_that_each_ray_finds(slid, rig):
    """The left foot on a slope, the right one on level ground, both standing all the time."""
    slope = np.array([0.1, 1.0, 0.2]) / np.linalg.norm([0.1, 1.0, 0.2])
    normals = np.array([slope, [0.0, 1, 0]])
    locker = FootLocker(rig, scale=slid.placement.scale, flatten=True)
    clip = slid.replace(rest_rows=0).pick(slice(100, 200))
    rotations, _, _ = stepped(locker, clip, np.ones((100, 2)), [(np.zeros(2), normals)] * 100)
    laid = clip.replace(rotations=rotations).world.rotations[20:]
    own = kernel.foot_shapes(at_rest(slid), rig.legs, rig.knee_axes).soles
    for part, joints in enumerate((rig.ankle, rig.toe)):
        lean = kernel.rotate(laid[:, joints], own[:, part])
        np.testing.assert_allclose(lean, np.broadcast_to(normals, lean.shape), atol=1e-9)


def test_reset_begins_anew(slid, rig):
    locker = FootLocker(rig, scale=slid.placement.scale, height="floor")
    first = stepped(locker, slid, weights(slid, rig))
    again = stepped(locker, slid, weights(slid, rig))
    locker.reset()
    anew = stepped(locker, slid, weights(slid, rig))
    assert (first[0] != again[0]).any()
    for one, other in zip(first, anew, strict=True):
        assert (one == other).all()


def test_a_step_that_fails_leaves_pose_and_feet_as_they_were(slid, rig):
    contacts = weights(slid, rig)
    plain, disturbed = (FootLocker(rig, scale=slid.placement.scale) for _ in range(2))
    for f in range(1, 200):
        pose, other = Pose.of(slid, f), Pose.of(slid, f)
        plain.step(pose, contacts[f], slid.steps[f])
        broken = Pose.of(slid, f)
        broken.rotations[rig.hip[0]] = np.nan
        before = broken.rotations.copy()
        with pytest.raises(DataError, match="no finite place"):
            disturbed.step(broken, contacts[f], slid.steps[f])
        assert np.array_equal(broken.rotations, before, equal_nan=True)
        disturbed.step(other, contacts[f], slid.steps[f])
        assert (pose.rotations == other.rotations).all()


def test_a_step_takes_no_memory_for_arrays():
    """Of a skeleton of 2,000 joints, whose rotations alone are 64 kB."""
    clip = walking_clip()
    many = 2000 - len(clip.skeleton)
    names = (*clip.skeleton.joints, *(f"Hips/Hair{i}" for i in range(many)))
    rest = np.concatenate([clip.skeleton.rest_translations, np.zeros((many, 3))])
    body = Skeleton(names, rest)
    locker = FootLocker(find_rig(body).bind(body))
    pose = Pose(np.zeros((2000, 3)), np.tile([0.0, 0, 0, 1], (2000, 1)))
    contacts, ground = clip.contacts.weights.copy(), (np.zeros(2), np.tile([0.0, 1, 0], (2, 1)))

    def frames():
        for f in range(len(clip)):
            pose.translations[: len(clip.skeleton)] = clip.translations[f]
            pose.rotations[: len(clip.skeleton)] = clip.rotations[f]
            locker.step(pose, contacts[f], 1 / 60, ground)

    frames()
    tracemalloc.start()
    frames()
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 1000
    assert peak < 4000  # a few numbers and views


# --- what is wrong is said


def test_settings_are_those_of_lock_runtime(rig):
    with pytest.raises(GraphError) as caught:
        FootLocker(rig, blen=0.1)
    (mistake,) = caught.value.mistakes
    assert mistake.message == "lock.runtime has no parameter 'blen'"
    with pytest.raises(GraphError, match="'unlock_distance' is below 'lock_distance'"):
        FootLocker(rig, unlock_distance=0.05)


def test_a_ground_from_a_file_is_the_engines_to_tell(rig):
    with pytest.raises(DataError, match=r"not the file stairs\.csv") as caught:
        FootLocker(rig, ground="stairs.csv")
    assert caught.value.help == "give `step` the height and the normal of the ground under each foot"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"contacts": [0.5]}, r"contacts: shape \(2,\) wanted, got \(1,\)"),
        ({"contacts": [0.5, 1.5]}, r"contacts: weights from 0 to 1 wanted, got \[0.5, 1.5\]"),
        ({"contacts": [0.5, np.nan]}, r"contacts: weights from 0 to 1 wanted, got \[0.5, nan\]"),
        ({"dt": -0.1}, "dt: seconds since the step before wanted, got -0.1"),
        ({"dt": np.nan}, "dt: seconds since the step before wanted, got nan"),
        ({"ground": [0.0]}, r"ground heights: shape \(2,\) wanted, got \(1,\)"),
        ({"ground": ([0.0, 0.0], [0, 1, 0])}, r"ground normals: shape \(2, 3\) wanted, got \(3,\)"),
    ],
)
def test_a_wrong_argument_is_told(slid, rig, change, message):
    good = {"pose": Pose.of(slid, 1), "contacts": [0.0, 1.0], "dt": 1 / 120}
    with pytest.raises(DataError, match=message):
        FootLocker(rig).step(**{**good, **change})


@pytest.mark.parametrize(
    ("part", "wrong", "message"),
    [
        ("rotations", lambda a: a.astype(np.float32), "pose.rotations: .* float64 .* got float32"),
        ("rotations", lambda a: a[:-1], r"pose.rotations: .* shape \(38, 4\) wanted, got float64 \(37, 4\)"),
        ("rotations", lambda a: footpipe.kernel.normalize(a)[:, ::-1], "pose.rotations: a C-contiguous"),
        ("translations", lambda a: a.tolist(), "pose.translations: .* got list"),
        ("place", lambda a: np.zeros(2), r"pose.place: .* shape \(3,\) wanted"),
        ("turn", lambda a: np.zeros(3), r"pose.turn: .* shape \(4,\) wanted"),
    ],
)
def test_a_wrong_pose_is_told(slid, rig, part, wrong, message):
    pose = Pose.of(slid, 1)
    with pytest.raises(DataError, match=message):
        FootLocker(rig).step(pose._replace(**{part: wrong(getattr(pose, part))}), [0, 0], 0.0)


def test_a_pose_that_cannot_be_written_into_is_told(slid, rig):
    pose = Pose(slid.translations[1], slid.rotations[1])
    with pytest.raises(DataError, match=r"pose\.rotations cannot be written into"):
        FootLocker(rig).step(pose, [0, 0], 0.0)


def test_a_skeleton_that_scales_is_refused(slid):
    body = slid.skeleton
    scales = np.ones((len(body), 3))
    scales[5] = 1.1
    scaled = Skeleton(body.joints, body.rest_translations, body.rest_rotations, body.parents, scales)
    with pytest.raises(DataError, match="is scaled in the rest pose"):
        FootLocker(find_rig(scaled).bind(scaled))
