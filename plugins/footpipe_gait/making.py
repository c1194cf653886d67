"""From a style and a figure to a clip of it walking."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from footpipe import BoundRig, Clip, tell_beyond
from footpipe_gait.assemble import assembled
from footpipe_gait.legs import Gait, place_legs, shape_of, still
from footpipe_gait.parameters import FuzzyGait
from footpipe_gait.planning import planned
from footpipe_gait.poses import facing, hips_of
from footpipe_gait.route import Origin
from footpipe_gait.shape import LegShape
from footpipe_gait.standing import Standing, standing
from footpipe_gait.style import Style
from footpipe_gait.track import Track
from footpipe_gait.upper_body import counter_motion, hanging_arms, upper_targets
from footpipe_gait.walk import LEGS, Walk, walk
from footpipe_gait.walker import Walker


def made(style: Style, clip: Clip, rig: BoundRig, p: FuzzyGait, rate: float) -> Clip:
    """The figure of `clip` walking as it is told, at `rate` frames per second. Raises as `generate.fuzzy_gait` does."""
    figure = standing(clip, rig)
    shape = shape_of(figure)
    route = planned(p, _walker(style, shape, figure, rig, p), _origin(clip, rig, p))
    walked = walk(
        style,
        shape,
        step=route.steps,
        steps=len(route.steps),
        rate=rate,
        start=p.start,
        stop=p.stop,
        land=route.land,
    )
    gait = _whole(figure, rig, walked, route.track(walked), p.upper_body)
    walking = assembled(clip, rig, figure, walked, gait, route.origin)
    assert walking.contacts is not None  # `assembled` gives them
    tell_beyond(route.ground, walking.positions(rig.toe), walking.contacts.select(rig.points("toe")).active())
    return walking


def _walker(style: Style, shape: LegShape, figure: Standing, rig: BoundRig, p: FuzzyGait) -> Walker:
    """What of the figure says where its feet can go; how it begins is seen in a step on level ground."""
    begun = walk(style, shape, step=p.step, steps=1, start=p.start, stop=False)
    aside = figure.hips[[rig.names.index(name) for name in LEGS], 0]
    return Walker(shape, aside, float(begun.pelvis[0, 0]))


def _origin(clip: Clip, rig: BoundRig, p: FuzzyGait) -> Origin:
    """Where the figure stands in the first frame of motion, on the floor, and where it is to go."""
    hips = clip.world.positions[clip.rest_rows, hips_of(rig)]
    place = hips.mean(axis=0)
    place[1] = rig.floor if p.ground is None or isinstance(p.ground, Path) else p.ground
    return Origin(place, float(facing(hips)) if p.heading is None else float(np.radians(p.heading)))


def _whole(figure: Standing, rig: BoundRig, walked: Walk, track: Track, upper_body: bool) -> Gait:
    """Legs, and what the rest does meanwhile."""
    headings = track.pelvis[:, 2]
    if upper_body:
        body = counter_motion(walked, figure)
        sway, upper = body.sway, upper_targets(body, figure, rig, headings)
    else:
        sway, upper = still(len(walked.times)), hanging_arms(figure, headings)
    gait = place_legs(walked, figure, rig, sway, track)
    return replace(gait, targets={**gait.targets, **upper})
