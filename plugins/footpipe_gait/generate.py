"""`generate.fuzzy_gait`: a figure walks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from footpipe import BoundRig, Clip, find_rig
from footpipe_gait.figure import STATURE, built_in
from footpipe_gait.parameters import FuzzyGait

if TYPE_CHECKING:
    from footpipe_gait.route import Origin
    from footpipe_gait.shape import LegShape
    from footpipe_gait.standing import Standing
    from footpipe_gait.style import Style
    from footpipe_gait.walker import Walker

RATE = 60.0  # frames per second, without an input that tells


def fuzzy_gait(clip: Clip | None, rig: BoundRig | None, p: FuzzyGait) -> Clip:
    """A level walk by a style of rules, on the skeleton of the input or on a figure of its own.

    A fuzzy controller turns thighs, shins, feet and toes from where they are, by rules that an artist can read and that
    are learned from people (`style`); see `footpipe gait`. The legs are as long as the figure's own. The contacts are
    exact: in `left.toe` and `right.toe` the toe joint does not slide at all, and rises by 2 cm at most while the foot
    rolls on; in `left.ankle` and `right.ankle` the whole foot lies flat. Other joints keep their places in their
    parents' space, so that the walk goes back into the file that the skeleton is from; pelvis, spine and arms swing
    against the legs, or keep still with `upper_body = false`.

    The figure begins where it stood in the input's first frame, on the rig's floor. The rest pose tells how it stands
    upright; where that does not stand, the frame with the straightest legs. Without an input it is a person by the
    shares of Drillis and Contini (1966), 1.75 m tall. Raises `DataError` for a step that the legs cannot take, and
    `RigError` where there are not two legs with feet.
    """
    from footpipe_gait.assemble import assembled
    from footpipe_gait.legs import place_legs, shape_of, still
    from footpipe_gait.planning import planned
    from footpipe_gait.standing import standing
    from footpipe_gait.upper_body import counter_motion, hanging_arms, upper_targets
    from footpipe_gait.walk import find_style, walk

    given = clip or built_in(p.stature or STATURE)
    bound = rig or find_rig(given.skeleton).bind(given.skeleton)
    figure = standing(given, bound)
    style, shape, rate = find_style(p.style), shape_of(figure), p.rate or (clip and clip.rate) or RATE
    route = planned(p, _walker(style, shape, figure, bound, p), _origin(given, bound, p))
    walked = walk(
        style,
        shape,
        step=float(route.steps[0]),
        steps=len(route.steps),
        rate=rate,
        start=p.start,
        stop=p.stop,
        land=route.land,
    )
    track = route.track(walked)
    headings = track.pelvis[:, 2]
    if p.upper_body:
        body = counter_motion(walked, figure)
        sway, upper = body.sway, upper_targets(body, figure, bound, headings)
    else:
        sway, upper = still(len(walked.times)), hanging_arms(figure, headings)
    gait = place_legs(walked, figure, bound, sway, track)
    gait = replace(gait, targets={**gait.targets, **upper})
    return assembled(given, bound, figure, walked, gait, route.origin)


def _walker(style: Style, shape: LegShape, figure: Standing, rig: BoundRig, p: FuzzyGait) -> Walker:
    """What of the figure says where its feet can go; how it begins is seen in a step on level ground."""
    from footpipe_gait.walk import LEGS, walk
    from footpipe_gait.walker import Walker

    begun = walk(style, shape, step=p.step, steps=1, start=p.start, stop=False)
    aside = figure.hips[[rig.names.index(name) for name in LEGS], 0]
    return Walker(shape, aside, float(begun.pelvis[0, 0]))


def _origin(clip: Clip, rig: BoundRig, p: FuzzyGait) -> Origin:
    """Where the figure stands in the first frame of motion, on the floor, and where it is to go."""
    from footpipe_gait.poses import facing
    from footpipe_gait.route import Origin

    hips = clip.world.positions[clip.rest_rows, rig.hip]
    place = hips.mean(axis=0)
    place[1] = rig.floor if p.ground is None or isinstance(p.ground, Path) else p.ground
    return Origin(place, float(facing(hips)) if p.heading is None else float(np.radians(p.heading)))
