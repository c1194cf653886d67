"""What locking must reach on the walk, by our own figures and by those of an independent judge."""

import json
import subprocess
import sys

import pytest

import footpipe

lock = footpipe.stage("lock.runtime")
scale = footpipe.stage("edit.scale_travel")
measure = footpipe.stage("measure.sliding")
BOUNDS = {0.75: {"settled": 0.1, "velocity": 1.1}, 1.25: {"settled": 0.6, "velocity": 1.35}}
ARTICLE = {"stretch": "article", "height": "floor"}


@pytest.fixture(params=BOUNDS, ids=lambda factor: f"x{factor}")
def factor(request):
    return request.param


@pytest.mark.parametrize("params", [{}, ARTICLE], ids=["ours", "article"])
def test_feet_stand_and_nothing_else_breaks(found, factor, params):
    slid = scale(found, factor=factor)
    report = measure({"clean": found, "slid": slid, "locked": lock(slid, **params)}, reference="clean").values
    slid, locked = report["clips"]["slid"], report["clips"]["locked"]
    assert slid["all"]["settled_mean"] > 15
    assert locked["all"]["settled_mean"] < BOUNDS[factor]["settled"]
    assert locked["velocity_error"] < BOUNDS[factor]["velocity"] * slid["velocity_error"]
    assert locked["cost"]["acceleration_p99"] < 1.2 * slid["cost"]["acceleration_p99"]
    assert locked["cost"]["acceleration_median"] < 1.25 * slid["cost"]["acceleration_median"]
    assert locked["cost"]["bone_error_max"] < 1e-3


def judged(shared, folder, walk, factor):
    """What the independent judge says of the walk scaled by it, labelled by it, and locked from file to file."""
    judge, unit = shared / "tools/footmeter.py", ["--unit", str(walk.placement.scale)]
    clean, slid = shared / "data/bvh/cmu_12_01_walk.bvh", folder / "slid.bvh"

    def run(*arguments):
        command = [sys.executable, judge, *map(str, arguments), *unit]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    run("labels", clean, folder / "labels.csv")
    run("scale", clean, slid, "--factor", factor)
    nodes = {
        "read": {"uses": "load.bvh", "path": slid},
        "labels": {"uses": "detect.labels", "path": folder / "labels.csv"},
        "locked": {"uses": "lock.runtime"},
        "out": {"uses": "write.bvh", "path": folder / "locked.bvh"},
    }
    footpipe.run({"footpipe": 1, "nodes": nodes})
    return json.loads(run("judge", clean, slid, folder / "locked.bvh"))


def test_an_independent_judge_agrees(shared, tmp_path, walk, factor):
    said = judged(shared, tmp_path, walk, factor)
    before, after, change = said["before"], said["after"], said["change"]
    assert after["settled_mean"] <= BOUNDS[factor]["settled"]
    assert after["velocity_error"] <= BOUNDS[factor]["velocity"] * before["velocity_error"]
    assert after["leg_accel_p99"] <= 1.2 * before["leg_accel_p99"]
    assert after["leg_accel_median"] <= 1.25 * before["leg_accel_median"]
    assert change["other_tokens"] == 0
    assert change["root_shift_max"] == 0
    assert change["bone_error_max"] <= 0.01
