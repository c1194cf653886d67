"""The digest of a graph: the same wherever its files are, another where a value is another."""

from pathlib import Path

import footpipe
from footpipe import graph_digest
from footpipe.graph import read_graph
from footpipe.graph.digest import digest

ROOT = Path(__file__).resolve().parents[2]


def graph(folder="here", **locked):
    nodes = {
        "read": {"uses": "load.bvh", "path": f"{folder}/walk.bvh"},
        "contacts": {"uses": "detect.speed"},
        "locked": {"uses": "lock.runtime", **locked},
        "out": {"uses": "write.bvh", "path": f"{folder}/out.bvh"},
    }
    return read_graph({"footpipe": 1, "nodes": nodes})


def test_it_is_the_same_in_any_folder():
    assert digest(graph("here")) == digest(graph("/some/where/else"))


def test_it_tells_values_apart_also_those_left_out():
    assert digest(graph(blend=0.2)) != digest(graph())
    assert digest(graph(blend=0.1)) == digest(graph())  # the default


def test_a_rig_counts():
    limb = {"hip": "LeftUpLeg", "knee": "LeftLeg", "ankle": "LeftFoot", "toe": "LeftToeBase"}

    def with_floor(floor):
        nodes = {"read": {"uses": "load.bvh", "path": "a.bvh"}, "contacts": {"uses": "detect.speed", "rig": "hero"}}
        nodes["out"] = {"uses": "write.bvh", "path": "b.bvh"}
        rigs = {"hero": {"limbs": {"left": limb}, "floor": floor}}
        return digest(read_graph({"footpipe": 1, "rigs": rigs, "nodes": nodes}))

    assert with_floor(0.0) != with_floor(0.1)
    assert with_floor(0.1) == with_floor(0.1)


def test_a_stage_can_ask_for_it_while_its_graph_runs(tmp_path):
    (tmp_path / "asks.py").write_text(
        "from footpipe import Edit, NoParams, graph_digest, hookimpl\n\n\n"
        'def ask(clip, p):\n    """Ask."""\n    told.append(graph_digest())\n    return clip\n\n\ntold = []\n\n\n'
        '@hookimpl\ndef footpipe_edits():\n    return [Edit("ask", NoParams, ask)]\n'
    )
    (tmp_path / "ask.toml").write_text(
        'footpipe = 1\nplugins = ["asks.py"]\n'
        f'[nodes.read]\nuses = "load.bvh"\npath = "{(ROOT / "examples/walk.bvh").as_posix()}"\n'
        '[nodes.ask]\nuses = "edit.ask"\n[nodes.out]\nuses = "write.bvh"\npath = "out.bvh"\n'
    )
    checked = read_graph(tmp_path / "ask.toml")
    from footpipe.execute import run_graph

    run_graph(checked)
    asked = next(node for node in checked.nodes if node.name == "ask").uses.stage.run
    assert asked.__globals__["told"] == [digest(checked)]
    assert graph_digest() is None


def test_nobody_runs_a_graph_when_a_stage_is_called_by_itself():
    assert footpipe.graph_digest() is None
