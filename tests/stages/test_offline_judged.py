"""What `lock.offline` must reach on written files, in the eyes of an independent judge."""

import json
import subprocess
import sys

import pytest

import footpipe

CMU, INCH = 0.0254 / 0.45, 0.0254
LEAST = {"slide_mean": 0.005, "slide_p95": 0.02, "slide_max": 0.1, "edge_mean": 0.05}
WALK = {"below_max": 0.5, "leg_turn_mean": 3.5, "knee_bend_mean": 3, "root_drop_max": 5}
ALWAYS = {"other_tokens": 0, "bone_error_max": 0.01, "root_turn_max": 0}


@pytest.fixture(scope="module")
def judged(shared, tmp_path_factory):
    def run(command, *files, unit, **options):
        extra = [word for key, value in options.items() for word in (f"--{key}", str(value))]
        words = [sys.executable, shared / "tools/footmeter.py", command, *files, "--unit", str(unit), *extra]
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout

    def judge(name, unit, factor):
        clean = shared / f"data/bvh/{name}.bvh"
        folder = tmp_path_factory.mktemp(name)
        labels, slid, fixed = folder / "labels.csv", folder / "slid.bvh", folder / "fixed.bvh"
        run("labels", clean, labels, unit=unit)
        run("scale", clean, slid, unit=unit, factor=factor)
        clip = footpipe.stage("detect.labels")(footpipe.load(slid), path=labels)
        footpipe.save(footpipe.stage("lock.offline")(clip), fixed)
        return json.loads(run("judge", clean, slid, fixed, unit=unit))

    return judge


def within(figures, bounds):
    return {key: figures[key] for key, bound in bounds.items() if not figures[key] <= bound}


def ratio(said, key):
    return said["after"][key] / said["before"][key]


@pytest.mark.parametrize("factor", [0.75, 1.25])
@pytest.mark.parametrize(("name", "unit"), [("cmu_12_01_walk", CMU), ("pymo_AV_8Walk_inch", INCH)])
def test_walks(judged, name, unit, factor):
    said = judged(name, unit, factor)
    assert not within({**said["after"], **said["change"]}, LEAST | WALK | ALWAYS)
    assert ratio(said, "leg_accel_p99") <= 1.1
    assert ratio(said, "leg_accel_median") <= 1.15
    assert ratio(said, "velocity_error") <= 0.8


@pytest.mark.parametrize("factor", [0.75, 1.25])
@pytest.mark.parametrize("name", ["cmu_01_01_jumps", "cmu_14_08_standing"])
def test_jumps_and_standing(judged, name, factor):
    said = judged(name, CMU, factor)
    assert not within({**said["after"], **said["change"]}, LEAST | ALWAYS)
    assert ratio(said, "leg_accel_p99") <= 1.05
    assert ratio(said, "leg_accel_median") <= 1.05


def test_a_clean_walk_is_changed_little(judged):
    said = judged("cmu_12_01_walk", CMU, 1.0)
    assert not within(said["change"], {"leg_turn_mean": 2, "root_shift_max": 8} | ALWAYS)
