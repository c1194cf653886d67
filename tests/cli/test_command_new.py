"""`footpipe new`: a plugin to start from."""

import os
import subprocess
import sys

import pytest

KINDS = ("detector", "locker", "edit", "loader", "writer", "generator", "merge", "measure")


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_plugin_passes_its_own_tests(say, tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    said = say("new", kind, f"my_{kind}")
    assert said.out.splitlines() == [
        f"my_{kind}/pyproject.toml",
        f"my_{kind}/README.md",
        f"my_{kind}/my_{kind}/__init__.py",
        f"my_{kind}/tests/test_my_{kind}.py",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path / f"my_{kind}",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_an_installed_plugin_is_found_and_used(shell, folder):
    """As pip would install it: the package and its entry point on Python's path."""
    assert shell("new", "detector", "my_detector").returncode == 0
    info = folder / "my_detector" / "my_detector-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my_detector\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[footpipe]\nmy_detector = my_detector\n")
    (folder / "walk.toml").write_text((folder / "walk.toml").read_text().replace("detect.speed", "detect.my_detector"))
    env = {**os.environ, "PYTHONPATH": str(folder / "my_detector")}
    assert "my_detector 0.1.0" in shell("stages", "detect.my_detector", env=env).stdout
    assert shell("run", "walk.toml", env=env).returncode == 0
    (folder / "my_detector" / "my_detector" / "__init__.py").write_text("import nothing_of_that_name\n")
    done = shell("stages", "detect", env=env)
    assert done.returncode == 0
    assert done.stderr == (
        "my_detector/my_detector/__init__.py:1: warning: the plugin 'my_detector' of my_detector 0.1.0 cannot be loaded: "
        "ModuleNotFoundError: No module named 'nothing_of_that_name'; it is set aside\n"
        "  help: mend it or uninstall it\n"
    )


@pytest.mark.parametrize(
    ("kind", "name", "told"),
    [
        ("detcetor", "x", "there is no kind of stage 'detcetor'\n  help: did you mean 'detector'?"),
        ("edit", "numpy", "Python has a module 'numpy' already\n  help: choose another name"),
        ("edit", "My-edit", "'My-edit' cannot be a package\n  help: a name has small letters, digits and _"),
        ("edit", "class", "'class' cannot be a package\n  help: a name has small letters, digits and _"),
        ("detector", "speed", "there is a stage 'detect.speed' already\n  help: choose another name"),
        ("edit", "here", "'here' is here already\n  help: choose another name, or move it away"),
    ],
)
def test_a_name_that_cannot_be_is_told(say, tmp_path, monkeypatch, kind, name, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    assert say("new", kind, name) == (2, "", f"error: {told}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["here"]
