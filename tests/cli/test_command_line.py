"""What holds for every command."""

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
