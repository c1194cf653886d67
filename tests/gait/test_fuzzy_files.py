"""Controllers as files: read, written, and every mistake told with its place.

After a change of the texts that is meant: `FOOTPIPE_REFRESH=1 pytest tests/gait/test_fuzzy_files.py`, then read the
difference.
"""

import os
import tomllib
from pathlib import Path

import numpy as np
import pytest
from controllers import controllers
from footpipe_gait.fuzzy import Controller, Gaussian, Input, Output, Rule, Triangle, controller_toml, read_controller
from hypothesis import given, settings

from footpipe import GraphError

MISTAKES = sorted((Path(__file__).parent / "mistakes").glob("*.toml"))
LIMB = """
[inputs.alpha]
range = [0, 60]
unit = "deg"
sets.start = { triangle = [30, 60, 60] }
sets.end = { gaussian = [0, 10] }

[inputs.psi]
ring = 2.0
sets.contact = { gaussian = [0, 0.3] }

[outputs.velocity]
unit = "deg/s"
values = { slow = 20, stay = 0 }

[outputs.knee]
otherwise = 5

[[rule]]
if = "alpha is start and not psi is contact"
then = { velocity = "slow", knee = -2.5 }

[[rule]]
if = "alpha is end"
then = "velocity is stay and knee is 3"
weight = 0.5
"""


def test_a_file_is_the_controller_that_it_says():
    read = read_controller(tomllib.loads(LIMB))
    written = Controller(
        {
            "alpha": Input({"start": Triangle(30, 60, 60), "end": Gaussian(0, 10)}, (0, 60), unit="deg"),
            "psi": Input({"contact": Gaussian(0, 0.3)}, ring=2.0),
        },
        {"velocity": Output({"slow": 20, "stay": 0}, unit="deg/s"), "knee": Output({}, 5)},
        (
            Rule.of("alpha is start and not psi is contact", {"velocity": "slow", "knee": -2.5}),
            Rule.of("alpha is end", {"velocity": "stay", "knee": 3}, 0.5),
        ),
    )
    assert read == written


@settings(max_examples=40, deadline=None)
@given(controllers())
def test_a_controller_that_is_written_reads_back_the_same(controller):
    assert read_controller(tomllib.loads(controller_toml(controller))) == controller


def test_numbers_are_written_with_as_many_digits_as_wanted(tmp_path):
    (tmp_path / "limb.toml").write_text(LIMB)
    limb = read_controller(tmp_path / "limb.toml")
    third = limb.with_parameters(limb.parameters() / 3)
    assert "gaussian = [0, 3.33]" in controller_toml(third, 3)
    short = read_controller(tomllib.loads(controller_toml(third, 3)))
    np.testing.assert_allclose(short.parameters(), third.parameters(), rtol=5e-3)


@pytest.mark.parametrize("path", MISTAKES, ids=lambda path: path.stem)
def test_mistakes_are_told_with_their_place_and_what_to_do(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    with pytest.raises(GraphError) as raised:
        read_controller(path.name)
    told, wanted = f"{raised.value}\n", path.with_suffix(".txt")
    if os.environ.get("FOOTPIPE_REFRESH"):
        wanted.write_text(told)
    assert told == wanted.read_text()


def test_a_file_that_is_not_there_is_told():
    with pytest.raises(GraphError, match="cannot read the controller"):
        read_controller("nowhere.toml")
