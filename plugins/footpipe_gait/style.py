"""How a figure walks: poses round the gait, what each pace means, how joints follow, reactive rules.

A style is what an artist edits (`style_read.py` has the file) and what is learned (`train.py`). The controller that
walks by it is in `native/include/footpipe/gait.h`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from footpipe import DataError, Floats, Frozen, gait_kernel
from footpipe_gait.fuzzy import Rule

JOINTS = gait_kernel.JOINTS
LEAST_STEP, MOST_STEP = 0.40, 0.875  # step / leg between which rules change with the step


@dataclass(frozen=True)
class Pose(Frozen):
    """What a leg should be like at one place of its ring: 0 contact, .8 opposite contact, 1 toe-off, 2 contact.

    at        its place on the ring
    spread    how far its say goes, as the width of a Gaussian on the ring
    pace      how fast the leg goes round the ring there, 1/s, or a word of the style's paces
    angles    deg by joint: hip, knee, ankle, toe
    per_step  what angles (and "pace") change by with the step, per step / leg; steps of .743 leg have none of it

    Raises `DataError` for numbers that are not finite and a spread that is not above 0.
    """

    name: str
    at: float
    spread: float
    pace: float | str
    angles: Mapping[str, float]
    per_step: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "angles", MappingProxyType(dict(self.angles)))
        object.__setattr__(self, "per_step", MappingProxyType(dict(self.per_step)))
        numbers = [self.at, self.spread, *self.angles.values(), *self.per_step.values()]
        if set(self.angles) != set(JOINTS) or set(self.per_step) - {*JOINTS, "pace"}:
            raise DataError(f"pose '{self.name}' needs {', '.join(JOINTS)}")
        if not all(map(math.isfinite, numbers)) or not self.spread > 0:
            raise DataError(f"pose '{self.name}': finite numbers and a spread above 0 wanted")


class Number(NamedTuple):
    """One number of a style by its name, such as "passing.knee" or "pace.fast"."""

    name: str
    value: float


@dataclass(frozen=True)
class Style(Frozen):
    """How a figure walks.

    poses               2 to 16, round the ring
    paces               1/s by word
    tempo               1 = as people do, more = faster
    follow              1/s by joint, how firmly it follows its pose: snappy .. floppy
    trust               1/s, how firmly the phase follows what is measured
    plant               m/s with which the heel comes down
    clearance           share of the leg, least height of the foot in mid-swing
    toe_off             share of the step that the body has gone when the hind foot leaves, and its change per step
    step_time_per_step  change of the time of a step, of 1 at a step of .743 leg, per step / leg
    rules               reactive rules, about `reactive.INPUTS`
    freeze              names of numbers that learning leaves alone, or their beginnings: "contact", "passing.knee"

    Raises `DataError` for what cannot be.
    """

    name: str
    poses: tuple[Pose, ...]
    paces: Mapping[str, float] = field(default_factory=dict)
    tempo: float = 1.0
    follow: Mapping[str, float] = field(default_factory=lambda: dict.fromkeys(JOINTS, 10.0))
    trust: float = 3.0
    plant: float = 0.05
    clearance: float = 0.02
    toe_off: float = 0.19
    toe_off_per_step: float = -0.25
    step_time_per_step: float = -2.29
    rules: tuple[Rule, ...] = ()
    freeze: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("paces", "follow"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))
        if not 2 <= len(self.poses) <= gait_kernel.SETS:
            raise DataError(f"style '{self.name}': 2 to {gait_kernel.SETS} poses wanted, not {len(self.poses)}")
        if len({pose.name for pose in self.poses}) < len(self.poses):
            raise DataError(f"style '{self.name}': two poses of one name")
        for pose in self.poses:
            if isinstance(pose.pace, str) and pose.pace not in self.paces:
                raise DataError(f"pose '{pose.name}': there is no pace '{pose.pace}'")
        if not all(map(math.isfinite, self.parameters())):
            raise DataError(f"style '{self.name}': finite numbers wanted")
        if not (self.tempo > 0 and all(self.follow[joint] >= 0 for joint in JOINTS)):
            raise DataError(f"style '{self.name}': a tempo above 0 and follow of 0 or more wanted")

    @property
    def names(self) -> tuple[str, ...]:
        """(P,) of the parameters."""
        return tuple(number.name for number in self._numbers())

    def parameters(self) -> Floats:
        """(P,) every number that can be learned: angles in deg, as in the file."""
        return np.array([number.value for number in self._numbers()])

    def with_parameters(self, parameters: ArrayLike) -> Style:
        """The same words and rules with other numbers (P,); raises `DataError` on another shape or what cannot be."""
        values = np.asarray(parameters, np.float64)
        if values.shape != (len(self.names),):
            raise DataError(f"parameters: shape ({len(self.names)},) wanted, got {values.shape}")
        given = dict(zip(self.names, values.tolist(), strict=True))
        return replace(
            self,
            poses=tuple(_with_numbers(pose, given) for pose in self.poses),
            paces={word: given[f"pace.{word}"] for word in self.paces},
            follow={joint: given[f"follow.{joint}"] for joint in JOINTS},
            toe_off=given["timing.toe_off"],
            toe_off_per_step=given["timing.toe_off_per_step"],
            step_time_per_step=given["timing.step_time_per_step"],
        )

    def kernel_numbers(self) -> Floats:
        """(K,) as `footpipe.gait_kernel` takes them: angles in rad, sets in the order of the poses."""
        sets = [_set_numbers(pose, self.paces) for pose in self.poses]
        follow = [self.follow[joint] for joint in JOINTS]
        timing = [1.0, self.step_time_per_step, self.toe_off, self.toe_off_per_step]
        whole = [*follow, self.trust, self.tempo, *timing, self.plant, self.clearance, LEAST_STEP, MOST_STEP]
        return np.array([number for row in sets for number in row] + whole)

    def is_frozen(self, name: str) -> bool:
        """Whether learning leaves a number alone."""
        return any(name == each or name.startswith(f"{each}.") for each in self.freeze)

    def _numbers(self) -> Iterator[Number]:
        for pose in self.poses:
            yield from _pose_numbers(pose)
        for word, pace in self.paces.items():
            yield Number(f"pace.{word}", pace)
        for joint in JOINTS:
            yield Number(f"follow.{joint}", self.follow[joint])
        yield Number("timing.toe_off", self.toe_off)
        yield Number("timing.toe_off_per_step", self.toe_off_per_step)
        yield Number("timing.step_time_per_step", self.step_time_per_step)


def _pose_numbers(pose: Pose) -> Iterator[Number]:
    yield Number(f"{pose.name}.at", pose.at)
    yield Number(f"{pose.name}.spread", pose.spread)
    if not isinstance(pose.pace, str):
        yield Number(f"{pose.name}.pace", pose.pace)
    for joint in JOINTS:
        yield Number(f"{pose.name}.{joint}", pose.angles[joint])
    for key in (*JOINTS, "pace"):
        yield Number(f"{pose.name}.per_step.{key}", pose.per_step.get(key, 0.0))


def _with_numbers(pose: Pose, given: Mapping[str, float]) -> Pose:
    return replace(
        pose,
        at=given[f"{pose.name}.at"],
        spread=given[f"{pose.name}.spread"],
        pace=pose.pace if isinstance(pose.pace, str) else given[f"{pose.name}.pace"],
        angles={joint: given[f"{pose.name}.{joint}"] for joint in JOINTS},
        per_step={key: given[f"{pose.name}.per_step.{key}"] for key in (*JOINTS, "pace")},
    )


def _set_numbers(pose: Pose, paces: Mapping[str, float]) -> list[float]:
    angles = [math.radians(pose.angles[joint]) for joint in JOINTS]
    per_step = [math.radians(pose.per_step.get(joint, 0.0)) for joint in JOINTS]
    pace = paces[pose.pace] if isinstance(pose.pace, str) else pose.pace
    return [pose.at, pose.spread, *angles, *per_step, pace, pose.per_step.get("pace", 0.0)]
