"""A figure that walks where it is steered, frame by frame: the only module that imports `footpipe._walker`.

The same without Python is `native/include/footpipe/walker.h`, where the method is explained.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite
from os import PathLike
from pathlib import Path
from typing import NamedTuple

import numpy as np

from footpipe import gait_kernel
from footpipe import kernel_checks as check
from footpipe.clip import Clip
from footpipe.errors import DataError
from footpipe.live import Pose
from footpipe.registry import installed
from footpipe.rig import BoundRig
from footpipe.roles import Generator
from footpipe.walking import Walking

try:
    from footpipe import _walker
except ImportError as error:
    raise ImportError(f"{check.missing_build(Path(__file__).resolve().parent)} ({error})") from error

STAGE = "generate.fuzzy_gait"  # which walks the same way
LONGEST = 1.0  # s that a step may take
HIGHEST = 1e4  # m, of ground above or below 0
OUTERMOST = 1e6  # m from the origin; beyond, numbers are too coarse for a foot that stands still

GroundHeight = Callable[[float, float], float]


class Target(NamedTuple):
    """What a figure is to do; it may change at any time, and is followed smoothly.

    step  m from one foot to the other; 0 walks on the spot
    turn  rad/s about y, > 0 to the left. A foot turns by 40 degrees from one spot to the next at most, and the figure
          no faster than that; a figure that comes to a stand does not turn
    halt  come to a stand with the next step, and stand
    """

    step: float = 0.65
    turn: float = 0.0
    halt: bool = False


class Gait:
    """A figure that walks by a style, a frame at a time, where it is steered: `generate.fuzzy_gait` in hand.

    style       the name of one that comes along, or a TOML file
    rig         the figure's legs; None: a person of 1.75 m
    clip        shows how the figure stands where its rest pose does not, its metres per unit and its up axis
    scale       metres per unit of the rig's skeleton, where no clip tells
    upper_body  whether pelvis, spine and arms move against the legs; else they are still
    ground      height in m of the ground at x and z in the world, nan where there is none; None: level at 0. It is
                asked where feet go, not in every frame

    Causal: no frame depends on a later one. `step` takes no memory beyond what is taken here.

    `pose` is the `Pose` that each step writes into: place and turn go along the way, at height 0, and a `FootLocker`
    takes it as it is, with `scale` and `contacts` (L,): 1 while a toe joint stands, and moves not at all, else 0.
    `flat` (L,) tells that the whole foot stands. They are the same arrays all the time. Limbs are in the rig's order.

    `walking` holds the numbers of style and figure, which the C headers take.

    Raises `DataError` for a style that is not there, a clip of another skeleton, and a rig, clip or ground that is
    none, and `RigError` where there are not two legs with feet. A ground that steps or resets the gait that asks it
    gets a `RuntimeError`.
    """

    def __init__(
        self,
        style: str | PathLike[str] = "walk",
        rig: BoundRig | None = None,
        *,
        clip: Clip | None = None,
        scale: float = 1.0,
        upper_body: bool = True,
        ground: GroundHeight | None = None,
    ) -> None:
        _check_figure(rig, clip)
        self.walking = walking = _walking(style, rig, clip, scale, upper_body)
        joints, limbs = len(walking.rig.skeleton), len(walking.rig.names)
        self.rig = walking.rig
        self.scale = walking.scale
        self.pose = Pose(np.zeros((joints, 3)), np.zeros((joints, 4)), np.zeros(3), np.zeros(4))
        self.contacts = np.zeros(limbs)
        self.flat = np.zeros(limbs, np.bool_)
        self._leg = float(walking.lengths[:3].sum())
        self._at = np.zeros(3)
        self._ground = None if ground is None else _Ground(ground)
        self._walker = self._made(walking, self._ground)
        self.reset()

    def _made(self, walking: Walking, ground: GroundHeight | None) -> _walker.Walker:
        program, numbers, outputs, arena = gait_kernel.packed_reaction(walking.reaction, 1)
        body = walking.rig.skeleton
        assert self.pose.place is not None
        assert self.pose.turn is not None
        return _walker.Walker(
            walking.style,
            walking.sets,
            program,
            numbers.ravel(),
            outputs,
            arena,
            walking.lengths,
            walking.hips,
            walking.bones,
            np.array([walking.rig.names.index(name) for name in ("left", "right")], np.int32),
            body.parents,
            walking.plays,
            walking.parts,
            walking.shares,
            walking.translations,
            walking.rotations,
            walking.turns,
            walking.rig.pelvis,
            walking.carrier,
            walking.pelvis,
            walking.upright,
            walking.scale,
            walking.sways,
            ground,
            np.empty(4 * len(body)),
            *(self.pose.translations, self.pose.rotations, self.pose.place, self.pose.turn),
            self._at,
            self.contacts,
            self.flat.view(np.uint8),
        )

    @property
    def heading(self) -> float:
        """Where it goes, in rad about y, from z towards x; it goes on beyond half a turn."""
        return float(self._at[2])

    def reset(self, x: float = 0.0, z: float = 0.0, heading: float = 0.0) -> None:
        """Stand with both feet at a place in the world, in m, and face along `heading` in rad; `pose` shows it."""
        self._check_idle()
        if not (isfinite(x) and isfinite(z) and isfinite(heading)):
            raise DataError(f"reset: finite numbers wanted, got {x}, {z}, {heading}")
        if max(abs(x), abs(z)) > OUTERMOST:
            raise DataError(f"reset: at most {OUTERMOST:g} m from the origin wanted, got {x:g}, {z:g}")
        self._walker.reset(x, z, heading)
        self._walker.step(0.0, 0.0, 0.0, True)

    def step(self, dt: float, target: Target = Target()) -> Pose:  # noqa: B008 - it is frozen
        """Go on by `dt` seconds, 0 to 1, towards `target`; returns `pose`.

        Raises `DataError` for a time or a target that cannot be, and what `ground` raises; the figure is then as it
        was.
        """
        self._check_idle()
        self._check(dt, target)
        self._walker.step(dt, target.step, target.turn, target.halt)
        return self.pose

    def _check_idle(self) -> None:
        if self._ground is not None and self._ground.asked:
            raise RuntimeError("ground: it must not step or reset the gait that asks it")

    def _check(self, dt: float, target: Target) -> None:
        if not isinstance(target, Target):
            raise DataError(f"target: a Target wanted, got {target!r}", help="such as Target(step=0.6, turn=0.1)")
        if not 0.0 <= dt <= LONGEST:
            raise DataError(f"dt: 0 to {LONGEST:g} s since the step before wanted, got {dt}")
        longest = gait_kernel.LONG_STEP * self._leg
        if not 0.0 <= target.step <= longest:
            what = f"a step of {target.step:g} m is none for a leg of {self._leg:.3g} m"
            raise DataError(what, help=f"0 to {longest:.2g} m can be walked")
        if not isfinite(target.turn):
            raise DataError(f"turn: finite rad/s wanted, got {target.turn}")


def _check_figure(rig: BoundRig | None, clip: Clip | None) -> None:
    if rig is not None and not isinstance(rig, BoundRig):
        what = f"rig: a BoundRig wanted, got {type(rig).__name__}"
        raise DataError(what, help="find_rig(clip.skeleton).bind(clip.skeleton)")
    if clip is not None and not isinstance(clip, Clip):
        raise DataError(f"clip: a Clip wanted, got {type(clip).__name__}", help="footpipe.load(path) reads one")
    if rig is not None and clip is not None and rig.skeleton.names != clip.skeleton.names:
        raise DataError("clip: it has another skeleton than the rig", help="bind the rig to the clip's skeleton")


class _Ground:
    """A ground whose answers are heights, or nan; `asked` while it is about to answer."""

    def __init__(self, height: GroundHeight) -> None:
        if not callable(height):
            raise DataError(f"ground: a function of x and z wanted, got {height!r}", help="lambda x, z: 0.3 is level")
        self._height = height
        self.asked = False

    def __call__(self, x: float, z: float) -> float:
        self.asked = True
        try:
            answer = self._height(x, z)
        finally:
            self.asked = False
        try:
            found = float(answer)
        except (TypeError, ValueError):
            found = inf
        if abs(found) > HIGHEST:
            what = f"ground: a height of at most {HIGHEST:g} m wanted at x {x:.2f}, z {z:.2f}, got {answer!r}"
            raise DataError(what, help="nan where there is no ground")
        return found


def _walking(
    style: str | PathLike[str], rig: BoundRig | None, clip: Clip | None, scale: float, upper_body: bool
) -> Walking:
    generator = installed().stages[STAGE].stage
    if not isinstance(generator, Generator) or generator.live is None:
        raise DataError(
            f"{STAGE} cannot walk frame by frame", help="it is another's than footpipe's: remove that plugin"
        )
    return generator.live(style, rig, clip, scale, upper_body)
