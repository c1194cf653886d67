"""Modules that the command line loads when they are needed."""

import subprocess
import sys

import pytest

from footpipe.cli.later import load_later, load_now

PACKAGE = "probe"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package that notes when it is loaded, to be loaded later."""
    folder = tmp_path / PACKAGE
    folder.mkdir()
    (folder / "__init__.py").write_text("import sys\nsys.probed = True\nfrom probe.part import VALUE\n")
    (folder / "part.py").write_text("import probe\nVALUE = 7\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "probed", False, raising=False)
    load_later(PACKAGE)
    yield PACKAGE
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


def test_importing_loads_nothing(package):
    import probe

    assert probe.__name__ == package
    assert not sys.probed


def test_an_attribute_loads_the_package_once(package):
    import probe

    assert probe.VALUE == 7
    assert sys.probed
    sys.probed = False
    assert probe.part.VALUE == 7
    assert not sys.probed


def test_a_module_of_the_package_loads_it_first(package):
    from probe.part import VALUE

    assert VALUE == 7
    assert sys.probed


def test_it_can_be_loaded_before_anybody_asks(package):
    load_now(package)
    assert sys.probed
    sys.probed = False
    load_now(package)
    load_now("no_such_package")
    assert not sys.probed


def test_what_is_missing_in_it_is_told_as_ever(package):
    import probe

    with pytest.raises(AttributeError, match="'probe' has no attribute 'nothing'"):
        probe.nothing  # noqa: B018


def test_what_is_loaded_or_not_installed_stays_so():
    import json

    load_later("json")
    load_later("no_such_package")
    assert sys.modules["json"] is json
    assert "no_such_package" not in sys.modules


def test_checking_a_graph_does_without_numpy(folder):
    code = (
        "import sys\nfrom footpipe.cli import main\n"
        "try:\n    main(['check', 'walk.toml'])\nexcept SystemExit as left:\n    assert left.code == 0\n"
        "assert 'numpy._core' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
