import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from footpipe_lock.surface import asked_surface

import footpipe
from footpipe import FileError, HeightMap, Level, Steps, find_rig, kernel, surface_of

ROOT = Path(__file__).resolve().parents[2]
STAIRS, STEPS = ROOT / "examples/stairs.bvh", ROOT / "examples/stairs.csv"
TOE_CLEARANCE = 0.02  # m, of the stairs' skeleton
lock = footpipe.stage("lock.offline")


def at(*places):
    return np.array([[x, 0.0, z] for x, z in places])


def test_a_number_is_level_ground_and_auto_is_none():
    level = surface_of(0.3)
    assert level.heights(at((1, 2), (-5, 0))).tolist() == [0.3, 0.3]
    assert level.normals(at((1, 2))).tolist() == [[0, 1, 0]]
    assert asked_surface("auto") is None


def test_of_steps_the_highest_counts_and_beside_them_is_zero():
    steps = Steps(np.array([[-1, 1, 0.0, 2, 0.2], [-1, 1, 1.0, 2, 0.4]]))
    assert steps.heights(at((0, 0.5), (0, 1.5), (0, 2), (3, 0.5), (0, 1.0))).tolist() == [0.2, 0.4, 0, 0, 0.4]


def test_a_height_map_is_linear_between_its_crossings_and_has_the_slopes_normal():
    slope = HeightMap(np.array([0.0, 2]), np.array([0.0, 1, 3]), np.array([[0.0, 1, 3], [0.0, 1, 3]]))
    assert slope.heights(at((1, 0.5), (0.3, 2), (9, 9), (0, -4))) == pytest.approx([0.5, 2, 3, 0])
    assert slope.normals(at((1, 0.5), (1, 2.0))) == pytest.approx(np.tile([0, 0.5**0.5, -(0.5**0.5)], (2, 1)))


def test_files_of_both_kinds_are_read(tmp_path):
    path = tmp_path / "ground.csv"
    path.write_text("x,z,height\n0,0,1\n0,1,2\n1,0,3\n1,1,4\n")
    assert surface_of(path).heights(at((0.5, 0.5))).tolist() == [2.5]
    path.write_text("x_from,x_to,z_from,z_to,height\n0,1,0,1,0.5\n")
    assert surface_of(path).heights(at((0.5, 0.5), (2, 2))).tolist() == [0.5, 0]
    assert isinstance(surface_of(0.0), Level)


@pytest.mark.parametrize(
    ("content", "place", "message"),
    [
        ("x,y,height\n", ":1", "the first line must be `x,z,height` or `x_from,x_to,z_from,z_to,height`"),
        ("", ":1", "the first line must be `x,z,height` or `x_from,x_to,z_from,z_to,height`"),
        ("x,z,height\n0,0\n", ":2", "3 numbers wanted, found 0, 0"),
        ("x,z,height\n0,0,nan\n", ":2", "3 numbers wanted, found 0, 0, nan"),
        ("x,z,height\n\n0,0,low\n", ":3", "3 numbers wanted, found 0, 0, low"),
        ("x,z,height\n0,0,1e300\n", ":2", "height is 1e+300, and at most 100000 from 0 can be"),
        ("x,z,height\n0,0,1\n0,1,1\n0,0,2\n", ":4", "the height of this crossing is told twice"),
        ("x_from,x_to,z_from,z_to,height\n", "", "there are no steps"),
        ("x_from,x_to,z_from,z_to,height\n-1,1,2,1,3\n", ":2", "z_to is not beyond z_from: no place is on this step"),
        (
            "x,z,height\n0,0,1\n1,1,1\n",
            "",
            "a height map needs a height at every crossing of its x and z, two of each or more; 2 of 4 are missing",
        ),
        (b"x,z,height\n0,0,\xe9\n", "", "this is no text in UTF-8"),
        ("x,z,height\n0,0,0\n".encode("utf-16"), "", "this is no text in UTF-8"),
        (b"x,z,height\n0,0," + b"1" * 200_000, ":2", "this is no CSV: field larger than field limit (131072)"),
    ],
)
def test_a_file_that_is_no_ground_says_where(tmp_path, content, place, message):
    path = tmp_path / "ground.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(FileError) as caught:
        surface_of(path)
    assert (caught.value.message, str(caught.value.where)) == (message, f"{path}{place}")


def test_lines_without_a_word_do_not_count(tmp_path):
    path = tmp_path / "ground.csv"
    path.write_text("\ufeffx_from,x_to,z_from,z_to,height\n  \n,,,,\n0,1,0,1,0.5\n", encoding="utf-8")
    assert surface_of(path).heights(at((0.5, 0.5))).tolist() == [0.5]


