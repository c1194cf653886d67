"""What holds for every command."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
import types

import pytest
import typer

from footpipe import hookimpl
from footpipe.providers import Provider
from footpipe.registry import Registry

LAZY = ("scipy", "matplotlib", "pxr")


def test_help_imports_nothing_heavy():
    code = (
        "import sys\nfrom footpipe.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit as left:\n    assert left.code == 0\n"
        f"assert not [m for m in {LAZY} if m in sys.modules], sys.modules.keys()"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Usage: footpipe [OPTIONS] COMMAND [ARGS]...")


def test_importing_footpipe_looks_for_no_plugins():
    code = "import footpipe, sys; assert 'footpipe_bvh' not in sys.modules"
    assert subprocess.run([sys.executable, "-P", "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["rnu"], "error: there is no command 'rnu'\n  help: did you mean 'run'?\n"),
        (["run"], "error: Missing argument 'GRAPH'\n  help: see footpipe run --help\n"),
        (["run", "a", "b"], "error: Got unexpected extra argument(s) (b)\n  help: see footpipe run --help\n"),
        (["run", "walk.toml", "--jsn"], "error: there is no option '--jsn'\n  help: did you mean '--json'?\n"),
        (["--verison"], "error: there is no option '--verison'\n  help: did you mean '--version'?\n"),
    ],
)
def test_a_wrong_command_is_told_in_plain_lines(say, arguments, told):
    assert say(*arguments) == (2, "", told)


@pytest.fixture
def with_plugin(monkeypatch):
    """Footpipe with one more installed plugin."""

    def with_plugin(**hooks):
        plugin = types.SimpleNamespace(**{name: hookimpl(function) for name, function in hooks.items()})
        monkeypatch.setattr("footpipe.registry.installed", lambda: Registry([Provider("mine 1.0", plugin)]))

    return with_plugin


def test_a_plugin_adds_commands(say, with_plugin):
    horse = typer.Typer(name="horse", help="About horses.")
    horse.command()(lambda: typer.echo("four legs"))
    horse.callback()(lambda: None)
    with_plugin(footpipe_commands=lambda: [horse])
    assert "horse    About horses." in say("--help").out
    assert say("horse", "--help").code == 0
    assert say("hrose").err == "error: there is no command 'hrose'\n  help: did you mean 'horse'?\n"


def test_the_help_comes_whatever_plugins_do(say, with_plugin):
    with_plugin(footpipe_comands=lambda: [])
    said = say("--help")
    assert said.code == 0
    assert "  run      Run a graph" in said.out
    assert "warning: mine 1.0 has a hook 'footpipe_comands', and there is none of that name" in said.err
    assert say("stages").code == 2


def test_no_arguments_show_the_help(say):
    assert say() == say("--help")


def test_the_version(say):
    from importlib.metadata import version

    assert say("--version") == (0, f"footpipe {version('footpipe')}\n", "")


def test_diagnostics_are_not_wrapped_on_a_narrow_terminal(shell, folder):
    name = "a_graph_with_a_name_that_is_longer_than_a_narrow_terminal_is_wide_[brackets]"
    (folder / f"{name}.toml").write_text('footpipe = 1\n[nodes.read]\nuses = "load.[bvh]"\n')
    done = shell("check", f"{name}.toml", env={**os.environ, "COLUMNS": "30", "FORCE_COLOR": "1"})
    assert done.stderr.splitlines() == [
        f"{name}.toml:3:8: error: there is no stage 'load.[bvh]' (node 'read')",
        '    3 | uses = "load.[bvh]"',
        "      |        ^^^^^^^^^^^^",
        "  help: did you mean 'load.bvh'?",
    ]


def test_a_reader_that_goes_is_no_error(folder):
    command = f"{sys.executable} -m footpipe check walk.toml | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("read: load.bvh (footpipe 0.1.0)\n0\n", "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")  # noqa: PTH110
def test_a_full_disk_is_told_once(folder):
    command = f"{sys.executable} -m footpipe check walk.toml > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "stdout: error: cannot write: No space left on device\n")


def test_an_interrupt_leaves_with_130_and_no_traceback(folder):
    (folder / "slow.py").write_text(
        "import time\nfrom footpipe import Edit, NoParams, hookimpl\n"
        'def slow(clip, p):\n    """Wait."""\n    print("now", flush=True)\n    time.sleep(30)\n'
        '@hookimpl\ndef footpipe_edits():\n    return [Edit("slow", NoParams, slow)]\n'
    )
    text = (folder / "walk.toml").read_text().replace("footpipe = 1", 'footpipe = 1\nplugins = ["slow.py"]')
    (folder / "walk.toml").write_text(
        text.replace("[nodes.contacts]", '[nodes.slow]\nuses = "edit.slow"\n[nodes.contacts]')
    )
    command = [sys.executable, "-m", "footpipe", "run", "walk.toml", "-q"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stderr.readline() == "now\n"
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out, err) == (130, "", "")
    assert not (folder / "locked.bvh").exists()


def test_on_a_terminal_tables_are_drawn_and_diagnostics_stay_plain(folder):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "footpipe", "run", "walk.toml"]
    running = subprocess.Popen(
        command, stdout=theirs, stderr=theirs, env={**os.environ, "COLUMNS": "60", "TERM": "xterm"}
    )
    os.close(theirs)
    shown = b""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    assert running.wait(timeout=20) == 0
    text = shown.decode()
    assert "┃" in text or "│" in text
    assert "wrote locked.bvh" in text


# Streams, signals and names


def python(code, **options):
    """Run Python code in a process of its own."""
    return subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False, **options)


SLOW_WRITER = '''
import time
from pathlib import Path
from footpipe import Params, Writer, hookimpl, param, replacing


class Slow(Params):
    path: Path = param(doc="the file")


def write(clip, p):
    """Write, and wait."""
    with replacing(p.path) as file:
        file.write(b"half")
        print("now", flush=True)
        time.sleep(30)
    return [p.path]


@hookimpl
def footpipe_writers():
    return [Writer("slow", Slow, write)]
'''


def with_stages(folder, plugin, old, new):
    """`walk.toml` with a plugin file beside it, one of its stages replaced."""
    (folder / "mine.py").write_text(plugin)
    text = (folder / "walk.toml").read_text().replace("footpipe = 1", 'footpipe = 1\nplugins = ["mine.py"]')
    (folder / "walk.toml").write_text(text.replace(old, new))


def test_a_termination_while_writing_leaves_nothing_half_written(folder):
    with_stages(folder, SLOW_WRITER, "write.bvh", "write.slow")
    before = sorted(folder.iterdir())
    command = [sys.executable, "-m", "footpipe", "run", "walk.toml", "-q"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stderr.readline() == "now\n"
    running.send_signal(signal.SIGTERM)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out, err) == (143, "", "")
    assert [path for path in sorted(folder.iterdir()) if path.name != "__pycache__"] == before


PRINTS = '''
print("loading")
from footpipe import Edit, NoParams, hookimpl


def chatter(clip, p):
    """Talk."""
    print("running")
    return clip


@hookimpl
def footpipe_edits():
    print("asked")
    return [Edit("chatter", NoParams, chatter)]
'''


def test_what_plugins_print_goes_to_stderr(say, folder):
    with_stages(folder, PRINTS, "[nodes.contacts]", '[nodes.talk]\nuses = "edit.chatter"\n[nodes.contacts]')
    said = say("run", "walk.toml", "--json", "-q")
    assert list(json.loads(said.out)) == ["nodes", "files", "reports"]
    assert said.err == "loading\nasked\nrunning\n"
    assert "loading" not in say("check", "walk.toml").out


@pytest.mark.parametrize("leave", ["raise SystemExit", "raise SystemExit(0)", "import os; raise BaseException('x')"])
def test_a_plugin_that_leaves_while_it_is_loaded_is_no_success(say, folder, leave):
    with_stages(folder, leave + "\n", "", "")
    said = say("run", "walk.toml")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("mine.py:1: error: the plugin cannot be loaded: ")


def test_a_command_of_ours_never_leaves_by_itself_in_silence(say, folder, monkeypatch):
    def leave(*_, **__):
        raise SystemExit(0)

    monkeypatch.setattr("footpipe.graph.read_graph", leave)
    said = say("check", "walk.toml")
    assert (said.code, said.out) == (1, "")
    assert said.err.splitlines()[0].endswith("error: a plugin ended the work: SystemExit: 0")


def test_a_plugin_that_cannot_be_read_is_named_itself(say, folder, monkeypatch):
    say("check", "walk.toml")  # loads all that a check needs but the plugin
    with_stages(folder, "", "", "")
    monkeypatch.setattr("importlib.machinery.SourceFileLoader.get_data", staticmethod(os.listdir))  # which fails
    said = say("check", "walk.toml")
    assert said.code == 2
    assert said.err.splitlines()[0] == (
        f"mine.py: error: the plugin cannot be loaded: NotADirectoryError: [Errno 20] Not a directory: '{folder}/mine.py'"
    )


def test_closed_streams_are_no_fault(folder):
    command = f"{sys.executable} -m footpipe fix walk.bvh >&- 2>&-"
    assert subprocess.run(["bash", "-c", command], check=False).returncode == 0
    assert (folder / "walk.footlock.bvh").is_file()


def test_streams_that_cannot_hold_a_character_escape_it(folder, shell):
    (folder / "walk.bvh").rename(folder / "gång.bvh")
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = shell("fix", "gång.bvh", "--json", env=env)
    assert (done.returncode, json.loads(done.stdout)["files"]) == (0, ["gång.footlock.bvh"])
    assert done.stderr.splitlines()[-1] == "wrote g\\xe5ng.footlock.bvh"
    assert shell("inspect", "gång.bvh", env=env).stdout.splitlines()[0] == "g\\xe5ng.bvh"


@pytest.mark.skipif(sys.platform != "linux", reason="needs file names of any bytes")
def test_file_names_of_any_bytes_work(folder):
    name = os.fsdecode(b"walk\xff\n.bvh")
    (folder / "walk.bvh").rename(folder / name)
    command = [sys.executable, "-m", "footpipe", "fix", name, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    written = os.fsdecode(b"walk\xff\n.footlock.bvh")
    assert (done.returncode, json.loads(done.stdout)["files"]) == (0, [written])
    assert (folder / written).is_file()
    assert done.stderr.splitlines()[-1] == "wrote walk\\udcff\\n.footlock.bvh"
    set_path = [*command[:3], "run", "walk.toml", "-q", "--set", f"read.path={name}"]
    assert subprocess.run(set_path, capture_output=True, check=False).returncode == 0


def test_control_characters_in_names_are_escaped(say, folder):
    said = say("inspect", "a\x1b[31m\nb.bvh")
    assert said.err == "a\\x1b[31m\\nb.bvh: error: cannot read: No such file or directory\n"
    assert say("\x1brun").err == "error: there is no command '\\x1brun'\n  help: did you mean 'run'?\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")  # noqa: PTH110
@pytest.mark.parametrize("command", ["schema", "new detector full", "stages --toml", "plugins"])
def test_a_full_disk_is_told_with_what_and_where(folder, command):
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m footpipe {command} > /dev/full"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "stdout: error: cannot write: No space left on device\n")


def test_a_clip_without_legs_is_named(say, folder):
    (folder / "stick.bvh").write_text(STICK)
    said = say("fix", "stick.bvh", "-q")
    assert (said.code, said.out) == (1, "")
    assert said.err.splitlines()[-2] == (
        "stick.bvh: error: no legs found: neither usual joint names nor two equal limbs (node 'contacts')"
    )


STICK = """HIERARCHY
ROOT Stick
{
\tOFFSET 0 0 0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tEnd Site
\t{
\t\tOFFSET 0 1 0
\t}
}
MOTION
Frames: 2
Frame Time: 0.01
0 0 0 0 0 0
0 0 0 0 0 0
"""


def test_a_clip_of_two_roots_is_not_a_stage_s_mistake(say, folder):
    plugin = (
        "import numpy as np\nfrom footpipe import Edit, NoParams, Skeleton, hookimpl\n"
        'def two(clip, p):\n    """Add a root."""\n    s = clip.skeleton\n'
        "    more = lambda a: np.concatenate([a, a[..., :1, :]], axis=-2)\n"
        "    skeleton = Skeleton((*s.joints, 'Prop'), more(s.rest_translations))\n"
        "    return clip.replace(skeleton=skeleton, translations=more(clip.translations), rotations=more(clip.rotations))\n"
        '@hookimpl\ndef footpipe_edits():\n    return [Edit("two", NoParams, two)]\n'
    )
    with_stages(folder, plugin, "[nodes.out]", '[nodes.two]\nuses = "edit.two"\n[nodes.out]')
    said = say("run", "walk.toml", "-q")
    assert (said.code, said.err) == (1, "error: a BVH has one root, and the clip has 2: Hips, Prop (node 'out')\n")
