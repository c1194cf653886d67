"""The JSON Schema of graphs, which editors check with: it takes every good graph, and refuses the bad ones that it can see."""

import tomllib

import jsonschema
import made_stages
import pytest
from blocks import ROOT, blocks

from footpipe.graph.schema import graph_schema
from footpipe.providers import Provider
from footpipe.registry import Registry, installed

MISTAKES = sorted((ROOT / "tests/graph/mistakes").glob("*.toml"))
UNSEEN = {  # what is wrong there: no schema can see it
    "how nodes stand to one another": {
        "circle",
        "contacts_switched_off",
        "input_below",
        "input_itself",
        "loader_switched_off",
        "lock_without_contacts",
        "lock_without_contacts_on_its_branch",
        "measure_as_input",
        "nothing_above",
        "output_is_graph",
        "output_is_input",
        "output_is_plugin",
        "same_output_twice",
        "unknown_input",
        "unused_clip",
    },
    "what variables stand for": {"malformed_reference", "unset_environment", "unset_variable", "variables_without_end"},
    "what is in plugins": {
        "plugin_missing",
        "plugin_of_a_known_name",
        "plugin_that_raises",
        "plugin_with_misspelt_hook",
        "plugin_with_syntax_error",
        "plugin_with_wrong_answer",
        "plugins_refused",
    },
    "what paths can be": {"paths_that_cannot_be"},
    "the command line": {"override_of_no_node", "override_of_nothing", "override_nested_deep"},
    "a number that JSON does not have": {"not_a_number"},
    "no TOML": {"nested_deep", "syntax", "syntax_at_the_end", "table_twice"},
}


@pytest.fixture(scope="session")
def made():
    """The schema of the stages that the mistakes are about."""
    return validator(Registry([Provider("made 1.0", made_stages)]))


def validator(registry):
    schema = graph_schema(registry)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def seen(path):
    return not any(path.stem in names for names in UNSEEN.values())


@pytest.mark.parametrize("path", [path for path in MISTAKES if seen(path)], ids=lambda path: path.stem)
def test_a_bad_graph_is_refused(path, made):
    assert not made.is_valid(tomllib.loads(path.read_text()))


def test_what_no_schema_can_see_is_let_pass(made):
    unseen = [path for path in MISTAKES if not seen(path) and path.stem not in UNSEEN["no TOML"]]
    refused = [path.stem for path in unseen if not made.is_valid(tomllib.loads(path.read_text()))]
    assert refused == []


def graphs():
    """Every whole graph of the examples and the manual."""
    for path in sorted((ROOT / "examples").glob("*.toml")):
        yield pytest.param(path.read_text(), id=path.name)
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for block in blocks(page):
            whole = block.language == "toml" and block.code.lstrip().startswith(("footpipe", "#:schema"))
            if whole and not block.title.startswith("wrong"):
                yield pytest.param(block.code, id=f"{page.stem}:{block.line}")


@pytest.mark.parametrize("text", list(graphs()))
def test_a_good_graph_is_taken(text, tmp_path):
    graph = tomllib.loads(text)
    names = graph.get("plugins", [])
    pieces = [block for page in (ROOT / "docs/hooks.md", ROOT / "docs/plugins.md") for block in blocks(page)]
    for name in names:
        code = "".join(block.code for block in pieces if block.title == name)
        (tmp_path / name).write_text(code)
    registry = installed().with_files([tmp_path / name for name in names])
    if "detect.stillness" in text:
        registry = registry.with_files([ROOT / "examples/footpipe_stillness/footpipe_stillness/__init__.py"])
    validator(registry).validate(graph)