def test_a_missing_file_is_an_error_about_it(tmp_path):
    with pytest.raises(FileError, match="cannot read: No such file"):
        surface_of(tmp_path / "none.csv")


# Beside a height map


def rim(tmp_path, x, z):
    """A level height map in a file, from x[0] to x[1] and z[0] to z[1]."""
    path = tmp_path / "map.csv"
    path.write_text("x,z,height\n" + "".join(f"{a},{b},0.1\n" for a in x for b in z))
    return path


LOCKS = {
    "lock.offline": {},
    "lock.runtime": {"height": "floor"},
    "lock.relax": {"iterations": 1},
}


@pytest.fixture(scope="module")
def ahead():
    """Four steps along z."""
    return footpipe.stage("generate.fuzzy_gait")(steps=4, step=0.6)


@pytest.mark.parametrize("name", LOCKS)
def test_feet_that_are_nowhere_over_a_height_map_are_told_with_both_places(name, ahead, tmp_path):
    path = rim(tmp_path, (50, 51), (-3, 9.5))
    with pytest.warns(footpipe.FootpipeWarning, match="no foot comes over this height map") as told:
        footpipe.stage(name)(ahead, ground=path, **LOCKS[name])
    said = str(told[0].message)
    assert said.startswith(f"{path}: warning: ")
    assert re.search(
        r"feet are at x -0.09 to 0.09 m, z -0.1\d to 1.93 m, and it covers x 50.00 to 51.00 m, z -3.00", said
    )


@pytest.mark.parametrize("name", LOCKS)
def test_contacts_beyond_a_height_map_are_counted(name, ahead, tmp_path):
    feet = ahead.positions(rig_of(ahead).toe)
    stands = ahead.contacts.select(("left.toe", "right.toe")).active()
    frames = (stands & (feet[..., 2] > 1.0)).any(axis=1).sum()
    assert 50 < frames < len(ahead)
    with pytest.warns(
        footpipe.FootpipeWarning, match=rf"in {frames} frames of contact feet are beyond this height map"
    ):
        footpipe.stage(name)(ahead, ground=rim(tmp_path, (-1, 1), (-1, 1)), **LOCKS[name])


@pytest.mark.parametrize("name", LOCKS)
def test_a_height_map_under_all_contacts_is_nothing_to_tell(name, ahead, tmp_path):
    feet = ahead.positions(rig_of(ahead).toe)
    stands = ahead.contacts.select(("left.toe", "right.toe")).active()
    low, high = feet[stands].min(axis=0) - 0.05, feet[stands].max(axis=0) + 0.05
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        footpipe.stage(name)(ahead, ground=rim(tmp_path, (low[0], high[0]), (low[2], high[2])), **LOCKS[name])


# On stairs


@pytest.fixture(scope="module")
def climb():
    return footpipe.stage("detect.speed")(footpipe.load(STAIRS))


@pytest.fixture(scope="module")
def climbed(climb):
    return lock(climb, ground=STEPS, flatten=True)


def rig_of(clip):
    return find_rig(clip.skeleton).bind(clip.skeleton)


def above(clip, joints):
    """Heights of joints above the steps under the toes, m."""
    ground = surface_of(STEPS).heights(clip.world.positions[:, rig_of(clip).toe])
    return clip.world.positions[:, joints, 1] - ground


def test_toes_stand_on_their_treads(climb, climbed):
    rig, active = rig_of(climb), climb.contacts.active()
    assert abs(above(climb, rig.toe) - TOE_CLEARANCE)[active].max() > 0.01
    assert abs(above(climbed, rig.toe) - TOE_CLEARANCE)[active].max() < 1e-6
    heights = {round(float(h), 2) for h in climbed.world.positions[:, rig.toe, 1][active] - TOE_CLEARANCE}
    assert heights == {0, 0.17, 0.34, 0.51, 0.68, 0.85, 1.02, 1.19}


def test_soles_lie_flat_in_contact(climb, climbed):
    rig, active = rig_of(climb), climb.contacts.active()
    for joints in (rig.ankle, rig.toe):
        lean = [
            np.degrees(np.arccos(kernel.rotate(c.world.rotations[:, joints], [0, 1.0, 0])[..., 1].clip(-1, 1)))
            for c in (climb, climbed)
        ]
        assert lean[0][active].max() > 3
        assert lean[1][active].max() < 1e-3


