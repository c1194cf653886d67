"""Running a graph."""

import functools
import gc
import json
import logging
import types
import weakref
from pathlib import Path

import made_stages
import pytest

from footpipe import (
    DataError,
    Edit,
    FileError,
    FootpipeError,
    FootpipeWarning,
    Measure,
    NoParams,
    Params,
    PluginError,
    Report,
    RigError,
    StageError,
    Table,
    Writer,
    hookimpl,
)
from footpipe.execute import run_graph
from footpipe.graph import read_graph
from footpipe.providers import Provider
from footpipe.registry import Registry

WALK = """footpipe = 1
[nodes.read]
uses = "load.bvh"
path = "walk.bvh"
[nodes.contacts]
uses = "detect.speed"
[nodes.locked]
uses = "lock.runtime"
[nodes.out]
uses = "write.bvh"
path = "locked.bvh"
[nodes.figures]
uses = "measure.sliding"
inputs = ["read", "locked"]
"""


@pytest.fixture
def walk(tmp_path):
    (tmp_path / "walk.bvh").write_text("a walk")
    return tmp_path / "walk.toml"


def run(file, text, registry, **options):
    file.write_text(text)
    return run_graph(read_graph(file, registry), **options)


def test_every_node_runs_once_from_the_top_and_is_told_with_its_frames(walk, registry):
    result = run(walk, WALK, registry)
    assert [(ran.node, ran.uses, ran.frames) for ran in result.nodes] == [
        ("read", "load.bvh", 60),
        ("contacts", "detect.speed", 60),
        ("locked", "lock.runtime", 60),
        ("out", "write.bvh", 60),
        ("figures", "measure.sliding", 60),
    ]
    assert all(ran.seconds >= 0 for ran in result.nodes)
    assert result.files == (walk.with_name("locked.bvh"),)
    assert result.files[0].read_text() == "60 frames\n"


def test_the_result_is_json_as_it_stands(walk, registry):
    result = run(walk, WALK, registry).as_json()
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    assert list(result) == ["nodes", "files", "reports"]
    assert [list(node) for node in result["nodes"]] == [["node", "uses", "seconds", "frames"]] * 5
    assert result["reports"] == {
        "figures": {"read": {"frames": 60, "nothing": None}, "locked": {"frames": 60, "nothing": None}}
    }


def test_two_nodes_may_name_one_input(walk, registry):
    branch = '[nodes.short]\nuses = "edit.trim"\nframes = 10\ninputs = ["contacts"]\n'
    both = WALK.replace('inputs = ["read", "locked"]', 'inputs = ["short", "locked"]').replace(
        "[nodes.out]", '[nodes.out]\ninputs = ["locked"]'
    )
    result = run(walk, both.replace("[nodes.out]", branch + "[nodes.out]"), registry)
    assert result.reports["figures"].tables[0].rows == [("short", "10"), ("locked", "60")]


def test_a_node_switched_off_does_not_run(walk, registry):
    result = run(walk, WALK.replace('"lock.runtime"', '"lock.runtime"\nenabled = false'), registry)
    assert [ran.node for ran in result.nodes] == ["read", "contacts", "out", "figures"]
    assert list(result.reports["figures"].values) == ["read", "locked"]


def test_a_clip_is_let_go_after_its_last_user(walk):
    alive = []

    @hookimpl
    def footpipe_node_done(node, uses, outcome, seconds):
        alive.append((node, weakref.ref(outcome.clip)) if outcome.clip else (node, None))

    @hookimpl
    def footpipe_node_started(node, uses):
        gc.collect()
        seen[node] = [name for name, clip in alive if clip and clip()]

    seen = {}
    observer = types.SimpleNamespace(footpipe_node_done=footpipe_node_done, footpipe_node_started=footpipe_node_started)
    registry = Registry([Provider("made 1.0", made_stages), Provider("observer 1.0", observer)])
    run(walk, WALK, registry)
    assert seen == {
        "read": [],
        "contacts": ["read"],
        "locked": ["read", "contacts"],
        "out": ["read", "locked"],
        "figures": ["read", "locked", "out"],  # a writer passes the very clip on
    }


