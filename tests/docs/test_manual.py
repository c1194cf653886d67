"""The manual: every code block runs, what the code can tell is as the code tells it, and every hook has its example."""

import re
import shutil
import sys
from pathlib import Path

import pytest
import typer.testing
from blocks import ROOT, Run, blocks
from usd_stages import character, labelled, new_stage

import footpipe
from footpipe.plugin_files import load_file
from footpipe.providers import HOOKS, Provider
from footpipe.registry import Registry
from footpipe.roles import ROLES
from footpipe.testing import check_stage, walking_clip

sys.path.insert(0, str(ROOT / "docs"))
import pages

PAGES = sorted(
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
)


@pytest.fixture(scope="session")
def clips(tmp_path_factory) -> Path:
    """What the manual works on: a walk under several names, its contacts, and the examples."""
    folder = tmp_path_factory.mktemp("clips")
    for name in ("walk.bvh", "run.bvh", "my_walk.bvh"):
        shutil.copy(ROOT / "examples/walk.bvh", folder / name)
    clip = footpipe.stage("detect.speed")(footpipe.load(folder / "walk.bvh"))
    for name in ("labels.csv", "contacts.csv"):
        footpipe.stage("write.contacts")(clip, path=folder / name)
    _stages(folder)
    graph = (ROOT / "examples/walk.toml").read_text()
    (folder / "walk.toml").write_text(graph)
    shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("footpipe_*"))
    shutil.copytree(ROOT / "native/include", folder / "native/include")
    return folder


def _stages(folder: Path) -> None:
    """A shot with a character whose contacts are labelled, and one of two characters."""
    shot, crowd = (new_stage(folder / f"{name}.usda") for name in ("shot", "crowd"))
    character(shot, "/World/Hero", walking_clip(frames=48, rate=24.0))
    labelled(shot.GetPrimAtPath("/World/Hero/Anim"), {"left.toe": range(24, 48), "right.toe": range(24)})
    shot.SetDefaultPrim(shot.GetPrimAtPath("/World"))
    for name, frames in (("Hero", 48), ("Extra", 24)):
        character(crowd, f"/World/{name}", walking_clip(frames=frames, rate=24.0))
    for stage in (shot, crowd):
        stage.SetDefaultPrim(stage.GetPrimAtPath("/World"))
        stage.Save()


@pytest.mark.filterwarnings("ignore::footpipe.FootpipeWarning")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_code_block_runs(page, clips, tmp_path, monkeypatch):
    if shutil.which("cc") is None and re.search(r"^(```c|\$ cc .*)$", page.read_text(), re.M):
        pytest.skip("no C compiler")
    folder = shutil.copytree(clips, tmp_path / "here")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])  # old libraries that a page imports leave finders in it
    Run(list(blocks(page)), folder).all()


def test_pages_made_of_the_code_are_as_the_code_is():
    made = pages.pages()
    found = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs/stages").glob("*.md")} | {
        "command_line.md"
    }
    old = sorted(
        name for name, text in made.items() if name not in found or (ROOT / "docs" / name).read_text("utf-8") != text
    )
    gone = sorted(found - set(made))
    assert not old + gone, (
        f"{', '.join(old + gone)}: not as the code is; run `python docs/pages.py` and commit what it writes"
    )


def test_every_hook_has_its_section_with_an_example_that_works(tmp_path):
    page = ROOT / "docs/hooks.md"
    sections = dict(re.findall(r"^## (footpipe_\w+)\n(.*?)(?=^## )", page.read_text(), re.M | re.S))
    assert tuple(sections) == HOOKS
    for hook, text in sections.items():
        assert f"@hookimpl\ndef {hook}(" in text
    code = "".join(block.code for block in blocks(page) if block.title == "studio.py")
    (tmp_path / "studio.py").write_text(code)
    studio = load_file(tmp_path / "studio.py")
    registry = Registry([Provider("studio 1.0", studio)])
    assert {known.stage.role for known in registry.stages.values()} == set(ROLES)
    assert [names.family for names in registry.rig_names] == ["our studio"]
    said = typer.testing.CliRunner().invoke(registry.commands[0], ["hello", "Ada"])
    assert said.output == "Hello, Ada\n"
    for hook in ("footpipe_node_started", "footpipe_node_done"):  # the page's graphs show what they say
        assert getattr(registry.hook, hook).get_hookimpls()


@pytest.mark.parametrize(
    "name", ["load.path", "generate.stand", "edit.slow", "detect.still", "merge.either", "lock.height"]
)
def test_the_stages_of_the_page_on_hooks_are_good_examples(tmp_path, name):
    code = "".join(block.code for block in blocks(ROOT / "docs/hooks.md") if block.title == "studio.py")
    (tmp_path / "studio.py").write_text(code)
    (tmp_path / "path.json").write_text("[[0, 1, 0], [0, 1, 0.02]]")
    stage = Registry([Provider("studio 1.0", load_file(tmp_path / "studio.py"))]).stages[name].stage
    if name == "merge.either":
        assert stage.summary
    else:
        check_stage(stage, **({"path": tmp_path / "path.json"} if name == "load.path" else {}))


def test_every_public_name_is_on_the_page_on_python():
    page = (ROOT / "docs/python.md").read_text()
    missing = [
        name
        for name in footpipe.__all__
        if not re.search(rf"^::: footpipe(\.api)?\.{name}$|`(footpipe\.)?{name}`", page, re.M)
    ]
    assert not missing


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text()):
            if not target.startswith(("http", "mailto:")):
                assert (page.parent / target).exists(), f"{page.name}: {target}"
