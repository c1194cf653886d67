"""How a skeleton stands at rest."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from pxr import Vt

from footpipe import Floats, Ints
from footpipe_usd.matrices import Parts, take_apart
from footpipe_usd.tell import Teller, listed
from footpipe_usd.values import value_of

SKEW = 1e-3  # cosine: axes of a joint that are less square than this are refused


class Rest(NamedTuple):
    """Rest pose in the parents' space, file units: (J, 3), (J, 4) xyzw, (J, 3)."""

    translations: Floats
    rotations: Floats
    scales: Floats


def rest_of(skeleton: Any, joints: tuple[str, ...], parents: Ints, still: list[str], tell: Teller) -> Rest | None:
    """The rest pose; from the bind pose where there is none, or None without either.

    `still` are the joints that the animation leaves at rest: for them `restTransforms` must be there, each a scale,
    rotation and translation. Raises `FileError` where one is not, and on a length that does not fit.
    """
    attribute = skeleton.GetAttribute("restTransforms")
    matrices = _matrices(attribute, tell)
    if len(matrices) == 0:
        if still:
            told = f"is missing, and the animation leaves {len(still)} joints at rest: {listed(still)}"
            raise tell.error(attribute, told, "author restTransforms, or animate every joint")
        tell.note("no restTransforms: the rest pose is that of bindTransforms")
        return _from_bind(skeleton, joints, parents, tell)
    if len(matrices) != len(joints):
        told = f"has {len(matrices)} matrices for {len(joints)} joints"
        raise tell.error(attribute, told, "USD drops such a rest pose: one matrix for each joint")
    _check_finite(attribute, matrices, joints, tell)
    parts = take_apart(matrices)
    _check(attribute, parts, joints, set(still), tell)
    return _pose(parts)


def _matrices(attribute: Any, tell: Teller) -> Floats:
    return np.array(value_of(attribute, Vt.Matrix4dArray, tell) or np.empty((0, 4, 4)), np.float64)


def _from_bind(skeleton: Any, joints: tuple[str, ...], parents: Ints, tell: Teller) -> Rest | None:
    attribute = skeleton.GetAttribute("bindTransforms")
    bind = _matrices(attribute, tell)
    if len(bind) != len(joints):
        return None
    _check_finite(attribute, bind, joints, tell)
    if not np.linalg.det(bind).all():
        return None
    above = np.where((parents < 0)[:, None, None], np.eye(4), bind[parents])
    return _pose(take_apart(bind @ np.linalg.inv(above)))


def _check_finite(attribute: Any, matrices: Floats, joints: tuple[str, ...], tell: Teller) -> None:
    if not np.isfinite(matrices).all():
        joint = joints[int(np.argwhere(~np.isfinite(matrices))[0, 0])]
        raise tell.error(attribute, f"the matrix of {joint!r} is not finite", "every number must be finite")


def _check(attribute: Any, parts: Parts, joints: tuple[str, ...], still: set[str], tell: Teller) -> None:
    for joint, scale, skew in zip(joints, parts.scales, parts.skew, strict=True):
        if joint in still and not scale.all():
            raise tell.error(attribute, f"the matrix of {joint!r} scales to nothing", "a joint has some size")
        if joint in still and skew > SKEW:
            told = f"the matrix of {joint!r} is sheared: its axes are not square to each other"
            raise tell.error(attribute, told, "a joint scales, turns and moves; it cannot shear")


def _pose(parts: Parts) -> Rest:
    return Rest(parts.translations, parts.rotations, _exact(parts.scales))


def _exact(scales: Floats) -> Floats:
    """Scales without the last digits that taking matrices apart leaves."""
    return np.where(abs(scales - 1) < 1e-6, 1.0, scales)
