"""The package as a plugin: what it registers, and what it takes from footpipe."""

import ast
import subprocess
import sys
from pathlib import Path

import footpipe_bvh
import pytest
from footpipe_bvh.load import LoadBvh
from pydantic import ValidationError

import footpipe
from footpipe.testing import check_stage

DATA = Path(__file__).resolve().parents[1] / "data"


def test_it_registers_one_loader_and_one_writer() -> None:
    (loader,), (writer,) = footpipe_bvh.footpipe_loaders(), footpipe_bvh.footpipe_writers()
    assert (loader.full_name, loader.suffixes) == ("load.bvh", (".bvh",))
    assert (writer.full_name, writer.suffixes) == ("write.bvh", (".bvh",))
    assert loader.summary == "Read a BVH file, and find its unit, its up axis and the rest pose before the motion."
    assert writer.summary.startswith("Write a BVH file; numbers that nothing touched keep the very text")


def test_registering_imports_nothing_heavy() -> None:
    code = "import sys, footpipe_bvh; print(sorted({'scipy', 'matplotlib', 'pxr'} & set(sys.modules)))"
    assert (
        subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    )


def test_it_takes_only_what_footpipe_offers_to_all() -> None:
    files = sorted(Path(footpipe_bvh.__file__).parent.glob("*.py"))
    assert len(files) > 10
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "footpipe":
                assert node.module == "footpipe", file
                assert {name.name for name in node.names} <= set(footpipe.__all__), file


def test_both_stages_are_what_footpipe_expects() -> None:
    (loader,), (writer,) = footpipe_bvh.footpipe_loaders(), footpipe_bvh.footpipe_writers()
    check_stage(loader, path=DATA / "makehuman_zombie.bvh")
    check_stage(writer)


@pytest.mark.parametrize("unit", ["furlong", 0, -1.0])
def test_a_unit_is_a_name_or_a_positive_number(unit: object) -> None:
    with pytest.raises(ValidationError):
        LoadBvh(path="a.bvh", unit=unit)
    assert LoadBvh(path="a.bvh", unit=0.3).unit == 0.3
    assert LoadBvh(path="a.bvh", unit="dm").unit == "dm"
