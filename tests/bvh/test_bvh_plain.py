"""Clips that do not come from a BVH become clean standard files."""

from pathlib import Path

import numpy as np
import pytest
from bvh_files import TEXT, load_text, text_of
from footpipe_bvh.load import LoadBvh, load

from footpipe import Clip, DataError, Placement, Skeleton

GOLDEN = Path(__file__).with_name("plain.bvh")
ROOT = Path(__file__).resolve().parents[2]
UPRIGHT = [[0.0, 0, 0, 1]]


def small(**changes: object) -> Clip:
    """Two frames, joints level by level: the root moves, the right arm slides, the left one has a tip."""
    joints = ("Root", "Root/L arm", "Root/R:arm", "Root/L arm/End", "Root/R:arm/Hand")
    rest = np.array([[0.0, 1, 0], [-0.5, 0, 0], [0.5, 0, 0], [-0.25, 0, 0], [0.3, 0, 0]])
    translations = np.tile(rest, (2, 1, 1))
    translations[1, 0] = [0.1, 1.05, -0.2]
    translations[1, 2] = [0.5, 0.125, 0]
    rotations = np.tile([0.0, 0, 0, 1], (2, 5, 1))
    rotations[1, 1] = [np.sin(np.radians(15)), 0, 0, np.cos(np.radians(15))]
    values = {
        "skeleton": Skeleton(joints, rest),
        "translations": translations,
        "rotations": rotations,
        "times": np.array([0, 1 / 24]),
    }
    return Clip(**(values | changes))


def test_a_foreign_clip_is_a_clean_standard_file(tmp_path: Path) -> None:
    """Refresh by hand, on purpose: copy what the test shows."""
    assert text_of(small(), tmp_path).decode() == GOLDEN.read_text()


def test_a_clean_file_reads_back(tmp_path: Path) -> None:
    clip = small()
    again = load_text(tmp_path, text_of(clip, tmp_path), unit=1.0)
    assert set(again.skeleton.joints) == set(clip.skeleton.joints)
    order = [again.skeleton.joints.index(path) for path in clip.skeleton.joints]
    assert again.world.positions[:, order] == pytest.approx(clip.world.positions, abs=1e-7)
    assert again.rate == 24


@pytest.mark.parametrize("name", ["examples/walk.bvh", "tests/data/makehuman_zombie.bvh", "tests/data/run_blender.bvh"])
def test_a_real_clip_stands_as_it_stood(name: str, tmp_path: Path) -> None:
    """In the file's own units, turned to y up."""
    clip = load(LoadBvh(path=ROOT / name)).replace(source=None)
    again = load_text(tmp_path, text_of(clip, tmp_path), unit=clip.placement.scale)
    assert again.world.positions == pytest.approx(clip.world.positions, abs=1e-6)
    assert again.skeleton.names == clip.skeleton.names
    assert again.rate == clip.rate


def test_a_moving_placement_goes_into_the_root(tmp_path: Path) -> None:
    turn = np.array([[0.0, 0, 0, 1], [0, 0.6, 0, 0.8]])
    at = Placement(np.array([[0.0, 0, 0], [3, 0, 1]]), turn, 0.5)
    clip = small(placement=at)
    again = load_text(tmp_path, text_of(clip, tmp_path), unit=0.5)
    order = [again.skeleton.joints.index(path) for path in clip.skeleton.joints]
    assert again.world.positions[:, order] == pytest.approx(clip.world.positions, abs=1e-7)


def test_rest_rotations_go_into_the_channels(tmp_path: Path) -> None:
    clip = small()
    rest = np.tile([0.0, 0, 0.6, 0.8], (5, 1))
    tilted = clip.replace(skeleton=Skeleton(clip.skeleton.joints, clip.skeleton.rest_translations, rest))
    assert text_of(tilted, tmp_path) == text_of(clip, tmp_path)


def test_a_still_joint_that_is_not_at_rest_stands_where_it_is(tmp_path: Path) -> None:
    clip = small()
    translations = clip.translations.copy()
    translations[:, 4] = [0.4, 0.1, 0]
    moved = clip.replace(translations=translations)
    again = load_text(tmp_path, text_of(moved, tmp_path), unit=1.0)
    hand = again.skeleton.joints.index("Root/R:arm/Hand")
    assert again.skeleton.rest_translations[hand] == pytest.approx([0.4, 0.1, 0])
    assert again.source.header.joints[hand].channels == ("Zrotation", "Xrotation", "Yrotation")


def test_a_clip_on_another_skeleton_than_its_sources_is_written_clean(tmp_path: Path) -> None:
    clip = load_text(tmp_path, TEXT)
    longer = Skeleton(clip.skeleton.joints, clip.skeleton.rest_translations * 2)
    lines = text_of(clip.replace(skeleton=longer, translations=clip.translations * 2), tmp_path).decode().splitlines()
    assert lines[3] == "\tOFFSET 0.0000000 180.0000000 0.0000000"


def test_a_clip_on_an_equal_skeleton_keeps_its_text(tmp_path: Path) -> None:
    clip = load_text(tmp_path, TEXT)
    equal = Skeleton(clip.skeleton.joints, clip.skeleton.rest_translations.copy())
    assert text_of(clip.replace(skeleton=equal), tmp_path) == TEXT.encode()


def test_one_frame_has_a_frame_time(tmp_path: Path) -> None:
    clip = small()
    one = clip.replace(translations=clip.translations[:1], rotations=clip.rotations[:1], times=[0.0])
    assert b"Frames: 1\nFrame Time: 0.0333333\n" in text_of(one, tmp_path)


def test_what_a_bvh_cannot_hold_is_refused(tmp_path: Path) -> None:
    pair = Skeleton(("A", "B"), np.zeros((2, 3)))
    twins = Clip(pair, np.zeros((1, 2, 3)), np.tile(UPRIGHT, (1, 2, 1)), [0.0])
    with pytest.raises(DataError, match="a BVH has one root, and the clip has 2: A, B"):
        text_of(twins, tmp_path)
    named = small(
        skeleton=Skeleton(("Root", "Root/a\nb", "Root/c", "Root/d", "Root/e"), small().skeleton.rest_translations)
    )
    with pytest.raises(DataError, match=r"'a\\nb' cannot be a joint's name"):
        text_of(named, tmp_path)
    with pytest.raises(DataError, match="the clip's times are not even"):
        text_of(small(**three_uneven()), tmp_path)


def three_uneven() -> dict[str, object]:
    clip = small()
    rows = [0, 1, 1]
    return {"translations": clip.translations[rows], "rotations": clip.rotations[rows], "times": [0, 0.1, 0.5]}
