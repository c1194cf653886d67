"""footpipe from Python."""

import json

import numpy as np
import pytest

import footpipe
from footpipe import Clip, GraphError, Report
from footpipe.rig_find import find_rig
from footpipe.testing import walking_clip, without_contact

CIRCLE: dict = {"footpipe": 1}
CIRCLE["nodes"] = CIRCLE


@pytest.fixture(scope="module")
def walk() -> Clip:
    return walking_clip()


def test_a_saved_clip_loads_as_it_was(walk, tmp_path):
    (path,) = footpipe.save(walk, tmp_path / "walk.bvh")
    again = footpipe.load(path, unit="m", up="y")
    assert path == tmp_path / "walk.bvh"
    assert again.skeleton.names == walk.skeleton.names
    np.testing.assert_allclose(again.world.positions, walk.world.positions, atol=1e-5)


def test_a_suffix_that_nothing_reads_or_writes_is_told_with_those_that_are_known(walk, tmp_path):
    with pytest.raises(GraphError) as raised:
        footpipe.load("walk.xyz")
    assert raised.value.message == "no stage reads files ending in '.xyz'"
    assert raised.value.help == "suffixes that can be read: .bvh, .usd, .usda, .usdc, .usdz"
    with pytest.raises(GraphError) as raised:
        footpipe.save(walk, tmp_path / "walk")
    assert raised.value.message == f"no stage writes '{tmp_path}/walk', which has no suffix"


def test_a_detector_gives_the_clip_its_contacts(walk):
    found = footpipe.stage("detect.speed")(walk, speed=0.5)
    assert found.contacts.points == ("left.toe", "right.toe")
    assert found.translations is walk.translations


def test_a_locker_takes_a_rig_or_finds_one(walk):
    lock = footpipe.stage("lock.runtime")
    rig = find_rig(walk.skeleton)
    locked = [lock(walk, blend=0.05, rig=given) for given in (None, rig, rig.bind(walk.skeleton))]
    for one in locked:
        assert one.rotations.tobytes() == locked[0].rotations.tobytes()
    assert (locked[0].rotations != walk.rotations).any()


def test_a_measure_takes_clips_by_place_or_by_name(walk):
    measure = footpipe.stage("measure.sliding")
    assert isinstance(measure(walk), Report)
    assert list(measure(walk, walk).values["clips"]) == ["clip1", "clip2"]
    assert list(measure({"before": walk, "after": walk}).values["clips"]) == ["before", "after"]


def test_a_stage_says_what_it_is():
    lock = footpipe.stage("lock.runtime")
    assert lock.__doc__.startswith("Hold each foot where it touched")
    assert repr(lock).startswith("<lock.runtime: Hold each foot where it touched")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda clip: footpipe.stage("lock.runtme"), "there is no stage 'lock.runtme'"),
        (lambda clip: footpipe.stage("lock.runtime")(clip, blen=1), "lock.runtime has no parameter 'blen'"),
        (
            lambda clip: footpipe.stage("lock.runtime")(clip, blend="x"),
            "'blend' of lock.runtime must be a number, not 'x'",
        ),
        (lambda clip: footpipe.stage("lock.runtime")(clip, clip), "lock.runtime takes 1 clip, and is given 2"),
        (lambda clip: footpipe.stage("load.bvh")(), "load.bvh needs 'path'"),
        (lambda clip: footpipe.stage(None), "a stage's name is a text, not NoneType"),
        (lambda clip: footpipe.load(""), "no stage reads '', which has no suffix"),
        (lambda clip: footpipe.fix("/"), "no stage reads '/', which has no suffix"),
        (lambda clip: footpipe.fix("walk.bvh", ""), "no stage writes '', which has no suffix"),
        (lambda clip: footpipe.load("a\0.bvh"), r"'path' of load.bvh must be a path, not 'a\x00.bvh'"),
        (lambda clip: footpipe.run("a\0.toml"), "cannot read the graph: embedded null byte"),
        (lambda clip: footpipe.run(""), "cannot read the graph: Is a directory"),
        (lambda clip: footpipe.run(CIRCLE), "more than 50 tables and lists within one another"),
    ],
)
def test_a_wrong_call_is_told_as_in_a_graph(walk, call, told):
    with pytest.raises(GraphError) as raised:
        call(walk)
    assert raised.value.message == told


@pytest.mark.parametrize("call", [footpipe.load, footpipe.run, footpipe.fix])
def test_nothing_is_no_path(call):
    with pytest.raises(TypeError, match="NoneType"):
        call(None)


def test_numbers_of_numpy_are_numbers(walk):
    one, other = (footpipe.stage("lock.runtime")(walk, blend=blend) for blend in (0.2, np.float64(0.2)))
    assert one.rotations.tobytes() == other.rotations.tobytes()


def test_run_takes_a_file_or_tables_and_values_that_win(walk, tmp_path):
    footpipe.save(walk, tmp_path / "walk.bvh")
    graph = {
        "footpipe": 1,
        "nodes": {
            "read": {"uses": "load.bvh", "path": tmp_path / "none.bvh"},
            "out": {"uses": "write.bvh", "path": tmp_path / "out.bvh"},
        },
    }
    result = footpipe.run(graph, set={"read.path": tmp_path / "walk.bvh"})
    assert result.files == (tmp_path / "out.bvh",)
    assert (tmp_path / "out.bvh").read_bytes() == (tmp_path / "walk.bvh").read_bytes()
    (tmp_path / "walk.toml").write_text(
        'footpipe = 1\n[nodes.read]\nuses = "load.bvh"\npath = "walk.bvh"\n[nodes.out]\nuses = "write.bvh"\npath = "2.bvh"\n'
    )
    assert footpipe.run(tmp_path / "walk.toml").files == (tmp_path / "2.bvh",)
    with pytest.raises(GraphError) as raised:
        footpipe.run(graph, set={"reed.path": "x"})
    assert str(raised.value) == "set reed.path=x: error: the graph has no node 'reed'\n  help: did you mean 'read'?"


def test_fix_writes_beside_the_clip_and_reports_before_and_after(walk, tmp_path):
    footpipe.save(walk, tmp_path / "walk.bvh")
    result = footpipe.fix(tmp_path / "walk.bvh")
    assert result.files == (tmp_path / "walk.footlock.bvh",)
    figures = result.reports["sliding"].values["clips"]
    assert figures["after"]["all"]["slide_mean"] < 0.1 * figures["before"]["all"]["slide_mean"]
    assert json.dumps(result.as_json(), allow_nan=False)


def test_contacts_may_be_nowhere_on(walk):
    nowhere = without_contact(walk)
    assert footpipe.stage("lock.runtime")(nowhere).rotations.tobytes() == walk.rotations.tobytes()


def test_clips_of_one_name_and_things_that_are_no_clips_are_told():
    measure = footpipe.stage("measure.sliding")
    clip = walking_clip()
    with pytest.raises(GraphError, match="two clips are called 'clip1'"):
        measure(clip, {"clip1": clip})
    with pytest.raises(GraphError, match="stages take clips, not list"):
        measure([clip, clip])


def test_a_bound_rig_of_another_skeleton_is_bound_again():
    clip = walking_clip()
    foreign = find_rig(clip.skeleton).bind(walking_clip().skeleton)
    detect = footpipe.stage("detect.speed")
    assert (detect(clip, rig=foreign).contacts.weights == detect(clip).contacts.weights).all()
