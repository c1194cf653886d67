"""In a host program: an open stage in, a layer out, no files."""

import numpy as np
import pytest
import shot
from footpipe_usd import process
from footpipe_usd.read import clip_of
from pxr import Sdf, Usd
from test_override_forms import HERO, edited, local
from usd_stages import agrees_with_usd, character, new_stage

import footpipe
from footpipe import StageError

GRAPH = {
    "footpipe": 1,
    "nodes": {
        "read": {"uses": "load.usd", "path": "anything.usda", "skeleton": shot.HERO},
        "contacts": {"uses": "detect.adaptive"},
        "locked": {"uses": "lock.offline"},
        "out": {"uses": "write.usd", "path": "anything.footlock.usda"},
    },
}


def text_of(stage):
    return [layer.ExportToString() for layer in stage.GetUsedLayers()]


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """The shot in a host program, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return Usd.Stage.Open(str(shot.write_shot(tmp_path)))


def test_a_layer_comes_back_and_nothing_else_happens(opened, tmp_path):
    before, files = text_of(opened), sorted(tmp_path.iterdir())
    layer = process(opened, GRAPH)
    assert layer.anonymous
    assert text_of(opened) == before
    assert sorted(tmp_path.iterdir()) == files


def test_it_is_what_the_same_graph_writes_on_files(opened, tmp_path):
    files = footpipe.run(GRAPH, set={"read.path": "shot.usda", "out.path": "out.usda"}).files
    saved, layer = Sdf.Layer.FindOrOpen(str(tmp_path / files[1])), process(opened, GRAPH)
    path = f"{shot.ANIMATION}.rotations"
    for code in saved.ListTimeSamplesForPath(path):
        assert saved.QueryTimeSample(path, code) == layer.QueryTimeSample(path, code)
    one, other = (dict(each.customLayerData["footpipe"]) for each in (saved, layer))
    assert one.pop("graph") != other.pop("graph")  # it holds the files' names
    assert one == other


def test_without_a_graph_it_does_what_fix_does(opened):
    layer = process(opened, set={"before.skeleton": shot.HERO})
    assert layer.GetAttributeAtPath(f"{shot.ANIMATION}.rotations")


def test_a_graph_in_a_file_is_the_farms_own(opened, tmp_path):
    (tmp_path / "clean.toml").write_text(
        'footpipe = 1\n[nodes.read]\nuses = "load.usd"\npath = "gone.usda"\n'
        '[nodes.contacts]\nuses = "detect.adaptive"\n[nodes.locked]\nuses = "lock.offline"\n'
        '[nodes.out]\nuses = "write.usd"\npath = "out.usda"\n'
    )
    layer = process(opened, tmp_path / "clean.toml", set={"read.skeleton": shot.HERO})
    assert layer.GetAttributeAtPath(f"{shot.ANIMATION}.rotations")
    assert not (tmp_path / "out.usda").exists()


def test_in_the_session_layer_the_stage_shows_it(opened):
    layer = process(opened, GRAPH)
    before = np.array(opened.GetAttributeAtPath(f"{shot.ANIMATION}.rotations").Get(120.8))
    opened.GetSessionLayer().subLayerPaths.append(layer.identifier)
    after = np.array(opened.GetAttributeAtPath(f"{shot.ANIMATION}.rotations").Get(120.8))
    assert abs(before - after).max() > 1e-3
    again = process(opened, GRAPH)
    assert again.ExportToString() == layer.ExportToString()


def test_a_stage_that_is_no_file_does(tmp_path):
    stage = new_stage()
    character(stage, HERO)
    clip = clip_of(stage)
    with pytest.raises(footpipe.StageError, match="no file that a layer could lie above"):
        footpipe.save(clip, tmp_path / "out.usda")
    graph = {"footpipe": 1, "nodes": {n: GRAPH["nodes"][n] for n in ("read", "contacts", "locked", "out")}}
    layer = process(stage, graph, set={"read.skeleton": HERO})
    stage.GetRootLayer().subLayerPaths.append(layer.identifier)
    assert layer.GetPrimAtPath(f"{HERO}/Anim")


def test_asset_identifiers_pass_through_as_they_are(tmp_path, monkeypatch):
    local(tmp_path)
    monkeypatch.chdir(tmp_path)
    clip = footpipe.load("shot.usda")
    from dataclasses import replace

    from footpipe_usd.wrapper import asset_path

    assert asset_path("studio:shows/abc?version=12", tmp_path / "out.usda") == "studio:shows/abc?version=12"
    named = clip.replace(source=replace(clip.source, path="studio:shows/abc?version=12"))
    wrapper = footpipe.save(edited(named), tmp_path / "out.usda")[0]
    layer = Sdf.Layer.FindOrOpen(str(wrapper))
    assert list(layer.subLayerPaths) == ["./out.override.usdc", "studio:shows/abc?version=12"]


def test_two_characters_come_back_in_one_layer(tmp_path):
    stage = new_stage()
    for name in ("/World/A", "/World/B"):
        character(stage, name)
    nodes = {}
    for name in "AB":
        nodes |= {
            f"read{name}": {"uses": "load.usd", "path": "x.usda", "skeleton": f"/World/{name}"},
            f"contacts{name}": {"uses": "detect.adaptive"},
            f"locked{name}": {"uses": "lock.offline"},
            f"out{name}": {"uses": "write.usd", "path": f"{name}.usda"},
        }
    nodes = {name.lower(): node for name, node in nodes.items()}
    layer = process(stage, {"footpipe": 1, "nodes": nodes})
    assert all(layer.GetPrimAtPath(f"/World/{name}/Anim") for name in "AB")


def test_a_graph_without_a_writer_of_layers_is_told(opened):
    nodes = {name: GRAPH["nodes"][name] for name in ("read", "contacts", "locked")}
    nodes["out"] = {"uses": "measure.sliding", "inputs": ["read", "locked"]}
    with pytest.raises(footpipe.StageError, match=r"no write\.usd node"):
        process(opened, {"footpipe": 1, "nodes": nodes})


def test_what_it_gives_is_right_on_the_stage(opened):
    layer = process(opened, GRAPH)
    clip = footpipe.load("shot.usda", skeleton=shot.HERO)
    locked = footpipe.stage("lock.offline")(footpipe.stage("detect.adaptive")(clip))
    opened.GetSessionLayer().subLayerPaths.append(layer.identifier)
    agrees_with_usd(locked, opened, 2e-4)


def test_an_anonymous_layer_is_known_by_its_tag_and_not_by_its_place_in_memory(opened):
    with Usd.EditContext(opened, opened.GetSessionLayer()):
        opened.GetPrimAtPath("/World").SetCustomDataByKey("note", "of the session")
    sources = process(opened, GRAPH).customLayerData["footpipe"]["sources"]
    assert sorted(sources) == ["hero.usda", "shot-session.usda", "shot.usda"]


@pytest.mark.parametrize("stage", [None, "shot.usda"])
def test_what_is_no_stage_is_told(stage):
    with pytest.raises(StageError, match=r"an open Usd.Stage is wanted, not (None|'shot.usda')"):
        process(stage)
