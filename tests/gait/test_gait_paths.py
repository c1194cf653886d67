"""`generate.fuzzy_gait` along paths, round bends and on the spot."""

import numpy as np
import pytest
from footpipe_gait.bench.paths import path_rows
from footpipe_gait.style_read import shipped
from gait_clips import contacts, headings, hips, rig_of, slide

import footpipe
from footpipe import DataError, kernel

generate = footpipe.stage("generate.fuzzy_gait")


@pytest.mark.parametrize("radius", [0.8, 2.0, -2.0])
def test_round_a_circle_it_comes_back_and_feet_stand_still(radius):
    walk = generate(path={"radius": abs(radius), "angle": np.sign(radius) * 360.0}, step=0.5)
    assert slide(walk) < 1e-6
    assert slide(walk, "ankle") < 1e-6
    assert hips(walk)[-1] == pytest.approx(hips(walk)[0], abs=0.05)
    assert headings(walk)[-1] - headings(walk)[0] == pytest.approx(np.sign(radius) * 360, abs=4)
    assert walk.world.positions[:, rig_of(walk).legs[:, 2:]][..., 1].min() > 0


def test_in_a_bend_the_inner_foot_goes_less_far():
    walk = generate(path={"radius": 1.0, "angle": 300.0}, step=0.5)
    left, right = (np.array([p[0] for limb, p in contacts(walk) if limb == side])[1:-1] for side in (0, 1))
    gone = [np.linalg.norm(np.diff(places, axis=0), axis=1).mean() for places in (left, right)]
    wide = abs(walk.world.positions[0, rig_of(walk).hip, 0]).mean()
    assert gone[1] / gone[0] == pytest.approx((1 + wide) / (1 - wide), rel=0.01)


def test_feet_in_the_air_go_along_the_bend():
    walk = generate(path={"radius": 1.0, "angle": 300.0}, step=0.5)
    toes = walk.world.positions[80:-80, rig_of(walk).toe][..., [0, 2]]
    away = np.linalg.norm(toes - [1.0, 0.0], axis=-1)
    wide = abs(walk.world.positions[0, rig_of(walk).hip, 0]).mean()
    assert away == pytest.approx(np.broadcast_to([1 - wide, 1 + wide], away.shape), abs=0.02)


def test_it_follows_the_points_of_a_file_from_the_first_to_the_last(examples):
    points = np.loadtxt(examples / "path.csv", delimiter=",", skiprows=1)
    walk = generate(path=examples / "path.csv")
    way = hips(walk)[:, [0, 2]]
    assert way[0] == pytest.approx(points[0], abs=0.03)
    assert way[-1] == pytest.approx(points[-1], abs=0.06)
    assert [np.linalg.norm(way - point, axis=1).min() for point in points] == pytest.approx([0] * len(points), abs=0.06)
    assert slide(walk) < 1e-6


def test_a_path_in_a_file_says_where_a_captured_figure_begins(captured, examples):
    walk = generate(captured, path=examples / "path.csv", step=0.6)
    assert hips(walk)[0][[0, 2]] == pytest.approx([0, 0], abs=0.03)
    assert slide(walk) < 1e-6


def test_an_arc_begins_where_a_captured_figure_stood(captured):
    walk = generate(captured, path={"radius": 2.0, "angle": 90.0}, step=0.6)
    assert hips(walk)[0][[0, 2]] == pytest.approx(hips(captured)[captured.rest_rows][[0, 2]], abs=0.03)
    way = hips(walk)[-1] - hips(walk)[0]
    begin = np.radians(headings(captured)[captured.rest_rows])
    ahead = np.array([np.sin(begin), np.cos(begin)])
    left = np.array([np.cos(begin), -np.sin(begin)])
    assert [way[[0, 2]] @ ahead, way[[0, 2]] @ left] == pytest.approx([2, 2], abs=0.06)
    assert slide(walk) < 1e-6


@pytest.mark.parametrize("turn", [90.0, -180.0, 360.0])
def test_on_the_spot_it_turns_as_far_as_it_is_told_and_stays_there(turn):
    walk = generate(path={"turn": turn})
    assert headings(walk)[-1] - headings(walk)[0] == pytest.approx(turn, abs=1)
    assert np.linalg.norm((hips(walk) - hips(walk)[0])[:, [0, 2]], axis=1).max() < 0.05
    assert hips(walk)[-1][[0, 2]] == pytest.approx(hips(walk)[0][[0, 2]], abs=5e-3)
    assert slide(walk) < 1e-6
    assert slide(walk, "ankle") < 1e-6


def test_pelvis_and_chest_go_with_the_heading():
    walk = generate(path={"radius": 2.0, "angle": 180.0}, upper_body=False)
    chest = walk.world.rotations[:, walk.skeleton.names.index("Spine2")]
    forward = kernel.rotate(chest, np.array([0, 0, 1.0]))
    assert np.degrees(np.unwrap(np.arctan2(forward[:, 0], forward[:, 2]))) == pytest.approx(headings(walk), abs=1e-6)


def test_bends_and_turns_meet_their_bars():
    assert [row.what for row in path_rows(shipped("walk")) if not row.met] == []


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"path": {"turn": 1e6}}, r"path: 5e\+04 steps to go"),
        ({"path": {"radius": 1e9, "angle": 1.0}}, r"path: 2.\d*e\+07 steps to go"),
        ({"distance": 1e12}, r"distance: 1.\d*e\+12 steps to go"),
        ({"path": {"radius": 1.0, "angle": 1e-9}}, "path: it is 1.7e-11 m long, and a step of this figure 0.056 m"),
    ],
)
def test_ways_too_long_or_too_short_to_walk_are_told(parameters, message):
    with pytest.raises(DataError, match=message):
        generate(**parameters)


def test_a_bend_too_sharp_for_the_hips_is_told():
    with pytest.raises(DataError, match=r"path: a radius of 0.15 m, and this figure's steps of 0.65 m need 0.\d\d m"):
        generate(path={"radius": 0.15, "angle": 90.0})