def test_toes_on_stairs_stand_still(climb, climbed):
    active = climb.contacts.active()
    places = climbed.world.positions[:, rig_of(climb).toe]
    assert np.linalg.norm(np.diff(places, axis=0), axis=-1)[active[1:] & active[:-1]].max() < 1e-7


def test_no_part_of_a_foot_goes_below_the_treads(climb):
    rig = rig_of(climb)
    assert above(climb, rig.toe_end).min() < -0.01
    assert above(lock(climb, ground=STEPS), rig.toe_end).min() > -1e-6


def test_each_contact_finds_its_own_tread_by_itself(climb):
    rig, active = rig_of(climb), climb.contacts.active()
    own = lock(climb)
    assert abs(own.world.positions - climb.world.positions)[:, rig.toe, 1][active].max() < 0.01


def test_soles_lie_on_a_slope(climb, tmp_path):
    path = tmp_path / "slope.csv"
    path.write_text("x,z,height\n-9,-9,-3\n9,-9,-3\n-9,9,3\n9,9,3\n")
    normal = np.array([0, 1.0, -1 / 3]) / np.hypot(1, 1 / 3)
    slanted = lock(climb, ground=path, flatten=True, out_of_reach="slide")
    rig, active = rig_of(climb), climb.contacts.active()
    sole = kernel.rotate(slanted.world.rotations[:, rig.ankle], [0, 1.0, 0])
    assert np.degrees(np.arccos((sole @ normal).clip(-1, 1)))[active].max() < 0.1


def test_the_runtime_lock_takes_the_same_ground(climb):
    rig, active = rig_of(climb), climb.contacts.active()
    deep = np.array([active[max(0, i - 15) : i + 1].all(axis=0) for i in range(len(climb))])
    locked = footpipe.stage("lock.runtime")(climb, ground=STEPS, height="floor", stretch="limb")
    reached = locked.channels["lock.miss"] < 1e-6
    assert (deep & reached).sum() > 50
    off = abs(above(locked, rig.toe) - TOE_CLEARANCE)[deep & reached]
    assert np.median(off) < 0.006  # it stands as high as it has shown that it does, and one foot had sunk by 12 mm


def test_a_floating_clip_is_set_down_on_a_number(slid):
    rig, active = rig_of(slid), slid.contacts.active()
    lifted = slid.translations.copy()
    lifted[:, 0, 1] += 0.07 / slid.placement.scale
    down = lock(slid.replace(translations=lifted), ground=0.0)
    again = lock(slid, ground=0.0)
    heights = [c.world.positions[:, rig.toe, 1][active] for c in (down, again)]
    assert heights[0] == pytest.approx(heights[1], abs=2e-3)


SOLE = 0.020125  # m, of the built-in figure, under its toe joints


def test_feet_of_a_walk_that_floats_higher_than_soles_are_thick_are_set_down(ahead):
    lifted = ahead.replace(translations=ahead.translations + [0, 10.0, 0] * (ahead.skeleton.parents < 0)[:, None])
    rig, stands = rig_of(ahead), ahead.contacts.select(("left.toe", "right.toe")).active()
    for clip, lowest in ((ahead, SOLE), (lifted, 0.0)):
        assert lock(clip, ground=0.0).positions(rig.toe)[stands][:, 1].min() == pytest.approx(lowest, abs=1e-4)


def test_feet_that_stand_unequally_high_are_all_set_down(ahead):
    first, last = ahead.contacts.spans("left.toe")[1]
    rows = np.zeros(len(ahead))
    rows[first - 10 : last + 10] = 0.6  # cm
    uneven = ahead.translations.copy()
    uneven[:, 0, 1] += rows
    rig, stands = rig_of(ahead), ahead.contacts.select(("left.toe", "right.toe")).active()
    heights = lock(ahead.replace(translations=uneven), ground=0.0).positions(rig.toe)[stands][:, 1]
    assert heights.min() == pytest.approx(0, abs=1e-4)
    assert heights.max() < 0.005


def test_the_example_is_what_its_script_makes(tmp_path):
    before = STAIRS.read_bytes(), STEPS.read_bytes()
    script = tmp_path / "stairs.py"
    script.write_bytes((ROOT / "examples/stairs.py").read_bytes())
    subprocess.run([sys.executable, script], check=True)
    assert (tmp_path / "stairs.csv").read_bytes() == before[1]
    made, shipped = footpipe.load(tmp_path / "stairs.bvh"), footpipe.load(STAIRS)
    assert made.world.positions == pytest.approx(shipped.world.positions, abs=1e-5)
