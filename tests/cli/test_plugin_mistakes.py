"""What one gets wrong while writing a plugin: each is told in a line with the plugin, its file and line, and what to do."""

import os
import re

import pytest

MENDED = "  help: a mistake in the stage, of my_detector 0.1.0: mend it, or report it to its author\n"
ASIDE = "; it is set aside\n  help: mend it or uninstall it\n"
CANNOT = "warning: the plugin 'my_detector' of my_detector 0.1.0 cannot be loaded: "
BODY = "clip.speed(rig.toe) < p.speed"


@pytest.fixture
def plugin(shell, folder):
    """The installed plugin of `footpipe new`, in a graph; the file to make mistakes in."""
    assert shell("new", "detector", "my_detector").returncode == 0
    info = folder / "my_detector" / "my_detector-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my_detector\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[footpipe]\nmy_detector = my_detector\n")
    graph = folder / "walk.toml"
    graph.write_text(graph.read_text().replace("detect.speed", "detect.my_detector"))
    return folder / "my_detector/my_detector/__init__.py"


WRONG = {  # what: (code, what is written instead, line and text)
    "a misspelt hook": (
        "def footpipe_detectors",
        "def footpipe_detector",
        (
            "17: error: my_detector 0.1.0 has a hook 'footpipe_detector', and there is none of that name\n"
            "  help: did you mean 'footpipe_detectors'?\n"
        ),
    ),
    "a hook without its mark": (
        "@hookimpl\n",
        "",
        "17: error: 'footpipe_detectors' of my_detector 0.1.0 is not marked as a hook\n  help: write @hookimpl above it\n",
    ),
    "a hook that asks for what there is not": (
        "footpipe_detectors()",
        "footpipe_detectors(clip)",
        (
            "17: error: the hook footpipe_detectors of my_detector 0.1.0 asks for 'clip', which it is not given\n"
            "  help: it takes nothing: write ()\n"
        ),
    ),
    "a hook that forgets to return": (
        "return [Detector",
        "[Detector",
        (
            "17: error: the hook footpipe_detectors of my_detector 0.1.0 returned NoneType\n"
            "  help: it returns a list of Detector\n"
        ),
    ),
    "another number of points": (
        BODY,
        "clip.speed(rig.toe)[:, :1] < p.speed",
        "14: error: contact weights (frames, points) has shape (60, 1), wanted (any, 2) (node 'contacts')\n" + MENDED,
    ),
    "another number of frames": (
        BODY,
        "clip.speed(rig.toe)[1:] < p.speed",
        "12: error: detect.my_detector returned contacts of 59 frames for a clip of 60 (node 'contacts')\n" + MENDED,
    ),
    "another kind of result": (
        f'Contacts(rig.points("toe"), {BODY})',
        "clip",
        "12: error: detect.my_detector returned Clip, a detect stage returns Contacts (node 'contacts')\n" + MENDED,
    ),
    "weights beyond 0 and 1": (
        BODY,
        "2.0 * (clip.speed(rig.toe) < 100)",
        "14: error: contact weight of left.toe in frame 0 is 2, outside 0..1 (node 'contacts')\n" + MENDED,
    ),
    "an exception inside": (
        "p.speed)",
        "p.sped)",
        "14: error: detect.my_detector failed: AttributeError: 'MyDetectorParams' object has no attribute 'sped'"
        " (node 'contacts')\n" + MENDED,
    ),
    "a change to the input": (
        "    return Contacts",
        "    clip.rotations[0] = 1\n    return Contacts",
        "14: error: detect.my_detector failed: ValueError: assignment destination is read-only (node 'contacts')\n"
        + MENDED,
    ),
    "an import of nothing": (
        "from footpipe import",
        "import nothing_of_that_name\nfrom footpipe import",
        f"3: {CANNOT}ModuleNotFoundError: No module named 'nothing_of_that_name'{ASIDE}",
    ),
    "a syntax error": (
        "return Contacts(rig",
        "return Contacts((rig",
        f"14:20: {CANNOT}SyntaxError: '(' was never closed{ASIDE}",
    ),
    "a bound that does not exist": (
        "gt=0",
        "gth=0",
        f"9: {CANNOT}TypeError: param() knows no 'gth': did you mean 'gt'?{ASIDE}",
    ),
    "a bound that is none": (
        "gt=0",
        "gt='x'",
        (
            "6: error: the parameters of detect.my_detector cannot be used: SchemaError: .*\n"
            "  help: mend the class MyDetectorParams\n"
        ),
    ),
    "a default out of its own bounds": (
        "param(0.25",
        "param(-0.25",
        (
            "6: error: the default of 'speed' of detect.my_detector is -0.25, and must be more than 0\n"
            "  help: mend the class MyDetectorParams\n"
        ),
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_mistake_in_a_plugin_is_told_with_its_line(plugin, shell, what):
    right, wrong, told = WRONG[what]
    code = plugin.read_text()
    assert right in code
    plugin.write_text(code.replace(right, wrong, 1))
    env = {**os.environ, "PYTHONPATH": str(plugin.parents[1])}
    done = shell("run", "walk.toml", "-q", env=env)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    wanted = re.escape(f"my_detector/my_detector/__init__.py:{told}").replace(r"\.\*", ".*")
    assert re.match(wanted, done.stderr), done.stderr
