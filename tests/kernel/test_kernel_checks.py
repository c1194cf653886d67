"""What is wrong with an argument is said: what, the shape wanted, what was got."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import poses
import pytest

from footpipe import kernel
from footpipe.errors import FootpipeError

UP = [[0.0, 0, 0, 1]]


def forward(**changes):
    arguments = {
        "translations": np.zeros((4, 3, 3)),
        "rotations": np.tile(UP[0], (4, 3, 1)),
        "parents": [-1, 0, 1],
        "placement_translation": np.zeros((1, 3)),
        "placement_rotation": UP,
        "placement_scale": 1.0,
    }
    return kernel.forward(**{**arguments, **changes})


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rotations": np.zeros((4, 2, 4))}, r"rotations: shape \(F, J, 4\) with F = 4, J = 3 wanted, got \(4, 2, 4\)"),
        ({"translations": np.zeros((4, 3))}, r"translations: shape \(F, J, 3\) wanted, got \(4, 3\)"),
        ({"parents": [-1, 0]}, r"parents: shape \(J\) with J = 3 wanted, got \(2,\)"),
        ({"parents": [-1, 2, 1]}, "parents first and -1 for a root wanted; joint 1 has parent 2"),
        ({"parents": [-2, 0, 1]}, "joint 0 has parent -2"),
        ({"parents": [-1.0, 0.0, 1.0]}, "parents: whole numbers wanted, got float64"),
        ({"placement_translation": np.zeros((2, 3))}, r"shape \(F\|1, 3\) with F = 4 wanted, got \(2, 3\)"),
        ({"translations": "abc"}, "translations: an array of numbers"),
        ({"scales": np.ones((4, 2, 3))}, r"scales: shape \(F, J, 3\) with F = 4, J = 3 wanted, got \(4, 2, 3\)"),
    ],
)
def test_a_wrong_argument_of_forward_is_told(changes, told):
    with pytest.raises(FootpipeError, match=told):
        forward(**changes)


def leg():
    return poses.legs(np.random.default_rng(0), np.full(4, 0.5))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"legs": [[2, 4, 6, 8]]}, r"legs: shape \(L, 5\) wanted"),
        ({"legs": [[4, 2, 6, 8, 9]]}, r"legs: knee 2 is no joint below hip 4 in \[4, 2, 6, 8, 9\]"),
        ({"legs": [[2, 4, 6, 8, 7]]}, "toe end 7 is no joint below toe 8"),
        ({"legs": [[2, 4, 6, -1, -1]]}, "toe -1 is no joint below ankle 6"),
        ({"legs": [[2, 4, 6, 8, 12]]}, "toe end 12"),
        ({"legs": [[-1, 4, 6, 8, 9]]}, "knee 4 is no joint below hip -1"),
        ({"stretch": -0.1}, "stretch: a number of 0 or more wanted, got -0.1"),
        ({"softening": np.nan}, "softening: a number of 0 or more wanted, got nan"),
        (
            {"knee_axes": np.zeros((2, 1, 3))},
            r"knee axes: shape \(M\|1, L, 3\) with M = 4, L = 1 wanted, got \(2, 1, 3\)",
        ),
        ({"ground": [0.0]}, r"ground: shape \(M\|1, L, 3\)"),
        ({"clearance": [[0.0, 0.0]]}, "clearance"),
        ({"ankle_targets": np.zeros((4, 2, 3))}, "ankle targets"),
    ],
)
def test_a_wrong_argument_of_solve_legs_is_told(changes, told):
    pose = leg()
    with pytest.raises(FootpipeError, match=told):
        pose.solve(pose.toe, **changes)


def test_operands_that_do_not_go_together_are_told():
    with pytest.raises(FootpipeError, match=r"q: shape \(..., 4\) wanted, got \(3,\)"):
        kernel.rotate([0, 0, 0], [1, 0, 0])
    with pytest.raises(FootpipeError, match=r"a \(2, 4\) and b \(3, 4\) do not go together"):
        kernel.multiply(np.zeros((2, 4)), np.zeros((3, 4)))


@pytest.mark.parametrize("changes", [{"blend": -1.0}, {"lock_distance": -1.0}, {"unlock_distance": np.nan}])
def test_a_negative_distance_or_time_of_a_lock_is_told(changes):
    arguments = {"blend": 0.1, "lock_distance": 0.1, "unlock_distance": 0.2, **changes}
    with pytest.raises(FootpipeError, match="a number of 0 or more wanted"):
        kernel.lock_points(np.zeros((2, 1, 3)), np.ones((2, 1), bool), np.zeros(2), **arguments)


def test_knee_axes_of_joints_that_are_not_there_are_refused():
    pose = leg()
    with pytest.raises(FootpipeError, match="joints from 0 to 9 wanted, got 10"):
        kernel.knee_axes(pose.positions, pose.rotations, [[2, 4, 10, 8, 9]], [[1.0, 0, 0]])


def test_any_order_in_memory_and_kind_of_number_is_taken():
    pose = leg()
    wanted = pose.toe + 0.01
    other = kernel.LocalPose(
        np.asfortranarray(pose.translations),
        pose.local[:, ::-1][:, ::-1].tolist(),
        poses.PARENTS.astype(np.int64),
        poses.STILL,
        poses.UPRIGHT[:, ::-1][:, ::-1],
        1,
    )
    fortran = kernel.solve_legs(other, poses.LEG.tolist(), wanted, knee_axes=pose.axes)
    assert (fortran.rotations == pose.solve(wanted).whole.rotations).all()


def test_inputs_are_left_as_they_are_and_may_be_read_only():
    pose = leg()
    copies = [pose.translations.copy(), pose.local.copy()]
    for array in (pose.translations, pose.local):
        array.flags.writeable = False
    pose.solve(pose.toe + 0.1, carrier=1, shifts=np.full((4, 3), 0.1))
    for before, after in zip(copies, (pose.translations, pose.local), strict=True):
        assert (before == after).all()


def test_a_missing_build_explains_itself_and_gives_the_command(tmp_path):
    package = tmp_path / "footpipe"
    package.mkdir()
    source = Path(kernel.__file__).parent
    for name in ("kernel.py", "kernel_checks.py", "foot_rule.py", "arrays.py", "errors.py"):
        (package / name).write_text((source / name).read_text(encoding="utf-8"), encoding="utf-8")
    (package / "__init__.py").touch()
    assert "pip install --force-reinstall footpipe" in import_from(tmp_path)
    (tmp_path / "CMakeLists.txt").touch()
    told = import_from(tmp_path)
    assert "is the bare source of footpipe, without its compiled kernel" in told
    assert f"pip install -e {tmp_path}" in told
    assert "run from another folder" in told


def import_from(folder):
    """stderr of an import that sees only this folder and the installed dependencies."""
    code = (
        "import sys; from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder;"
        "sys.meta_path[:] = [BuiltinImporter, FrozenImporter, PathFinder];"  # without those of editable installs
        f"sys.path.insert(0, {str(folder)!r}); import footpipe.kernel"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 1
    return done.stderr
