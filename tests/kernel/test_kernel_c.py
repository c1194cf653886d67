"""The headers from C: each compiles alone, and a C program gives what the Python module gives, to the last bit."""

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import poses
import pytest

from footpipe import kernel

HERE = Path(__file__).parent
INCLUDE = HERE.parents[1] / "native" / "include"
HEADERS = sorted((INCLUDE / "footpipe").glob("*.h"))
COMPILER = os.environ.get("CC") or next(filter(shutil.which, ("cc", "gcc", "clang")), None)
STRICT = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{INCLUDE}"]

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")


def compile_c(*arguments):
    done = subprocess.run([*COMPILER.split(), *STRICT, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("header", HEADERS, ids=lambda path: path.name)
@pytest.mark.parametrize("asserts", ["-DNDEBUG", "-UNDEBUG"])
def test_every_header_compiles_alone_without_a_warning(header, asserts, tmp_path):
    source = tmp_path / "alone.c"
    source.write_text(
        f'#include "footpipe/{header.name}"\n#include "footpipe/{header.name}"\nint main(void) {{ return 0; }}\n'
    )
    compile_c(asserts, source, "-o", tmp_path / "alone", "-lm")


@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler")
def test_what_an_engine_calls_compiles_as_cpp_too(tmp_path):
    source = tmp_path / "engine.cpp"
    headers = '#include "footpipe/foot_locker.h"\n#include "footpipe/walker_pose.h"\n'
    source.write_text(headers + "int main() { return fp_foot_locker_usual().foot.flatten; }\n")
    flags = ["-std=c++17", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{INCLUDE}"]
    done = subprocess.run(["c++", *flags, str(source), "-o", str(tmp_path / "engine")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_there_are_headers_to_compile():
    assert {"vec.h", "quat.h", "leg.h", "lock.h", "kernel.h"} <= {path.name for path in HEADERS}


@pytest.fixture(scope="module")
def agree(tmp_path_factory):
    program = tmp_path_factory.mktemp("c") / "agree"
    compile_c("-O2", "-ffp-contract=off", HERE / "agree.c", "-o", program, "-lm")

    def run(letter, records, width):
        data = b"".join(letter + np.asarray(record, "=f8").tobytes() for record in records)
        done = subprocess.run([str(program)], input=data, capture_output=True)
        assert done.returncode == 0
        return np.frombuffer(done.stdout, "=f8").reshape(-1, width)

    return run


def same_bits(a, b):
    return (np.ascontiguousarray(a, float).view(np.uint64) == np.ascontiguousarray(b, float).view(np.uint64)).all()


def test_legs_agree_to_the_last_bit(agree):
    rng = np.random.default_rng(0)
    bends = np.concatenate([rng.uniform(0, 3, 300), rng.uniform(-0.15, 0.15, 300), np.zeros(10)])
    pose = poses.legs(rng, bends, slant=0.2)
    wanted = pose.toe + poses.directions(rng, 610)[:, None] * 10.0 ** rng.uniform(-12, 0, (610, 1, 1))
    solution = pose.solve(wanted)
    joints = poses.LEG[0]
    above = poses.PARENTS[joints[:4]]
    records = np.concatenate(
        [
            pose.positions[:, joints].reshape(610, -1),
            pose.rotations[:, joints[1]],
            pose.rotations[:, above].reshape(610, -1),
            pose.local[:, joints[:4]].reshape(610, -1),
            wanted[:, 0],
            pose.axes[:, 0],
            np.full((610, 2), 0.005),
        ],
        axis=1,
    )
    got = agree(b"L", records, 18)
    assert same_bits(got[:, :16], solution.rotations.reshape(610, 16))
    assert (got[:, 16] == solution.status[:, 0]).all()
    assert same_bits(got[:, 17], solution.miss[:, 0])
    assert len(set(solution.status[:, 0])) > 1


def test_euler_angles_agree_to_the_last_bit(agree):
    rng = np.random.default_rng(1)
    q = kernel.normalize(rng.normal(size=(500, 4)))
    for order in ("ZYX", "XYZ", "ZXZ"):
        axes = np.tile(["XYZ".index(letter) for letter in order], (500, 1))
        angles = kernel.quat_to_euler(q, order, np.zeros(3))
        before = np.concatenate([np.zeros((1, 3)), angles[:-1]])
        assert same_bits(agree(b"E", np.concatenate([q, axes, before], 1), 3), angles)


def test_the_lock_agrees_to_the_last_bit(agree):
    rng = np.random.default_rng(2)
    inputs = np.cumsum(rng.normal(scale=0.02, size=(800, 3)), axis=0)
    contact = np.repeat(rng.random(160) > 0.5, 5)
    dt = rng.choice([0.0, 1 / 120, 1 / 30], 800)
    locked = kernel.lock_points(inputs[:, None], contact[:, None], dt, 0.1, 0.1, 0.2, [[0.02]], release=0.15)
    records = np.column_stack([inputs, contact, np.concatenate([[-1.0], dt[1:]])])
    got = agree(b"K", records, 7)
    assert same_bits(got[:, :3], locked.positions[:, 0])
    assert same_bits(got[:, 3:6], locked.velocities[:, 0])
    assert (got[:, 6] == locked.locked[:, 0]).all()


@pytest.mark.parametrize("scaled", [False, True])
def test_forward_agrees_to_the_last_bit(agree, scaled):
    rng = np.random.default_rng(3)
    translations = rng.normal(size=(300, 2, 3))
    rotations, turn = kernel.normalize(rng.normal(size=(300, 2, 4))), kernel.normalize(rng.normal(size=(300, 4)))
    move = rng.normal(size=(300, 3))
    scales = rng.uniform(0.5, 2, (300, 2, 3)) if scaled else None
    positions, turned = kernel.forward(translations, rotations, [-1, 0], move, turn, 0.37, scales=scales)
    stretched = [scales.reshape(300, 6)] if scaled else []
    pose = [translations.reshape(300, 6), rotations.reshape(300, 8), *stretched]
    records = np.concatenate([*pose, move, turn, np.full((300, 1), 0.37)], axis=1)
    got = agree(b"S" if scaled else b"F", records, 14)
    assert same_bits(got, np.concatenate([positions.reshape(300, 6), turned.reshape(300, 8)], 1))
