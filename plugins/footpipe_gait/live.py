"""A walk frame by frame: the style and the figure, as `footpipe.Gait` takes them."""

from __future__ import annotations

from os import PathLike

import numpy as np

from footpipe import BoundRig, Clip, Floats, Ints, Placement, Plays, Walking, carrier, find_rig, kernel
from footpipe_gait.figure import built_in
from footpipe_gait.legs import shape_of
from footpipe_gait.poses import UP, turn_about
from footpipe_gait.reactive import reaction
from footpipe_gait.standing import Standing, standing
from footpipe_gait.upper_body import heads, spine_of
from footpipe_gait.walk import LEGS, find_style


def live(
    style: str | PathLike[str], rig: BoundRig | None, clip: Clip | None, scale: float, upper_body: bool
) -> Walking:
    """A style by its name or file on a rig, or on the built-in figure; it stands as in its rest pose, or in `clip`."""
    stands = clip or (built_in() if rig is None else at_rest(rig, scale))
    bound = rig or find_rig(stands.skeleton).bind(stands.skeleton)
    figure, rules = standing(stands, bound), find_style(style)
    order = [bound.names.index(name) for name in LEGS]
    plays, parts, shares = roles(bound, figure, upper_body)
    ahead = turn_about(UP, -figure.heading)
    return Walking(
        rig=bound,
        style=rules.kernel_numbers(),
        sets=len(rules.poses),
        reaction=reaction(rules.rules),
        lengths=np.array(shape_of(figure).numbers),
        hips=figure.hips[order],
        bones=np.column_stack([figure.thighs, figure.shanks, figure.feet])[order],
        plays=plays,
        parts=parts,
        shares=shares,
        translations=np.ascontiguousarray(figure.translations),
        rotations=np.ascontiguousarray(figure.rotations),
        turns=np.ascontiguousarray(figure.turns),
        pelvis=figure.pelvis,
        carrier=carrier(stands, bound.pelvis),
        upright=kernel.multiply(ahead, stands.placement.rotation[stands.rest_rows % len(stands.placement.rotation)]),
        scale=stands.placement.scale,
        sways=upper_body,
    )


def at_rest(rig: BoundRig, scale: float) -> Clip:
    """One frame of a skeleton's rest pose; `scale` in m per unit."""
    body, placed = rig.skeleton, Placement(scale=scale)
    return Clip(body, body.rest_translations[None], body.rest_rotations[None], np.zeros(1), placement=placed)


def roles(rig: BoundRig, figure: Standing, upper_body: bool) -> tuple[Ints, Ints, Floats]:
    """What each joint plays, (J,) each: `Plays`, parts, shares."""
    body = rig.skeleton
    plays, parts = np.zeros((2, len(body)), np.int32)
    shares = np.zeros(len(body))
    plays[body.parents < 0] = Plays.AHEAD
    plays[rig.pelvis] = Plays.PELVIS
    if upper_body:
        spine = spine_of(body, rig.pelvis, [arm[0] for arm in figure.arms])
        plays[spine], shares[spine] = Plays.SPINE, np.linspace(0, 1, len(spine) + 1)[1:]
        plays[heads(body)] = Plays.AHEAD
    for side, arm in enumerate(figure.arms):
        swing = (Plays.UPPER_ARM, Plays.FOREARM) if upper_body else (Plays.AHEAD, Plays.AHEAD)
        plays[list(arm[:2])], parts[list(arm[:2])] = swing, side
    for side, name in enumerate(LEGS):
        joints = rig.legs[rig.names.index(name), :4]
        plays[joints], parts[joints] = Plays.LEG, 4 * side + np.arange(4)
    return plays, parts, shares
