"""Feet locked frame by frame, for an engine or a viewer: the only module that imports `footpipe._live`.

The same without Python is `native/include/footpipe/foot_locker.h`, where the method is explained.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias, cast

import numpy as np

from footpipe import kernel_checks as check
from footpipe.api import checked_params
from footpipe.arrays import Floats
from footpipe.clip import Clip
from footpipe.errors import DataError
from footpipe.foot_rule import FootRule, HoldSettings
from footpipe.registry import installed
from footpipe.rig import BoundRig

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

try:
    from footpipe import _live
except ImportError as error:
    raise ImportError(f"{check.missing_build(Path(__file__).resolve().parent)} ({error})") from error

STAGE = "lock.runtime"  # whose parameters the settings are
ORIGIN, UPRIGHT = np.zeros(3), np.array([0.0, 0.0, 0.0, 1.0])
UP = np.array([0.0, 1.0, 0.0])
NOWHERE, NO_WEIGHT = 1, 2  # what `_live` says

Ground: TypeAlias = "ArrayLike | tuple[ArrayLike, ArrayLike]"


class Pose(NamedTuple):
    """A character in one frame. C-contiguous float64 arrays; what steps it writes into them.

    translations  (J, 3) in the parent's space, the character's own unit
    rotations     (J, 4) xyzw, of unit length, in the parent's space
    place, turn   (3,) m and (4,) xyzw: the character in the world; None: at its origin, upright
    """

    translations: Floats
    rotations: Floats
    place: Floats | None = None
    turn: Floats | None = None

    @classmethod
    def of(cls, clip: Clip, frame: int) -> Pose:
        """A copy of one frame of a clip, to be changed; its metres per unit are `clip.placement.scale`."""
        at = clip.placement.pick([frame])
        return cls(clip.translations[frame].copy(), clip.rotations[frame].copy(), at.translation[0], at.rotation[0])


class LockSettings(HoldSettings, Protocol):
    """The parameters of `lock.runtime`."""

    stretch: float | Literal["limb", "article"]
    softening: float
    aim_foot: bool
    aim_toe: bool
    height_clamp: bool
    ground: float | Path | None


class FootLocker:
    """Locks the feet of one character, a frame at a time, as `lock.runtime` does a clip: to the last bit.

    rig         a character's legs
    settings    `lock.runtime`'s parameters as one object, or None: `parameters` are they, by name
    scale       metres per unit of the poses' translations

    Causal: no frame depends on a later one. `step` takes no memory beyond what is taken here.

    After each step `status` (L,) holds a `kernel.LegStatus` per limb, `miss` (L,) how far each toe stayed from its
    place in metres, and `locked` (L,) bool whether the foot is held. They are the same arrays all the time.

    Raises `GraphError` on a parameter that `lock.runtime` does not know, `DataError` on a `ground` that is a file, and
    on a skeleton that scales.
    """

    def __init__(
        self, rig: BoundRig, settings: LockSettings | None = None, *, scale: float = 1.0, **parameters: Any
    ) -> None:
        chosen = _settings(settings, parameters)
        rule, limbs = FootRule.of(chosen), len(rig.names)
        _refuse_scales(rig)
        self.rig = rig
        self.scale = scale
        self.status = np.zeros(limbs, np.uint8)
        self.miss = np.zeros(limbs)
        self.locked = np.zeros(limbs, np.bool_)
        self._contacts = np.zeros((limbs, len(rule.points)))
        self._heights, self._normals = np.zeros(limbs), np.tile(UP, (limbs, 1))
        skeleton = rig.skeleton
        self._feet = _live.Feet(
            skeleton.parents,
            rig.legs,
            rig.knee_axes,
            skeleton.rest_translations,
            skeleton.rest_rotations,
            _packed(chosen, rule, rig.floor),
            self._contacts,
            self._heights,
            self._normals,
            self.status,
            self.miss,
            self.locked.view(np.uint8),
        )

    def reset(self) -> None:
        """Forget everything: the next step is a first frame. For a teleport, or a motion that begins anew."""
        self._feet.reset()

    def step(self, pose: Pose, contacts: ArrayLike, dt: float, ground: Ground | None = None) -> None:
        """One frame: the rotations of hips, knees, ankles and toes in `pose.rotations` are replaced.

        contacts  (L,) weights from 0 to 1 by which toes touch, or ankles, as the setting `pivot` says; with "both"
                  (L, 2): toe, ankle
        dt        s since the step before; not read in the first
        ground    (L,) m: world height of the ground under each toe, nan where there is none; or a pair of that and
                  normals (L, 3). None: the setting `ground`

        Raises `DataError` on wrong shapes or types, a contact outside 0..1, and legs at places that are not finite;
        pose and feet are then as they were.
        """
        self._check(pose, dt)
        self._take_contacts(contacts)
        if ground is not None:
            self._take_ground(ground)
        place, turn = ORIGIN if pose.place is None else pose.place, UPRIGHT if pose.turn is None else pose.turn
        wrong = self._feet.step(pose.translations, pose.rotations, place, turn, self.scale, dt, ground is not None)
        if wrong == NO_WEIGHT:
            raise DataError(f"contacts: weights from 0 to 1 wanted, got {np.asarray(contacts).tolist()}")
        if wrong == NOWHERE:
            raise DataError("pose: a leg's joint is at no finite place", help="look for nan in the pose")

    def _check(self, pose: Pose, dt: float) -> None:
        joints = len(self.rig.skeleton)
        _array("pose.translations", pose.translations, (joints, 3))
        _array("pose.rotations", pose.rotations, (joints, 4))
        if not pose.rotations.flags.writeable:
            raise DataError("pose.rotations cannot be written into", help="give a copy, as Pose.of(clip, frame) is")
        if pose.place is not None:
            _array("pose.place", pose.place, (3,))
        if pose.turn is not None:
            _array("pose.turn", pose.turn, (4,))
        if not 0.0 <= dt < np.inf:
            raise DataError(f"dt: seconds since the step before wanted, got {dt}")

    def _take_contacts(self, contacts: ArrayLike) -> None:
        wanted = self._contacts if self._contacts.shape[1] > 1 else self._contacts[:, 0]
        _copy("contacts", contacts, wanted)

    def _take_ground(self, ground: Ground) -> None:
        if isinstance(ground, tuple):
            heights, normals = ground
            _copy("ground normals", normals, self._normals)
        else:
            heights = ground
            self._normals[...] = UP
        _copy("ground heights", heights, self._heights)


def _settings(settings: LockSettings | None, parameters: dict[str, Any]) -> LockSettings:
    if settings is not None and parameters:
        raise DataError(f"settings are given, and {', '.join(parameters)} besides", help="give one or the other")
    if settings is None:
        settings = cast(LockSettings, checked_params(installed().stages[STAGE].stage, parameters))
    if isinstance(settings.ground, Path):
        what = f"ground: a height in metres wanted, not the file {settings.ground}"
        raise DataError(what, help="give `step` the height and the normal of the ground under each foot")
    return settings


def _refuse_scales(rig: BoundRig) -> None:
    scales = rig.skeleton.rest_scales
    if scales is not None and (scales != 1.0).any():
        joint = rig.skeleton.joints[int(np.argwhere(scales != 1.0)[0, 0])]
        raise DataError(f"{joint} is scaled in the rest pose: a FootLocker steps skeletons without scales")


def _packed(settings: LockSettings, rule: FootRule, floor: float) -> _live.PackedLockerRule:
    stretch = settings.stretch
    assert not isinstance(settings.ground, Path)
    return {
        "foot": rule.packed(),
        "leg": {
            "reach": {
                "stretch": np.inf if isinstance(stretch, str) else stretch,
                "softening": settings.softening,
                "article": stretch == "article",
            },
            "aim_foot": settings.aim_foot,
            "aim_toe": settings.aim_toe,
        },
        "height_clamp": settings.height_clamp,
        "ground": np.nan if settings.ground is None else settings.ground,
        "floor": floor,
    }


def _array(name: str, array: Floats, shape: tuple[int, ...]) -> None:
    good = isinstance(array, np.ndarray) and array.dtype == np.float64 and array.flags.c_contiguous
    if not good or array.shape != shape:
        told = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
        raise DataError(f"{name}: a C-contiguous float64 array of shape {shape} wanted, got {told}")


def _copy(name: str, values: ArrayLike, out: NDArray[Any]) -> None:
    if np.shape(values) != out.shape:
        raise DataError(f"{name}: shape {out.shape} wanted, got {np.shape(values)}")
    out[...] = values
