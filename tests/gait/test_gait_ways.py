"""`generate.fuzzy_gait` along paths and over grounds: feet stand where they should, and a lock leaves them there."""

import json
import subprocess
import sys
import warnings

import numpy as np
import pytest
from footpipe_gait.bench.paths import path_rows
from footpipe_gait.style_read import shipped

import footpipe
from footpipe import DataError, FileError, GraphError, find_rig, kernel, surface_of

generate, lock = footpipe.stage("generate.fuzzy_gait"), footpipe.stage("lock.offline")
BALL, SOLE_MIDDLE = 0.020125, -0.0534  # m, of the built-in figure: the toe joint's height; sole's middle from there


@pytest.fixture(scope="module")
def examples(request):
    return request.config.rootpath / "examples"


@pytest.fixture(scope="module")
def captured(examples):
    return footpipe.load(examples / "walk.bvh")


def rig_of(clip):
    return find_rig(clip.skeleton).bind(clip.skeleton)


def contacts(clip, kind="toe"):
    """(limb, places (F, 3) m) of every contact, in the order of landing."""
    rig = rig_of(clip)
    joints = {"toe": rig.toe, "ankle": rig.ankle}[kind]
    found = [
        (first, limb, clip.world.positions[first:last, joints[limb]])
        for limb, point in enumerate(rig.points(kind))
        for first, last in clip.contacts.spans(point)
    ]
    return [(limb, places) for _, limb, places in sorted(found, key=lambda each: each[0])]


def stands(clip):
    """(N, 3) m: where toe joints stand, in the order of landing; each at its lowest."""
    return np.array([[*places[0, [0]], places[:, 1].min(), places[0, 2]] for _, places in contacts(clip)])


def slide(clip, kind="toe"):
    """m along the ground, the most of all contacts."""
    return max(np.ptp(places[:, [0, 2]], axis=0).max() for _, places in contacts(clip, kind))


def hips(clip):
    return clip.world.positions[:, rig_of(clip).hip].mean(axis=1)


def headings(clip):
    """(F,) deg of the hips, from z towards x, without jumps."""
    left, right = np.moveaxis(clip.world.positions[:, rig_of(clip).hip], 1, 0)
    across = left - right
    return np.degrees(np.unwrap(np.arctan2(-across[:, 2], across[:, 0])))


def changed(clip, other):
    """cm and deg, the most by which any joint of one is elsewhere in the other."""
    places = np.linalg.norm(clip.world.positions - other.world.positions, axis=-1).max() * 100
    turns = kernel.log(kernel.multiply(kernel.inverse(clip.rotations), other.rotations))
    return places, np.degrees(np.linalg.norm(turns, axis=-1)).max()


# Paths


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


# Grounds


@pytest.mark.parametrize("slope", [-10.0, 5.0, 10.0])
def test_on_a_slope_it_stands_from_the_first_frame_to_the_last(slope):
    walk = generate(slope=slope, step=0.55, steps=6)
    rise = np.tan(np.radians(slope))
    at = stands(walk)
    assert at[:, 1] - rise * at[:, 2] == pytest.approx(np.full(len(at), BALL / np.cos(np.radians(slope))), abs=2e-3)
    assert hips(walk)[0][[0, 2]] == pytest.approx([0, 0], abs=0.05)
    rig = rig_of(walk)
    for frame in (0, -1):  # soles lie on it
        feet = walk.world.positions[frame, rig.toe] - walk.world.positions[frame, rig.ankle]
        flat = walk.skeleton.rest_translations[rig.toe] * walk.placement.scale
        lean = [np.degrees(np.arctan2(f[..., 1], np.hypot(f[..., 0], f[..., 2]))) for f in (feet, flat)]
        assert lean[0] - lean[1] == pytest.approx([slope, slope], abs=0.5)


@pytest.mark.parametrize("rise", [0.17, -0.17])
def test_on_stairs_a_foot_is_on_every_tread(rise):
    walk = generate(stairs={"rise": rise, "tread": 0.29, "count": 6, "after": 1.5})
    at = stands(walk)
    treads = {round(float(height), 2) for height in (at[:, 1] - BALL)}
    assert treads == {round(rise * step, 2) for step in range(7)}
    for step in range(1, 7):  # toe joints are over their tread
        on = at[abs(at[:, 1] - BALL - rise * step) < 5e-3][0]
        assert 1.5 + 0.29 * (step - 1) < on[2] < 1.5 + 0.29 * step
    assert slide(walk) < 1e-6


