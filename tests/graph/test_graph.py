"""What a graph means once it is read."""

from pathlib import Path

import pytest

from footpipe import FootpipeWarning, GraphError
from footpipe.graph import read_graph
from footpipe.graph.overrides import Override, from_text

WALK = """footpipe = 1
[vars]
shot = "sh020"
blend = 0.2
folder = "clips/${vars.shot}"
[nodes.read]
uses = "load.bvh"
path = "${vars.folder}/walk.bvh"
[nodes.contacts]
uses = "detect.speed"
[nodes.locked]
uses = "lock.runtime"
blend = "${vars.blend}"
note = "$${vars.blend} is ${vars.blend} s"
[nodes.out]
uses = "write.bvh"
path = "locked.bvh"
[nodes.figures]
uses = "measure.sliding"
inputs = ["read", "locked"]
"""


@pytest.fixture
def read(tmp_path, registry):
    def read(text, *overrides, **options):
        file = tmp_path / "walk.toml"
        file.write_text(text)
        graph = read_graph(file, registry, [from_text(override) for override in overrides], **options)
        return {node.name: node for node in graph.nodes}

    return read


def refused(read, text, *overrides):
    with pytest.raises(GraphError) as raised:
        read(text, *overrides)
    return [mistake.message for mistake in raised.value.mistakes]


def test_a_node_without_inputs_takes_the_one_just_above(read):
    nodes = read(WALK)
    assert [dict(node.inputs) for node in nodes.values()] == [
        {},
        {"read": "read"},
        {"contacts": "contacts"},
        {"locked": "locked"},
        {"read": "read", "locked": "locked"},
    ]


def test_paths_are_relative_to_the_file(read, tmp_path):
    nodes = read(WALK)
    assert nodes["read"].params.path == tmp_path / "clips/sh020/walk.bvh"
    assert nodes["out"].params.path == tmp_path / "locked.bvh"


def test_paths_of_overrides_are_relative_to_the_working_directory(read):
    assert read(WALK, "out.path=here.bvh")["out"].params.path == Path("here.bvh")


def test_a_home_folder_is_expanded(read, monkeypatch):
    monkeypatch.setenv("HOME", "/home/of/somebody")
    assert read(WALK.replace("locked.bvh", "~/locked.bvh"))["out"].params.path == Path("/home/of/somebody/locked.bvh")


def test_a_whole_reference_keeps_the_variable_s_type_and_others_become_text(read):
    locked = read(WALK)["locked"].params
    assert locked.blend == 0.2
    assert locked.note == "${vars.blend} is 0.2 s"


def test_the_environment_fills_texts_and_numbers(read, monkeypatch):
    monkeypatch.setenv("FOOTPIPE_TEST", "0.5")
    locked = read(WALK.replace("${vars.blend}", "${env.FOOTPIPE_TEST}"))["locked"].params
    assert locked.blend == 0.5
    assert read(WALK, "locked.note=${env.FOOTPIPE_TEST}")["locked"].params.note == "0.5"


def test_an_override_wins_over_the_file_and_the_last_over_the_first(read):
    locked = read(WALK, "locked.blend=0.3", "locked.blend=0.4", "locked.pivot=ankle", "locked.note='1'")["locked"]
    assert (locked.params.blend, locked.params.pivot, locked.params.note) == (0.4, "ankle", "1")


def test_each_value_says_where_it_came_from(read):
    origins = read(WALK, "locked.pivot=ankle")["locked"].origins
    assert origins == {
        "blend": "walk.toml:13",
        "pivot": "--set",
        "note": "walk.toml:14",
        "inputs": "default",
        "rig": "default",
        "enabled": "default",
    }


def test_strict_sets_that_parameter_of_every_loader(read):
    read_node = read(WALK, strict=True)["read"]
    assert read_node.params.strict is True
    assert read_node.origins["strict"] == "--strict"


def test_a_node_switched_off_passes_its_input_through(read):
    nodes = read(WALK, "locked.enabled=false")
    assert dict(nodes["out"].inputs) == {"locked": "contacts"}
    assert dict(nodes["figures"].inputs) == {"read": "read", "locked": "contacts"}
    assert not nodes["locked"].enabled


def test_switching_a_measure_or_a_writer_off_leaves_a_right_graph(read):
    assert not read(WALK, "figures.enabled=false", "out.enabled=false")["out"].enabled