def test_observers_are_told_of_each_node(walk, registry):
    told = []
    observer = types.SimpleNamespace(
        footpipe_node_started=hookimpl(lambda node, uses: told.append(("started", node, uses))),
        footpipe_node_done=hookimpl(lambda node, outcome, seconds: told.append(("done", node, len(outcome.files)))),
    )
    run(walk, WALK, Registry([*registry.providers, Provider("observer 1.0", observer)]))
    assert told[:2] == [("started", "read", "load.bvh"), ("done", "read", 0)]
    assert ("done", "out", 1) in told
    assert len(told) == 10


def test_progress_is_told_before_each_node(walk, registry):
    told = []
    run(walk, WALK, registry, progress=lambda done, count, node: told.append((done, count, node)))
    assert told == [(0, 5, "read"), (1, 5, "contacts"), (2, 5, "locked"), (3, 5, "out"), (4, 5, "figures")]


def test_an_error_names_its_node_and_keeps_its_place(walk, registry):
    with pytest.raises(FileError) as raised:
        run(walk, WALK.replace("walk.bvh", "none.bvh"), registry)
    assert str(raised.value) == f"{walk.with_name('none.bvh')}: error: cannot read: no such file (node 'read')"
    assert raised.value.exit_code == 1


def test_an_exception_in_a_stage_names_stage_node_and_line(walk, registry):
    with pytest.raises(StageError) as raised:
        run(walk, WALK.replace('"lock.runtime"', '"edit.broken"'), registry)
    line = made_stages.break_down.__code__.co_firstlineno + 2
    assert raised.value.message == "edit.broken failed: RuntimeError: the stage broke (node 'locked')"
    assert raised.value.help == "a mistake in the stage, of made 1.0: mend it, or report it to its author"
    assert str(raised.value.where).endswith(f"made_stages.py:{line}")


def test_a_failed_write_leaves_the_old_file_whole(walk, registry):
    out = walk.with_name("locked.bvh")
    out.mkdir()
    with pytest.raises(FileError, match=r"the output is a folder \(node 'out'\)"):
        run(walk, WALK, registry)
    assert list(walk.parent.glob(".*")) == []


def test_strict_makes_a_warning_of_a_loader_an_error(walk, registry):
    walk.with_name("walk.bvh").write_text("odd")
    with pytest.warns(FootpipeWarning, match="an odd file"):
        run(walk, WALK, registry)
    with pytest.raises(FileError, match=r"an odd file \(node 'read'\)"):
        run_graph(read_graph(walk, registry, strict=True))


def test_the_rig_is_found_once_and_told(walk, registry, caplog):
    with caplog.at_level(logging.INFO, "footpipe"):
        run(walk, WALK, registry)
    told = [record.getMessage() for record in caplog.records if record.getMessage().startswith("rig ")]
    assert len(told) == 1
    assert told[0].endswith(
        "left: LeftUpLeg > LeftLeg > LeftFoot > LeftToeBase > End; "
        "right: RightUpLeg > RightLeg > RightFoot > RightToeBase > End"
    )


# Rigs


def rig_of(walk, registry, table):
    """The rig that the lock gets, from what it leaves behind."""
    seen = []
    observer = types.SimpleNamespace(
        footpipe_node_done=hookimpl(lambda node, outcome: seen.append(outcome.clip) if node == "locked" else None)
    )
    run(walk, WALK + table, Registry([*registry.providers, Provider("observer 1.0", observer)]))
    return seen[0]


def test_a_rig_s_floor_is_laid_over_the_one_found(walk, registry):
    locked = rig_of(walk, registry, "[rigs.hero]\nfloor = 0.25\n")
    assert set(locked.channels["lock.floor"]) == {0.25}


def test_one_part_of_a_limb_is_laid_over_the_one_found(walk, registry, caplog):
    with caplog.at_level(logging.INFO, "footpipe"):
        rig_of(walk, registry, '[rigs.hero]\nlimbs.left.toe = "LeftFoot"\n')
    (told,) = [r.getMessage() for r in caplog.records if r.getMessage().startswith("rig ")]
    assert told.endswith(
        "with rig 'hero' over it: left: LeftUpLeg > LeftLeg > LeftFoot > LeftFoot; "
        "right: RightUpLeg > RightLeg > RightFoot > RightToeBase > End"
    )