def test_footholds_of_a_file_are_met(tmp_path):
    rows = np.array([[-0.1, 0.65, 0], [0.12, 1.2, 0.05], [-0.05, 1.8, 0.1], [0.2, 2.35, 0.1], [0.1, 2.9, 0]])
    path = tmp_path / "stones.csv"
    path.write_text("x,z,height\n" + "\n".join(f"{x},{z},{height}" for x, z, height in rows))
    walk = generate(footholds=path)
    rig, at = rig_of(walk), walk.world.positions
    middles = []
    for limb, places in contacts(walk)[2:-1]:
        frame = np.flatnonzero((at[:, rig.toe[limb]] == places[0]).all(axis=1))[0]
        toe, ankle = at[frame, rig.toe[limb]], at[frame, rig.ankle[limb]]
        ahead = (toe - ankle) * [1, 0, 1]
        middles.append(places[0] + SOLE_MIDDLE * ahead / np.linalg.norm(ahead) - [0, BALL, 0])
    assert np.array(middles)[:, [0, 2, 1]] == pytest.approx(rows, abs=0.01)
    assert slide(walk) < 1e-6


def test_it_stands_on_the_steps_and_the_height_map_of_a_file(examples):
    hill = examples / "hill.csv"
    walk = generate(ground=hill, step=0.6, distance=14.0)
    places = stands(walk)
    over = places[:, 1] - surface_of(hill).heights(places)
    assert over.min() > 0.015
    assert over.max() < BALL + 0.01
    assert places[:, 1].max() > 0.9
    assert slide(walk) < 1e-6


def level_map(tmp_path, x_from, z_to):
    path = tmp_path / "map.csv"
    path.write_text("x,z,height\n" + "".join(f"{x},{z},0.2\n" for x in (x_from, x_from + 4) for z in (-2, z_to)))
    return path


@pytest.mark.parametrize(
    ("x_from", "z_to", "message"),
    [
        (
            40,
            9,
            r"no foot comes over this height map; feet are at x -0.09 to 0.09 m, z -?0.\d\d to 2.\d\d m, and it covers x 40",
        ),
        (
            -2,
            1,
            r"in \d\d\d frames of contact feet are beyond this height map; .*, and it covers x -2.00 to 2.00 m, z -2.00 to 1",
        ),
    ],
)
def test_a_height_map_that_is_not_under_the_walk_is_told(x_from, z_to, message, tmp_path):
    with pytest.warns(footpipe.FootpipeWarning, match=message):
        generate(ground=level_map(tmp_path, x_from, z_to), steps=4)


