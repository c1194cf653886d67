"""Unit and up axis: found by the legs, or given."""

from pathlib import Path

import numpy as np
import pytest
from bvh_files import TEXT
from footpipe_bvh.load import LoadBvh, load
from footpipe_bvh.placement import UPRIGHT, nearest_unit

from footpipe import Clip, FileError, FootpipeWarning, kernel

LEGS = """HIERARCHY
ROOT Hips
{
OFFSET 0 0 0
CHANNELS 3 Xrotation Yrotation Zrotation
JOINT LeftUpLeg
{
OFFSET 4 0 0
CHANNELS 0
JOINT LeftLeg
{
OFFSET 0 -1 0
CHANNELS 0
JOINT LeftFoot
{
OFFSET 0 -1 0
CHANNELS 0
}
}
}
JOINT RightUpLeg
{
OFFSET -4 0 0
CHANNELS 0
JOINT RightLeg
{
OFFSET 0 -1 0
CHANNELS 0
JOINT RightFoot
{
OFFSET 0 -1 0
CHANNELS 0
}
}
}
}
MOTION
Frames: 1
Frame Time: 0.04
"""


def legs(folder: Path, thigh: float, turn: str = "0 0 0", **params: object) -> Clip:
    path = folder / "legs.bvh"
    path.write_text(LEGS.replace("OFFSET 0 -1 0", f"OFFSET 0 {-thigh} 0") + turn + "\n")
    return load(LoadBvh(path=path, **params))


@pytest.mark.parametrize(
    ("thigh", "scale"),
    [(0.4, 1.0), (40, 0.01), (400, 0.001), (4, 0.1), (15.7, 0.0254), (7.1, 0.0254 / 0.45), (0.3, 1.0), (28, 0.01)],
)
def test_the_unit_makes_the_legs_a_persons(thigh: float, scale: float, tmp_path: Path) -> None:
    assert legs(tmp_path, thigh).placement.scale == pytest.approx(scale)


def test_legs_of_no_length_are_centimetres() -> None:
    assert nearest_unit(0.0) == (0.01, "cm")


@pytest.mark.parametrize(
    ("turn", "up"),
    [("0 0 0", "y"), ("180 0 0", "-y"), ("90 0 0", "z"), ("-90 0 0", "-z"), ("0 0 -90", "x"), ("0 0 90", "-x")],
)
def test_up_is_where_the_pelvis_is_over_the_feet_as_posed(turn: str, up: str, tmp_path: Path) -> None:
    clip = legs(tmp_path, 40, turn)
    assert clip.placement.rotation[0] == pytest.approx(UPRIGHT[up])
    assert clip.world.positions[0, 3] == pytest.approx(clip.world.positions[0, 1] - [0, 0.8, 0])


@pytest.mark.parametrize("axis", UPRIGHT)
def test_an_up_axis_is_turned_to_y(axis: str) -> None:
    up = np.eye(3)["xyz".index(axis[-1])] * (-1 if axis[0] == "-" else 1)
    assert kernel.rotate(UPRIGHT[axis], up) == pytest.approx([0, 1, 0])


def test_what_is_given_is_taken(tmp_path: Path) -> None:
    clip = legs(tmp_path, 40, unit="inch", up="x")
    assert clip.placement.scale == 0.0254
    assert clip.placement.rotation[0] == pytest.approx(UPRIGHT["x"])
    assert legs(tmp_path, 40, unit=0.3).placement.scale == 0.3
    assert legs(tmp_path, 40, up="z").placement.scale == 0.01


def test_without_legs_a_guess_is_said_and_strict_refuses_it(tmp_path: Path) -> None:
    path = tmp_path / "clip.bvh"
    path.write_text(TEXT)
    said = "no legs found: neither usual joint names nor two equal limbs: the unit is taken to be cm, up to be y"
    with pytest.warns(FootpipeWarning) as warned:
        clip = load(LoadBvh(path=path))
    (word,) = warned
    assert str(word.message) == f"{path}: warning: {said}\n  help: say unit and up where that is wrong"
    assert clip.placement.scale == 0.01
    with pytest.raises(FileError) as caught:
        load(LoadBvh(path=path, strict=True))
    assert str(caught.value) == f"{path}: error: {said}\n  help: say unit and up where that is wrong"


def test_nothing_is_said_where_unit_and_up_are_given(tmp_path: Path) -> None:
    path = tmp_path / "clip.bvh"
    path.write_text(TEXT)
    clip = load(LoadBvh(path=path, unit="m", up="z", strict=True))
    assert clip.placement.scale == 1.0
