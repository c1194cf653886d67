"""Whether a rig's limbs are the two legs of one who walks on two."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from footpipe import BoundRig, Clip, Floats, RigError, Skeleton, find_pairs
from footpipe_gait.poses import UP, Pose

Chain = tuple[int, int, int]  # hip, knee, ankle

ACROSS = 0.5  # of the way from hip to hip lies across the feet, at least
TOLD = 0.5  # of a leg is downwards, of a foot is level, where feet tell what is ahead
UNLIKE = 1.5  # times as long may one leg be as the other
NEAR_GROUND = 0.15  # of the leg above the feet: a limb that ends there stands on the ground
AWAY = 0.25  # of the leg on the ground plan from the hips: a limb that begins there is no leg of theirs
JOINTS = ("hip", "knee", "ankle", "toe")


def check_biped(rig: BoundRig) -> None:
    """Raise `RigError` where the rig has not two legs, left and right, with feet."""
    if set(rig.names) != {"left", "right"}:
        raise RigError(f"a walk needs two legs, 'left' and 'right', and the rig has {', '.join(rig.names)}")
    for name, ankle, toe in zip(rig.names, rig.ankle, rig.toe, strict=True):
        if ankle == toe:
            raise RigError(
                f"limb '{name}' has no foot: nothing hangs below '{rig.skeleton.joints[ankle]}'",
                help="name its toe in a [rigs.x] table",
            )


def check_pair(clip: Clip, rig: BoundRig, pose: Pose) -> None:
    """Raise `RigError` where its legs are not side by side or alike; `pose` is how the figure stands.

    The same where they were found, by nobody's word, and two more limbs stand on the ground beside them.
    """
    wrong = _unlike(clip, rig, pose)
    if wrong:
        limbs = " and ".join(f"{name} ({_told(rig, leg)})" for name, leg in zip(rig.names, rig.legs, strict=True))
        raise RigError(f"{limbs} are no pair of legs: {wrong}", help=_advice(*(f"{part} = ..." for part in JOINTS)))
    fore = _fore_limbs(rig, pose) if rig.rig.found else ()
    if fore:
        limbs = "; ".join(_told(rig, limb) for limb in (*rig.legs, *fore))
        left = rig.legs[rig.names.index("left")]
        parts = [f'{part} = "{rig.skeleton.names[joint]}"' for part, joint in zip(JOINTS, left, strict=False)]
        raise RigError(f"a walk is for two legs, and four limbs stand on the ground: {limbs}", help=_advice(*parts))


def _told(rig: BoundRig, limb: Iterable[int]) -> str:
    return " > ".join(rig.skeleton.names[joint] for joint in limb if joint >= 0)


def _advice(*parts: str) -> str:
    return f"say which two walk in a [rigs.x] table: limbs.left = {{ {', '.join(parts)} }}, and limbs.right likewise"


def _unlike(clip: Clip, rig: BoundRig, pose: Pose) -> str | None:
    """What two legs have that are no pair."""
    lengths = _lengths(rig, pose)
    if lengths.max() > UNLIKE * lengths.min():
        return "one is much longer than the other"
    across = _across(clip.world.positions[clip.rest_rows :], rig)
    return "one hip is behind the other, or above it" if across.size and np.median(across) < ACROSS else None


def _across(at: Floats, rig: BoundRig) -> Floats:
    """(N,) 1 where the hips of joints (F, J, 3) are side by side, 0 where one is behind the other or above it.

    Seen from where the feet point: in frames in which both legs hang down, and feet do not.
    """
    hips, feet = at[:, rig.hip[0]] - at[:, rig.hip[1]], (at[:, rig.toe] - at[:, rig.ankle]).sum(axis=1)
    aside = np.cross(UP, feet)
    told = _hang(at, rig) & (np.linalg.norm(aside, axis=1) > TOLD * np.linalg.norm(feet, axis=1))
    sizes = np.linalg.norm(hips, axis=1) * np.linalg.norm(aside, axis=1)
    found: Floats = abs((hips * aside).sum(axis=1))[told] / sizes[told]
    return found


def _hang(at: Floats, rig: BoundRig) -> NDArray[np.bool_]:
    """(...) whether both legs of joints (..., J, 3) are rather below the hips than beside them."""
    legs = at[..., rig.hip, :] - at[..., rig.ankle, :]
    return (legs[..., 1] > TOLD * np.linalg.norm(legs, axis=-1)).all(axis=-1)


def _lengths(rig: BoundRig, pose: Pose) -> Floats:
    """(L,) m, of thigh and shin."""
    bones = np.diff(pose.at[rig.legs[:, :3]], axis=1)
    lengths: Floats = np.linalg.norm(bones, axis=-1).sum(axis=1)
    return lengths


def _fore_limbs(rig: BoundRig, pose: Pose) -> tuple[Chain, ...]:
    """Two limbs alike, away from the hips, that end as low as the feet; none where there are not."""
    if not _hang(pose.at, rig):
        return ()
    leg = _lengths(rig, pose).mean()
    ground = pose.at[rig.toe, 1].min() + NEAR_GROUND * leg
    middle = pose.at[rig.hip].mean(axis=0)
    for pair in find_pairs(rig.skeleton):
        tops = pose.at[[limb[0] for limb in pair]] - middle
        ends = [pose.at[_under(rig.skeleton, ankle), 1].min() for _, _, ankle in pair]
        if np.hypot(tops[:, 0], tops[:, 2]).min() > AWAY * leg and max(ends) < ground:
            return pair
    return ()


def _under(skeleton: Skeleton, joint: int) -> list[int]:
    """A joint and all below it."""
    return [joint, *(other for other in range(joint + 1, len(skeleton)) if joint in skeleton.ancestors(other))]
