"""Walks put on a figure, with checks: the only module that imports `footpipe._figure`.

The storeys are those of `footpipe.kernel`; the method is in `native/include/footpipe/gait_figure.h`. F frames. x to the
left, y up, z forward, m; headings rad about y, from z towards x; legs left, right.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from footpipe import kernel_checks as check
from footpipe.arrays import Floats
from footpipe.errors import DataError

try:
    from footpipe import _figure
except ImportError as error:
    raise ImportError(f"{check.missing_build(Path(__file__).resolve().parent)} ({error})") from error


class PlacedLegs(NamedTuple):
    """Where pelvis and legs are; rotations are xyzw, in the world, from how the figure stands upright facing z.

    middle  (F, 3) m, between the hip joints
    pelvis  (F, 4)
    legs    (F, 2, 4, 4) of hips, knees, ankles, toes
    """

    middle: Floats
    pelvis: Floats
    legs: Floats


class Swayed(NamedTuple):
    """What pelvis, chest and arms do besides going along, of a walk along z.

    yaw     (F,) rad about y: the left hip goes back
    roll    (F,) rad about z: the left hip goes up
    aside   (F,) m to the left
    chest   (F,) rad about y
    arms    (F, 2) rad forward
    elbows  (F, 2) rad, bend
    """

    yaw: Floats
    roll: Floats
    aside: Floats
    chest: Floats
    arms: Floats
    elbows: Floats


def place_legs(
    hips: ArrayLike,
    bones: ArrayLike,
    pelvis: ArrayLike,
    before: ArrayLike,
    after: ArrayLike,
    share: ArrayLike,
    feet: ArrayLike,
) -> PlacedLegs:
    """Legs whose toe joints are where a walk has them, beside spots on the ground, and whose knees bend as in the walk.

    hips    (2, 3) m from the middle between them, of the figure that stands
    bones   (2, 4) m: thigh, shank, and from the ankle to the toe joint forward and down
    pelvis  (F, 7) its place in m to the left and forward, and heading; height of the hips in the walk; and what it does
            besides: yaw and roll in rad, m aside to the left
    before  (F, 2, 4) the spot that each foot comes from: m left and forward, heading, and x in the walk
    after   (F, 2, 4) the one that it goes to
    share   (F, 2) of the way from the one to the other, 0 or 1 of a foot on the ground
    feet    (F, 2, 5) toe joint in the walk, x and y in m; rad by which foot and toe point up; the knee's flexion in rad

    Raises `DataError` on a wrong shape, and on bones without length.
    """
    sizes: check.Sizes = {}
    given = (
        check.floats("hips", hips, "2 3", sizes),
        check.floats("bones", bones, "2 4", sizes),
        check.floats("pelvis", pelvis, "F 7", sizes),
        check.floats("before", before, "F 2 4", sizes),
        check.floats("after", after, "F 2 4", sizes),
        check.floats("share", share, "F 2", sizes),
        check.floats("feet", feet, "F 2 5", sizes),
    )
    if not (given[1][:, :2] > 0).all():
        raise DataError("bones: thighs and shanks longer than 0 m wanted")
    frames = sizes["F"]
    out = PlacedLegs(np.empty((frames, 3)), np.empty((frames, 4)), np.empty((frames, 2, 4, 4)))
    if frames:
        _figure.place(*given, *out)
    return out


def sway(leg: float, half_hips: float, angles: ArrayLike, weight: ArrayLike) -> Swayed:
    """A simple counter-motion to the legs, as `walker_sway.h` tells.

    leg        m, thigh and shank
    half_hips  m, of a hip from the middle
    angles     (F, 2, 4) rad: hip, knee, ankle, toe
    weight     (F,) 1 on the left foot .. -1 on the right one

    Raises `DataError` on a wrong shape, and on hips without a width.
    """
    if not (leg > 0 and half_hips > 0):
        raise DataError(f"sway: a leg and hips wider than 0 m wanted, got {leg} and {half_hips}")
    sizes: check.Sizes = {}
    rows, on = check.floats("angles", angles, "F 2 4", sizes), check.floats("weight", weight, "F", sizes)
    out = np.empty((len(rows), 8))
    if len(rows):
        _figure.sway(leg, half_hips, rows, on, out)
    yaw, roll, aside, chest = out[:, :4].T.copy()
    return Swayed(yaw, roll, aside, chest, out[:, 4:6], out[:, 6:])