def test_outputs_that_are_switched_off_do_not_collide(read):
    again = '[nodes.again]\nuses = "write.bvh"\npath = "locked.bvh"\ninputs = ["locked"]\n'
    assert refused(read, WALK + again)[0].endswith("is written by node 'out' already (node 'again')")
    assert "again" in read(WALK + again, "out.enabled=false")


def test_an_output_that_is_an_input_by_another_name_is_refused(read, tmp_path):
    (tmp_path / "clips" / "sh020").mkdir(parents=True)
    (tmp_path / "clips" / "sh020" / "walk.bvh").write_text("")
    (tmp_path / "link.bvh").symlink_to("clips/sh020/walk.bvh")
    (message,) = refused(read, WALK.replace("locked.bvh", "link.bvh"))
    assert message == f"'{tmp_path}/link.bvh' is read by node 'read': it would be overwritten (node 'out')"


def test_reading_opens_no_motion_file(read):
    assert not read(WALK)["read"].params.path.exists()


def test_the_only_rig_is_taken_and_of_two_the_named_one(read):
    one = "[rigs.hero]\nfloor = 0.1\n"
    assert read(WALK + one)["contacts"].rig.name == "hero"
    assert read(WALK + one)["contacts"].origins["rig"] == "walk.toml:21"
    assert read(WALK + one)["read"].rig is None
    two = one + "[rigs.other]\nfloor = 0.2\n"
    with pytest.warns(FootpipeWarning, match="no node uses rig 'other'"):
        assert read(WALK + two)["contacts"].rig is None
    assert read(WALK + two, "contacts.rig=other")["contacts"].rig.floor == 0.2


def test_a_generator_needs_no_input_and_takes_one(read):
    generate = '[nodes.stand]\nuses = "generate.stand"\n'
    write = '[nodes.out]\nuses = "write.bvh"\npath = "out.bvh"\n'
    assert dict(read(f"footpipe = 1\n{generate}{write}")["stand"].inputs) == {}
    nodes = read(f'footpipe = 1\n[nodes.read]\nuses = "load.bvh"\npath = "a.bvh"\n{generate}{write}')
    assert dict(nodes["stand"].inputs) == {"read": "read"}


def test_a_merge_gives_contacts_to_the_lock_below_it(read):
    graph = """footpipe = 1
[nodes.read]
uses = "load.bvh"
path = "a.bvh"
[nodes.other]
uses = "load.bvh"
path = "b.bvh"
[nodes.both]
uses = "merge.contacts"
inputs = ["read", "other"]
[nodes.locked]
uses = "lock.runtime"
[nodes.out]
uses = "write.bvh"
path = "out.bvh"
"""
    assert dict(read(graph)["both"].inputs) == {"read": "read", "other": "other"}


def test_windows_line_ends_and_a_byte_order_mark_change_no_place(tmp_path, registry):
    file = tmp_path / "walk.toml"
    text = WALK.replace('uses = "detect.speed"', 'uses = "detect.sped"')
    file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    with pytest.raises(GraphError) as raised:
        read_graph(file, registry)
    assert str(raised.value).splitlines()[:3] == [
        f"{file}:10:8: error: there is no stage 'detect.sped' (node 'contacts')",
        '   10 | uses = "detect.sped"',
        "      |        ^^^^^^^^^^^^^",
    ]


def test_a_graph_that_is_not_there_is_told_with_its_neighbour(tmp_path, registry):
    (tmp_path / "walk.toml").write_text(WALK)
    with pytest.raises(GraphError) as raised:
        read_graph(tmp_path / "wakl.toml", registry)
    assert str(raised.value) == (
        f"{tmp_path}/wakl.toml: error: cannot read the graph: No such file or directory\n"
        f"  help: did you mean '{tmp_path}/walk.toml'?"
    )


def test_a_graph_that_is_no_text_is_told(tmp_path, registry):
    file = tmp_path / "walk.toml"
    file.write_bytes(b"footpipe = 1 # \xff")
    with pytest.raises(GraphError, match=r"the graph is not UTF-8 text \(byte 15\)"):
        read_graph(file, registry)


def test_a_graph_in_python_is_checked_the_same_and_not_changed(registry):
    graph = {"footpipe": 1, "nodes": {"read": {"uses": "load.bvh", "path": Path("a.bvh")}, "out": {"uses": "write.bv"}}}
    with pytest.raises(GraphError) as raised:
        read_graph(graph, registry, [Override("read.unit", 0.01, "set read.unit")])
    assert str(raised.value) == "error: there is no stage 'write.bv' (node 'out')\n  help: did you mean 'write.bvh'?"
    assert "unit" not in graph["nodes"]["read"]
