"""Finding the legs of any skeleton: by the names of its joints, else by its shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

import numpy as np

from footpipe import kernel
from footpipe.arrays import Floats
from footpipe.clip import Clip
from footpipe.errors import RigError, place
from footpipe.rig import Limb, Rig, Side
from footpipe.rig_names import ARMS, FAMILIES, RigNames, SidedName, take_apart
from footpipe.skeleton import END, Skeleton

ALIKE = 0.05  # legs of one pair have bones of the same length, within this share
SHORTEST_BONE = 0.25  # a thigh or shin is at least this share of the two


def find_rig(skeleton: Skeleton, names: Iterable[RigNames] = ()) -> Rig:
    """The two legs of a skeleton, called `left` and `right`.

    Looks for the joint names of `names`, then of the families that footpipe knows (`rig_names.FAMILIES`), then for
    the longest pair of equal limbs. `Rig.origin` tells which it was. Raises `RigError` where there are no legs.
    """
    for family in (*names, *FAMILIES):
        legs = _limbs_by_names(skeleton, family)
        if legs:
            return _rig(skeleton, legs, f"by names ({family.family})", family.toe)
    legs = _legs_by_shape(skeleton)
    if legs:
        return _rig(skeleton, legs, "by shape", ())
    raise RigError(
        "no legs found: neither usual joint names nor two equal limbs",
        help="name them in a [rigs.x] table: limbs.left = { hip = ..., knee = ..., ankle = ..., toe = ... }",
    )


def find_rig_of(clip: Clip, names: Iterable[RigNames] = ()) -> Rig:
    """The same of a clip: where there are no legs, the `RigError` names its file, as far as that is known."""
    try:
        return find_rig(clip.skeleton, names)
    except RigError as fault:
        fault.where = fault.where or (place(clip.file) if clip.file else None)
        raise


Chain = tuple[int, int, int]  # hip, knee, ankle


def find_arms(skeleton: Skeleton) -> dict[Side, tuple[int, int, int]]:
    """Joint indices of shoulder, elbow and wrist of both arms, by their names; empty where these are not found."""
    return _limbs_by_names(skeleton, ARMS)


def _rig(skeleton: Skeleton, legs: dict[Side, Chain], origin: str, toes: Sequence[str]) -> Rig:
    limbs: dict[str, Limb] = {}
    notes = []
    for side, (hip, knee, ankle) in legs.items():
        toe, toe_end, note = find_toe(skeleton, ankle, toes)
        path = skeleton.joints.__getitem__
        tip = None if toe_end is None else path(toe_end)
        limbs[side] = Limb(path(hip), path(knee), path(ankle), path(toe), tip, side)
        notes.append(note)
    note = next((f"; {note}" for note in notes if note), "")
    return Rig(limbs, origin=origin + note, found=True)


# By names


def _limbs_by_names(skeleton: Skeleton, family: RigNames) -> dict[Side, Chain]:
    names = [take_apart(name) for name in skeleton.names]
    legs: dict[Side, Chain] = {}
    sides: tuple[Side, ...] = ("left", "right")
    for side in sides:
        found = next(_chains(skeleton, names, side, family), None)
        if found is None:
            return {}
        legs[side] = found
    return legs


def _chains(skeleton: Skeleton, names: Sequence[SidedName], side: str, family: RigNames) -> Iterator[Chain]:
    """Hip, knee, ankle of one side that share a prefix, or the beginning of one, and hang below one another."""
    for ankle, (its_side, core) in enumerate(names):
        for name in family.ankle:
            if its_side != side or not core.endswith(name):
                continue
            prefix = core.removesuffix(name)
            above = [j for j in skeleton.ancestors(ankle) if names[j].side == side]
            knee = next((j for j in above if _is_called(names[j].core, prefix, family.knee)), None)
            hip = next((j for j in above if _is_called(names[j].core, prefix, family.hip) and j != knee), None)
            if knee is not None and hip is not None and knee in above[: above.index(hip)]:
                yield hip, knee, ankle


def _is_called(core: str, prefix: str, names: Sequence[str]) -> bool:
    """Whether a joint has one of the names after the prefix, or after one of which one begins with the other.

    Programs put a further prefix on some joints alone: "Fight_RightLeg" with "Fight_s_genrig_RightFoot".
    """
    own = [core.removesuffix(name) for name in names if core.endswith(name)]
    return any(o == prefix or (o and prefix and (o.startswith(prefix) or prefix.startswith(o))) for o in own)


# Toes


def find_toe(skeleton: Skeleton, ankle: int, names: Sequence[str] = ()) -> tuple[int, int | None, str]:
    """Joint at the ball of the foot, the tip beyond it (or None), and a word where there was a choice to make.

    Of several toes the one in the middle; without toes the foot's End Site, else the ankle itself.
    """
    below = [j for j in skeleton.children[ankle] if "heel" not in skeleton.names[j].lower()]
    toes = [j for j in below if not _is_end(skeleton, j)]
    named = [j for name in names for j in toes if take_apart(skeleton.names[j]).core.endswith(name)]
    if named:
        return named[0], _tip(skeleton, named[0]), ""
    if toes:
        toe = _middle(skeleton, toes)
        word = f"{len(toes)} toes, {skeleton.names[toe]} in the middle is locked" if len(toes) > 1 else ""
        return toe, _tip(skeleton, toe), word
    if below:
        return below[0], None, "no toe joints: the feet's End Sites are locked"
    return ankle, None, "no toes: the ankles are locked"


def _is_end(skeleton: Skeleton, joint: int) -> bool:
    return skeleton.names[joint].split("#")[0] == END and not skeleton.children[joint]


def _middle(skeleton: Skeleton, joints: Sequence[int]) -> int:
    places = skeleton.rest_translations[list(joints)]
    return joints[int(np.argmin(np.linalg.norm(places - places.mean(0), axis=1)))]


def _tip(skeleton: Skeleton, toe: int) -> int | None:
    """The toe's farthest child; None where there is none or it lies on the toe."""
    reach = {j: float(np.linalg.norm(skeleton.rest_translations[j])) for j in skeleton.children[toe]}
    best = max(reach, key=lambda j: reach[j], default=None)
    return best if best is not None and reach[best] > 0 else None


