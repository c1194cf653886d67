import copy
import pickle

import numpy as np
import pytest

from footpipe import Clip, Contacts, DataError, Placement, Skeleton, kernel

SKELETON = Skeleton(("Hips", "Hips/Leg"), [[0, 90, 0], [0, -40, 0]])
UPRIGHT = [0.0, 0, 0, 1]
TIPPED = [-np.sqrt(0.5), 0, 0, np.sqrt(0.5)]  # z up to y up


def clip(frames=4, **changes):
    translations = np.tile(SKELETON.rest_translations, (frames, 1, 1))
    translations[:, 0, 2] += 10.0 * np.arange(frames)
    fields = {
        "skeleton": SKELETON,
        "translations": translations,
        "rotations": np.tile(UPRIGHT, (frames, 2, 1)),
        "times": np.arange(frames) / 10,
        "placement": Placement(scale=0.01),
    }
    return Clip(**fields | changes)


def test_world_is_in_metres_with_y_up():
    assert clip().world.positions[3, 1] == pytest.approx([0, 0.5, 0.3])
    tipped = clip(placement=Placement(rotation=[TIPPED], scale=0.01))
    assert tipped.world.positions[3, 1] == pytest.approx([0, 0.3, -0.5])
    assert tipped.world.rotations[3, 1] == pytest.approx(TIPPED)


def test_a_placement_may_move_with_the_frames():
    ahead = np.zeros((4, 3))
    ahead[:, 0] = np.arange(4)
    moved = clip(placement=Placement(ahead, scale=0.01))
    assert moved.world.positions[:, 0, 0].tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("rows", [1, 4])
def test_some_frames_pose_the_kernel_as_they_stand_in_the_world(rows):
    rng = np.random.default_rng(0)
    still = Placement(rng.normal(size=(rows, 3)), np.tile(TIPPED, (rows, 1)), 0.01)
    moved = clip(placement=still, scales=rng.uniform(0.5, 2, size=(4, 2, 3)))
    np.testing.assert_array_equal(kernel.forward(*moved.pose())[0], moved.world.positions)
    np.testing.assert_array_equal(kernel.forward(*moved.pose(1, 3))[0], moved.world.positions[1:3])
    np.testing.assert_allclose(kernel.joint_positions(moved.pose(2), [1]), moved.positions([1])[2:], atol=1e-14)
    assert clip().pose().scales is None


def test_arrays_cannot_be_changed_and_are_not_copied_twice():
    made = clip()
    for array in (made.translations, made.rotations, made.times, made.world.positions):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    assert made.replace(rest_rows=1).translations is made.translations


def test_velocity_is_by_central_differences_and_never_across_rest_rows():
    translations = clip().translations.copy()
    translations[0, 0, 0] = 1000.0
    rested = clip(translations=translations, rest_rows=1)
    assert rested.velocity([0])[1:, 0] == pytest.approx(np.tile([0, 0, 1.0], (3, 1)))
    assert rested.speed([0])[:, 0] == pytest.approx([np.inf, 1, 1, 1])


def test_rate_is_known_only_where_it_is_even():
    assert clip().rate == 10
    assert clip(times=np.arange(4) / 120).rate == 120
    assert clip(1).rate is None
    assert clip(times=[0, 1, 2, 4]).rate is None


def test_one_frame_has_no_speed():
    assert clip(1).speed([0, 1]).tolist() == [[0, 0]]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"translations": np.zeros((4, 3, 3))}, "translations has shape (4, 3, 3), wanted (4, 2, 3)"),
        ({"rotations": np.zeros((4, 2, 4))}, "rotation of Hips in frame 0 has length 0, not 1"),
        ({"times": [0, 1, 1, 2]}, "times must rise: frame 2 is at 1 s, not after the frame before"),
        ({"times": [0, np.inf, 1, 2]}, "times[1] is inf: every number must be finite"),
        ({"rest_rows": 4}, "rest_rows is 4: it must leave at least one of 4 frames"),
        ({"contacts": Contacts(("left.toe",), [[1]])}, "contacts has 1 frames, the clip 4"),
        ({"channels": {"x": np.zeros(3)}}, "channel 'x' has 3 frames, the clip 4"),
        ({"placement": Placement(np.zeros((2, 3)))}, "placement.translation has 2 frames, the clip 4"),
    ],
)
def test_a_clip_that_cannot_be_says_why(changes, text):
    with pytest.raises(DataError) as caught:
        clip(**changes)
    assert caught.value.message == text


