"""What a generator gives `footpipe.Gait` to walk with: a style in numbers, and the figure that it moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from footpipe.arrays import Floats, Ints

if TYPE_CHECKING:
    from os import PathLike

    from footpipe.clip import Clip
    from footpipe.gait_kernel import Reaction
    from footpipe.rig import BoundRig


class Plays(IntEnum):
    """What a joint does; the order is that of `walker_pose.h`."""

    NOTHING = 0
    AHEAD = 1
    PELVIS = 2
    SPINE = 3
    UPPER_ARM = 4
    FOREARM = 5
    LEG = 6


@dataclass(frozen=True, eq=False)
class Walking:
    """A figure that walks by a style, as `walker.h` and `walker_pose.h` take it. m, rad, xyzw; legs left, right.

    rig           whose skeleton it is
    style         (K,) numbers of `sets` sets, then those of the whole style, as `gait_kernel.run` takes them
    reaction      its reactive rules
    lengths       (7,) of both legs: the means, as `gait_kernel.run` takes them
    hips, bones   (2, 3) and (2, 4) of each, as `figure_kernel.place_legs` takes them
    plays         (J,) `Plays` of each joint
    parts         (J,) 0 left, 1 right of an arm; of a leg 4 * side + 0 hip, 1 knee, 2 ankle, 3 toe
    shares        (J,) of the spine: 0 as the pelvis .. 1 as the chest
    translations  (J, 3) parent space, the skeleton's own unit, standing
    rotations     (J, 4) parent space, of joints that keep theirs
    turns         (J, 4) world, standing upright and facing z, of those that do not
    pelvis        (3,) the pelvis joint from the middle between the hips
    carrier       the joint by whose place the pelvis moves: itself or one above it
    upright       (4,) the skeleton's space to the world's, for a figure that faces z
    scale         m per unit
    sways         whether pelvis, chest and arms move against the legs
    """

    rig: BoundRig
    style: Floats
    sets: int
    reaction: Reaction | None
    lengths: Floats
    hips: Floats
    bones: Floats
    plays: Ints
    parts: Ints
    shares: Floats
    translations: Floats
    rotations: Floats
    turns: Floats
    pelvis: Floats
    carrier: int
    upright: Floats
    scale: float
    sways: bool


# style, rig, clip of the figure, m per unit where there is none, upper body
Live = Callable[["str | PathLike[str]", "BoundRig | None", "Clip | None", float, bool], Walking]