# By shape


def find_pairs(skeleton: Skeleton) -> Iterator[tuple[Chain, Chain]]:
    """Pairs of limbs that hang from one joint with bones of equal length, each as indices of hip, knee and ankle."""
    depth = _depths(skeleton)
    for children in skeleton.children:
        limbs = [chain for child in children if (chain := _limb(skeleton, child, depth))]
        yield from ((one, other) for one, other in combinations(limbs, 2) if _are_alike(skeleton, one, other))


def _legs_by_shape(skeleton: Skeleton) -> dict[Side, Chain]:
    """The longest pair of limbs; arms are shorter than legs."""
    longest = max(find_pairs(skeleton), key=lambda pair: _lengths(skeleton, *pair).sum(), default=None)
    return _with_sides(skeleton, longest) if longest else {}


def _limb(skeleton: Skeleton, start: int, depth: Floats) -> Chain | None:
    """Hip, knee, ankle: the two longest bones in a row on the way down from `start`."""
    way = [start]
    while skeleton.children[way[-1]]:
        way.append(max(skeleton.children[way[-1]], key=lambda j: float(depth[j])))
    bones = [_bone(skeleton, j) for j in way[1:]]
    pairs = [(a + b, i) for i, (a, b) in enumerate(pairwise(bones)) if min(a, b) > SHORTEST_BONE * (a + b)]
    if not pairs:
        return None
    _, at = max(pairs)
    return way[at], way[at + 1], way[at + 2]


def _bone(skeleton: Skeleton, joint: int) -> float:
    return float(np.linalg.norm(skeleton.rest_translations[joint]))


def _depths(skeleton: Skeleton) -> Floats:
    """(J,) length of the longest way down from each joint's parent through it."""
    depth: Floats = np.linalg.norm(skeleton.rest_translations, axis=1)
    below: Floats = np.zeros(len(skeleton))
    for joint in range(len(skeleton) - 1, 0, -1):
        if (parent := skeleton.parents[joint]) >= 0:
            below[parent] = max(below[parent], depth[joint] + below[joint])
    return depth + below


def _lengths(skeleton: Skeleton, *limbs: Chain) -> Floats:
    """(L, 2) of thigh and shin."""
    return np.array([[_bone(skeleton, j) for j in limb[1:]] for limb in limbs])


def _are_alike(skeleton: Skeleton, one: Chain, other: Chain) -> bool:
    lengths = _lengths(skeleton, one, other)
    return bool((abs(lengths[0] - lengths[1]) <= ALIKE * lengths.max(0)).all())


def _with_sides(skeleton: Skeleton, limbs: Sequence[Chain]) -> dict[Side, Chain]:
    """Left and right by name, else by which lies where in the rest pose."""
    one, other = limbs
    side = take_apart(skeleton.names[one[0]]).side or _side_at_rest(skeleton, one, other)
    return {"left": one, "right": other} if side == "left" else {"left": other, "right": one}


def _side_at_rest(skeleton: Skeleton, one: Chain, other: Chain) -> Side:
    """Which side `one` is of: up cross forward points to the left; forward is where the feet point."""
    rest = rest_positions(skeleton)
    up = sum(rest[limb[0]] - rest[limb[2]] for limb in (one, other))
    forward = sum(rest[find_toe(skeleton, limb[2])[0]] - rest[limb[2]] for limb in (one, other))
    return "left" if np.dot(np.cross(up, forward), rest[one[0]] - rest[other[0]]) >= 0 else "right"


def rest_positions(skeleton: Skeleton) -> Floats:
    """(J, 3) where the joints are at rest, in skeleton space and file units."""
    still, upright = np.zeros((1, 3)), np.array([[0.0, 0, 0, 1]])
    moves, turns = skeleton.rest_translations[None], skeleton.rest_rotations[None]
    scales = None if skeleton.rest_scales is None else skeleton.rest_scales[None]
    positions, _ = kernel.forward(moves, turns, skeleton.parents, still, upright, 1.0, scales=scales)
    first: Floats = positions[0]
    return first
