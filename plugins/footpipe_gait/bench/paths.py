"""Curves and turning on the spot, on the built-in figure: feet that stand, where they stand, and where it all ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from footpipe import BoundRig, Clip, Floats, find_rig, kernel
from footpipe_gait.bench.motion import RATE
from footpipe_gait.bench.rows import Row
from footpipe_gait.curve import arc, moved
from footpipe_gait.figure import built_in
from footpipe_gait.legs import shape_of
from footpipe_gait.making import made
from footpipe_gait.parameters import FuzzyGait
from footpipe_gait.poses import facing
from footpipe_gait.standing import standing
from footpipe_gait.style import Style
from footpipe_gait.walk import walk

BENDS = ((0.8, 0.5), (-0.8, 0.5), (1.5, 0.6), (-1.5, 0.6), (4.0, 0.7))  # radius m, to the right below 0; step m
ANGLE = 270.0  # deg that is gone round each
TURNS = (90.0, 180.0, 360.0)


def path_rows(style: Style) -> Iterator[Row]:
    """Rows about curves and turning on the spot."""
    clip = built_in()
    rig = find_rig(clip.skeleton).bind(clip.skeleton)

    def walked(**asked: Any) -> Clip:
        return made(style, clip, rig, FuzzyGait(**asked), RATE)

    bends = [
        (walked(path={"radius": abs(radius), "angle": np.sign(radius) * ANGLE}, step=step), radius, step)
        for radius, step in BENDS
    ]
    turns = [walked(path={"turn": turn}) for turn in TURNS]
    ways = [way for way, _, _ in bends]
    yield Row(
        "bends of .8 to 4 m: slide of a toe in contact, mm", (max(_slide(way, rig) for way in ways),), (1e-3,), digits=4
    )
    yield Row("bends: foot off its place, mm", (max(_off(style, *bend, rig) for bend in bends),), (5.0,))
    yield Row("bends: worst change of a joint's speed, deg/s", (max(_pop(way) for way in ways),), (300.0,), digits=0)
    yield Row(
        "turns on the spot of 90 / 180 / 360 deg: heading at the end, deg off",
        tuple(_missed(*each, rig) for each in zip(turns, TURNS, strict=True)),
        (1.0,) * 3,
    )
    yield Row("turns: slide of a toe in contact, mm", (max(_slide(turn, rig) for turn in turns),), (1e-3,), digits=4)
    yield Row("turns: figure off its place at the end, mm", (max(_strayed(turn, rig) for turn in turns),), (5.0,))
    yield Row("turns: worst change of a joint's speed, deg/s", (max(_pop(turn) for turn in turns),), (300.0,), digits=0)


def _slide(clip: Clip, rig: BoundRig) -> float:
    """mm, the farthest along the ground that a toe gets from where it stood, in any contact."""
    return 1000 * max(float(np.ptp(place[:, [0, 2]], axis=0).max()) for place, _ in _stands(clip, rig))


def _stands(clip: Clip, rig: BoundRig) -> list[tuple[Floats, int]]:
    """Each contact of a toe in the order of landing: places (F, 3) m, and the limb."""
    assert clip.contacts is not None
    found = [
        (first, clip.world.positions[first:last, rig.toe[limb]], limb)
        for limb, point in enumerate(rig.points("toe"))
        for first, last in clip.contacts.spans(point)
    ]
    return [(places, limb) for _, places, limb in sorted(found, key=lambda each: each[0])]


def _off(style: Style, clip: Clip, radius: float, step: float, rig: BoundRig) -> float:
    """mm, of toe joints from where they belong: soles square to the bend, their middles even steps apart along it."""
    figure = standing(built_in(), rig)
    shape = shape_of(figure)
    ball = shape.heel_back + shape.ball_forward
    middle = (ball + shape.toe_length) / 2
    curve = arc(abs(radius), np.sign(radius) * np.radians(ANGLE))
    many = round(curve.length / step)
    heel = -walk(style, shape, step=step, steps=1, stop=False).pelvis[0, 0]  # as the hips are over the bend's beginning
    off = []
    for index, (places, limb) in enumerate(_stands(clip, rig)[2:], 1):
        spot = curve.at(min(index, many) * curve.length / many + heel + middle)
        x, z, _ = moved(spot, ahead=ball - middle, aside=figure.hips[limb, 0])
        off.append(np.hypot(places[-1, 0] - x, places[-1, 2] - z))
    return 1000 * float(max(off))


def _missed(clip: Clip, turn: float, rig: BoundRig) -> float:
    """deg, by which the hips head elsewhere at the end."""
    headed = np.degrees(facing(clip.world.positions[-1, rig.hip]) - facing(clip.world.positions[0, rig.hip]))
    return float(abs((headed - turn + 180) % 360 - 180))


def _strayed(clip: Clip, rig: BoundRig) -> float:
    """mm along the ground, by which the hips end beside where they began."""
    ends = clip.world.positions[[0, -1]][:, rig.hip].mean(axis=1)
    return 1000 * float(np.hypot(*(ends[1] - ends[0])[[0, 2]]))


def _pop(clip: Clip) -> float:
    """deg/s, the most by which any joint's velocity in its parent changes from frame to frame."""
    between = kernel.multiply(kernel.inverse(clip.rotations[:-1]), clip.rotations[1:])
    rates = np.degrees(kernel.log(between)) * RATE
    return float(np.linalg.norm(np.diff(rates, axis=0), axis=-1).max())
