"""Contacts of real clips against labels by an independent judge, and what `fix` makes of clips that slide."""

import json
import subprocess
import sys

import numpy as np
import pytest
from slides import every, f1, noisy, scaled, treadmill, wandering

import footpipe

CMU = 0.0254 / 0.45
UNITS = {
    "cmu_12_01_walk": CMU,
    "cmu_01_01_jumps": CMU,
    "cmu_14_08_standing": CMU,
    "cmu_jumping_jacks_30fps": CMU,
    "pymo_AV_8Walk_inch": 0.0254,
    "fair1_zombie_zup": 0.039,
}
WALKS = ("cmu_12_01_walk", "pymo_AV_8Walk_inch")
FAULTS = {
    "none": lambda clip: clip,
    "x0.75": scaled(0.75),
    "x1.25": scaled(1.25),
    "noise of 5 mm": lambda clip: noisy(scaled(0.75)(clip)),
    "treadmill": treadmill,
    "wandering": wandering,
    "wandering slowly": lambda clip: wandering(clip, 0.15),
}


@pytest.fixture(scope="module")
def judge(shared):
    def run(command, *files, unit, **options):
        extra = [word for key, value in options.items() for word in (f"--{key}", str(value))]
        words = [sys.executable, shared / "tools/footmeter.py", command, *files, "--unit", str(unit), *extra]
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout

    return run


@pytest.fixture(scope="module")
def labelled(shared, judge, tmp_path_factory):
    """Each clip with the judge's labels of it, (F, 2) bool."""

    def load(name):
        path, labels = shared / f"data/bvh/{name}.bvh", tmp_path_factory.mktemp(name) / "labels.csv"
        judge("labels", path, labels, unit=UNITS[name], up="z" if name.endswith("zup") else "y")
        return footpipe.load(path), np.loadtxt(labels, delimiter=",", skiprows=1)[:, 1:] > 0

    return {name: load(name) for name in UNITS}


def found(clip):
    return footpipe.stage("detect.adaptive")(clip).contacts.active()


def scores(labelled, fault):
    return {name: f1(found(FAULTS[fault](clip)), labels) for name, (clip, labels) in labelled.items()}


def scores_at_30(labelled, fault):
    def score(clip, labels):
        step = round(clip.rate / 30)
        return f1(found(every(step)(FAULTS[fault](clip))), labels[clip.rest_rows :: step])

    return {name: score(*given) for name, given in labelled.items()}


@pytest.mark.parametrize(
    ("fault", "bound"),
    {"none": 0.96, "x0.75": 0.96, "x1.25": 0.96, "treadmill": 0.95, "wandering slowly": 0.95}.items(),
)
def test_walks(labelled, fault, bound):
    found = scores(labelled, fault)
    assert all(found[name] >= bound for name in WALKS), found


@pytest.mark.parametrize("fault", FAULTS)
def test_all_kinds_of_motion(labelled, fault):
    found = scores(labelled, fault)
    assert np.mean(list(found.values())) >= 0.94, found


@pytest.mark.parametrize("fault", ["none", "x0.75", "x1.25"])
def test_all_kinds_of_motion_at_30_frames_per_second(labelled, fault):
    found = scores_at_30(labelled, fault)
    assert np.mean(list(found.values())) >= 0.94, found


@pytest.mark.parametrize("factor", [0.75, 1.25])
@pytest.mark.parametrize("name", WALKS)
def test_fix_needs_no_parameter(shared, judge, tmp_path, name, factor):
    clean, slid, fixed = shared / f"data/bvh/{name}.bvh", tmp_path / "slid.bvh", tmp_path / "fixed.bvh"
    judge("scale", clean, slid, unit=UNITS[name], factor=factor)
    footpipe.fix(slid, fixed)
    said = json.loads(judge("judge", clean, slid, fixed, unit=UNITS[name]))
    before, after = said["before"], said["after"]
    assert after["slide_mean"] <= 0.1
    assert after["settled_mean"] <= 0.01
    assert after["velocity_error"] <= 0.75 * before["velocity_error"]
    assert after["leg_accel_p99"] <= 1.1 * before["leg_accel_p99"]
    assert said["change"]["leg_turn_mean"] <= 4
