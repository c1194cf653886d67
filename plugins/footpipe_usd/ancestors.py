"""Where a skeleton stands in the world: what all prims above it do, at every frame."""

from __future__ import annotations

from typing import Any

import numpy as np
from pxr import UsdGeom

from footpipe import Floats, Placement, kernel
from footpipe_usd.binding import upwards
from footpipe_usd.matrices import Parts, take_apart
from footpipe_usd.source import StageFacts
from footpipe_usd.tell import Teller, named

FARTHEST = 1e18  # units from the world's origin: what is beyond has no place any more
SQUARE = 1e-4  # of the scale: how far axes may be from equal and square, as matrices that went through text are
UPRIGHT = {"Y": (0.0, 0.0, 0.0, 1.0), "Z": (-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5))}  # takes the up axis to +y


def placement_of(skeleton: Any, codes: Floats, facts: StageFacts, tell: Teller) -> Placement:
    """Skeleton space to the world at the time codes (F,); one row where nothing above the skeleton moves.

    Raises `FileError` where it is scaled unevenly, sheared or mirrored, or where its scale changes.
    """
    matrices = _matrices(skeleton, codes)
    _check_finite(skeleton, matrices, codes, tell)
    if (matrices == matrices[:1]).all():
        matrices = matrices[:1]
    parts = take_apart(matrices)
    _check(skeleton, parts, codes, tell)
    upright, unit = np.array([UPRIGHT[facts.up_axis]]), facts.metres_per_unit
    return Placement(
        kernel.rotate(upright, parts.translations * unit),
        kernel.multiply(upright, parts.rotations),
        float(np.median(parts.scales)) * unit,
    )


def _matrices(skeleton: Any, codes: Floats) -> Floats:
    """(F, 4, 4) local to world."""
    cache = UsdGeom.XformCache()
    if not moved(skeleton):
        codes = codes[:1]
    found = []
    for code in codes.tolist():
        cache.SetTime(code)
        found.append(cache.GetLocalToWorldTransform(skeleton))
    return np.array(found, np.float64)


def moved(skeleton: Any) -> bool:
    """Whether anything above a skeleton, or the prim itself, may change over time."""
    placed = (UsdGeom.Xformable(prim) for prim in upwards(skeleton))
    return any(xform.TransformMightBeTimeVarying() for xform in placed if xform)


def tell_still(skeleton: Any, animation: Any, codes: Floats, tell: Teller) -> None:
    """Warn of a pose that is held while something above it moves: there are no frames to hold a foot in."""
    if len(codes) == 1 and moved(skeleton):
        what = f"has one sample, while what is above {named(skeleton)} moves: the clip is one frame"
        tell.warn(animation, what, "sample the animation over the time in which it moves")


def _check_finite(skeleton: Any, matrices: Floats, codes: Floats, tell: Teller) -> None:
    lost = ~(abs(matrices) < FARTHEST).all(axis=(1, 2))
    if lost.any():
        told = f"is moved out of all numbers by what is above it{_when(lost, codes)}"
        raise tell.error(skeleton, told, "mend the Xforms above: their numbers are not finite, or beyond measure")


def _check(skeleton: Any, parts: Parts, codes: Floats, tell: Teller) -> None:
    if (parts.scales < 0).any():
        told = f"is mirrored by what is above it{_when(parts.scales.min(1) < 0, codes)}"
        raise tell.error(skeleton, told, "mirror the animation instead: a limb cannot be solved inside out")
    mean = parts.scales.mean(1)
    uneven = np.ptp(parts.scales, axis=1) > SQUARE * mean
    if not mean.all() or uneven.any():
        scale = "(" + ", ".join(f"{s:.6g}" for s in parts.scales[int(np.argmax(uneven))]) + ")"
        told = f"is scaled by {scale} by what is above it{_when(uneven, codes)}"
        raise tell.error(skeleton, told, "only one scale for all axes can be held: mend the Xforms above")
    if (skewed := parts.skew > SQUARE).any():
        told = f"is sheared by what is above it{_when(skewed, codes)}"
        raise tell.error(skeleton, told, "mend the Xforms above: uneven scales over turns shear")
    if np.ptp(mean) > SQUARE * mean[0]:
        told = f"changes its size: what is above it scales it from {mean.min():.6g} to {mean.max():.6g}"
        raise tell.error(skeleton, told, "take the animated scale off the Xforms above, or put it on the root joint")


def _when(wrong: Any, codes: Floats) -> str:
    return "" if len(wrong) == 1 else f" at time code {codes[int(np.argmax(wrong))]:g}"
