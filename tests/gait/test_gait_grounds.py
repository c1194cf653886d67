"""`generate.fuzzy_gait` over slopes, stairs, footholds and grounds of files."""

import warnings

import numpy as np
import pytest
from gait_clips import contacts, hips, rig_of, slide, stands

import footpipe
from footpipe import DataError, FileError, surface_of

generate = footpipe.stage("generate.fuzzy_gait")
BALL, SOLE_MIDDLE = 0.020125, -0.0534  # m, of the built-in figure: the toe joint's height; sole's middle from there


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
