"""A walk laid along a way on the ground."""

import numpy as np
import pytest
from footpipe_gait.assemble import assembled
from footpipe_gait.figure import built_in
from footpipe_gait.legs import place_legs, shape_of
from footpipe_gait.standing import standing
from footpipe_gait.track import Track, footings, straight
from footpipe_gait.upper_body import counter_motion, upper_targets
from footpipe_gait.walk import walk
from gait_figures import origin_of
from gait_ways import circle
from hypothesis import given, settings
from hypothesis import strategies as st

from footpipe import DataError, find_rig, kernel


@pytest.fixture(scope="module")
def figure():
    clip = built_in()
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    return clip, rig, standing(clip, rig)


@pytest.fixture(scope="module")
def walked(figure):
    return walk("walk", shape_of(figure[2]), step=0.6, steps=8)


def placed(figure, walked, track):
    clip, rig, stands = figure
    body = counter_motion(walked, stands)
    gait = place_legs(walked, stands, rig, body.sway, track)
    upper = upper_targets(body, stands, rig, track.pelvis[:, 2])
    gait.targets.update(upper)
    return assembled(clip, rig, stands, walked, gait, origin_of(clip, rig, track))


def stray(clip, rig):
    """(3,) m, the farthest that a toe gets from where it stands, in any of its contacts: x, up, z."""
    spans = [
        (joint, span)
        for joint, point in zip(rig.toe, rig.points("toe"), strict=True)
        for span in clip.contacts.spans(point)
    ]
    return np.max([np.ptp(clip.world.positions[slice(*span), joint], axis=0) for joint, span in spans], axis=0)


@settings(max_examples=10, deadline=None)
@given(st.floats(0.6, 8), st.sampled_from([-1, 1]))
def test_feet_stand_still_on_circles_and_stay_with_their_hips(figure, walked, radius, side):
    clip = placed(figure, walked, circle(walked, side * radius))
    rig = figure[1]
    assert stray(clip, rig)[[0, 2]] == pytest.approx([0, 0], abs=1e-9)
    legs = clip.world.positions[:, rig.legs[:, :4]]
    bones = np.linalg.norm(np.diff(legs, axis=2), axis=-1)
    assert bones == pytest.approx(np.broadcast_to(bones[:1], bones.shape), abs=1e-9)
    assert legs[..., 3, 1].min() > 0


def test_a_circle_brings_feet_back_to_where_they_began(figure):
    """Sixteen steps of .6 m around a circle of 9.6 m."""
    walked = walk("walk", shape_of(figure[2]), step=0.6, steps=19, start=False, stop=False)
    clip, rig = placed(figure, walked, circle(walked, 9.6 / 2 / np.pi)), figure[1]
    toes = [clip.world.positions[walked.times >= step.contact, rig.toe[step.leg]] for step in walked.steps]
    spots = [toe[int(0.25 * walked.rate), [0, 2]] for toe in toes if len(toe) > 0.25 * walked.rate]
    assert spots[17] == pytest.approx(spots[1], abs=0.01)


def test_a_straight_track_is_the_walk_itself(figure, walked):
    clip = placed(figure, walked, straight(walked))
    toes = clip.world.positions[:, figure[1].toe]
    assert np.ptp(toes[..., 0], axis=0) == pytest.approx([0, 0], abs=1e-12)
    assert toes[..., 1] == pytest.approx(walked.points[:, :, 3, 1], abs=1e-9)


@settings(max_examples=10, deadline=None)
@given(st.floats(-4, 4), st.floats(-5, 5), st.floats(-5, 5))
def test_a_track_turned_and_moved_as_a_whole_turns_and_moves_the_figure(figure, walked, turn, x, z):
    ahead, back = np.array([np.sin(turn), np.cos(turn)]), np.array([np.cos(turn), -np.sin(turn)])

    def moved(way):
        place = way[:, :1] * back + way[:, 1:2] * ahead + [x, z]
        return np.column_stack([place, way[:, 2] + turn])

    track = circle(walked, 2.0)
    turned = Track(moved(track.pelvis), moved(track.spots))
    plain, other = (placed(figure, walked, way).world.positions for way in (track, turned))
    start = plain[0, figure[1].hip].mean(axis=0) * [1, 0, 1]
    about = np.array([0, np.sin(turn / 2), 0, np.cos(turn / 2)])
    start_there = other[0, figure[1].hip].mean(axis=0) * [1, 0, 1]
    assert other - start_there == pytest.approx(kernel.rotate(about, plain - start), abs=1e-9)


def test_feet_on_the_ground_are_wholly_with_one_spot_and_in_the_air_go_smoothly(figure, walked):
    feet = footings(walked, circle(walked, 1.5))
    for leg in (0, 1):
        down = np.zeros(len(walked.times), bool)
        for step in walked.steps:
            until = np.inf if step.toe_off is None else step.toe_off
            down |= (step.leg == leg) & (walked.times >= step.contact) & (walked.times <= until)
        assert set(feet.share[down, leg]) <= {0.0, 1.0}
        away = ~down & (feet.before[:, leg, 3] != feet.after[:, leg, 3])
        assert ((feet.share[away, leg] > 0) & (feet.share[away, leg] < 1)).all()


@pytest.mark.parametrize("cut", ["pelvis", "spots"])
def test_a_track_of_another_walk_is_told(walked, cut):
    track = straight(walked)
    parts = {name: getattr(track, name)[: -1 if name == cut else None] for name in ("pelvis", "spots")}
    with pytest.raises(DataError, match="and the walk has"):
        footings(walked, Track(**parts))


def test_a_track_of_another_shape_is_told(walked):
    with pytest.raises(DataError, match=r"track: spots: finite numbers \(N, 3\) wanted, got \(3,\)"):
        Track(straight(walked).pelvis, np.zeros(3))
