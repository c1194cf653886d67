"""Checks of what moves a skeleton: its binding, and the samples of its SkelAnimation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from pxr import Vt

from footpipe_usd.binding import binding_of, is_animation
from footpipe_usd.finding import Finding, found
from footpipe_usd.values import RETYPE, mistyped

OFF_UNIT = 1e-3  # how far a quaternion's length may be from 1
CHANNELS = {"translations": Vt.Vec3fArray, "rotations": Vt.QuatfArray, "scales": Vt.Vec3hArray}


def check_binding(skeleton: Any) -> Iterator[Finding]:
    """Findings of what binds an animation to a Skeleton prim."""
    bound = binding_of(skeleton)
    for rel in bound.ignored:
        advice = 'add to its prim: prepend apiSchemas = ["SkelBindingAPI"]'
        yield found(rel, "USD ignores this binding, since SkelBindingAPI is not applied to its prim", advice)
    if bound.rel is None or not bound.targets:
        return
    if len(bound.targets) > 1:
        what = f"has {len(bound.targets)} targets: {', '.join(map(str, bound.targets))}"
        yield found(bound.rel, what, "a skeleton has one animation: leave one target")
    elif not is_animation(skeleton.GetStage().GetPrimAtPath(bound.targets[0])):
        yield found(bound.rel, f"leads to <{bound.targets[0]}>, which is no SkelAnimation", "mend the target")


def animations_of(skeletons: list[Any]) -> list[tuple[Any, Any]]:
    """Each SkelAnimation prim that moves one of the skeletons, once, with the first such skeleton."""
    seen: dict[Any, tuple[Any, Any]] = {}
    for skeleton in skeletons:
        targets = binding_of(skeleton).targets
        animation = skeleton.GetStage().GetPrimAtPath(targets[0]) if len(targets) == 1 else None
        if is_animation(animation):
            seen.setdefault(targets[0], (animation, skeleton))
    return list(seen.values())


def check_animation(animation: Any, skeleton: Any) -> Iterator[Finding]:
    """Findings of one SkelAnimation prim that moves a Skeleton prim."""
    attribute = animation.GetAttribute("joints")
    value = attribute.Get()
    if told := mistyped(attribute, value, Vt.TokenArray):
        yield found(attribute, told, RETYPE)
        return
    joints = [str(joint) for joint in value or ()]
    if not joints:
        yield found(attribute, "the animation has no joints, so USD drops it", "list the joints that it moves")
        return
    value = skeleton.GetAttribute("joints").Get()
    if isinstance(value, Vt.TokenArray):  # else it is a finding of the skeleton's
        known = [str(joint) for joint in value]
        yield from _check_known(attribute, joints, set(known), skeleton)
        yield from _check_rest([joint for joint in known if joint not in set(joints)], skeleton)
    for name in CHANNELS:
        yield from _check_channel(animation.GetAttribute(name), joints)


def _check_known(attribute: Any, joints: list[str], known: set[str], skeleton: Any) -> Iterator[Finding]:
    """Joints that the skeleton does not have move nothing."""
    lost = [joint for joint in joints if joint not in known]
    if lost:
        what = f"{len(lost)} of {len(joints)} joints are none of <{skeleton.GetPath()}>, the first is {lost[0]!r}"
        yield found(attribute, what, "they move nothing: spell them as the skeleton does", "warning")


def _check_rest(still: list[str], skeleton: Any) -> Iterator[Finding]:
    """Joints that the animation does not hold need a rest pose to stand in."""
    attribute = skeleton.GetAttribute("restTransforms")
    if still and not attribute.HasValue():
        what = f"has no value, and the animation leaves out {len(still)} joints, the first is {still[0]!r}"
        yield found(attribute, what, "USD drops such a pose: author restTransforms, or animate every joint")


def _check_channel(attribute: Any, joints: list[str]) -> Iterator[Finding]:
    if not attribute.HasValue():
        yield found(attribute, "has no value, so USD drops the whole animation", "author it, as ones for scales")
        return
    for code in attribute.GetTimeSamples() or [0.0]:
        wrong = _wrong_sample(attribute, code, joints)
        if wrong:
            yield found(attribute, f"{wrong[0]} at time code {code:g}", wrong[1])
            return


def _wrong_sample(attribute: Any, code: float, joints: list[str]) -> tuple[str, str] | None:
    """The first thing wrong with one sample, and what to do; one finding an attribute is enough to start from."""
    value = attribute.Get(code)
    if told := mistyped(attribute, value, CHANNELS[attribute.GetName()]):
        return told, RETYPE
    if value is None or len(value) != len(joints):
        return f"has {len(value or ())} values for {len(joints)} joints", "USD drops such a pose: one value a joint"
    numbers = np.array(value, np.float64)
    bad = np.flatnonzero(~np.isfinite(numbers).all(axis=1))
    if bad.size:
        return f"the value of {joints[bad[0]]!r} is not finite", "every number must be finite"
    if attribute.GetName() == "rotations":
        lengths = np.linalg.norm(numbers, axis=1)
        off = int(abs(lengths - 1).argmax())
        if abs(lengths[off] - 1) > OFF_UNIT:
            return f"the quaternion of {joints[off]!r} is {lengths[off]:.4g} long, not 1", "normalise it: USD does not"
    if attribute.GetName() == "scales" and not numbers.all():
        joint = joints[int(np.argmin(abs(numbers).min(axis=1)))]
        return f"the scale of {joint!r} is 0", "a joint has some size, or skins collapse"
    return None
