"""From what is asked for to steps, land and places, before anybody walks."""

import numpy as np
import pytest
from footpipe_gait.curve import arc, straight
from footpipe_gait.footholds import stepping
from footpipe_gait.parameters import FuzzyGait, Stairs
from footpipe_gait.planning import planned
from footpipe_gait.profiles import kernel_land, slope_profile, surface_profile
from footpipe_gait.route import Origin
from footpipe_gait.shape import LegShape
from footpipe_gait.stairs import GAP, flight
from footpipe_gait.walk import WARM_UP
from footpipe_gait.walker import Walker
from hypothesis import given
from hypothesis import strategies as st

from footpipe import DataError, FileError, HeightMap, Steps

WALKER = Walker(LegShape(), np.array([0.09, -0.09]), 0.05)
HERE = Origin(np.zeros(3), 0.0)
SOLE = WALKER.sole


@given(st.floats(-4, 4), st.floats(-2, 2), st.floats(-2, 2))
def test_an_origin_takes_places_to_the_world_and_back(heading, left, ahead):
    origin = Origin(np.array([1.0, 0.2, -3.0]), heading)
    there = origin.world(np.array([left, ahead]), 0.5)
    assert there[1] == pytest.approx(0.7)
    assert origin.local(there) == pytest.approx([left, ahead], abs=1e-9)
    assert Origin(np.zeros(3), np.pi / 2).world(np.array([0.0, 1.0])) == pytest.approx([1, 0, 0])  # z turns to x


# The ground under each foot


def test_risers_of_steps_are_upright_and_where_they_are():
    steps = Steps(np.array([[-1, 1, 0.3, 0.6, 0.17], [-1, 1, 0.6, 9, 0.34]]))
    profile = surface_profile(steps, HERE, straight(), np.array([0.1, -0.1]), (-1.0, 2.0))
    for side in profile:
        rises = np.flatnonzero(np.diff(side[:, 1]))
        assert side[rises, 0] == pytest.approx([0.3, 0.6], abs=1e-9)
        assert side[rises + 1] == pytest.approx(np.array([[0.3, 0.17], [0.6, 0.34]]), abs=1e-9)


def test_each_foot_has_the_ground_of_its_own_track_seen_from_the_origin():
    side = HeightMap(np.array([-9.0, 9]), np.array([-9.0, 9]), np.array([[-0.9, -0.9], [0.9, 0.9]]))  # x / 10
    origin = Origin(np.array([2.0, 0.2, 0.0]), 0.0)
    left, right = surface_profile(side, origin, straight(), np.array([0.1, -0.1]), (0.0, 1.0))
    assert left[:, 1] == pytest.approx(np.full(len(left), 0.01))
    assert right[:, 1] == pytest.approx(np.full(len(right), -0.01))
    circle = surface_profile(side, origin, arc(1.0, np.pi), np.array([0.1, -0.1]), (0.0, np.pi))[0]
    assert circle[:, 1] == pytest.approx((1 - 0.9 * np.cos(circle[:, 0])) / 10, abs=1e-9)


def test_a_slope_is_at_the_figures_height_under_its_hips():
    for side in slope_profile(np.radians(10), 0.05, (-1.0, 2.0)):
        assert np.interp(0.05, *side.T) == pytest.approx(0)
        assert np.diff(side[:, 1]) / np.diff(side[:, 0]) == pytest.approx(np.tan(np.radians(10)))


def test_land_of_a_walk_that_is_on_its_way_begins_with_its_warm_up():
    profile, holds = np.zeros((2, 3, 2)), np.array([[0.3, 0.1, 0.0]])
    land = kernel_land(profile, holds, 0.5, start=False)
    assert land.heights[0, 0, 0, 0] == 0.5 * WARM_UP
    assert land.holds[0, :, 0] == pytest.approx([*0.5 * np.arange(1, WARM_UP + 1), 0.5 * WARM_UP + 0.3])
    assert kernel_land(profile, holds, 0.5, start=True).holds[0] == pytest.approx(holds)


# Stairs


