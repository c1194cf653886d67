"""Rules from C: a program that includes fuzzy.h gives what the Python module gives, to the last bit."""

import subprocess

import numpy as np
import pytest
from test_kernel_c import COMPILER, HERE, compile_c, same_bits

from footpipe import DataError, fuzzy_kernel

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")

# Two inputs, one on a ring; five sets of all shapes; not, and, or; two outputs, one with a value for otherwise.
TABLES = {
    "inputs": [[0, 18, 0, 3], [1, 20, 3, 5]],
    "sets": [[0, 0], [1, 3], [2, 7], [2, 9], [2, 11]],
    "operations": [[0, 0, 0], [1, 5, 3], [2, 1, 6]],
    "rules": [[7, 13], [2, 14], [4, 13]],
    "conclusions": [[0, 15], [1, 16], [0, 16], [2, 17]],
    "outputs": [[0, 2, -1], [2, 4, 15]],
    "parameters": 18,
    "numbers": 21,
}
NUMBERS = [-1, 0, 1, -1, -0.5, 0.2, 1, 0.3, 0.4, 0.2, 0.3, 1.1, 0.2, 0.8, 0.6, 20, -3, 7, -1, 1, 2]


def program(**changes):
    return fuzzy_kernel.Program(**{**TABLES, **changes})


def test_rules_from_c_agree_to_the_last_bit(tmp_path):
    compile_c("-O2", "-ffp-contract=off", HERE / "rules.c", "-o", tmp_path / "rules", "-lm")
    rows = np.random.default_rng(0).uniform(-1.5, 2.5, (300, 2))
    packed = program().packed
    told = np.concatenate([[len(packed), len(NUMBERS), len(rows)], packed, NUMBERS, rows.ravel()])
    done = subprocess.run([tmp_path / "rules"], input=told.tobytes(), capture_output=True, check=True)
    got = np.frombuffer(done.stdout).reshape(300, -1)
    found = fuzzy_kernel.derive(program(), [NUMBERS], rows)
    assert same_bits(got[:, :2], fuzzy_kernel.evaluate(program(), [NUMBERS], rows))
    derived = [found.outputs, found.by_parameters.reshape(300, -1), found.by_inputs.reshape(300, -1)]
    assert same_bits(got[:, 2:], np.concatenate(derived, axis=1))
    assert (found.by_parameters != 0).any(axis=(0, 1)).all()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"inputs": [[0, 18, 0, 3], [1, 20, 3, 6]]}, "inputs: shares"),
        ({"inputs": [[0, 18, 0, 3], [1, 21, 3, 5]]}, "inputs: 21 is out of range"),
        ({"inputs": [[0, 20, 0, 3], [1, 20, 3, 5]]}, "inputs: 20 is out of range"),
        ({"sets": [[0, 0], [1, 3], [2, 7], [2, 9], [2, 17]]}, "sets: 17 is out of range"),
        ({"sets": [[0, 0], [1, 3], [2, 7], [2, 9], [2, 10]]}, "wanted on a ring"),
        ({"operations": [[0, 0, 0], [1, 5, 6], [2, 1, 6]]}, "operations: 6 is out of range"),
        ({"rules": [[8, 13], [2, 14], [4, 13]]}, "rules: 8 is out of range"),
        ({"rules": [[7, 18], [2, 14], [4, 13]]}, "rules: 18 is out of range"),
        ({"conclusions": [[3, 15], [1, 16], [0, 16], [2, 17]]}, "conclusions: 3 is out of range"),
        ({"outputs": [[0, 2, -1], [1, 4, 15]]}, "outputs: shares"),
        ({"outputs": [[0, 2, -2], [2, 4, 15]]}, "outputs: -2 is out of range"),
        ({"sets": [[0, 0]]}, "inputs: shares"),
        ({"sets": [[0, 0, 1]]}, "sets has shape"),
        ({"parameters": 0}, "needs inputs, outputs and parameters"),
    ],
)
def test_tables_that_point_to_nothing_are_refused(changes, message):
    with pytest.raises(DataError, match=message):
        program(**changes)


def test_a_program_without_rules_says_what_holds_otherwise():
    bare = {"inputs": [[0, 1, 0, 0]], "outputs": [[0, 0, 0], [0, 0, -1]], "parameters": 1, "numbers": 3}
    empty = {
        name: np.empty((0, width)) for name, width in (("sets", 2), ("operations", 3), ("rules", 2), ("conclusions", 2))
    }
    found = fuzzy_kernel.derive(program(**bare, **empty), [[7.0, 0.0, 1.0]], [[0.5]])
    np.testing.assert_array_equal(found.outputs, [[7, 0]])
    np.testing.assert_array_equal(found.by_parameters, [[[1], [0]]])
