"""An override where there is one already: the second run, a wrapper that is read, a second character."""

from pathlib import Path

import numpy as np
import pytest
import shot
from fixed import digests, locked
from footpipe_usd.checking import check_file
from pxr import Sdf, Usd, Vt
from usd_stages import character, new_stage

import footpipe


def test_a_second_run_makes_the_same_bytes(fixed, tmp_path):
    elsewhere = tmp_path / "some where" / "else"
    elsewhere.mkdir(parents=True)
    path = shot.write_shot(elsewhere)
    first = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    bytes_of_first = [file.read_bytes() for file in first]
    second = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    assert [file.read_bytes() for file in second] == bytes_of_first
    assert bytes_of_first == [file.read_bytes() for file in fixed.result.files]


def test_our_own_layer_in_the_shot_is_left_out_when_the_shot_is_read_again(tmp_path):
    path = shot.write_shot(tmp_path)
    _, override = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    clip = locked(path, skeleton=shot.HERO)
    root = Sdf.Layer.FindOrOpen(str(path))
    root.subLayerPaths = ["./shot.footlock.override.usdc"]
    root.Save()
    again = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files[1]
    assert again == override
    new = Sdf.Layer.FindOrOpen(str(override))
    samples = new.ListTimeSamplesForPath(f"{shot.ANIMATION}.rotations")
    stage = Usd.Stage.Open(str(path))
    assert samples == stage.GetPrimAtPath(shot.ANIMATION).GetAttribute("rotations").GetTimeSamples()
    np.testing.assert_array_equal(locked(path, skeleton=shot.HERO).rotations, clip.rotations)


def test_a_wrapper_that_is_read_stands_for_its_shot(tmp_path):
    path = shot.write_shot(tmp_path)
    first = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    again = footpipe.fix(first[0], tmp_path / "again.usda", set={"before.skeleton": shot.HERO}).files
    wrapper, one, other = (Sdf.Layer.FindOrOpen(str(file)) for file in (again[0], first[1], again[1]))
    assert list(wrapper.subLayerPaths) == ["./again.override.usdc", "./shot.usda"]
    for name in ("rotations", "translations"):
        attribute = f"{shot.ANIMATION}.{name}"
        assert all(
            one.QueryTimeSample(attribute, code) == other.QueryTimeSample(attribute, code)
            for code in one.ListTimeSamplesForPath(attribute)
        )
    assert one.customLayerData["footpipe"]["sources"] == other.customLayerData["footpipe"]["sources"]


def test_two_characters_one_after_the_other(tmp_path):
    stage = new_stage(tmp_path / "shot.usda")
    for name in ("/World/A", "/World/B"):
        character(stage, name)
    stage.Save()
    first = footpipe.fix(tmp_path / "shot.usda", set={"before.skeleton": "/World/A"}).files
    with pytest.raises(footpipe.FileError, match="the override of another character"):
        footpipe.fix(tmp_path / "shot.usda", set={"before.skeleton": "/World/B"})
    both = footpipe.fix(first[0], tmp_path / "both.usda", set={"before.skeleton": "/World/B"}).files
    wrapper = Sdf.Layer.FindOrOpen(str(both[0]))
    assert list(wrapper.subLayerPaths) == ["./both.override.usdc", "./shot.footlock.override.usdc", "./shot.usda"]
    shown = Usd.Stage.Open(wrapper)
    for layer, animation in ((first[1], "/World/A/Anim"), (both[1], "/World/B/Anim")):
        own = Sdf.Layer.FindOrOpen(str(layer))
        for code in own.ListTimeSamplesForPath(f"{animation}.rotations"):
            meant = own.QueryTimeSample(f"{animation}.rotations", code)
            assert shown.GetAttributeAtPath(f"{animation}.rotations").Get(code) == meant
    assert [finding for finding in check_file(both[0]).findings if finding.check == "footpipe"] == []


def test_a_file_that_is_no_layer_is_replaced(tmp_path):
    path = shot.write_shot(tmp_path)
    (tmp_path / "shot.footlock.override.usdc").write_text("no layer at all")
    footpipe.fix(path, set={"before.skeleton": shot.HERO})
    assert Sdf.Layer.FindOrOpen(str(tmp_path / "shot.footlock.override.usdc")).customLayerData["footpipe"]


def edit_states(override: Path) -> None:
    """What an artist may do: the left foot never stands."""
    layer = Sdf.Layer.FindOrOpen(str(override))
    states = f"{shot.ANIMATION}.footpipe:contact:states"
    for code in layer.ListTimeSamplesForPath(states):
        layer.SetTimeSample(states, code, Vt.BoolArray([False, layer.QueryTimeSample(states, code)[1]]))
    layer.Save()


def test_an_artists_edit_of_the_states_wins_in_the_next_run(tmp_path, caplog):
    path = shot.write_shot(tmp_path)
    wrapper, override = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    edit_states(override)
    with caplog.at_level("INFO"):
        clip = footpipe.stage("detect.labels")(footpipe.load(wrapper, skeleton=shot.HERO))
    assert clip.contacts.active().any(axis=0).tolist() == [False, True]
    assert "holds contacts of left.toe, right.toe: detect.labels takes them" in caplog.text


def test_an_artists_edit_is_not_written_over(tmp_path):
    path = shot.write_shot(tmp_path)
    wrapper, override = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    edit_states(override)
    before = digests(tmp_path)
    with pytest.raises(footpipe.FileError, match="its contacts were edited since footpipe wrote it") as raised:
        footpipe.fix(path, set={"before.skeleton": shot.HERO})
    assert "detect.labels" in raised.value.help
    assert digests(tmp_path) == before

    labelled = {"before.skeleton": shot.HERO, "contacts.uses": "detect.labels"}
    files = footpipe.fix(wrapper, tmp_path / "again.usda", set=labelled).files
    assert footpipe.load(files[0], skeleton=shot.HERO).contacts.active().any(axis=0).tolist() == [False, True]
    again = footpipe.fix(wrapper, tmp_path / "again.usda", set=labelled).files
    assert [path.name for path in again] == ["again.usda", "again.override.usdc"]


def test_an_edit_that_is_what_is_written_does_not_stand_in_the_way(tmp_path):
    path = shot.write_shot(tmp_path)
    _, override = footpipe.fix(path, set={"before.skeleton": shot.HERO}).files
    root = Sdf.Layer.FindOrOpen(str(path))
    root.subLayerPaths = ["./shot.footlock.override.usdc"]
    root.Save()
    edit_states(override)
    footpipe.fix(path, set={"before.skeleton": shot.HERO, "contacts.uses": "detect.labels"})
    assert footpipe.load(path, skeleton=shot.HERO).contacts.active().any(axis=0).tolist() == [False, True]
