"""A generated walk as a source of truth: what is found in it, and what becomes of it, is known beforehand."""

import json
import subprocess
import sys

import numpy as np
import pytest

import footpipe
from footpipe.testing import exact_walk

TOES = ("left.toe", "right.toe")
detect, adapt = footpipe.stage("detect.speed"), footpipe.stage("detect.adaptive")
scale, lock, measure = (footpipe.stage(name) for name in ("edit.scale_travel", "lock.offline", "measure.sliding"))


@pytest.fixture(scope="module", params=[0.5, 0.6, 0.7], ids=lambda step: f"{step} m")
def walk(request):
    return exact_walk(step=request.param, steps=12)


def f1(clip, truth):
    found, wanted = (each.contacts.select(TOES).active() for each in (clip, truth))
    return 2 * (found & wanted).sum() / (found.sum() + wanted.sum())


def test_contacts_of_a_clean_walk_are_found(walk):
    assert f1(detect(walk), walk) >= 0.97
    assert f1(adapt(walk), walk) >= 0.97


@pytest.mark.parametrize("factor", [0.75, 1.25])
def test_contacts_of_a_walk_that_slides_are_found(walk, factor):
    assert f1(adapt(scale(walk, factor=factor)), walk) >= 0.97


@pytest.mark.parametrize("factor", [0.75, 1.25])
def test_a_walk_that_slides_stands_again_by_its_own_contacts(walk, factor):
    slid = scale(walk, factor=factor)
    said = measure({"slid": slid, "locked": lock(slid)}).values["clips"]
    assert said["slid"]["all"]["slide_mean"] > 10
    assert said["locked"]["all"]["slide_max"] < 1e-6


def test_contacts_begin_and_end_with_the_feet(walk):
    """Each contact of a toe lies within the time that its foot is on the ground, and is most of it."""
    for point in TOES:
        stands = walk.contacts.active()[:, walk.contacts.column(point)]
        speeds = walk.speed([walk.skeleton.names.index(point.split(".")[0].capitalize() + "ToeBase")])[:, 0]
        assert np.median(speeds[stands]) < 0.02
        assert speeds[stands].max() < 0.2 * speeds[~stands].max()


@pytest.mark.parametrize("factor", [0.75, 1.25])
def test_an_independent_judge_finds_no_slide(shared, tmp_path, factor):
    walk = exact_walk(step=0.6, rate=120.0, steps=10)
    files = [tmp_path / f"{name}.bvh" for name in ("clean", "slid", "locked")]
    slid = scale(walk, factor=factor)
    for clip, file in zip((walk, slid, lock(slid)), files, strict=True):
        footpipe.save(clip, file)
    command = [sys.executable, shared / "tools/footmeter.py", "judge", *files, "--unit", "0.01"]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert said["before"]["settled_mean"] > 10
    assert said["after"]["settled_mean"] <= 0.05
    assert said["after"]["slide_mean"] <= 0.1
    assert said["change"]["bone_error_max"] <= 0.01
