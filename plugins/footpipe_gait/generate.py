"""`generate.fuzzy_gait`: a figure walks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np

from footpipe import BoundRig, Clip, Fault, Params, find_rig, param
from footpipe_gait.figure import STATURE, built_in

RATE = 60.0  # frames per second, without an input that tells


class FuzzyGait(Params):
    """Parameters of `generate.fuzzy_gait`."""

    style: Literal["walk", "cmu_walk", "zombie", "paper"] | Path = param(
        "walk", doc="how to walk: a style that comes along, or a TOML file of one's own"
    )
    step: float = param(0.65, unit="m", gt=0, doc="from one foot to the other")
    steps: int = param(8, unit="steps", ge=1, le=100_000, doc="how many")
    distance: float | None = param(None, unit="m", gt=0, doc="how far to go instead, to the nearest whole step")
    rate: float | None = param(None, unit="frames/s", gt=0, le=1000, doc="the input's where left out, else 60")
    start: bool = param(True, doc="whether it begins from standing")
    stop: bool = param(True, doc="whether it comes to a stand at the end")
    heading: float | None = param(
        None, unit="deg", doc="where to go, about the vertical from z towards x; forward where left out"
    )
    upper_body: bool = param(True, doc="whether pelvis, spine and arms move against the legs; else they are still")
    stature: float | None = param(None, unit="m", gt=0, doc="height of the built-in figure; 1.75 when left out")

    def faults(self, inputs: Sequence[str]) -> list[Fault]:
        """Steps or a distance; a stature only without an input."""
        found = []
        if self.distance is not None and "steps" in self.model_fields_set:
            found.append(Fault("distance", "'steps' says already how far to go", "give one of them"))
        if inputs and self.stature is not None:
            found.append(Fault("stature", "the figure is that of the input clip", "leave it out"))
        return found


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
    from footpipe_gait.poses import facing, hips_of
    from footpipe_gait.standing import standing
    from footpipe_gait.track import straight
    from footpipe_gait.upper_body import counter_motion, hanging_arms, upper_targets
    from footpipe_gait.walk import walk

    given = clip or built_in(p.stature or STATURE)
    bound = rig or find_rig(given.skeleton).bind(given.skeleton)
    figure = standing(given, bound)
    walked = walk(
        p.style,
        shape_of(figure),
        step=p.step,
        steps=_steps(p),
        rate=p.rate or (clip and clip.rate) or RATE,
        start=p.start,
        stop=p.stop,
    )
    track = straight(walked)
    headings = track.pelvis[:, 2]
    if p.upper_body:
        body = counter_motion(walked, figure)
        sway, upper = body.sway, upper_targets(body, figure, bound, headings)
    else:
        sway, upper = still(len(walked.times)), hanging_arms(figure, headings)
    gait = place_legs(walked, figure, bound, sway, track)
    first = given.world.positions[given.rest_rows]
    heading = float(facing(first[hips_of(bound)])) if p.heading is None else float(np.radians(p.heading))
    return assembled(given, bound, figure, walked, replace(gait, targets={**gait.targets, **upper}), heading)


def _steps(p: FuzzyGait) -> int:
    """Landings; the last one, beside the other foot, leads no farther."""
    if p.distance is None:
        return p.steps
    return max(1, round(p.distance / p.step)) + p.stop
