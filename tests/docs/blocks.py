"""Runs a page of the manual: its code blocks, from top to bottom, in one folder.

python    executed, each after the ones above it; with a title it is a file, or a further piece of it
pycon     as doctest does it
toml      a whole graph is run, or left to the commands below that name its file; a part of one is held against the schema;
          rules with inputs and outputs are read as a controller, parts of a style laid over the style that comes along
console   every line after "$ " is a command, what follows is what it must say ("..." stands for anything)
sh        commands, without what they say
csv, json a file; JSON is read
c         compiled, as C99, with the headers
text      a picture made of letters

`pip install FOLDER` puts the folder and its entry points on Python's path, which is what it comes to. Commands for which
this is not the place are in `ELSEWHERE`.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jsonschema
from footpipe_gait.fuzzy import read_controller
from footpipe_gait.style_read import read_style

import footpipe
from footpipe.graph.schema import graph_schema
from footpipe.registry import installed

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)(?P<info>[^\n]*)\n(?P<code>.*?)^(?P=indent)```$", re.M | re.S)
SNIPPET = re.compile(r'^--8<-- "(?P<file>[^"]+)"$', re.M)
TITLE = re.compile(r'title="([^"]+)"')

ELSEWHERE = {  # command: where it is run instead
    "pip install . && footpipe run examples/walk.toml": "<!-- job -->",
    "pip install '.[test]' && pytest": "<!-- tests -->",
    "pip install .": ".ci/run",
    "python -m venv .venv && . .venv/bin/activate": ".ci/run, as python3 -m venv",
    "pip install -e '.[dev]'": ".ci/run, without -e",
    "pip install footpipe": "nowhere: it needs the package index",
    "pre-commit install": "nowhere: it changes the clone",
    "python -m build": ".ci/run, for examples/footpipe_stillness",
    "pip install build twine": ".ci/run",
    "twine check dist/*": ".ci/run, for examples/footpipe_stillness",
    "twine upload dist/*": "nowhere: it publishes",
    "footpipe gait bench": "tests/gait, in parts: it takes a minute",
    "footpipe gait bench mine.toml --json": "tests/gait",
    "footpipe gait fit walk.bvh -o my_walk.toml": "tests/gait, with less to learn: it takes minutes",
    "footpipe gait fit slow.bvh fast.bvh -o both.toml --freeze contact --freeze passing.knee": "tests/gait",
    "footpipe gait fit small.bvh -o small.toml --set unit=0.039": "tests/gait",
    "footpipe gait fit curves.csv -o laboratory.toml --step 0.65 --time 1.1 --stance 0.6": "tests/gait",
    "footpipe usd check shot.footlock.usda": "tests/usd",
    "footpipe usd check shot.footlock.usda --json": "tests/usd",
    "git clone https://github.com/YOU/footpipe_stillness": "nowhere: it needs the network",
}


@dataclass(frozen=True)
class Block:
    """A code block: its language, its file's name if it is to be one, its line on the page."""

    language: str
    code: str
    title: str
    line: int


