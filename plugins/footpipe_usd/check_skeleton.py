"""Checks of Skeleton prims: what USD's own validators do not look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from pxr import UsdSkel, Vt

from footpipe_usd.finding import Finding, found
from footpipe_usd.topology import is_joint
from footpipe_usd.values import RETYPE, mistyped

FLAT = 1e-9  # of a matrix's largest number, cubed: a determinant below it, and nothing can be taken back through


def check_skeleton(prim: Any) -> Iterator[Finding]:
    """Findings of one Skeleton prim: its topology, and the lengths and numbers of its poses."""
    skeleton = UsdSkel.Skeleton(prim)
    joints = skeleton.GetJointsAttr().Get()
    if told := mistyped(skeleton.GetJointsAttr(), joints, Vt.TokenArray):
        yield found(skeleton.GetJointsAttr(), told, RETYPE)
        return
    if not joints:
        yield found(skeleton.GetJointsAttr(), "the skeleton has no joints", "list them, or remove the prim", "warning")
        return
    yield from check_joints(skeleton.GetJointsAttr())
    for attribute in (skeleton.GetRestTransformsAttr(), skeleton.GetBindTransformsAttr()):
        if attribute.HasValue():
            yield from _check_pose(attribute, [str(joint) for joint in joints])
    if not skeleton.GetBindTransformsAttr().HasValue():
        yield found(skeleton.GetBindTransformsAttr(), "has no value", "author it: skins hang on it", "warning")
    names = skeleton.GetJointNamesAttr()
    given = names.Get()
    if told := mistyped(names, given, Vt.TokenArray):
        yield found(names, told, RETYPE)
    elif given and len(given) != len(joints):
        yield found(names, f"has {len(given)} names for {len(joints)} joints", "give each joint a name, or none")


def check_joints(attribute: Any) -> Iterator[Finding]:
    """Findings of a `joints` attribute: what is no path, stands there twice, or comes before its parent."""
    joints = [str(joint) for joint in attribute.Get() or ()]
    wrong = [joint for joint in joints if not is_joint(joint)]
    if wrong:
        what = f"{len(wrong)} of {len(joints)} joints are no well-formed paths, the first is {wrong[0]!r}"
        yield found(attribute, what, "USD makes each of them a root: write paths such as Hips/LeftUpLeg")
        return
    twice = next((joint for i, joint in enumerate(joints) if joint in joints[:i]), None)
    if twice is not None:
        yield found(attribute, f"the joint {twice!r} stands there twice", "give each joint once")
    parents = UsdSkel.Topology(joints).GetParentIndices()
    late = next((joint for joint, parent in enumerate(parents) if parent >= joint), None)
    if late is not None:
        what = f"the joint {joints[late]!r} comes before its parent {joints[parents[late]]!r}"
        yield found(attribute, what, "USD cannot pose such a skeleton: list parents first")


def _check_pose(attribute: Any, joints: list[str]) -> Iterator[Finding]:
    matrices = attribute.Get()
    if told := mistyped(attribute, matrices, Vt.Matrix4dArray):
        yield found(attribute, told, RETYPE)
        return
    if len(matrices) != len(joints):
        yield found(attribute, f"has {len(matrices)} matrices for {len(joints)} joints", "write one for each joint")
        return
    numbers = np.array(matrices, np.float64)
    for joint, matrix in zip(joints, numbers, strict=True):
        if not np.isfinite(matrix).all():
            yield found(attribute, f"the matrix of {joint!r} is not finite", "every number must be finite")
            return
        if abs(np.linalg.det(matrix[:3, :3])) <= FLAT * abs(matrix[:3, :3]).max() ** 3:
            yield found(attribute, f"the matrix of {joint!r} has no inverse", "a joint has some size in each direction")
            return
