"""Which skeleton of a stage is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pxr import Sdf, Usd, UsdSkel

from footpipe import hint
from footpipe_usd.binding import binding_of, is_animation
from footpipe_usd.opening import is_override
from footpipe_usd.tell import Teller, listed, named


def skeletons(stage: Any) -> list[Any]:
    """Every Skeleton prim of the stage, those inside instances too."""
    everything = Usd.PrimRange(stage.GetPseudoRoot(), Usd.TraverseInstanceProxies())
    return [prim for prim in everything if prim.IsA(UsdSkel.Skeleton)]


def choose(stage: Any, known: Sequence[Any], wanted: str | None, tell: Teller) -> Any:
    """Of the `known` skeletons that at `wanted` or below it; without it the only one, or the only one that moves.

    Raises `FileError` where there is none or a choice to make, with the list of them.
    """
    found = known if wanted is None else [prim for prim in known if prim.GetPath().HasPrefix(prim_path(wanted, tell))]
    if not found:
        raise _none(stage, known, wanted, tell)
    moving = [prim for prim in found if moves(prim)]
    if len(found) == 1 or len(moving) == 1:
        chosen = (found if len(found) == 1 else moving)[0]
        if len(found) > 1:
            tell.note(f"{named(chosen)} is the one of {len(found)} skeletons that moves")
        return chosen
    choices = [str(prim.GetPath()) for prim in moving or found]
    what = f"{len(moving)} skeletons move" if moving else f"of {len(found)} skeletons none has joints and an animation"
    raise tell.error(wanted or "/", f"{what}: {listed(choices, 20)}", _advice(choices[0]))


def _advice(path: str) -> str:
    return f'choose one: skeleton = "{path}", with footpipe fix --set before.skeleton={path}'


def moves(skeleton: Any) -> bool:
    """Whether a skeleton has joints, and an animation that USD would use."""
    targets = binding_of(skeleton).targets
    if not UsdSkel.Skeleton(skeleton).GetJointsAttr().Get() or len(targets) != 1:
        return False
    return is_animation(skeleton.GetStage().GetPrimAtPath(targets[0]))


def prim_path(wanted: str, tell: Teller) -> Any:
    """The path that a person gave. Raises `FileError` where it is none."""
    if not (Sdf.Path.IsValidPathString(wanted) and _is_prim(Sdf.Path(wanted))):
        raise tell.error(wanted, "is no path of a prim", 'such as skeleton = "/World/Hero/Skel"')
    return Sdf.Path(wanted)


def _is_prim(path: Any) -> bool:
    return path.IsAbsolutePath() and path.IsAbsoluteRootOrPrimPath()


def _none(stage: Any, known: Sequence[Any], wanted: str | None, tell: Teller) -> Exception:
    if known:
        paths = [str(prim.GetPath()) for prim in known]
        advice = hint(wanted or "", paths, "they are")
        return tell.error(wanted, "there is no skeleton at this path nor below it", advice)
    if is_override(stage.GetRootLayer()):
        return tell.error("/", "this is an override of footpipe alone", "open the wrapper beside it, or the shot")
    if missing := next((fault for prim in stage.TraverseAll() for fault in prim.GetPrimIndex().localErrors), None):
        advice = "see that what the stage refers to is there"
        return tell.error(wanted or "/", f"the stage has no Skeleton prim, and is not whole: {missing}", advice)
    return tell.error(wanted or "/", "the stage has no Skeleton prim", "footpipe reads UsdSkel; bake other rigs first")