@given(st.floats(0.1, 0.2), st.floats(0.26, 0.35), st.integers(1, 9), st.booleans(), st.floats(0.5, 3) | st.none())
def test_on_stairs_a_foot_goes_on_each_tread_and_keeps_off_the_risers(rise, tread, count, down, after):
    rise = -rise if down else rise
    stairs = flight(Stairs(rise=rise, tread=tread, count=count, after=after), WALKER, 0.6, None)
    heels, heights, slopes = stairs.holds.T
    assert sorted(set(heights.round(9)), key=abs) == pytest.approx(rise * np.arange(count + 1))
    assert not slopes.any()
    risers = stairs.profile[0, ::2, 0]
    if after is not None:
        assert risers[0] == pytest.approx(after + WALKER.anchor)
    treads = np.flatnonzero((abs(heights) > 0) & (abs(heights) <= abs(rise) * count))[:count]
    if down:
        assert heels[treads] - risers == pytest.approx(np.full(count, GAP))
    else:
        assert risers[1:] - heels[treads][:-1] - SOLE == pytest.approx(np.full(count - 1, GAP))
    assert np.diff(heels, prepend=0.0) == pytest.approx(stairs.steps)
    assert (stairs.steps > 0).all()


def test_by_default_there_are_two_level_steps_before_and_after():
    stairs = flight(Stairs(rise=0.17, tread=0.29, count=4), WALKER, 0.6, None)
    assert stairs.steps == pytest.approx([0.6, 0.6, *[0.29] * 4, 0.6, 0.6])
    assert stairs.holds[-1, 1] == pytest.approx(0.68)
    assert stairs.holds[-3, 1] == pytest.approx(0.68)


def test_stairs_at_the_feet_are_told():
    with pytest.raises(DataError, match=r"the first riser, 0.1 m ahead, is too near") as caught:
        flight(Stairs(rise=0.17, tread=0.29, count=4, after=0.1), WALKER, 0.6, None)
    assert caught.value.help == "after = 0.22 or more"


# How far


def plan(**asked):
    return planned(FuzzyGait(**asked), WALKER, HERE)


def test_steps_divide_a_path_evenly_and_the_last_foot_comes_beside():
    steps = plan(path={"radius": 2.0, "angle": 180.0}).steps
    assert len(steps) == 10 + 1
    assert steps == pytest.approx(2 * np.pi / 10)
    assert len(plan(path={"radius": 2.0, "angle": 180.0}, stop=False).steps) == 10


def test_what_says_how_far_wins_over_the_paths_length():
    arc_of = {"radius": 2.0, "angle": 180.0}
    assert plan(path=arc_of, steps=3).steps == pytest.approx([0.65] * 3)
    assert plan(path=arc_of, distance=2.0).steps == pytest.approx([0.65] * 4)
    assert len(plan().steps) == 8


@pytest.mark.parametrize(("turn", "landings"), [(15.0, 1), (90.0, 5), (-180.0, 9), (360.0, 18)])
def test_turning_on_the_spot_takes_steps_of_at_most_forty_degrees(turn, landings):
    route = plan(path={"turn": turn})
    headings = np.degrees(route.spots[:, 2])
    assert len(headings) == landings + 1
    assert headings[-2:] == pytest.approx([turn, turn])
    assert abs(headings[0]) <= 20 + 1e-9
    assert abs(headings[2:] - headings[:-2]).max(initial=0) <= 40 + 1e-9
    assert not route.steps.any()


def test_a_bend_that_hips_are_too_wide_for_is_told():
    with pytest.raises(DataError, match=r"path: a radius of 0.2 m, and this figure's steps of 0.65 m need 0.\d+ m"):
        plan(path={"radius": 0.2, "angle": 90.0})


# Footholds


def stones(folder, text):
    path = folder / "stones.csv"
    path.write_text(text)
    return path


