import os
import subprocess
import sys
from typing import NamedTuple

import pytest

import footpipe
from footpipe.cli import main
from footpipe.testing import walking_clip


class Said(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def say(capsys):
    """Run a footpipe command in this process."""

    def say(*arguments) -> Said:
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        return Said(left.value.code, *capsys.readouterr())

    return say


@pytest.fixture
def shell():
    """Run a footpipe command in a process of its own."""

    def shell(*arguments, **options) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "footpipe", *map(str, arguments)]
        options.setdefault("env", os.environ)
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **options)

    return shell


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to work in, with `walk.bvh` and `walk.toml`."""
    monkeypatch.chdir(tmp_path)
    footpipe.save(walking_clip(), "walk.bvh")
    (tmp_path / "walk.toml").write_text(WALK)
    return tmp_path


WALK = """footpipe = 1
[nodes.read]
uses = "load.bvh"
path = "walk.bvh"
[nodes.contacts]
uses = "detect.speed"
[nodes.locked]
uses = "lock.runtime"
[nodes.out]
uses = "write.bvh"
path = "locked.bvh"
[nodes.figures]
uses = "measure.sliding"
inputs = ["read", "locked"]
"""
