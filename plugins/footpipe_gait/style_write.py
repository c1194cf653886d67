"""Styles as TOML, to be read and changed by hand, and read again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from footpipe_gait.style import JOINTS, Pose, Style

POSE_GROUPS = {"pace", "follow", "timing"}


def style_toml(style: Style, about: str = "") -> str:
    """The TOML of a style, rounded as far as the walk does not tell: angles to .1 deg, places to .001, paces to .01.

    `about`: comment at its head.
    """
    return "\n".join(_lines(style, about)) + "\n"


def _lines(style: Style, about: str) -> Iterator[str]:
    yield from (f"# {line}".rstrip() for line in about.splitlines())
    yield from _head(style)
    for pose in style.poses:
        yield from _pose(pose)
    for rule in style.rules:
        yield from ("", "[[rule]]", f'if = "{rule.condition}"', f"then = {_table(rule.conclusions, 1)}")
        if rule.weight != 1:
            yield f"weight = {_number(rule.weight, 3)}"
    if style.freeze:
        yield from ("", "[freeze]", *_freeze(style))


def _head(style: Style) -> Iterator[str]:
    yield "[style]"
    yield f"name = {json.dumps(style.name)}"
    yield f"tempo = {_number(style.tempo, 3)}  # weight and energy"
    yield f"follow = {_table(style.follow, 1)}  # 1/s: snappy .. floppy"
    yield f"plant = {_number(style.plant, 3)}  # m/s with which the heel comes down: firm .. soft"
    yield f"clearance = {_number(style.clearance, 4)}  # least height of the foot in mid-swing, share of the leg"
    yield ""
    yield "[timing]"
    yield f"trust = {_number(style.trust, 2)}  # 1/s, how firmly the phase follows what is measured"
    yield f"toe_off = {_number(style.toe_off, 4)}  # share of the step gone when the hind foot leaves"
    yield f"toe_off_per_step = {_number(style.toe_off_per_step, 3)}"
    yield f"step_time_per_step = {_number(style.step_time_per_step, 3)}"
    if style.paces:
        yield from ("", "[pace]  # of the way round the ring, 1/s")
        yield from (f"{word} = {_number(pace, 2)}" for word, pace in style.paces.items())


def _pose(pose: Pose) -> Iterator[str]:
    yield from ("", "[[pose]]", f"name = {json.dumps(pose.name)}")
    yield f"at = {_number(pose.at, 3)}"
    yield f"spread = {_number(pose.spread, 3)}"
    yield f"pace = {json.dumps(pose.pace) if isinstance(pose.pace, str) else _number(pose.pace, 2)}"
    yield from (f"{joint} = {_number(pose.angles[joint], 1)}" for joint in JOINTS)
    changes = {key: change for key, change in pose.per_step.items() if change}
    if changes:
        yield f"per_step = {_table(changes, 1, pace=2)}"


def _freeze(style: Style) -> Iterator[str]:
    groups: dict[str, list[str]] = {}
    for name in style.freeze:
        group, _, rest = name.partition(".")
        key, said = (group, rest) if group in POSE_GROUPS else ("poses", name)
        groups.setdefault(key, []).append(said)
    yield from (f"{key} = {json.dumps(names)}" for key, names in groups.items())


def _table(values: Mapping[str, float | str], digits: int, **other: int) -> str:
    parts = (f"{key} = {_value(value, other.get(key, digits))}" for key, value in values.items())
    return f"{{ {', '.join(parts)} }}"


def _value(value: float | str, digits: int) -> str:
    return json.dumps(value) if isinstance(value, str) else _number(value, digits)


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text
