import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLUGINS = sorted((ROOT / "plugins").rglob("*.py"))
CORE = sorted((ROOT / "footpipe").rglob("*.py"))
ORDER = [
    "errors",
    "arrays",
    "number_table",
    "surface",
    "skeleton",
    "contacts",
    "clip",
    "rig",
    "walking",
    "roles",
    "hookspecs",
    "registry",
    "live_gait",
    "graph",
    "running",
    "execute",
    "api",
    "cli",
]  # one way, from left to right


def imported(path: Path) -> list[str]:
    """Modules that a file imports, wherever in it."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(node.module or "")
    return found


def package(path: Path) -> str:
    """The plugin that a file belongs to."""
    return path.relative_to(ROOT / "plugins").parts[0]


@pytest.mark.parametrize("path", PLUGINS, ids=lambda path: str(path.relative_to(ROOT / "plugins")))
def test_plugins_import_of_footpipe_what_anybody_may(path):
    of_footpipe = [name for name in imported(path) if name == "footpipe" or name.startswith("footpipe.")]
    assert set(of_footpipe) <= {"footpipe"}
    others = {package(p) for p in PLUGINS} - {package(path)}
    assert not [name for name in imported(path) if name.split(".")[0] in others]


def room(path: Path) -> str:
    """The module or package of footpipe that a file is or belongs to."""
    return path.relative_to(ROOT / "footpipe").parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", [p for p in CORE if room(p) in ORDER], ids=lambda path: f"{room(path)}/{path.stem}")
def test_imports_inside_footpipe_go_one_way(path):
    later = ORDER[ORDER.index(room(path)) + 1 :]
    assert not [name for name in imported(path) if name.split(".")[:2][1:] and name.split(".")[1] in later]


@pytest.mark.parametrize(
    ("compiled", "user"),
    [
        ("_kernel", "kernel"),
        ("_solve", "solver"),
        ("_text", "number_text"),
        ("_fuzzy", "fuzzy_kernel"),
        ("_figure", "figure_kernel"),
        ("_walker", "live_gait"),
    ],
)
def test_only_one_module_imports_each_compiled_one(compiled, user):
    users = [path.stem for path in CORE if re.search(rf"import {compiled}\b|footpipe\.{compiled}\b", path.read_text())]
    assert users == [user]


def test_help_and_registering_import_nothing_heavy():
    heavy = "scipy", "pxr", "matplotlib", "jinja2"
    code = f"import sys, footpipe.registry as r, footpipe.cli; r.installed(); print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
