"""Every clip at hand loads right and goes back as it was."""

import logging
from pathlib import Path

import numpy as np
import pytest
from bvh_clips import CLIPS, Known
from bvh_files import reference_places, text_of, turned
from footpipe_bvh.load import LoadBvh, load

from footpipe import Clip, kernel

DATA = Path(__file__).resolve().parents[1] / "data"
OWN = {
    "jumping_jacks_30fps": CLIPS["cmu_jumping_jacks_30fps"],
    "makehuman_pose": CLIPS["makehuman_benchmark_pose"],
    "makehuman_zombie": CLIPS["makehuman_zombieWalk1"],
    "run_blender": CLIPS["pab_run_blender_zxy_cm"],
}


@pytest.fixture(params=[*CLIPS, *OWN])
def known(request: pytest.FixtureRequest) -> tuple[Path, Known]:
    if request.param in OWN:
        return DATA / f"{request.param}.bvh", OWN[request.param]
    return request.getfixturevalue("shared") / f"data/bvh/{request.param}.bvh", CLIPS[request.param]


def up_of(clip: Clip) -> str:
    """The skeleton's axis that the placement turns to +y."""
    x, y, z, w = clip.placement.rotation[0]
    to_y = np.array([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)])  # the matrix' second row
    axis = int(np.argmax(abs(to_y)))
    assert abs(to_y[axis]) == pytest.approx(1)
    return ("-" if to_y[axis] < 0 else "") + "xyz"[axis]


def test_a_clip_is_understood(known: tuple[Path, Known]) -> None:
    path, what = known
    clip = load(LoadBvh(path=path))
    assert (len(clip), len(clip.skeleton)) == (what.frames, what.joints)
    assert clip.source.rate == what.rate
    assert np.array_equal(clip.times, np.arange(what.frames) / what.rate)
    assert clip.placement.scale == pytest.approx(what.unit, rel=1e-6)
    assert up_of(clip) == what.up
    assert clip.rest_rows == what.rest_rows
    assert clip.source.positions == what.positions


def test_a_clip_goes_back_to_the_same_bytes(known: tuple[Path, Known], tmp_path: Path) -> None:
    path, _ = known
    clip = load(LoadBvh(path=path))
    assert text_of(clip, tmp_path) == path.read_bytes()


def test_joints_stand_where_an_independent_reading_puts_them(known: tuple[Path, Known]) -> None:
    path, what = known
    rows = range(0, what.frames, max(1, what.frames // 12))
    expected = reference_places(path.read_text("utf-8"), what.positions == "delta", rows)
    clip = load(LoadBvh(path=path, unit=1.0, up="y"))
    assert len(expected) == len(clip.skeleton)
    for joint, places in enumerate(expected.values()):
        assert clip.world.positions[list(rows), joint] == pytest.approx(places, abs=1e-9)


def test_every_joint_touched_comes_back_within_a_millionth_of_a_unit(known: tuple[Path, Known], tmp_path: Path) -> None:
    path, _ = known
    clip = load(LoadBvh(path=path, unit=1.0, up="y"))
    joints = [i for i, joint in enumerate(clip.source.header.joints) if joint.order]
    touched = turned(clip, joints)
    written = tmp_path / "touched.bvh"
    written.write_bytes(text_of(touched, tmp_path))
    again = load(LoadBvh(path=written, unit=1.0, up="y"))
    assert abs(again.world.positions - touched.world.positions).max() < 1e-6
    assert np.degrees(kernel.angle(again.rotations, touched.rotations)).max() < 1e-6


def test_joints_stand_where_bvhio_puts_them(known: tuple[Path, Known]) -> None:
    """It counts in single precision, so far out a few of its last digits are allowed too."""
    bvhio = pytest.importorskip("bvhio")
    path, what = known
    if what.positions == "delta":
        pytest.skip("bvhio takes deltas for places")
    clip = load(LoadBvh(path=path, unit=1.0, up="y"))
    own = [i for i, joint in enumerate(clip.source.header.joints) if joint.channels or joint.name != "End"]
    tree = bvhio.readAsHierarchy(str(path))
    for row in range(0, what.frames, max(1, what.frames // 5)):
        tree.loadPose(row)
        theirs = np.array([list(joint.PositionWorld) for joint, _, _ in tree.layout()])
        ours = clip.world.positions[row, own]
        assert (abs(theirs - ours) <= 1e-4 + 2e-7 * abs(ours).max()).all()


def test_a_person_stands_upright_above_the_origin(known: tuple[Path, Known]) -> None:
    """Whatever the file's unit and axes, the head is up and of a person's height."""
    path, what = known
    clip = load(LoadBvh(path=path))
    heights = clip.world.positions[what.rest_rows :, :, 1]
    tall = np.median(np.ptp(heights, axis=1))
    assert 0.7 < tall < 2.3


def test_blenders_six_channels_are_the_same_walk(shared: Path) -> None:
    """Blender's frames 2 to 122 are rows 1 to 121, counted from 0; row 0 is the rest pose."""
    walk = load(LoadBvh(path=shared / "data/bvh/cmu_12_01_walk.bvh"))
    six = load(LoadBvh(path=shared / "data/bvh/cmu_12_01_blender_6ch.bvh"))
    same = [walk.skeleton.joints.index(path) for path in six.skeleton.joints]
    assert len(set(same)) == len(walk.skeleton)
    assert six.world.positions == pytest.approx(walk.world.positions[1:122, same], abs=2e-6)


def test_a_file_without_legs_is_centimetres_and_y_up(shared: Path) -> None:
    path = shared / "data/bvh/pybvh_rotation_first_root.bvh"
    with pytest.warns(Warning, match="no legs found"):
        clip = load(LoadBvh(path=path))
    assert clip.placement.scale == 0.01
    assert up_of(clip) == "y"
    assert clip.rate == 25
    assert clip.translations[-1, 0] == pytest.approx([13, 53, -17])


def test_what_was_found_is_said_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    path = DATA / "makehuman_pose.bvh"
    with caplog.at_level(logging.INFO, "footpipe"):
        load(LoadBvh(path=path))
    assert caplog.messages == [
        f"{path}: 1 frames, 24 fps (Frame Time 0.041667), unit dm (leg 0.81 m), up z, positions below the root are delta"
    ]
