"""Joints of a skeleton, and of an animation, as USD has them: paths in token arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from pxr import Sdf, UsdSkel, Vt

from footpipe import Ints
from footpipe_usd.tell import Teller, listed, named
from footpipe_usd.values import value_of

FORM = "joints are relative paths of identifiers, such as 'Hips/LeftUpLeg': letters, digits, underscores"


def joint_paths(attribute: Any, tell: Teller) -> tuple[str, ...]:
    """The tokens of a `joints` attribute. Raises `FileError` on none, on one that is no path, or one given twice."""
    joints = tuple(str(token) for token in value_of(attribute, Vt.TokenArray, tell) or ())
    if not joints and attribute.GetNumTimeSamples():
        raise tell.error(attribute, "has time samples alone, which USD does not look at", "author its default value")
    if not joints:
        raise tell.error(attribute, "there are no joints", "list the joints")
    wrong = [joint for joint in joints if not is_joint(joint)]
    if wrong:
        told = f"{len(wrong)} of {len(joints)} joints are no well-formed paths: {listed(map(repr, wrong), 3)}"
        raise tell.error(attribute, f"{told}; USD makes each of them a root", FORM)
    if len(set(joints)) < len(joints):
        twice = next(joint for i, joint in enumerate(joints) if joint in joints[:i])
        raise tell.error(attribute, f"the joint {twice!r} stands there twice", "give each joint once")
    return joints


def parents_of(joints: tuple[str, ...], attribute: Any, tell: Teller) -> Ints:
    """(J,) index of each joint's nearest ancestor among the joints, -1 for a root.

    Raises `FileError` where one comes before it.
    """
    parents = np.array(UsdSkel.Topology(list(joints)).GetParentIndices(), np.int32)
    late = np.flatnonzero(parents >= np.arange(len(joints)))
    if late.size:
        joint, parent = (joints[i] for i in (late[0], parents[late[0]]))
        raise tell.error(attribute, f"the joint {joint!r} comes before its parent {parent!r}", "list parents first")
    return parents


def places_in(joints: tuple[str, ...], skeleton: tuple[str, ...], animation: Any, tell: Teller) -> Ints:
    """(A,) where an animation's joints are in the skeleton, -1 for those that it does not have."""
    index = {joint: i for i, joint in enumerate(skeleton)}
    places = np.array([index.get(joint, -1) for joint in joints], np.int32)
    if (places < 0).all():
        raise tell.error(animation, f"none of its joints is one of the skeleton's: {listed(joints, 3)}")
    if (places < 0).any():
        others = (joint for joint, at in zip(joints, places, strict=True) if at < 0)
        tell.note(f"{named(animation)} moves joints that the skeleton does not have: {listed(others)}")
    return places


def is_joint(joint: str) -> bool:
    """Whether USD takes a token as the path of a joint."""
    valid = bool(Sdf.Path.IsValidPathString(joint))
    return valid and Sdf.Path(joint).IsPrimPath() and not joint.startswith("/")
