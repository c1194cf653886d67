"""`footpipe run` and `footpipe check`."""

import json

import pytest


def test_run_writes_the_files_and_prints_the_tables(say, folder):
    said = say("run", "walk.toml")
    assert said.code == 0
    title, columns, *figures = said.out.splitlines()
    assert title.startswith("Sliding")
    assert columns.split() == ["read", "locked"]
    assert len(figures) > 8
    assert said.err.splitlines()[-1] == "wrote locked.bvh"
    assert (folder / "locked.bvh").is_file()


def test_set_wins_over_the_graph(say, folder):
    said = say("run", "walk.toml", "--set", "out.path=other.bvh", "--set", "figures.inputs=['locked']", "--json", "-q")
    result = json.loads(said.out)
    assert result["files"] == ["other.bvh"]
    assert list(result["reports"]["figures"]["clips"]) == ["locked"]
    assert said.err == ""


def test_a_graph_with_mistakes_runs_nothing_and_leaves_with_2(say, folder):
    (folder / "bad.toml").write_text((folder / "walk.toml").read_text().replace("path = ", "paht = "))
    for command in ("run", "check"):
        said = say(command, "bad.toml")
        assert (said.code, said.out) == (2, "")
        assert said.err == (
            "bad.toml:2:8: error: load.bvh needs 'path' (node 'read')\n"
            "    2 | [nodes.read]\n"
            "      |        ^^^^\n"
            f"  help: {about('load.bvh')}\n"
            "bad.toml:4:1: error: load.bvh has no parameter 'paht' (node 'read')\n"
            '    4 | paht = "walk.bvh"\n'
            "      | ^^^^\n"
            "  help: did you mean 'path'? (required)\n"
            "bad.toml:9:8: error: write.bvh needs 'path' (node 'out')\n"
            "    9 | [nodes.out]\n"
            "      |        ^^^\n"
            f"  help: {about('write.bvh')}\n"
            "bad.toml:11:1: error: write.bvh has no parameter 'paht' (node 'out')\n"
            '   11 | paht = "locked.bvh"\n'
            "      | ^^^^\n"
            "  help: did you mean 'path'? (required)\n"
        )
    assert not (folder / "locked.bvh").exists()


def about(stage):
    from footpipe.registry import installed

    doc = installed().stages[stage].stage.params.model_fields["path"].description
    return f"path: {doc} (required)"


def test_a_missing_graph_is_a_wrong_command(say, folder):
    assert say("run", "wlak.toml") == (
        2,
        "",
        "wlak.toml: error: cannot read the graph: No such file or directory\n  help: did you mean 'walk.toml'?\n",
    )


def test_a_missing_clip_is_a_failure(say, folder):
    (folder / "walk.bvh").unlink()
    said = say("run", "walk.toml", "--json")
    assert (said.code, said.out) == (1, "")
    assert said.err.splitlines()[0].endswith("(node 'read')")
    assert "Traceback" not in said.err


def test_debug_shows_the_traceback(say, folder):
    (folder / "walk.bvh").unlink()
    assert "Traceback (most recent call last)" in say("run", "walk.toml", "--debug").err


def test_a_rig_that_does_not_fit_fails_with_its_line(say, folder):
    with (folder / "walk.toml").open("a") as file:
        file.write('[rigs.hero]\nlimbs.left.toe = "LeftToeBas"\n')
    said = say("run", "walk.toml", "-q")
    assert said == (
        1,
        "",
        (
            "walk.toml:16:12: error: left.toe: the skeleton has no joint 'LeftToeBas' (node 'contacts')\n"
            "  help: did you mean 'LeftToeBase'?\n"
        ),
    )


PLUGIN = '''
from footpipe import BoundRig, Clip, Contacts, Detector, Params, hookimpl, param


class Still(Params):
    speed: float = param(0.25, unit="m/s", gt=0, doc="fastest toe that still counts as planted")


def detect(clip: Clip, rig: BoundRig, p: Still) -> Contacts:
    """Contact where the toe hardly moves."""
    return Contacts(rig.points("toe"), clip.speed(rig.toe) < p.speed)


@hookimpl
def footpipe_detectors():
    return [Detector("still", Still, detect)]
'''


