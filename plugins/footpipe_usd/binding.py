"""Which animation moves a skeleton: the nearest binding from the Skeleton prim upwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pxr import UsdSkel

from footpipe_usd.tell import Teller, listed, named

SOURCE = "skel:animationSource"


@dataclass(frozen=True)
class Binding:
    """What binds a skeleton.

    rel      the relationship that counts, or None
    targets  paths that it leads to; none where it is blocked
    ignored  relationships that do not count, since their prims do not apply SkelBindingAPI
    """

    rel: Any
    targets: tuple[Any, ...]
    ignored: tuple[Any, ...]


def binding_of(skeleton: Any) -> Binding:
    """The nearest binding from the skeleton upwards."""
    ignored: list[Any] = []
    for prim in upwards(skeleton):
        rel = prim.GetRelationship(SOURCE)
        if not (rel and rel.HasAuthoredTargets()):
            continue
        if prim.HasAPI(UsdSkel.BindingAPI):
            return Binding(rel, tuple(rel.GetForwardedTargets()), tuple(ignored))
        ignored.append(rel)
    return Binding(None, (), tuple(ignored))


def animation_of(skeleton: Any, tell: Teller) -> Any:
    """The SkelAnimation prim that moves a skeleton. Raises `FileError` where there is none that USD would use."""
    found = binding_of(skeleton)
    _tell_ignored(found, skeleton, tell)
    if found.rel is None:
        raise tell.error(skeleton, f"nothing moves it: no {SOURCE} on it nor above it", "bind a SkelAnimation")
    if not found.targets:
        forwarded = found.rel.GetTargets()
        why = f"leads over {named(forwarded[0])} to nothing" if forwarded else "is blocked"
        raise tell.error(found.rel, f"{why}, so nothing moves the skeleton", "bind a SkelAnimation")
    if len(found.targets) > 1:
        told = f"has {len(found.targets)} targets: {listed(map(named, found.targets))}"
        raise tell.error(found.rel, told, "a skeleton has one animation: leave one target")
    animation = skeleton.GetStage().GetPrimAtPath(found.targets[0])
    if not is_animation(animation):
        raise tell.error(found.rel, f"leads to {named(found.targets[0])}, {_what_it_is(animation)}", "mend the target")
    return animation


def is_animation(prim: Any) -> bool:
    """Whether USD would take a prim as an animation."""
    return bool(prim and prim.IsActive() and prim.IsA(UsdSkel.Animation))


def upwards(prim: Any) -> Iterator[Any]:
    """A prim, and those above it."""
    while prim and not prim.IsPseudoRoot():
        yield prim
        prim = prim.GetParent()


def _tell_ignored(found: Binding, skeleton: Any, tell: Teller) -> None:
    for rel in found.ignored:
        what = "USD ignores it, since SkelBindingAPI is not applied to the prim"
        advice = f'add to {named(rel.GetPrim())}: prepend apiSchemas = ["SkelBindingAPI"]'
        if found.rel is None:
            raise tell.error(rel, f"{what}; nothing else moves {named(skeleton)}", advice)
        tell.warn(rel, f"{what}; {named(found.rel)} counts instead", advice)


def _what_it_is(prim: Any) -> str:
    if not prim:
        return "where there is no prim"
    if not prim.IsActive():
        return "a prim that is not active"
    return f"which is no SkelAnimation but {prim.GetTypeName() or 'a prim without type'}"
