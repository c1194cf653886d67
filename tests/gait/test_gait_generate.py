import numpy as np
import pytest
from footpipe_gait.figure import built_in

import footpipe
from footpipe import DataError, GraphError, Skeleton, find_rig, kernel

generate = footpipe.stage("generate.fuzzy_gait")


@pytest.fixture(scope="module")
def walk():
    return generate(step=0.6, steps=8)


def bound(clip):
    return find_rig(clip.skeleton).bind(clip.skeleton)


def stray(clip):
    """(3,) m, the farthest that a toe gets from where it stands, in any of its contacts: along x, up, along z."""
    rig = bound(clip)
    spans = [
        (joint, span)
        for joint, point in zip(rig.toe, rig.points("toe"), strict=True)
        for span in clip.contacts.spans(point)
    ]
    return np.max([np.ptp(clip.world.positions[slice(*span), joint], axis=0) for joint, span in spans], axis=0)


def named(clip, name):
    return clip.world.positions[:, clip.skeleton.names.index(name)]


def test_the_built_in_figure_walks_so_many_steps_of_that_length(walk):
    toes = [named(walk, f"{side}ToeBase")[:, 2] for side in ("Left", "Right")]
    spans = [(side, *span) for side in (0, 1) for span in walk.contacts.spans(walk.contacts.points[side])]
    places = sorted(toes[side][(first + last) // 2] for side, first, last in spans)
    assert len(places) == 2 + 8
    assert np.diff(sorted(places[:-2]))[1:] == pytest.approx([0.6] * 6, abs=0.003)
    assert places[-1] - places[-3] == pytest.approx(0.6, abs=0.003)
    assert places[-1] - places[-2] < 0.07  # the last foot stands beside
    assert walk.rate == 60


def test_feet_do_not_slide_in_contact_and_are_nowhere_below_the_floor(walk):
    assert stray(walk)[[0, 2]] == pytest.approx([0, 0], abs=1e-4)
    assert stray(walk)[1] < 0.021
    rig = bound(walk)
    assert walk.world.positions[:, rig.legs[:, 2:]][..., 1].min() > 0


def test_a_walk_on_a_captured_figure_goes_back_into_its_file(captured, tmp_path):
    walk = generate(captured, step=0.6)
    assert walk.rate == captured.rate
    assert walk.skeleton is captured.skeleton
    footpipe.save(walk, tmp_path / "walk.bvh")
    back = footpipe.load(tmp_path / "walk.bvh")
    assert (len(back), back.rate, back.rest_rows) == (len(walk), 120, 0)
    assert back.world.positions == pytest.approx(walk.world.positions, abs=1e-4)
    assert stray(back.replace(contacts=walk.contacts))[[0, 2]] == pytest.approx([0, 0], abs=1e-4)


def test_it_begins_where_the_figure_stood_and_goes_where_it_faced(captured):
    walk = generate(captured, step=0.6)
    rig, first = bound(captured), captured.rest_rows
    hips = [clip.world.positions[frame, rig.hip].mean(axis=0) for clip, frame in ((captured, first), (walk, 0))]
    assert hips[0][[0, 2]] == pytest.approx(hips[1][[0, 2]], abs=0.03)
    way, forth = (clip.world.positions[-1, 0] - clip.world.positions[first, 0] for clip in (walk, captured))
    assert way @ forth > 0.98 * np.linalg.norm(way) * np.linalg.norm(forth)


@pytest.mark.parametrize("heading", [0.0, 90.0, -150.0])
def test_it_goes_where_it_is_told(heading):
    walk = generate(step=0.6, heading=heading)
    way = named(walk, "Hips")[-1] - named(walk, "Hips")[0]
    assert np.degrees(np.arctan2(way[0], way[2])) == pytest.approx(heading, abs=0.5)


def test_a_distance_is_gone_in_whole_steps_however_short():
    walk = generate(step=0.02, distance=0.3)
    rig = find_rig(walk.skeleton).bind(walk.skeleton)
    toes = walk.positions(rig.toe)[..., 2]
    assert (toes[-1] - toes[0]).max() == pytest.approx(0.3, abs=1e-3)


def test_a_distance_is_gone_in_whole_steps():
    for distance in (2.0, 3.1):
        walk = generate(step=0.6, distance=distance)
        feet = [named(walk, f"{side}ToeBase")[[0, -1], 2] for side in ("Left", "Right")]
        gone = max(last - first for first, last in feet)
        assert gone == pytest.approx(round(distance / 0.6) * 0.6, abs=0.01)


def test_arms_swing_against_legs_and_the_head_keeps_still(walk):
    middle = slice(60, -60)
    for side, other in (("Left", "Right"), ("Right", "Left")):
        hand, foot = (
            named(walk, f"{one}{part}")[middle, 2] - named(walk, "Hips")[middle, 2]
            for one, part in ((side, "Hand"), (other, "Foot"))
        )
        assert np.corrcoef(hand, foot)[0, 1] > 0.8
    head = walk.world.rotations[:, walk.skeleton.names.index("Head")]
    assert np.ptp(head, axis=0) == pytest.approx(np.zeros(4), abs=1e-9)


def test_pelvis_and_arms_can_be_kept_still():
    walk = generate(step=0.6, upper_body=False)
    assert np.ptp(walk.world.rotations[:, 0], axis=0) == pytest.approx(np.zeros(4), abs=1e-9)
    arms = [walk.skeleton.names.index(f"{side}{part}") for side in ("Left", "Right") for part in ("Arm", "ForeArm")]
    assert np.ptp(walk.world.rotations[:, arms], axis=0) == pytest.approx(np.zeros((4, 4)), abs=1e-9)


def test_knees_bend_forward_only_and_never_pop(walk):
    rig = bound(walk)
    at = walk.world.positions[:, rig.legs]
    thigh, shin = at[:, :, 1] - at[:, :, 0], at[:, :, 2] - at[:, :, 1]
    assert np.cross(thigh, shin)[..., 0].min() > 0


@pytest.mark.parametrize("upper_body", [True, False])
def test_joints_never_change_their_speed_at_once(captured, upper_body):
    walk = generate(captured, step=0.6, rate=120.0, start=False, stop=False, upper_body=upper_body)
    rates = np.degrees(turned(walk.rotations)) * walk.rate
    assert np.linalg.norm(np.diff(rates, axis=0), axis=-1).max() <= 300


def turned(rotations):
    return kernel.log(kernel.multiply(kernel.inverse(rotations[:-1]), rotations[1:]))


def test_another_rate_shows_the_same_walk():
    slow, fast = (generate(step=0.6, rate=rate).world.positions for rate in (30.0, 120.0))
    frames = min(len(slow), len(fast[::4]))
    assert fast[::4][:frames] == pytest.approx(slow[:frames], abs=5e-3)


def test_a_stature_makes_the_figure():
    walk = generate(step=0.4, stature=1.2)
    assert walk.skeleton.rest_translations == pytest.approx(built_in(1.2).skeleton.rest_translations)


def test_two_ways_to_say_how_far_are_one_too_many():
    with pytest.raises(GraphError, match="'steps' says already how far to go"):
        generate(steps=4, distance=3.0)


def test_a_stature_of_an_input_is_its_own(captured):
    with pytest.raises(GraphError, match="the figure is that of the input clip"):
        generate(captured, stature=1.8)


def test_a_step_that_legs_cannot_take_is_told():
    with pytest.raises(DataError, match=r"a step of 2 m is none for a leg of 0\.9"):
        generate(step=2.0)


def test_a_skeleton_of_other_units_and_names_walks_as_well():
    clip = built_in()
    names = {"UpLeg": "Thigh", "Leg": "Calf", "ToeBase": "Toe0"}
    joints = tuple("/".join(renamed(part, names) for part in path.split("/")) for path in clip.skeleton.joints)
    skeleton = Skeleton(joints, clip.skeleton.rest_translations, parents=clip.skeleton.parents)
    walk = generate(clip.replace(skeleton=skeleton), step=0.6)
    assert walk.world.positions == pytest.approx(generate(clip, step=0.6).world.positions, abs=1e-9)


def renamed(part, names):
    side = next((s for s in ("Left", "Right") if part.startswith(s)), "")
    core = part.removeprefix(side)
    return f"{side}{names.get(core, core)}"


def test_a_style_that_is_not_there_is_told_with_the_nearest():
    with pytest.raises(footpipe.DataError, match="there is no style 'wlak'") as raised:
        footpipe.stage("generate.fuzzy_gait")(style="wlak")
    assert raised.value.help == "did you mean 'walk'?"
