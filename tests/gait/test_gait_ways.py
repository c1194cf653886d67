"""What becomes of walks along paths and over grounds: a lock and a judge leave them alone; and what goes together."""

import json
import subprocess
import sys

import numpy as np
import pytest

import footpipe
from footpipe import GraphError, kernel

generate, lock = footpipe.stage("generate.fuzzy_gait"), footpipe.stage("lock.offline")


def changed(clip, other):
    """cm and deg, the most by which any joint of one is elsewhere in the other."""
    places = np.linalg.norm(clip.world.positions - other.world.positions, axis=-1).max() * 100
    turns = kernel.log(kernel.multiply(kernel.inverse(clip.rotations), other.rotations))
    return places, np.degrees(np.linalg.norm(turns, axis=-1)).max()


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