def test_no_frames_is_no_clip():
    with pytest.raises(DataError, match="a clip needs at least one frame"):
        clip(0)


def test_a_scale_must_be_positive():
    with pytest.raises(DataError, match=r"placement.scale is 0"):
        Placement(scale=0)


def test_joints_are_unique_and_parents_first():
    with pytest.raises(DataError, match="two joints are called 'a'"):
        Skeleton(("a", "a"), np.zeros((2, 3)))
    with pytest.raises(DataError, match="joint 'a/b' comes before its parent"):
        Skeleton(("a/b", "a"), np.zeros((2, 3)))


def test_names_keep_what_paths_escape():
    assert Skeleton(("Hips", "Hips/a%2Fb%25"), np.zeros((2, 3))).names == ("Hips", "a/b%")


def test_clips_pickle_and_copy_and_stay_frozen():
    made = clip(contacts=Contacts(("left.toe",), np.ones((4, 1))), channels={"x": np.arange(4.0)})
    for again in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
        assert (again.translations == made.translations).all()
        assert again.contacts.points == ("left.toe",)
        assert again.channels["x"].tolist() == [0, 1, 2, 3]
        assert not again.rotations.flags.writeable
        assert again.skeleton.joints == made.skeleton.joints


def test_what_a_clip_was_made_of_cannot_change_it():
    times, signal = np.arange(4) / 10, np.zeros(4)
    made = clip(times=times, channels={"x": signal})
    times[:], signal[:] = 7, 7
    assert made.times[0] == 0
    assert made.channels["x"].max() == 0
    view = np.zeros(8)
    seen = view[:4]
    seen.flags.writeable = False
    held = clip(channels={"x": seen})
    view[:] = 7
    assert held.channels["x"].max() == 0


def test_the_world_is_worked_out_again_only_for_another_pose():
    made = clip()
    world = made.world
    assert made.replace(contacts=Contacts(("left.toe",), np.ones((4, 1)))).world is world
    assert made.replace(translations=made.translations + 1).world is not world


def test_some_frames_keep_their_times_and_what_belongs_to_them():
    made = clip(contacts=Contacts(("left.toe",), [[0], [1], [0], [1]]), channels={"x": np.arange(4.0)}, rest_rows=1)
    some = made.pick(slice(1, None, 2))
    assert some.times.tolist() == [0.1, 0.3]
    assert some.contacts.weights.tolist() == [[1], [1]]
    assert some.channels["x"].tolist() == [1, 3]
    assert some.rest_rows == 0
    assert made.pick(slice(0, 2)).rest_rows == 1


def test_parents_are_whole_numbers():
    with pytest.raises(DataError, match="parents must hold whole numbers"):
        Skeleton(("a", "a/b"), np.zeros((2, 3)), parents=[-1, 0.7])


def test_placements_are_the_same_where_every_number_is():
    one = Placement([[1.0, 2.0, 3.0]], [TIPPED], 0.01)
    assert one.same_as(Placement([[1.0, 2.0, 3.0]], [TIPPED], 0.01))
    assert not one.same_as(Placement([[1.0, 2.0, 3.0]], [TIPPED], 0.02))
    assert not one.same_as(Placement([[1.0, 2.0, 3.1]], [TIPPED], 0.01))
    assert not one.same_as(Placement(np.ones((4, 3)), [TIPPED], 0.01))
