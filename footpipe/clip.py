"""A clip: a skeleton in motion, with all that is known of it. Everything in footpipe takes and gives clips."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from footpipe import kernel
from footpipe.arrays import Floats, Frozen, finite, frozen, held, sealed, shaped
from footpipe.contacts import Contacts
from footpipe.errors import DataError
from footpipe.skeleton import Skeleton

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

UNIT_TOLERANCE = 1e-6  # how far a quaternion's length may be from 1: no bone changes by more than so much of itself

POSE = ("skeleton", "translations", "rotations", "scales", "placement")  # what the world depends on
MOTION = frozenset({"translations", "rotations", "scales", "contacts", "channels"})  # rows for the frames there are


class World(NamedTuple):
    """Joints in world space: positions (F, J, 3) in metres, y up; rotations (F, J, 4) xyzw, without any scale."""

    positions: Floats
    rotations: Floats


@dataclass(frozen=True, eq=False)
class Placement(Frozen):
    """Skeleton space to world: `world = translation + rotate(rotation, scale * skeleton)`.

    Holds the file's unit, its up axis, and ancestors that move.

    translation  (F|1, 3) m
    rotation     (F|1, 4) xyzw
    scale        metres per file unit
    """

    translation: Floats = field(default_factory=lambda: np.zeros((1, 3)))
    rotation: Floats = field(default_factory=lambda: np.array([[0.0, 0, 0, 1]]))
    scale: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "translation", frozen(self.translation, (None, 3), "placement.translation"))
        object.__setattr__(self, "rotation", frozen(self.rotation, (None, 4), "placement.rotation"))
        if not (np.isfinite(self.scale) and self.scale > 0):
            raise DataError(f"placement.scale is {self.scale}: it must be a positive number (metres per unit)")

    def same_as(self, other: Placement) -> bool:
        """Whether two placements are equal in every number."""
        return self is other or (
            self.scale == other.scale
            and np.array_equal(self.translation, other.translation)
            and np.array_equal(self.rotation, other.rotation)
        )

    def pick(self, frames: Any) -> Placement:
        """The placement of some of the frames; itself where all have the same."""
        if len(self.translation) == len(self.rotation) == 1:
            return self
        translation, rotation = (part if len(part) == 1 else part[frames] for part in (self.translation, self.rotation))
        return Placement(translation, rotation, self.scale)


@dataclass(frozen=True, eq=False)
class Clip(Frozen):
    """Motion of a skeleton, frozen: arrays are float64, C-contiguous, read-only.

    skeleton      the joints
    translations  (F, J, 3) in the parent's space, the file's own units and axes
    rotations     (F, J, 4) xyzw in the parent's space
    times         (F,) s, rising
    placement     skeleton space to world (y up, metres)
    contacts      when feet touch the ground, or None
    channels      further signals by name, each (F, ...)
    rest_rows     rows at the start that are an injected rest pose, not motion
    source        what a faithful writer needs of the file it came from
    scales        (F, J, 3) along each joint's own axes, before its rotation; None where all are 1

    Raises `DataError` on wrong shapes, numbers that are not finite, times that do not rise, and quaternions
    whose length is not 1.
    """

    skeleton: Skeleton
    translations: Floats
    rotations: Floats
    times: Floats
    placement: Placement = field(default_factory=Placement)
    contacts: Contacts | None = None
    channels: Mapping[str, Floats] = field(default_factory=dict)
    rest_rows: int = 0
    source: Any = None
    scales: Floats | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "times", frozen(self.times, (None,), "times"))
        self._check_times()
        self._hold(MOTION)

    def _hold(self, parts: Collection[str]) -> None:
        """Freeze these parts of the motion, and check them against all others."""
        frames, joints = len(self.times), len(self.skeleton)
        if "translations" in parts:
            object.__setattr__(self, "translations", _frozen(self.translations, (frames, joints, 3), "translations"))
        if "rotations" in parts:
            object.__setattr__(self, "rotations", held(shaped(self.rotations, (frames, joints, 4), "rotations")))
            self._check_rotations()
        if "scales" in parts and self.scales is not None:
            object.__setattr__(self, "scales", _frozen(self.scales, (frames, joints, 3), "scales"))
        if "channels" in parts:
            channels = {name: _frozen(value, (None, ...), f"channel {name!r}") for name, value in self.channels.items()}
            object.__setattr__(self, "channels", MappingProxyType(channels))
        self._check_lengths()

    def _check_times(self) -> None:
        frames = len(self.times)
        if not frames:
            raise DataError("a clip needs at least one frame")
        late = self.times[1:] <= self.times[:-1]
        if late.any():
            at = int(np.argmax(late)) + 1
            raise DataError(f"times must rise: frame {at} is at {self.times[at]:g} s, not after the frame before")
        if not 0 <= self.rest_rows < frames:
            raise DataError(f"rest_rows is {self.rest_rows}: it must leave at least one of {frames} frames")

    def _check_rotations(self) -> None:
        off = kernel.first_not_unit(self.rotations.reshape(-1, 4), UNIT_TOLERANCE)
        if off is not None:
            finite(self.rotations, "rotations")
            frame, joint = divmod(off, len(self.skeleton))
            name, length = self.skeleton.joints[joint], np.linalg.norm(self.rotations[frame, joint])
            what = f"rotation of {name} in frame {frame} has length {length:.7g}, not 1"
            raise DataError(what, help="give unit quaternions (x, y, z, w)")

    def _check_lengths(self) -> None:
        """Contacts and channels have a row per frame; a placement too, or a single one."""
        rows = {f"channel {name!r}": len(values) for name, values in self.channels.items()}
        if self.contacts is not None:
            rows["contacts"] = len(self.contacts)
        for part in ("translation", "rotation"):
            if (count := len(getattr(self.placement, part))) != 1:
                rows[f"placement.{part}"] = count
        for what, count in rows.items():
            if count != len(self):
                raise DataError(f"{what} has {count} frames, the clip {len(self)}")

    def __len__(self) -> int:
        return len(self.times)

    def __repr__(self) -> str:
        pace = f"{self.rate:g} per second" if self.rate else f"{self.times[-1] - self.times[0]:g} s"
        return f"<Clip: {len(self)} frames, {pace}, {len(self.skeleton)} joints, contacts: {self.contacts}>"

    def replace(self, **changes: Any) -> Clip:
        """The same clip with some fields changed."""
        if not changes.keys() <= MOTION:
            changed = replace(self, **changes)
        else:
            changed = object.__new__(type(self))
            changed.__dict__.update(self.__dict__, **changes)
            changed.__dict__.pop("world", None)
            changed._hold(changes)
        if "world" in self.__dict__ and all(getattr(changed, part) is getattr(self, part) for part in POSE):
            changed.__dict__["world"] = self.world
        return changed

    def pick(self, frames: Any) -> Clip:
        """Some of the frames, by a slice or rising indices; they keep their times. One at least must be motion."""
        kept = np.arange(len(self))[frames]
        return self.replace(
            translations=self.translations[kept],
            rotations=self.rotations[kept],
            times=self.times[kept],
            placement=self.placement.pick(kept),
            contacts=self.contacts and self.contacts.pick(kept),
            channels={name: values[kept] for name, values in self.channels.items()},
            scales=None if self.scales is None else self.scales[kept],
            rest_rows=int((kept < self.rest_rows).sum()),
        )

    @cached_property
    def world(self) -> World:
        """Every joint in world space, worked out once."""
        positions, rotations = kernel.forward(*self.pose())
        return World(sealed(positions), sealed(rotations))

    def pose(self, first: int = 0, last: int | None = None) -> kernel.LocalPose:
        """The frames from `first` to before `last`, as the kernel takes them."""
        rows = slice(first, last)
        at = self.placement.pick(rows)
        scales = None if self.scales is None else self.scales[rows]
        local = self.translations[rows], self.rotations[rows], self.skeleton.parents
        return kernel.LocalPose(*local, at.translation, at.rotation, at.scale, scales)

    def positions(self, joints: ArrayLike) -> Floats:
        """(F, N, 3) m: world positions of `joints` (N,), without working out all others where `world` is not yet."""
        wanted = np.asarray(joints, np.intp)
        if "world" in self.__dict__:
            return self.world.positions[:, wanted]
        return kernel.joint_positions(self.pose(), wanted)

    @cached_property
    def steps(self) -> Floats:
        """(F,) s from each frame's forerunner to it; 0 for the first."""
        steps = np.zeros(len(self))
        steps[1:] = self.times[1:] - self.times[:-1]
        return steps

    @cached_property
    def rate(self) -> float | None:
        """Frames per second where they are even; None for one frame or uneven times."""
        if len(self) < 2:
            return None
        step = (self.times[-1] - self.times[0]) / (len(self) - 1)
        even = np.allclose(np.diff(self.times), step, rtol=1e-3, atol=0)
        return round(float(1 / step), 9) if even else None

    @property
    def file(self) -> Path | None:
        """The file that it came from, where its source tells by a `path`."""
        path = getattr(self.source, "path", None)
        return Path(path) if isinstance(path, str | Path) else None

    def velocity(self, joints: ArrayLike) -> Floats:
        """(F, N, 3) m/s: world velocity of `joints` (N,) by central differences, one-sided at both ends.

        No difference is taken across injected rest rows; theirs is 0.
        """
        return self.differentiate(self.world.positions[:, np.asarray(joints, np.intp)])

    def differentiate(self, values: Floats) -> Floats:
        """Rate of change per second of `values` (F, ...), as `velocity` takes it."""
        out = np.zeros(values.shape)
        if len(self) - self.rest_rows > 1:
            out[self.rest_rows :] = np.gradient(values[self.rest_rows :], self.times[self.rest_rows :], axis=0)
        return out

    def speed(self, joints: ArrayLike) -> Floats:
        """(F, N) m/s: world speed of `joints` (N,); infinite in injected rest rows, so that they are never slow."""
        speeds: Floats = np.linalg.norm(self.velocity(joints), axis=-1)
        speeds[: self.rest_rows] = np.inf
        return speeds


def _frozen(values: ArrayLike, shape: tuple[Any, ...], name: str) -> Floats:
    """`frozen` for what is large: the kernel looks over its numbers."""
    array = held(shaped(values, shape, name))
    return array if kernel.all_finite(array) else finite(array, name)