def test_a_height_map_under_the_walk_is_nothing_to_tell(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        walk = generate(ground=level_map(tmp_path, -2, 4), steps=4)
    assert walk.positions(rig_of(walk).toe)[..., 1].min() > 0.2


def test_a_number_is_the_height_of_the_ground(captured):
    for clip in (None, captured):
        low, high = (generate(*([clip] if clip else []), step=0.6, ground=ground) for ground in (0.0, 0.3))
        assert (high.world.positions - low.world.positions)[..., 1] == pytest.approx(
            np.full(low.world.positions.shape[:2], 0.3), abs=1e-9
        )


# Afterwards


CASES = {
    "staircase": ({"stairs": {"rise": 0.17, "tread": 0.29, "count": 7, "after": 1.5}}, "staircase.csv"),
    "hill": ({"ground": "hill.csv", "step": 0.6, "distance": 14.0}, "hill.csv"),
    "circle": ({"path": {"radius": 1.5, "angle": 360.0}, "step": 0.6}, 0.0),
    "path": ({"path": "path.csv"}, 0.0),
    "spot": ({"path": {"turn": 180.0}}, 0.0),
}


def asked(name, examples):
    parameters, ground = CASES[name]
    files = {key: examples / value if str(value).endswith(".csv") else value for key, value in parameters.items()}
    return files, examples / ground if isinstance(ground, str) else ground


@pytest.mark.parametrize("name", CASES)
def test_a_lock_leaves_it_as_it_is(name, examples):
    parameters, ground = asked(name, examples)
    walk = generate(**parameters)
    for locked in (lock(walk), lock(walk, ground=ground), lock(walk, ground=ground, height="keep")):
        places, turns = changed(walk, locked)
        assert places <= 0.01
        assert turns <= 0.01


def test_a_lock_on_its_ground_leaves_a_walk_on_a_captured_skeleton_as_it_is(captured):
    walk = generate(captured, step=0.6, steps=4)
    places, turns = changed(walk, lock(walk, ground=0.0))
    assert places <= 0.01
    assert turns <= 0.01


@pytest.mark.parametrize(
    "name", sorted(set(CASES) - {"staircase"})
)  # it takes a foot that is slow in the air for a standing one
def test_an_independent_judge_finds_no_slide(name, examples, shared, tmp_path):
    parameters, _ = asked(name, examples)
    walk = generate(rate=120.0, **parameters)
    files = [tmp_path / f"{each}.bvh" for each in ("walk", "again", "locked")]
    for clip, file in zip((walk, walk, lock(walk)), files, strict=True):
        footpipe.save(clip, file)
    command = [sys.executable, shared / "tools/footmeter.py", "judge", *files, "--unit", "0.01"]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert said["after"]["settled_mean"] <= 0.05
    assert said["after"]["slide_mean"] <= 0.1


@pytest.mark.parametrize("name", ["staircase", "hill", "circle", "spot"])
def test_the_examples_run(name, examples, tmp_path):
    for file in (*examples.glob("*.csv"), examples / f"{name}.toml", examples / "walk.bvh"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    clips = footpipe.run(tmp_path / f"{name}.toml").reports["figures"].values["clips"]
    assert (tmp_path / f"{name}.png").stat().st_size > 10_000
    assert (tmp_path / f"{name}.bvh").is_file()
    assert clips
    assert all(clip["all"]["slide_max"] < 1e-3 for clip in clips.values())
    assert all(clip["all"]["below_max"] < 0.1 for clip in clips.values())
    assert all(clip["all"]["above_max"] < 4.2 for clip in clips.values())


def test_the_hill_is_what_its_script_makes(examples, tmp_path):
    script = tmp_path / "hill.py"
    script.write_bytes((examples / "hill.py").read_bytes())
    subprocess.run([sys.executable, script], check=True)
    assert (tmp_path / "hill.csv").read_bytes() == (examples / "hill.csv").read_bytes()


# Mistakes


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"slope": 5.0, "stairs": {"rise": 0.1, "tread": 0.3, "count": 2}}, "'slope' says already what it walks on"),
        ({"slope": 5.0, "ground": "hill.csv"}, "'slope' says already what it walks on"),
        ({"footholds": "stones.csv", "ground": 0.2}, "'footholds' says already what it walks on"),
        ({"footholds": "stones.csv", "path": "path.csv"}, "'footholds' says already where to go"),
        ({"footholds": "stones.csv", "steps": 3}, "'footholds' says already where the steps go"),
        ({"footholds": "stones.csv", "start": False}, "with 'footholds' it begins from standing"),
        ({"stairs": {"rise": 0.1, "tread": 0.3, "count": 2}, "distance": 3.0}, "'stairs' says already where the steps"),
        ({"path": {"turn": 90.0}, "step": 0.5}, "'path' says already where the steps go"),
        ({"path": {"turn": 90.0}, "slope": 5.0}, "turning on the spot is for level ground"),
        ({"path": {"turn": 90.0}, "start": False}, "with 'path' it begins from standing"),
        ({"path": {"turn": 90.0, "radius": 1.0}}, "'path' is to have a radius and an angle, or a turn"),
        ({"path": {"radius": 1.0}}, "'path' is to have a radius and an angle, or a turn"),
        ({"path": {}}, "'path' is to have a radius and an angle, or a turn"),
        ({"path": {"radius": 1.0, "angle": 0.0}}, "'path' turns by 0 degrees"),
        ({"path": "path.csv", "heading": 20.0}, "the path says already where to go"),
        ({"stairs": {"rise": 0.1, "count": 2}}, "'stairs' of generate.fuzzy_gait must be a table with 'tread'"),
        ({"stairs": {"rise": 0.1, "tread": 0.3, "number": 2}}, "'stairs' of generate.fuzzy_gait"),
        ({"slope": 40.0}, "'slope' of generate.fuzzy_gait must be at most 20"),
        ({"stairs": {"rise": 0.17, "tread": 0.1, "count": 5}}, "these stairs are a ladder"),
        (
            {"stairs": {"rise": 0.17, "tread": 0.05, "count": 5}},
            "'tread' of 'stairs' of generate.fuzzy_gait must be at",
        ),
        (
            {"stairs": {"rise": 0.17, "tread": 0.29, "count": 0}},
            "'count' of 'stairs' of generate.fuzzy_gait must be at",
        ),
        ({"ground": 1e300}, "'ground' is 1e+300 m"),
        ({"steps": 1}, "a walk that begins and ends standing has two steps or more"),
    ],
)
def test_what_does_not_go_together_is_told_before_anything_runs(parameters, message):
    with pytest.raises(GraphError) as caught:
        generate(**parameters)
    assert any(mistake.message.startswith(message) for mistake in caught.value.mistakes)


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


@pytest.mark.parametrize("height", [2.0, -2.0])
def test_a_wall_or_a_cliff_in_a_file_is_told_with_its_place(height, tmp_path):
    path = tmp_path / "ground.csv"
    path.write_text(f"x_from,x_to,z_from,z_to,height\n-1,1,-9,2,0\n-1,1,2,9,{height}\n")
    with pytest.raises(
        FileError, match=r"the ground changes its height by 2.00 m, near x -?0.\d\d, z [12].\d\d"
    ) as caught:
        generate(ground=path)
    assert str(caught.value.where) == str(path)
    assert len(generate(ground=path, step=0.5, steps=2)) > 60  # which does not get there


def test_what_does_not_get_through_on_a_ground_is_told_so():
    with pytest.raises(DataError, match=r"does not get through .*\n.*a ground that is less steep"):
        generate(stature=0.6, step=0.3, stairs={"rise": 0.4, "tread": 0.35, "count": 4})


def test_a_bend_too_sharp_for_the_hips_is_told():
    with pytest.raises(DataError, match=r"path: a radius of 0.15 m, and this figure's steps of 0.65 m need 0.\d\d m"):
        generate(path={"radius": 0.15, "angle": 90.0})