@dataclass
class Run:
    """A page while it runs."""

    blocks: list[Block]
    folder: Path
    names: dict[str, Any] = field(default_factory=dict)
    files: set[str] = field(default_factory=set)  # of blocks with titles
    path: list[str] = field(default_factory=list)
    plugins: list[Path] = field(default_factory=list)  # their modules

    def all(self) -> None:
        for index, block in enumerate(self.blocks):
            try:
                self.one(block, "\n".join(later.code for later in self.blocks[index + 1 :]))
            except Exception as fault:
                fault.add_note(f"in the {block.language} block in line {block.line}:\n{block.code}")
                raise

    def one(self, block: Block, below: str) -> None:
        if block.title:
            (self.folder / block.title).parent.mkdir(parents=True, exist_ok=True)
            mode = "a" if block.title in self.files else "w"
            with (self.folder / block.title).open(mode) as file:
                file.write(block.code)
            self.files.add(block.title)
        match block.language:
            case "python":
                self.python(block)
            case "pycon":
                self.pycon(block)
            case "toml":
                self.toml(block, below)
            case "console" | "sh":
                for command, said in commands(block):
                    self.command(command, said if block.language == "console" else "")
            case "csv":
                assert block.title, "a file needs a title"
            case "json":
                json.loads(block.code)
            case "c":
                self.compile(block)
            case "text":
                pass
            case other:
                raise AssertionError(f"a block of '{other}' is not executed: write one of this module's languages")

    def compile(self, block: Block) -> None:
        flags = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{ROOT / 'native/include'}"]
        command = ["cc", *flags, "-fsyntax-only", "-x", "c", "-"]
        done = subprocess.run(command, input=block.code, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def python(self, block: Block) -> None:
        code = compile(
            (self.folder / block.title).read_text() if block.title else block.code, block.title or "manual", "exec"
        )
        if not Path(block.title).name.startswith("test_"):  # pytest's
            exec(code, {"__name__": "page"} if block.title else self.names)

    def pycon(self, block: Block) -> None:
        test = doctest.DocTestParser().get_doctest(block.code, self.names, "manual", None, block.line)
        report: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test, out=report.append, clear_globs=False)
        self.names.update(test.globs)
        assert not report, "".join(report)

    def toml(self, block: Block, below: str) -> None:
        document = tomllib.loads(block.code)
        if "project" in document or "tool" in document:
            return
        if "outputs" in document:
            read_controller(document)
        elif {"style", "pose", "pace", "rule", "freeze"} & document.keys():
            read_style(over_style(document))
        elif "footpipe" not in document:
            registry = installed().with_files(self.plugins)
            jsonschema.validate({"footpipe": 1, "nodes": SOME, **document}, graph_schema(registry))
        elif block.title not in below:
            file = self.folder / (block.title or "graph.toml")
            file.write_text(block.code)
            footpipe.run(file)

    def command(self, command: str, said: str) -> None:
        command = command.split("  # ")[0].strip()
        if command in ELSEWHERE:
            return
        words = command.split()
        if words[0] == "cd":
            self.folder = (self.folder / words[1]).resolve()
            os.chdir(self.folder)
        elif words[:2] == ["pip", "install"]:
            name = re.sub(r"\[.*", "", words[-1].strip("'\""))
            self.install(next(f for f in (self.folder / name, ROOT / "examples" / name) if f.is_dir()))
        elif words[0] in ("footpipe", "pytest", "python", "cc", "./engine") or command.startswith("for "):
            self.say(command, said)
        else:
            raise AssertionError(f"'{command}' is not run by anything: see ELSEWHERE")

    def install(self, folder: Path) -> None:
        project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
        info = self.folder / "installed" / f"{project['name']}-{project['version']}.dist-info"
        info.mkdir(parents=True, exist_ok=True)
        points = [f"{key} = {value}" for key, value in project["entry-points"]["footpipe"].items()]
        (info / "entry_points.txt").write_text("\n".join(["[footpipe]", *points]))
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        )
        self.path += [str(folder), str(info.parent)]
        self.plugins.append(folder / project["name"] / "__init__.py")

    def say(self, command: str, said: str) -> None:
        env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(self.path),
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        }
        shell = (
            command.replace("pytest", f"{sys.executable} -m pytest -q -p no:cacheprovider", 1)
            if command.startswith("pytest")
            else command
        )
        done = subprocess.run(
            shell,
            shell=True,
            cwd=self.folder,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        fails = ": error: " in said or said.startswith("error: ")
        assert (done.returncode != 0) == fails, f"$ {command}\n{done.stdout}"
        assert matches(done.stdout, said), f"$ {command}\n{done.stdout}\nwanted:\n{said}"


SOME = {"read": {"uses": "load.bvh", "path": "walk.bvh"}}


def over_style(part: dict[str, Any]) -> dict[str, Any]:
    """The style that comes along with a part of one laid over it: tables by their keys, poses by their names."""
    whole = tomllib.loads((ROOT / "plugins/footpipe_gait/styles/walk.toml").read_text())
    for key, value in part.items():
        if key == "pose":
            changed = {pose["name"]: pose for pose in value}
            whole["pose"] = [pose | changed.pop(pose["name"], {}) for pose in whole["pose"]]
            assert not changed, f"no such poses: {', '.join(changed)}"
        else:
            whole[key] = {**whole.get(key, {}), **value} if isinstance(value, dict) else value
    return whole


def blocks(page: Path) -> Iterator[Block]:
    """The code blocks of a page, with the files that they quote."""
    text = page.read_text()
    for found in FENCE.finditer(text):
        indent = len(found["indent"])
        code = "".join(line[indent:] if line.strip() else line for line in found["code"].splitlines(keepends=True))
        code = SNIPPET.sub(lambda quoted: (ROOT / quoted["file"]).read_text().rstrip("\n"), code)
        title = TITLE.search(found["info"])
        yield Block(found["language"], code, title[1] if title else "", text.count("\n", 0, found.start()) + 1)


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with what it is to say."""
    if block.language == "sh":
        yield from ((line, "") for line in block.code.splitlines() if line and not line.startswith("#"))
        return
    for part in re.split(r"^\$ ", block.code, flags=re.M)[1:]:
        command, _, said = part.partition("\n")
        yield command, said


def matches(text: str, wanted: str) -> bool:
    """Whether a text is as wanted, where "..." stands for anything; spaces at the ends of lines do not count."""
    text, wanted = (re.sub(r" +$", "", part, flags=re.M).strip() for part in (text, wanted))
    pattern = re.escape(wanted).replace(re.escape("..."), ".*")
    return not wanted or re.fullmatch(pattern, text, re.S) is not None
