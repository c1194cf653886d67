"""The foot locker from C: the bits that Python has, no memory taken, no drift; and the example of an engine."""

import importlib.util
import shutil
import subprocess

import numpy as np
import pytest
from c_programs import ADDED, COMPILER, COUNTED, ENGINE, HERE, MATH, asks_for, compile_c

import footpipe
from footpipe import find_rig

LIMB = 1 + 3 + 6 + 6 + 6 + 3 + 1 + 1  # numbers that many_steps.c tells of one
LOCK = slice(4, LIMB)  # those of its lock

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")


@pytest.fixture(scope="module")
def many_steps(tmp_path_factory):
    """Plays a clip round by round: the second round and the last, as rotations (F, J, 4) and limbs (F, L, LIMB)."""
    program = tmp_path_factory.mktemp("c") / "many_steps"
    compile_c(*COUNTED, HERE / "many_steps.c", "-o", program, "-lm")

    def run(clip, rig, rounds, knee_axes, keep_height=True, flatten=False):
        body, at = clip.skeleton, clip.placement
        contacts = clip.contacts.select(rig.points("toe")).weights
        sizes = [len(body), len(rig.names), len(clip), keep_height, flatten]
        rest = [knee_axes, body.rest_translations, body.rest_rotations, at.translation[0], at.rotation[0], at.scale]
        steps = np.full((len(clip), 1), 1 / 120)
        frames = [part.reshape(len(clip), -1) for part in (steps, contacts, clip.translations, clip.rotations)]
        data = [*sizes, *body.parents, *rig.legs.ravel(), *np.concatenate([np.ravel(part) for part in rest])]
        given = np.array(data, float).tobytes() + np.concatenate(frames, axis=1).tobytes()
        done = subprocess.run([str(program), str(rounds)], input=given, capture_output=True)
        assert done.returncode == 0
        *told, allocations = np.frombuffer(done.stdout)
        assert allocations == 0
        rows = np.array(told).reshape(2, len(clip), -1)
        turns, limbs = np.split(rows, [4 * len(body)], axis=2)
        return turns.reshape(2, len(clip), -1, 4), limbs.reshape(2, len(clip), -1, LIMB)

    return run


@pytest.mark.parametrize("height", ["keep", "floor"])
@pytest.mark.parametrize("flatten", [False, True])
def test_c_gives_the_bits_that_python_gives(many_steps, slid, rig, height, flatten):
    clip = slid.pick(slice(slid.rest_rows, None))
    twice = np.tile(np.arange(len(clip)), 2)
    locker = footpipe.FootLocker(rig, scale=clip.placement.scale, height=height, flatten=flatten)
    rotations = clip.rotations[twice].copy()
    contacts = clip.contacts.select(rig.points("toe")).weights
    for turns, f in zip(rotations, twice, strict=True):
        locker.step(
            footpipe.Pose(clip.translations[f], turns, clip.placement.translation[0], clip.placement.rotation[0]),
            contacts[f],
            1 / 120,
        )
    got, limbs = many_steps(clip, rig, 3, rig.knee_axes, height == "keep", flatten)
    assert (got[0] == rotations[len(clip) :]).all()
    assert (limbs[0, -1, :, 0] == locker.miss).all()


def test_a_million_steps_do_not_drift(many_steps, slid, rig):
    """The walk again and again: the lock's state and the pose are in the last round what they were in the second."""
    clip = slid.pick(slice(slid.rest_rows, None))
    known = footpipe.kernel.foot_shapes(clip.pose(0, 1), rig.legs, rig.knee_axes).knee_axes
    rotations, limbs = many_steps(clip, rig, -(-1_000_000 // len(clip)), known, flatten=True)
    assert abs(rotations[1] - rotations[0]).max() < 1e-12
    assert abs(limbs[1] - limbs[0])[..., LOCK].max() < 1e-12


def test_a_million_steps_do_not_drift_either_where_the_hinge_is_measured(many_steps, slid, rig):
    """It settles: what the walk has shown in two rounds is what it shows in two thousand."""
    clip = slid.pick(slice(slid.rest_rows, None))
    rotations, limbs = many_steps(clip, rig, -(-1_000_000 // len(clip)), rig.knee_axes)
    assert abs(limbs[1] - limbs[0])[..., LOCK].max() < 1e-12
    assert np.linalg.norm(np.diff(limbs[:, -1, :, 1:4], axis=0), axis=-1).max() < 1e-6
    assert abs(rotations[1] - rotations[0]).max() < 1e-6


@pytest.mark.skipif(shutil.which("nm") is None, reason="no nm")
def test_the_object_file_asks_for_nothing_but_mathematics(tmp_path):
    wanted = asks_for(
        '#include "footpipe/foot_locker.h"\n'
        "int step(fp_foot_locker *l, fp_pose p, const double *c, const fp_ground *g, double dt, fp_foot_result *r) {\n"
        "    return fp_foot_locker_step(l, p, c, g, dt, r);\n}\n",
        tmp_path,
    )
    assert {"sqrt", "exp"} & wanted
    assert wanted <= MATH | ADDED


def test_the_example_of_an_engine_locks_what_lock_runtime_locks(engine, tmp_path):
    spec = importlib.util.spec_from_file_location("poses", ENGINE / "poses.py")
    poses = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(poses)
    walk = poses.sliding_walk()
    rig = find_rig(walk.skeleton).bind(walk.skeleton)
    (tmp_path / "walk.poses").write_text("\n".join(poses.table(walk, rig)) + "\n")
    command = [str(engine), "lock", str(tmp_path / "walk.poses")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    locked = footpipe.stage("lock.runtime")(walk)
    both = [in_contact(clip, rig) for clip in (walk, locked)]
    wanted = [f"{len(walk) - 1} frames; speed of the toes in contact, cm/s"]
    wanted += [
        f"foot {i + 1}: {before:6.2f} before, {after:5.2f} after"
        for i, (before, after) in enumerate(zip(*both, strict=True))
    ]
    assert said.splitlines() == wanted
    assert all(after < 0.1 * before for before, after in zip(*both, strict=True))


def in_contact(clip, rig):
    """cm/s: mean horizontal speed of each toe between frames in contact."""
    rows = slice(clip.rest_rows, None)
    active = clip.contacts.select(rig.points("toe")).active()[rows]
    ways = np.linalg.norm(np.diff(clip.world.positions[rows][:, rig.toe][..., [0, 2]], axis=0), axis=-1)
    both = active[1:] & active[:-1]
    return 100 * (ways * both).sum(axis=0) / (clip.steps[rows][1:, None] * both).sum(axis=0)


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ("x", "is no table of poses"),
        ("11 2 3\n-1 0", "ends within its character"),
        ("65 2 3", "has more joints or limbs than there is room for"),
    ],
)
def test_the_example_says_what_is_wrong_with_a_table(engine, tmp_path, table, wrong):
    (tmp_path / "bad.poses").write_text(table)
    command = [str(engine), "lock", str(tmp_path / "bad.poses")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == f"{tmp_path / 'bad.poses'}: error: {wrong}\n"
