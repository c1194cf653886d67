"""Styles from TOML: every mistake at once, each with its place and the nearest right name.

[style]
name = "walk"
follow = { hip = 10, knee = 13, ankle = 14, toe = 10 }   # 1/s: snappy .. floppy

[pace]
slow = 1.1                         # ring per second

[[pose]]
name = "contact"
at = 0.0                           # timing: its place on the ring
spread = 0.08                      # how long it holds
pace = "slow"                      # spacing: a word or a number
hip = 24                           # deg
knee = 5
ankle = -2
toe = 15
per_step = { hip = 20, pace = -0.4 }

[[rule]]
if = "foot is air and clearance is low"
then = { knee = "flex" }

[freeze]
poses = ["contact.hip"]
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from footpipe import DataError, Mistakes, Params, Subject, check_values, hint, param, read_toml
from footpipe_gait.fuzzy import read_rules
from footpipe_gait.reactive import INPUTS, OUTPUTS
from footpipe_gait.style import JOINTS, Pose, Style

TABLES = ("style", "timing", "pace", "pose", "rule", "freeze")
PER_STEP = (*JOINTS, "pace")
KeyPath = tuple[str | int, ...]


class StyleTable(Params):
    """`[style]`."""

    name: str = param(doc="what it is called")
    tempo: float = param(1.0, unit="", gt=0, doc="1 as people do, more is faster: weight and energy")
    follow: dict[str, float] = param(doc="how firmly joints follow their poses: snappy .. floppy", unit="1/s")
    plant: float = param(0.05, unit="m/s", ge=0, le=0.5, doc="how fast the heel comes down: soft .. firm")
    clearance: float = param(0.02, unit="", ge=0, le=0.2, doc="least height of the foot in mid-swing, share of the leg")


class TimingTable(Params):
    """`[timing]`."""

    trust: float = param(3.0, unit="1/s", ge=0, le=6, doc="how firmly the phase follows what is measured")
    toe_off: float = param(0.19, unit="", gt=0, lt=1, doc="share of the step gone when the hind foot leaves")
    toe_off_per_step: float = param(-0.25, unit="", doc="its change with the step")
    step_time_per_step: float = param(-2.29, unit="", doc="change of the step's time with the step")


class PoseTable(Params):
    """`[[pose]]`."""

    name: str = param(doc="what it is called")
    at: float = param(unit="", ge=-1, lt=2, doc="place on the ring")
    spread: float = param(unit="", gt=0, le=1, doc="how long it holds")
    pace: float | str = param(doc="how fast the leg goes round the ring: a word of [pace], or a number in 1/s")
    hip: float = param(unit="deg", ge=-180, le=180, doc="thigh against the vertical, flexion positive")
    knee: float = param(unit="deg", ge=-180, le=180, doc="flexion")
    ankle: float = param(unit="deg", ge=-180, le=180, doc="dorsiflexion")
    toe: float = param(unit="deg", ge=-180, le=180, doc="dorsiflexion")
    per_step: dict[str, float] = param({}, doc="what they change by with the step, per step / leg")


class FreezeTable(Params):
    """`[freeze]`: names of numbers that learning leaves alone."""

    poses: list[str] = param([], doc='poses, or numbers of them: "contact", "contact.hip"')
    pace: list[str] = param([], doc="words of [pace]")
    follow: list[str] = param([], doc="joints")
    timing: list[str] = param([], doc="keys of [timing]")


def shipped(name: str = "walk") -> Style:
    """A style that comes along; raises `DataError` with the names that there are."""
    folder = resources.files("footpipe_gait") / "styles"
    known = sorted(each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml"))
    if name not in known:
        raise DataError(f"there is no style '{name}'", help=hint(name, known, "the styles are"))
    with resources.as_file(folder / f"{name}.toml") as path:
        return read_style(path)


def read_style(style: str | os.PathLike[str] | Mapping[str, Any]) -> Style:
    """A style from a TOML file, or from the same in Python; raises `GraphError` with every mistake in it."""
    source, document = read_toml(style, "style")
    notes = Mistakes(source)
    for key in document:
        if key not in TABLES:
            notes.add(f"a style has no '{key}'", (key,), hint(key, TABLES, "it has"), on="key")
    head = _table(StyleTable, document, "style", notes)
    timing = _table(TimingTable, document, "timing", notes)
    freeze = _table(FreezeTable, document, "freeze", notes)
    paces = _paces(document.get("pace", {}), notes)
    poses = list(_poses(document.get("pose", []), paces, notes))
    rules = read_rules(document.get("rule", []), INPUTS, OUTPUTS, notes)
    notes.stop()
    assert isinstance(head, StyleTable)
    assert isinstance(timing, TimingTable)
    assert isinstance(freeze, FreezeTable)
    _check_follow(head, notes)
    made = _made(head, timing, paces, poses, notes)
    frozen = tuple(_frozen(freeze, made, notes))
    notes.stop()
    return Style(**{**vars(made), "rules": rules, "freeze": frozen})


def _made(
    head: StyleTable, timing: TimingTable, paces: Mapping[str, float], poses: Sequence[Pose], notes: Mistakes
) -> Style:
    notes.stop()
    try:
        return Style(poses=tuple(poses), paces=paces, **dict(head), **dict(timing))
    except DataError as fault:
        notes.add(fault.message, ("pose",), fault.help, on="key")
        notes.stop()
        raise


def _table(model: type[Params], document: Mapping[str, Any], key: str, notes: Mistakes) -> Params | None:
    table = document.get(key, {})
    if not isinstance(table, dict):
        notes.add(f"'{key}' must be a table, as in [{key}]", (key,), on="key")
        return None
    return check_values(model, table, Subject(f"[{key}]", (key,), noun="key"), notes)


def _check_follow(head: StyleTable, notes: Mistakes) -> None:
    for joint, rate in head.follow.items():
        if joint not in JOINTS:
            notes.add(f"a leg has no '{joint}'", ("style", "follow", joint), hint(joint, JOINTS, "it has"), on="key")
        elif not 0 <= rate < float("inf"):
            notes.add(f"follow of the {joint} must be 0 or more, not {rate:g}", ("style", "follow", joint))
    if missing := [joint for joint in JOINTS if joint not in head.follow]:
        notes.add(f"follow lacks {', '.join(missing)}", ("style", "follow"), "give 1/s, such as 10")


def _paces(table: Any, notes: Mistakes) -> dict[str, float]:
    if not isinstance(table, dict):
        notes.add("'pace' must be a table, as in [pace]", ("pace",), on="key")
        return {}
    good = {}
    for word, pace in table.items():
        if isinstance(pace, bool) or not isinstance(pace, int | float) or not 0 < pace < float("inf"):
            notes.add(f"pace '{word}' must be a number above 0", ("pace", word), "1/s, such as 1.5")
        else:
            good[word] = float(pace)
    return good


def _poses(tables: Any, paces: Mapping[str, float], notes: Mistakes) -> Iterator[Pose]:
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        notes.add("a style needs poses", ("pose",), "write a [[pose]] with its name, and what it is under it", on="key")
        return
    names: set[str] = set()
    for index, table in enumerate(tables):
        pose = _pose(table, ("pose", index), paces, notes)
        if pose and pose.name in names:
            notes.add(f"there are two poses '{pose.name}'", ("pose", index, "name"), "give one another name")
        elif pose:
            names.add(pose.name)
            yield pose


def _pose(table: Mapping[str, Any], path: KeyPath, paces: Mapping[str, float], notes: Mistakes) -> Pose | None:
    who = f"pose '{table['name']}'" if isinstance(table.get("name"), str) else "a pose"
    read = check_values(PoseTable, table, Subject(who, path, noun="key"), notes)
    if read is None:
        return None
    before = len(notes.found)
    if isinstance(read.pace, str) and read.pace not in paces:
        notes.add(f"there is no pace '{read.pace}' ({who})", (*path, "pace"), hint(read.pace, paces, "the paces are"))
    elif not isinstance(read.pace, str) and not 0 < read.pace < float("inf"):
        notes.add(f"pace of {who} must be above 0", (*path, "pace"), "1/s, such as 1.5")
    for key in read.per_step:
        if key not in PER_STEP:
            notes.add(f"per_step has no '{key}'", (*path, "per_step", key), hint(key, PER_STEP, "it has"), on="key")
    if "." in read.name or not read.name:
        notes.add("a pose's name is a word without dots", (*path, "name"))
    if len(notes.found) > before:
        return None
    angles = {joint: getattr(read, joint) for joint in JOINTS}
    return Pose(read.name, read.at, read.spread, read.pace, angles, read.per_step)


def _frozen(freeze: FreezeTable, style: Style, notes: Mistakes) -> Iterator[str]:
    groups = (("poses", ""), ("pace", "pace."), ("follow", "follow."), ("timing", "timing."))
    for key, before in groups:
        own = [name for name in style.names if name.startswith(before)] if before else _of_poses(style)
        for index, said in enumerate(getattr(freeze, key)):
            name = before + said
            if any(known == name or known.startswith(f"{name}.") for known in own):
                yield name
            else:
                known = [each.removeprefix(before) for each in own]
                notes.add(f"there is no '{said}' to freeze", ("freeze", key, index), hint(said, known, "there is"))


def _of_poses(style: Style) -> list[str]:
    names = {pose.name for pose in style.poses}
    return [name for name in style.names if name.split(".")[0] in names]
