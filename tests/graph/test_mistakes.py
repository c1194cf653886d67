"""Every kind of mistake in a graph, with the exact text that tells it: `mistakes/NAME.toml` and `NAME.txt`.

A first line `# --set ...` holds what stands on the command line. After a change that is meant:
`FOOTPIPE_REFRESH=1 pytest tests/graph/test_mistakes.py`, then read the difference.
"""

import os
import shlex
from pathlib import Path

import pytest

from footpipe import FootpipeError
from footpipe.graph import read_graph
from footpipe.graph.overrides import from_text

FOLDER = Path(__file__).parent / "mistakes"
GRAPHS = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("graph", GRAPHS, ids=lambda path: path.stem)
def test_a_mistake_is_told_with_its_place_and_what_to_do(graph, registry, monkeypatch):
    monkeypatch.chdir(FOLDER)
    told = tell(graph.name, registry)
    wanted = graph.with_suffix(".txt")
    if os.environ.get("FOOTPIPE_REFRESH"):
        wanted.write_text(told)
    assert told == wanted.read_text()


def tell(name, registry):
    first = Path(name).read_text().partition("\n")[0]
    arguments = shlex.split(first[1:]) if first.startswith("#") else []
    values = [argument for argument in arguments if not argument.startswith("--")]
    with pytest.raises(FootpipeError) as raised:
        overrides = [from_text(value) for value in values]
        read_graph(name, registry, overrides, local_plugins="--no-local-plugins" not in arguments)
    assert raised.value.exit_code == 2
    return f"{raised.value}\n"


def test_there_are_at_least_twenty_kinds():
    assert len(GRAPHS) >= 20
