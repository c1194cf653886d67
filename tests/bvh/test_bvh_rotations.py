"""Rotations in any order of channels go into numbers and come back."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from bvh_files import load_text, matrix, text_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footpipe import kernel

THREE = ["".join(order) for order in itertools.product("XYZ", repeat=3) if order[0] != order[1] != order[2]]
SHORT = ["X", "Y", "Z", "XY", "ZX", "YZ"]
angles = st.floats(-400, 400) | st.sampled_from([0.0, 90, -90, 180, -180, 89.9999999, 1e-9, 360])


def text_with(order: str, rows: list[tuple[float, ...]]) -> str:
    channels = " ".join(f"{axis}rotation" for axis in order)
    lines = "\n".join(" ".join(repr(float(v)) for v in row[: len(order)]) for row in rows)
    joint = f"ROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS {len(order)} {channels}\n}}\n"
    return f"HIERARCHY\n{joint}MOTION\nFrames: {len(rows)}\nFrame Time: 0.01\n{lines}\n"


def matrices(order: str, rows: list[tuple[float, ...]]) -> np.ndarray:
    out = []
    for row in rows:
        turn = np.eye(3)
        for axis, angle in zip(order, row, strict=False):
            turn = turn @ matrix("XYZ".index(axis), angle)
        out.append(turn)
    return np.array(out)


@pytest.mark.parametrize("order", THREE + SHORT)
@given(rows=st.lists(st.tuples(angles, angles, angles), min_size=1, max_size=6))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_order_is_the_product_of_its_turns(order: str, rows: list[tuple[float, ...]], tmp_path: Path) -> None:
    clip = load_text(tmp_path, text_with(order, rows))
    for axis in range(3):
        unit = np.tile(np.eye(3)[axis], (len(rows), 1))
        assert kernel.rotate(clip.rotations[:, 0], unit) == pytest.approx(matrices(order, rows)[:, :, axis], abs=1e-9)


@pytest.mark.parametrize("order", THREE)
@given(
    rows=st.lists(st.tuples(angles, angles, angles), min_size=2, max_size=6),
    turns=st.lists(
        st.tuples(*[st.floats(-1, 1)] * 4).filter(lambda q: np.linalg.norm(q) > 0.1), min_size=6, max_size=6
    ),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_rotation_reads_back_within_a_millionth_of_a_degree(
    order: str, rows: list[tuple[float, ...]], turns: list[tuple[float, ...]], tmp_path: Path
) -> None:
    clip = load_text(tmp_path, text_with(order, rows))
    rotations = np.array(turns[: len(rows)])[:, None]
    rotations /= np.linalg.norm(rotations, axis=-1, keepdims=True)
    again = load_text(tmp_path, text_of(clip.replace(rotations=rotations), tmp_path))
    assert np.degrees(kernel.angle(again.rotations, rotations)).max() < 1e-6


@given(start=st.integers(-3, 3), steps=st.lists(st.floats(-20, 20), min_size=2, max_size=40))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_turning_joints_angle_never_jumps(start: int, steps: list[float], tmp_path: Path) -> None:
    """However often it goes round, and wherever the file's own angles wrap."""
    curve = 180.0 * start + np.cumsum(steps)
    wrapped = (curve + 180) % 360 - 180
    clip = load_text(tmp_path, text_with("ZXY", [(a, 10.0, 20.0) for a in wrapped]))
    same = -clip.rotations  # the same rotations, of other bits: all are touched
    written = load_text(tmp_path, text_of(clip.replace(rotations=same), tmp_path)).source.values
    assert abs(np.diff(written, axis=0)).max() <= abs(np.diff(curve)).max() + 1e-6