def test_a_rig_whose_limbs_are_whole_stands_alone(walk, registry, caplog):
    legs = 'limbs.one = { hip = "LeftUpLeg", knee = "LeftLeg", ankle = "LeftFoot", toe = "LeftToeBase" }\n'
    with caplog.at_level(logging.INFO, "footpipe"):
        rig_of(walk, registry, f"[rigs.hero]\n{legs}")
    (told,) = [r.getMessage() for r in caplog.records if r.getMessage().startswith("rig ")]
    assert told == "rig given as 'hero': one: LeftUpLeg > LeftLeg > LeftFoot > LeftToeBase"


def test_whole_limbs_join_those_found_where_a_rig_says_so(walk, registry, caplog):
    tail = 'limbs.third = { hip = "LeftUpLeg", knee = "LeftLeg", ankle = "LeftFoot", toe = "LeftFoot" }\n'
    with caplog.at_level(logging.INFO, "footpipe"):
        rig_of(walk, registry, f"[rigs.hero]\nkeep_found = true\n{tail}")
    (told,) = [r.getMessage() for r in caplog.records if r.getMessage().startswith("rig ")]
    assert told.endswith(
        "with rig 'hero' over it: left: LeftUpLeg > LeftLeg > LeftFoot > LeftToeBase > End; "
        "right: RightUpLeg > RightLeg > RightFoot > RightToeBase > End; third: LeftUpLeg > LeftLeg > LeftFoot > LeftFoot"
    )


@pytest.mark.parametrize(
    ("table", "where", "message", "help"),
    [
        (
            '[rigs.hero]\nlimbs.left = { knee = "LeftLeg", toe = "LeftTeoBase" }\n',
            (16, 34),
            "left.toe: the skeleton has no joint 'LeftTeoBase' (node 'contacts')",
            "did you mean 'LeftToeBase'?",
        ),
        (
            '[rigs.hero]\nlimbs.lft = { knee = "LeftLeg" }\n',
            (16, 7),
            "limb 'lft': none of that name was found, and a new one needs hip, knee, ankle, toe (node 'contacts')",
            "did you mean 'left'?",
        ),
        (
            '[rigs.hero]\nlimbs.left.knee = "RightLeg"\n',
            (16, 7),
            "limb 'left': knee 'RightLeg' does not hang below hip 'Hips/LeftUpLeg' (node 'contacts')",
            "a limb goes down the skeleton: hip, knee, ankle, toe, toe_end",
        ),
        (
            '[rigs.hero]\nfloor = 0.0\npelvis = "Hisp"\n',
            (17, 1),
            "the pelvis: the skeleton has no joint 'Hisp' (node 'contacts')",
            "did you mean 'Hips'?",
        ),
    ],
)
def test_a_rig_that_does_not_fit_is_told_with_its_line_in_the_graph(walk, registry, table, where, message, help):
    with pytest.raises(RigError) as raised:
        run(walk, WALK + table, registry)
    assert (raised.value.message, raised.value.help) == (message, help)
    assert (raised.value.where.file, raised.value.where.line, raised.value.where.column) == (str(walk), *where)


# Stages that go wrong


def broken(role, function, walk):
    """What is said of a graph whose node runs `function`: the error."""
    made = {f"footpipe_{role.__name__.lower()}s": hookimpl(lambda: [role("made", NoParams, function)])}
    registry = Registry([Provider("made 1.0", made_stages), Provider("mine 1.0", types.SimpleNamespace(**made))])
    node = f'[nodes.mine]\nuses = "{role.role}.made"\n'
    text = WALK.replace("[nodes.out]", f"{node}[nodes.out]") if role.gives_clip else WALK + node + 'inputs = ["read"]\n'
    with pytest.raises(FootpipeError) as raised:
        run(walk, text, registry)
    return raised.value


BLAME = "a mistake in the stage, of mine 1.0: mend it, or report it to its author"