def with_plugin(folder, plugin):
    (folder / "studio.py").write_text(plugin)
    text = (folder / "walk.toml").read_text().replace("footpipe = 1", 'footpipe = 1\nplugins = ["studio.py"]')
    (folder / "walk.toml").write_text(text.replace("detect.speed", "detect.still"))


def test_a_detector_of_15_lines_beside_the_graph_runs(say, folder):
    with_plugin(folder, PLUGIN)
    assert say("run", "walk.toml").code == 0
    assert "contacts: detect.still (studio.py)" in say("check", "walk.toml").out


def test_plugins_beside_the_graph_can_be_refused(say, folder):
    with_plugin(folder, PLUGIN)
    said = say("run", "walk.toml", "--no-local-plugins")
    assert (said.code, said.err.splitlines()[0]) == (
        2,
        "walk.toml:2:11: error: the graph names plugin files, which --no-local-plugins refuses",
    )


WAYS = {
    "misspelt hook": (
        "detectors()",
        "detector()",
        2,
        "studio.py:14: error: studio.py has a hook 'footpipe_detector', and",
    ),
    "a record": (
        '[Detector("still", Still, detect)]',
        "Still",
        2,
        "studio.py:14: error: the hook footpipe_detectors of",
    ),
    "raising hook": (
        "    return [Detector(",
        "    return [Dtector(",
        2,
        "studio.py:16: error: the hook footpipe_detectors of",
    ),
    "import error": (
        "import Bound",
        "import Unbound",
        2,
        "studio.py:2: error: the plugin cannot be loaded: ImportError: ",
    ),
    "syntax error": (
        "def detect(",
        "def detect",
        2,
        "studio.py:9:",
    ),
    "weights": ("< p.speed", "+ 9", 1, "studio.py:11: error: contact weight of left.toe in frame 0 is 9."),
    "shape": (
        "clip.speed(rig.toe)",
        "clip.speed(rig.toe)[:, :1]",
        1,
        "studio.py:11: error: contact weights (frames, poin",
    ),
    "frames": (
        "clip.speed(rig.toe)",
        "clip.speed(rig.toe)[1:]",
        1,
        "studio.py:9: error: detect.still returned contacts of",
    ),
    "exception": (
        "p.speed)",
        "1 / 0)",
        1,
        "studio.py:11: error: detect.still failed: ZeroDivisionError: division by zero",
    ),
    "exception below": ("p.speed)", "[[1, 2], [3]])", 1, "studio.py:11: error: detect.still failed: ValueError: "),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_break_a_plugin_is_a_sentence_with_its_file_and_line(say, folder, way):
    right, wrong, code, told = WAYS[way]
    with_plugin(folder, PLUGIN.replace(right, wrong))
    said = say("run", "walk.toml", "-q")
    assert (said.code, said.out) == (code, "")
    assert said.err.startswith(told)
    assert said.err.splitlines()[1].startswith("  help: ")
    assert "Traceback" not in said.err


def test_check_prints_each_value_and_where_it_came_from(say, folder):
    said = say("check", "walk.toml", "--set", "locked.blend=0.2")
    assert (said.code, said.err) == (0, "")
    lines = [line.split() for line in said.out.splitlines()]
    assert ["blend", "0.2", "s", "--set"] in lines
    assert ["lock_distance", "0.1", "m", "default"] in lines
    assert ["inputs", "read,", "locked", "walk.toml:14"] in lines
    assert "read: load.bvh (footpipe 0.1.0)" in said.out
    assert not (folder / "locked.bvh").exists()


def test_check_opens_no_motion(say, folder):
    (folder / "walk.bvh").unlink()
    assert say("check", "walk.toml").code == 0


def test_check_for_programs(say, folder):
    nodes = json.loads(say("check", "walk.toml", "--json").out)["nodes"]
    assert [node["node"] for node in nodes] == ["read", "contacts", "locked", "out", "figures"]
    assert nodes[3]["params"] == {"path": "locked.bvh"}
    assert nodes[3]["from"]["path"] == "walk.toml:11"
    assert nodes[4]["inputs"] == ["read", "locked"]
