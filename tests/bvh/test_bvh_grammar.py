"""Every sane file reads as what it says, goes back as it was, and comes back after every joint was touched."""

import warnings
from pathlib import Path

import numpy as np
import pytest
from bvh_files import load_text, pose, text_of, turned
from bvh_grammar import File, files
from hypothesis import HealthCheck, given, settings

from footpipe import Clip, FootpipeWarning

QUIET = {"deadline": None, "suppress_health_check": [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]}


def read(file: File, folder: Path) -> Clip:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FootpipeWarning)
        return load_text(folder, file.raw, unit=1.0)


@given(file=files())
@settings(max_examples=100, **QUIET)
def test_a_sane_file_reads_as_what_it_says(file: File, tmp_path: Path) -> None:
    clip = read(file, tmp_path)
    assert [joint.name for joint in clip.source.header.joints] == [joint.name or "End" for joint in file.joints]
    assert clip.skeleton.parents.tolist() == [joint.parent for joint in file.joints]
    assert clip.source.values.tolist() == [[float(word) for word in row] for row in file.rows]
    assert clip.skeleton.rest_translations.tolist() == [[float(word) for word in joint.offset] for joint in file.joints]


@given(file=files())
@settings(max_examples=80, **QUIET)
def test_joints_stand_where_plain_matrices_put_them(file: File, tmp_path: Path) -> None:
    clip = read(file, tmp_path)
    plain = [
        {"parent": joint.parent, "offset": [float(word) for word in joint.offset], "channels": joint.channels or ()}
        for joint in file.joints
    ]
    for places, row in zip(clip.world.positions, clip.source.values, strict=True):
        assert places == pytest.approx(np.array(pose(plain, row, clip.source.positions == "delta")), abs=1e-7)


@given(file=files())
@settings(max_examples=80, **QUIET)
def test_a_sane_file_goes_back_byte_for_byte(file: File, tmp_path: Path) -> None:
    assert text_of(read(file, tmp_path), tmp_path) == file.raw


@given(file=files())
@settings(max_examples=100, **QUIET)
def test_joints_of_three_turns_come_back_from_every_rotation(file: File, tmp_path: Path) -> None:
    clip = read(file, tmp_path)
    held = [i for i, joint in enumerate(clip.source.header.joints) if _turns(joint.order) >= 3]
    touched = turned(clip, held, degrees=50.0)
    again = read(File(text_of(touched, tmp_path), file.joints, file.rows), tmp_path)
    assert again.rotations == pytest.approx(
        np.where(_opposite(again, touched), -touched.rotations, touched.rotations), abs=1e-8
    )
    assert np.array_equal(again.translations, clip.translations)


def _turns(order: str) -> int:
    return sum(i == 0 or order[i - 1] != axis for i, axis in enumerate(order))


def _opposite(a: Clip, b: Clip) -> np.ndarray:
    """Where the same rotation has the other sign."""
    return np.einsum("fjq,fjq->fj", a.rotations, b.rotations)[..., None] < 0
