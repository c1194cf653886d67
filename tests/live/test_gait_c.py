"""A figure steered from C: what Python has, no memory taken, no drift; and the example of an engine."""

import importlib.util
import platform
import re
import shutil
import subprocess

import numpy as np
import pytest
from c_programs import ADDED, COMPILER, COUNTED, ENGINE, HERE, MATH, asks_for, compile_c
from steered import steered, stray

from footpipe import Clip, Contacts, Gait, Placement, Target

MILLION = 1_000_000

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")


@pytest.fixture(scope="module")
def person(tmp_path_factory):
    """The file of the built-in figure."""
    spec = importlib.util.spec_from_file_location("figure", ENGINE / "figure.py")
    figure = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(figure)
    path = tmp_path_factory.mktemp("figure") / "person.figure"
    path.write_text("\n".join(figure.lines(Gait("walk"))) + "\n")
    return path


@pytest.fixture(scope="module")
def many_walks(tmp_path_factory, person):
    """Walks by targets (N, 4), gone through again and again: the last frames as a clip."""
    program = tmp_path_factory.mktemp("c") / "many_walks"
    sources = [HERE / "many_walks.c", ENGINE / "figure.c", ENGINE / "numbers.c", ENGINE / "character.c"]
    compile_c(*COUNTED, f"-I{ENGINE}", *sources, "-o", program, "-lm")
    rig = Gait("walk").rig
    joints = len(rig.skeleton)

    def run(targets, frames, told):
        given = np.array(targets, float).tobytes()
        command = [str(program), str(person), str(frames), str(told)]
        done = subprocess.run(command, input=given, capture_output=True)
        assert done.returncode == 0
        *numbers, allocations = np.frombuffer(done.stdout)
        assert allocations == 0
        rows = np.array(numbers).reshape(told, -1)
        place, turn, at, turns, toes = np.split(rows, np.cumsum([3, 4, 3 * joints, 4 * joints]), axis=1)
        return Clip(
            rig.skeleton,
            at.reshape(told, joints, 3),
            turns.reshape(told, joints, 4),
            np.arange(told) / 120,
            placement=Placement(place, turn, 0.01),
            contacts=Contacts(rig.points("toe"), toes),
        )

    return run


def test_c_gives_what_python_gives(many_walks):
    """To the last bit where the sine and cosine of an angle are the same whether asked for one by one or together."""
    rows = [(1 / 120, 0.65, 0.0, 0), (1 / 60, 0.7, 0.4, 0), (0.003, 0.6, -0.3, 0), (0.0, 0.6, -0.3, 0)]
    targets = [row for row in rows for _ in range(200)]
    got = many_walks(targets, len(targets), len(targets))
    steps, orders = np.array(targets)[:, 0], [Target(step, turn, bool(halt)) for _, step, turn, halt in targets]
    wanted = steered(Gait("walk"), orders, steps)
    near = 0.0 if platform.libc_ver()[0] == "glibc" else 1e-12
    assert got.translations == pytest.approx(wanted.translations, rel=0, abs=100 * near)
    assert got.rotations == pytest.approx(wanted.rotations, rel=0, abs=near)
    assert got.placement.translation == pytest.approx(wanted.placement.translation, rel=0, abs=near)
    assert got.placement.rotation == pytest.approx(wanted.placement.rotation, rel=0, abs=near)
    assert (got.contacts.weights == wanted.contacts.weights[:, :2]).all()


def step_lengths(clip, rig):
    """(S,) m from toe joint to toe joint of feet that stand, one after the other."""
    toes = [
        (first, clip.world.positions[first, joint, ::2])
        for joint, point in zip(rig.toe, rig.points("toe"), strict=True)
        for first, last in clip.contacts.spans(point)
        if first > 0 and last < len(clip)
    ]
    places = np.array([place for _, place in sorted(toes, key=lambda toe: toe[0])])
    return np.linalg.norm(np.diff(places, axis=0), axis=1)


@pytest.mark.parametrize(("turn", "same"), [(0.0, 1e-9), (0.3, 1e-3)])
def test_a_million_steps_do_not_drift(many_walks, turn, same):
    """Two and a quarter hours and ten kilometres on, steps are as at first, and feet stand as still.

    In a curve a step depends on when within 1/120 s its foot landed. Straight on it does not, but that a landing at the
    very end of a step in time may be told some nanoseconds off, which is as many nanometres.
    """
    rig = Gait("walk").rig
    clips = [many_walks([(1 / 120, 0.65, turn, 0)], frames, 2400) for frames in (4800, MILLION)]
    early, late = (step_lengths(clip, rig) for clip in clips)
    assert np.mean(late) == pytest.approx(np.mean(early), rel=same)
    assert [min(late), max(late)] == pytest.approx([min(early), max(early)], rel=max(same, 1e-6))
    for clip in clips:
        assert stray(clip, rig)[[0, 2]] == pytest.approx([0, 0], abs=1e-9)


@pytest.mark.skipif(shutil.which("nm") is None, reason="no nm")
def test_the_object_file_asks_for_nothing_but_mathematics(tmp_path):
    wanted = asks_for(
        '#include "footpipe/walker_pose.h"\n'
        "void step(fp_walker *w, const fp_walker_target *t, double dt, fp_walker_frame *f, const fp_walker_body *b,\n"
        "          double *at, double *turns, fp_placement *p, double *room) {\n"
        "    fp_walker_step(w, t, dt, f);\n    fp_walker_pose(b, f, at, turns, p, room);\n}\n",
        tmp_path,
    )
    assert {"sin", "sincos"} & wanted
    assert wanted <= MATH | ADDED


def test_the_example_of_an_engine_walks_and_locks(engine, tmp_path, person):
    command = [str(engine), "walk", str(person)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    steps, way, turned, hips = map(float, re.findall(r"[\d.]+", said[0])[1:])
    assert 22 <= steps <= 30
    assert 12 < way < 15
    assert 100 < turned < 150
    assert 1.0 < hips < 1.1
    for line in said[2:]:
        walked, pushed, locked = map(float, re.findall(r"\d+\.\d+", line))
        assert walked == 0
        assert pushed > 2
        assert locked < 0.5


@pytest.mark.parametrize(
    ("text", "wrong"),
    [("x", "is no figure"), ("27 10 134 0 0 0 1.0", "ends early"), ("65 10 134 0 0 0", "has more in it than")],
)
def test_the_example_says_what_is_wrong_with_a_figure(engine, tmp_path, text, wrong):
    (tmp_path / "bad.figure").write_text(text)
    command = [str(engine), "walk", str(tmp_path / "bad.figure")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{tmp_path / 'bad.figure'}: error: {wrong}")
