"""Plugins: who provides what, and what becomes of broken ones."""

import importlib.metadata
import types
import warnings

import made_stages
import pytest

import footpipe.providers
from footpipe import Detector, FootpipeWarning, Measure, NoParams, Params, PluginError, RigNames, hookimpl, param
from footpipe.providers import Provider, installed_providers
from footpipe.registry import Registry
from footpipe.roles import Loader, Writer


def never(clip, rig, params):
    """Never."""


def plugin(**hooks):
    """A plugin object with some hooks."""
    return types.SimpleNamespace(**{name: hookimpl(function) for name, function in hooks.items()})


def detectors(*records):
    def footpipe_detectors():
        return list(records)

    return footpipe_detectors


def still(name="still", params=NoParams):
    return Detector(name, params, never)


def test_a_stage_is_known_by_its_full_name_with_who_provides_it(registry):
    known = registry.stages["detect.speed"]
    assert known.stage.run is made_stages.speed
    assert known.provider.name == "made 1.0"


def test_a_suffix_finds_its_loader_in_any_case(registry):
    assert registry.by_suffix(Loader, ".BVH").full_name == "load.bvh"
    assert registry.by_suffix(Writer, ".xyz") is None
    assert registry.suffixes(Writer) == [".bvh"]


def test_rigs_of_plugins_are_gathered():
    names = RigNames("Mine", hip=("thigh",), knee=("shin",), ankle=("foot",), toe=())
    registry = Registry([Provider("mine 1.0", plugin(footpipe_rigs=lambda: [names]))])
    assert registry.rig_names == (names,)


def test_two_stages_of_one_name_are_an_error_that_names_both_plugins():
    providers = [Provider(f"{name} 1.0", plugin(footpipe_detectors=detectors(still()))) for name in ("one", "two")]
    with pytest.raises(PluginError, match=r"two plugins provide detect\.still: one 1\.0 and two 1\.0"):
        Registry(providers)


def test_an_installed_plugin_whose_hook_raises_is_named_and_set_aside(registry):
    def footpipe_detectors():
        raise ValueError("no such luck")

    broken = Provider("broken 1.0", plugin(footpipe_detectors=footpipe_detectors))
    with pytest.warns(FootpipeWarning) as caught:
        rest = Registry([broken, *registry.providers])
    line = footpipe_detectors.__code__.co_firstlineno + 1
    assert str(caught[0].message).endswith(
        f"test_registry.py:{line}: warning: the hook footpipe_detectors of broken 1.0 failed: ValueError: no such luck; "
        "it is set aside\n  help: mend it or uninstall it"
    )
    assert set(rest.stages) == set(registry.stages)


def test_a_local_plugin_whose_hook_raises_is_an_error():
    def footpipe_detectors():
        raise ValueError("no such luck")

    with pytest.raises(PluginError, match=r"the hook footpipe_detectors of local\.py failed: ValueError: no such luck"):
        Registry([Provider("local.py", plugin(footpipe_detectors=footpipe_detectors), local=True)])


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda: None, "returned NoneType"),
        (lambda: (still() for _ in "a"), "returned generator"),
        (lambda: ["still"], "returned a list with str in it"),
        (lambda: [Measure("still", NoParams, never)], "returned a list with Measure in it"),
    ],
)
def test_a_hook_that_returns_anything_but_its_records_is_an_error(answer, told):
    with pytest.raises(PluginError) as raised:
        Registry([Provider("mine 1.0", plugin(footpipe_detectors=answer))])
    assert raised.value.message == f"the hook footpipe_detectors of mine 1.0 {told}"
    assert raised.value.help == "it returns a list of Detector"


def test_a_misspelt_hook_is_an_error_with_the_nearest_right_one():
    with pytest.raises(PluginError) as raised:
        Registry([Provider("mine 1.0", plugin(footpipe_detector=lambda: []))])
    assert raised.value.message == "mine 1.0 has a hook 'footpipe_detector', and there is none of that name"
    assert raised.value.help == "did you mean 'footpipe_detectors'?"
    assert raised.value.where.file.endswith("test_registry.py")


def test_a_hook_with_a_wrong_argument_is_an_error():
    with pytest.raises(PluginError, match=r"the hook footpipe_detectors of mine 1\.0 asks for 'clip'") as raised:
        Registry([Provider("mine 1.0", plugin(footpipe_detectors=lambda clip: []))])
    assert raised.value.help == "it takes nothing: write ()"
    with pytest.raises(PluginError, match=r"asks for 'clip'") as raised:
        Registry([Provider("mine 1.0", plugin(footpipe_node_done=lambda node, clip: None))])
    assert raised.value.help == "it may take node, uses, outcome, seconds"


class Rigged(Params):
    rig: str = param("", doc="taken by the graph")


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (still("Two Words"), "a stage cannot be called 'Two Words' (mine 1.0)"),
        (still(params=dict), "the parameters of detect.still are no class of Params (mine 1.0)"),
        (still(params=Rigged), "detect.still has a parameter 'rig' (mine 1.0)"),
    ],
)
def test_a_record_that_no_graph_could_use_is_an_error(record, told):
    with pytest.raises(PluginError) as raised:
        Registry([Provider("mine 1.0", plugin(footpipe_detectors=detectors(record)))])
    assert raised.value.message == told


class FakePoint:
    def __init__(self, name, load):
        self.name, self.load = name, load
        self.value = name
        self.dist = types.SimpleNamespace(metadata={"Name": f"{name}-dist", "Version": "2.1"})


def raises(fault):
    def load():
        raise fault

    return load


def test_an_installed_plugin_that_cannot_be_imported_is_named_and_left_out(monkeypatch):
    points = [FakePoint("zebra", lambda: made_stages), FakePoint("ape", raises(ImportError("No module named 'ape'")))]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points if group == "footpipe" else [])
    with pytest.warns(FootpipeWarning) as caught:
        providers = list(installed_providers())
    assert (
        "the plugin 'ape' of ape-dist 2.1 cannot be loaded: ImportError: No module named 'ape'; it is set aside"
        in str(caught[0].message)
    )
    assert [(p.name, p.plugin) for p in providers] == [("zebra-dist 2.1", made_stages)]


def test_a_plugin_that_two_entry_points_name_is_taken_once(monkeypatch):
    points = [FakePoint(name, lambda: made_stages) for name in "ab"]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    assert len(list(installed_providers())) == 1


def test_the_plugins_that_come_along_are_registered_as_any_other():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        registry = Registry(installed_providers())
    mine = {name for name, known in registry.stages.items() if known.provider.name.startswith("footpipe ")}
    assert {"load.bvh", "write.bvh", "detect.speed", "detect.labels", "lock.runtime", "measure.sliding"} <= mine
    assert footpipe.providers.GROUP == "footpipe"


@pytest.mark.parametrize("kind", [ValueError, SystemExit, BaseException])
def test_an_observer_that_raises_is_named_and_the_work_goes_on(kind):
    def footpipe_node_started(node, uses):
        raise kind(node)

    registry = Registry([Provider("mine 1.0", plugin(footpipe_node_started=footpipe_node_started))])
    with pytest.warns(
        FootpipeWarning, match=rf"the observer footpipe_node_started of mine 1.0 failed: {kind.__name__}: read"
    ):
        registry.tell("footpipe_node_started", node="read", uses="load.bvh")
