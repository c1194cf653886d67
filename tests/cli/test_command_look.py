"""`footpipe stages`, `plugins`, `inspect`, `rig` and `schema`."""

import json
import tomllib

import pytest

import footpipe
from footpipe.graph import read_graph
from footpipe.graph.schema import graph_schema
from footpipe.registry import Registry, installed


def rows(text):
    return [line.split() for line in text.splitlines()]


def test_stages_lists_all_or_those_of_a_role(say):
    said = say("stages")
    assert (said.code, said.err) == (0, "")
    assert {"load.bvh", "detect.speed", "lock.runtime", "measure.sliding", "write.bvh"} <= {
        r[0] for r in rows(said.out)
    }
    assert {row[0].split(".")[0] for row in rows(say("stages", "detect").out)[1:]} == {"detect"}


def test_a_stage_is_shown_with_its_parameters(say):
    said = say("stages", "lock.runtime")
    assert said.out.startswith("lock.runtime (footpipe ")
    assert installed().stages["lock.runtime"].stage.doc in said.out
    blend = next(row for row in rows(said.out) if row[:1] == ["blend"])
    assert blend[1:6] == ["0.1", "s", "number", ">=", "0"]


def test_a_stage_that_is_not_there_is_told_with_the_nearest(say):
    assert say("stages", "lock.runtme") == (
        2,
        "",
        "error: there is no stage 'lock.runtme'\n  help: did you mean 'lock.runtime'?\n",
    )


@pytest.mark.parametrize(
    ("name", "node"), {"detect.speed": "contacts", "edit.contacts": "edit_contacts", "edit.trim": "trim"}.items()
)
def test_nodes_to_paste_have_names_of_their_own(say, name, node):
    assert say("stages", name, "--toml").out.startswith(f"[nodes.{node}]")


@pytest.mark.parametrize("name", [n for n, known in installed().stages.items() if known.stage.role != "load"])
def test_a_stage_as_toml_is_a_node_that_a_graph_takes(say, tmp_path, name):
    (known,) = [installed().stages[name]]
    node = say("stages", name, "--toml").out
    above = '[nodes.first]\nuses = "load.bvh"\npath = "in.bvh"\n[nodes.planted]\nuses = "detect.speed"\n'
    below = "" if known.stage.role in ("write", "measure") else '\n[nodes.end]\nuses = "write.bvh"\npath = "end.bvh"\n'
    (tmp_path / "walk.toml").write_text(
        f"footpipe = 1\n{above}{node}{below}".replace('inputs = ["", ""]', 'inputs = ["first", "planted"]')
    )
    made = read_graph(tmp_path / "walk.toml").nodes[2]
    assert made.uses.stage is known.stage
    for key, field in known.stage.params.model_fields.items():
        if not field.is_required():
            assert getattr(made.params, key) == field.default


def test_stages_for_programs(say):
    told = json.loads(say("stages", "lock.runtime", "--json").out)
    assert list(told) == ["stages"]
    (lock,) = told["stages"]
    assert list(lock) == ["stage", "summary", "doc", "provider", "parameters"]
    assert lock["parameters"][0]["name"] == "blend"


def test_plugins_are_listed_with_what_they_provide(say):
    said = say("plugins")
    bvh = next(row for row in rows(said.out) if "footpipe_bvh" in row)
    assert bvh[2:5] == ["footpipe_bvh", "load.bvh,", "write.bvh"]
    known = json.loads(say("plugins", "--json").out)
    assert list(known) == ["plugins"]
    assert {"provider", "module", "file", "stages"} == set(known["plugins"][0])


def test_inspect_shows_what_is_in_a_clip(say, folder):
    said = say("inspect", "walk.bvh")
    assert said.code == 0
    shown = dict(line.split(None, 1) for line in said.out.splitlines()[1:] if " " in line)
    assert shown["joints"] == "11"
    assert shown["frames"] == "60"
    assert shown["rate"] == "60 frames per second"
    assert shown["length"] == "0.983 s"
    assert shown["unit"] == "1 m"
    assert shown["up"] == "y"
    assert shown["left"].startswith("LeftUpLeg > LeftLeg > LeftFoot > LeftToeBase > ")
    assert shown["contacts"] == "none in the file"


def test_inspect_for_programs(say, folder):
    facts = json.loads(say("inspect", "walk.bvh", "--json").out)
    assert (facts["file"], facts["joints"], facts["rate"], facts["up"]) == ("walk.bvh", 11, 60.0, "y")
    assert facts["rig"]["limbs"]["right"]["knee"] == "RightLeg"


def test_a_parameter_of_the_files_loader_may_be_set(say, folder):
    facts = json.loads(say("inspect", "walk.bvh", "--json", "--set", "unit=0.5", "--set", "up=z").out)
    assert (facts["metres_per_unit"], facts["up"]) == (0.5, "z")
    assert say("rig", "walk.bvh", "--set", "unit=cm").code == 0


@pytest.mark.parametrize(
    ("given", "code", "told"),
    [
        ("unt=1", 2, "error: load.bvh has no parameter 'unt'"),
        ("unit", 2, "error: --set unit: this sets nothing"),
        ("=cm", 2, "error: --set =cm: this sets nothing"),
        ("path=other.bvh", 2, "error: --set path: the file is given already"),
    ],
)
def test_a_parameter_that_cannot_be_set_is_told(say, folder, given, code, told):
    said = say("inspect", "walk.bvh", "--set", given)
    assert (said.code, said.out) == (code, "")
    assert said.err.startswith(told)


def test_inspect_of_a_file_that_is_not_there_fails(say, folder):
    said = say("inspect", "none.bvh")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("none.bvh: error: ")


def test_the_proposed_rig_is_one_that_a_graph_takes(say, folder):
    table = say("rig", "walk.bvh").out
    rig = tomllib.loads(table)["rigs"]["found"]
    assert rig["limbs"]["left"]["toe"] == "LeftToeBase"
    with (folder / "walk.toml").open("a") as file:
        file.write(table)
    result = footpipe.run(folder / "walk.toml")
    assert result.files == (folder / "locked.bvh",)


# The schema, looked at by hand: no library that checks by it comes along


def test_the_schema_has_a_node_for_each_stage_and_its_parameters(say):
    schema = json.loads(say("schema").out)
    nodes = {
        node["properties"]["uses"]["const"]: node
        for node in schema["properties"]["nodes"]["additionalProperties"]["oneOf"]
    }
    assert set(nodes) == set(installed().stages)
    lock = nodes["lock.runtime"]
    assert lock["additionalProperties"] is False
    assert lock["required"] == ["uses"]
    assert {"uses", "inputs", "rig", "enabled", "blend", "pivot"} <= set(lock["properties"])
    assert lock["properties"]["blend"]["default"] == 0.1
    assert lock["properties"]["blend"]["anyOf"][0] == {"minimum": 0.0, "type": "number"}
    assert "inputs" not in nodes["load.bvh"]["properties"]
    assert nodes["load.bvh"]["required"] == ["uses", "path"]


def test_every_reference_in_the_schema_leads_somewhere():
    schema = graph_schema(installed())
    for reference in references(schema):
        assert reference.removeprefix("#/$defs/") in schema["$defs"]
    assert graph_schema(Registry([]))["properties"]["nodes"]["additionalProperties"] == {"oneOf": []}


def references(part):
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"]
        for item in part.values():
            yield from references(item)
    elif isinstance(part, list):
        for item in part:
            yield from references(item)
