import re
import shutil
from pathlib import Path

import pytest

import footpipe

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A folder with the example's clip, also as `my_walk.bvh`."""
    (tmp_path / "examples").mkdir()
    shutil.copy(ROOT / "examples/walk.bvh", tmp_path / "examples/walk.bvh")
    shutil.copy(ROOT / "examples/walk.bvh", tmp_path / "my_walk.bvh")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_graph_runs(folder):
    (graph,) = blocks("toml")
    (folder / "walk.toml").write_text(graph)
    result = footpipe.run(folder / "walk.toml")
    assert (folder / "my_walk.footlock.bvh").exists()
    clips = result.reports["figures"].values["clips"]
    assert clips["locked"]["all"]["slide_mean"] < 0.5 * clips["read"]["all"]["slide_mean"]


def test_the_python_example_runs(folder, capsys):
    code, _ = blocks("python")
    exec(code, {})
    assert (folder / "my_walk.footlock.bvh").stat().st_size > 300_000
    assert "slide, mean cm/s" in capsys.readouterr().out


def test_the_detector_of_15_lines_runs_from_a_file_that_a_graph_names(folder):
    _, plugin = blocks("python")
    (folder / "still.py").write_text(plugin)
    (graph,) = blocks("toml")
    graph = graph.replace("footpipe = 1", 'footpipe = 1\nplugins = ["still.py"]').replace(
        "detect.adaptive", "detect.still"
    )
    (folder / "walk.toml").write_text(graph)
    report = footpipe.run(folder / "walk.toml").reports["figures"].values
    assert report["clips"]["read"]["all"]["contacts"] > 4


def test_the_example_does_what_the_readme_says(folder):
    shutil.copy(ROOT / "examples/walk.toml", folder / "examples/walk.toml")
    result = footpipe.run(folder / "examples/walk.toml")
    assert [path.name for path in result.files] == ["walk.locked.bvh"]
    clips = result.reports["figures"].values["clips"]
    assert clips["slid"]["all"]["slide_mean"] > 15
    assert clips["locked"]["all"]["settled_mean"] < 0.1


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        if not target.startswith("http"):
            assert (ROOT / target).exists(), target