def test_footholds_are_met_by_the_middle_of_each_sole(tmp_path):
    rows = [(-0.1, 0.7, 0.02, 0), (0.12, 1.2, 0.05, 10), (-0.05, 1.8, 0.1, 0), (0.2, 2.3, 0.1, -5)]
    path = stones(tmp_path, "x,z,height,slope\n" + "\n".join(",".join(map(str, row)) for row in rows))
    route = stepping(path, WALKER, HERE, stop=True)
    aside = np.array([-0.09, 0.09, -0.09, 0.09])
    for (x, z, height, slope), spot, hold, far in zip(rows, route.spots, route.land.holds[0], aside, strict=False):
        forward, left = (
            np.array([f(spot[2]), g(spot[2])]) for f, g in ((np.sin, np.cos), (np.cos, lambda a: -np.sin(a)))
        )
        assert spot[:2] + forward * SOLE / 2 + left * far == pytest.approx([x, z], abs=1e-9)
        assert hold[1] + np.tan(hold[2]) * SOLE / 2 == pytest.approx(height)
        assert np.degrees(hold[2]) == pytest.approx(slope)
    assert len(route.steps) == 5
    assert route.land.holds[0, 4] == pytest.approx(route.land.holds[0, 3])


def test_a_thousand_footholds_that_come_round_to_where_they_were_are_met_in_their_order(tmp_path):
    angles = np.arange(1, 1001) * 0.3  # on a circle of 2 m, many times round
    radii = 2.0 + np.where(np.arange(1000) % 2, -0.1, 0.1)  # the right foot's are outside
    rows = np.column_stack([2.0 - radii * np.cos(angles), radii * np.sin(angles), np.zeros(1000)])
    path = stones(tmp_path, "x,z,height\n" + "".join(f"{x:.4f},{z:.4f},{h:g}\n" for x, z, h in rows))
    route = stepping(path, WALKER, Origin(np.zeros(3), 0.0), stop=False)
    assert route.steps[2:-2] == pytest.approx(np.full(996, 0.6), abs=0.01)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("x,z\n0,0\n", ":1", "the first line must be `x,z,height` or `x,z,height,slope`"),
        ("x,z,height\n", "", "there are no footholds"),
        (
            "x,z,height\n-0.1,0.6,0\n0.1,2.4,0\n",
            ":3",
            "this foothold is 1.80 m from the one before, and 1.08 m can be",
        ),
        (
            "x,z,height\n-0.1,0.6,0\n0.1,1.8,0\n",
            ":3",
            "this foothold is 1.20 m on from the one before, and 1.08 m can be",
        ),
        ("x,z,height\n0,9,0\n", ":2", "this foothold is 9.00 m from where the figure stands, and 1.08 m can be"),
        ("x,z,height\n0,1e300,0\n", ":2", "z is 1e+300, and at most 10000 from 0 can be"),
        ("x,z,height\n-0.1,-0.6,0\n", ":2", "this foothold leads back"),
        ("x,z,height\n-0.09,0.01,0\n", ":2", "this foothold leads no farther on than where the figure stands"),
        ("x,z,height,slope\n-0.1,0.6,0,89\n", ":2", "this foothold lies by 89 degrees"),
        ("x,z,height\n-0.1,0.6,0\n0.1,0.5,0\n", ":3", "this foothold leads back"),
        ("x,z,height\n-0.1,0.6,0\n0.1,1.2,0.5\n", ":3", "this foothold is 0.50 m higher or lower than the one before"),
    ],
)
def test_footholds_that_cannot_be_say_where(tmp_path, text, line, message):
    path = stones(tmp_path, text)
    with pytest.raises(FileError) as caught:
        stepping(path, WALKER, HERE, stop=True)
    assert caught.value.message.startswith(message)
    assert str(caught.value.where) == f"{path}{line}"


@pytest.mark.parametrize("row", ["1.9,9,0.2", "1.9,-3,1.2", "1.9,-3.6,0.2", "1.91,-2.99,0.2", "1.9,-1.8,0.2"])
def test_a_first_foothold_that_cannot_be_says_where_the_figure_stands(tmp_path, row):
    with pytest.raises(FileError) as caught:
        stepping(stones(tmp_path, f"x,z,height\n{row}\n"), WALKER, Origin(np.array([2.0, 0.2, -3.0]), 0.0), stop=True)
    stands = "it stands at x 2.00, y 0.20, z -3.00 in world space and faces 0 degrees from z towards x"
    assert caught.value.help == f"{stands}; the first foothold is the right foot's"