class UnspeakableError(Exception):
    def __str__(self):
        raise RuntimeError


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (SystemExit(0), "SystemExit: 0"),
        (GeneratorExit(), "GeneratorExit"),
        (BaseException("up and away"), "BaseException: up and away"),
        (UnspeakableError(), "UnspeakableError"),
        (ValueError("one\ntwo"), "ValueError: one two"),
    ],
)
def test_whatever_a_stage_raises_is_told_as_its_mistake(walk, raised, told):
    def fail(clip, p):
        """Fail."""
        raise raised

    fault = broken(Edit, fail, walk)
    assert (fault.message, fault.help) == (f"edit.made failed: {told} (node 'mine')", BLAME)
    assert str(fault.where).endswith(f"test_running.py:{fail.__code__.co_firstlineno + 2}")


def test_an_interrupt_goes_through_a_stage(walk):
    def interrupted(clip, p):
        """Be stopped."""
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken(Edit, interrupted, walk)


class Called:
    """Return nothing."""

    def __call__(self, *_):
        return None


def nothing(*_, more=0):
    """Return nothing."""


@pytest.mark.parametrize("function", [nothing, functools.partial(nothing, more=1), Called()])
def test_a_function_of_any_kind_is_named_with_its_place(walk, function):
    fault = broken(Edit, function, walk)
    assert fault.message == "edit.made returned NoneType, a edit stage returns Clip (node 'mine')"
    assert fault.help == BLAME
    code = Called.__call__.__code__ if isinstance(function, Called) else nothing.__code__
    assert str(fault.where).endswith(f"test_running.py:{code.co_firstlineno}")
    assert Edit("made", NoParams, function).summary == "Return nothing."


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Path("a"), "returned PosixPath, a write stage returns list"),
        ([1], "returned a list with int in it, not paths"),
        (["nowhere"], "returned 'nowhere' as written, and there is no such file"),
    ],
)
def test_a_writer_that_gives_anything_but_its_files_is_named(walk, answer, told):
    def write(clip, p):
        """Write nothing."""
        return answer

    fault = broken(Writer, write, walk)
    assert (fault.message, fault.help) == (f"write.made {told} (node 'mine')", BLAME)


CIRCLE: dict = {}
CIRCLE["itself"] = CIRCLE


@pytest.mark.parametrize(
    ("report", "told"),
    [
        (Report({"a": object}), "that JSON cannot hold: Object of type type is not JSON serializable"),
        (Report(CIRCLE), "that JSON cannot hold: maximum recursion depth exceeded"),
        (Report({}, ["table"]), "with str among its tables"),
        (Report({}, [Table("", ["a", "b"], [["1", "2"], ["1"]])]), "whose table has 1 cells in row 2 for 2 columns"),
        (Report({}, [Table("", ["a"], [[None]])]), "whose table has NoneType in it, where text belongs"),
        (Report({}, [Table("", ["a"], [1])]), "whose table cannot be read: object of type 'int' has no len()"),
    ],
)
def test_a_report_that_cannot_be_shown_is_the_measure_s_mistake(walk, report, told):
    def judge(clips, rig, p):
        """Judge."""
        return report

    fault = broken(Measure, judge, walk)
    assert fault.message.startswith(f"measure.made returned a report {told}")
    assert fault.help == BLAME
    assert str(fault.where).endswith(f"test_running.py:{judge.__code__.co_firstlineno}")


@pytest.mark.parametrize("kind", [DataError, StageError])
def test_what_a_stage_says_of_the_clip_is_not_its_mistake(walk, kind):
    def refuse(clip, p):
        """Refuse."""
        raise kind("a clip of two roots") from ValueError("2")

    fault = broken(Edit, refuse, walk)
    assert str(fault) == "error: a clip of two roots (node 'mine')"


class Fussy(Params):
    def faults(self, inputs):
        raise SystemExit(0)


def test_parameters_that_break_down_over_their_check_are_told(walk):
    made = types.SimpleNamespace(footpipe_edits=hookimpl(lambda: [Edit("made", Fussy, nothing)]))
    registry = Registry([Provider("made 1.0", made_stages), Provider("mine 1.0", made)])
    with pytest.raises(PluginError) as raised:
        run(walk, WALK.replace("[nodes.out]", '[nodes.mine]\nuses = "edit.made"\n[nodes.out]'), registry)
    assert raised.value.message == "edit.made cannot check its parameters: SystemExit: 0"
    assert raised.value.where.line == Fussy.faults.__code__.co_firstlineno + 1
