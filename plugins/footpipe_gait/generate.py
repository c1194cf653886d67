"""`generate.fuzzy_gait`: a figure walks."""

from __future__ import annotations

from footpipe import BoundRig, Clip, find_rig
from footpipe_gait.figure import STATURE, built_in
from footpipe_gait.parameters import FuzzyGait

RATE = 60.0  # frames per second, without an input that tells


def fuzzy_gait(clip: Clip | None, rig: BoundRig | None, p: FuzzyGait) -> Clip:
    """A walk by a style of rules, over any ground, along any path, on the skeleton of the input or a figure of its own.

    A fuzzy controller turns thighs, shins, feet and toes from where they are, by rules that an artist can read and that
    are learned from people (`style`); see `footpipe gait`. The legs are as long as the figure's own. The contacts are
    exact: in `left.toe` and `right.toe` the toe joint does not slide at all, and rises by 2 cm at most while the foot
    rolls on; in `left.ankle` and `right.ankle` the whole foot lies flat, on a slope or a tread too. Other joints keep
    their places in their parents' space, so that the walk goes back into the file that the skeleton is from; pelvis,
    spine and arms swing against the legs, or keep still with `upper_body = false`.

    The figure begins where it stood in the input's first frame, on the rig's floor, and goes ahead. A `path` in a file
    begins at its first point; a `ground` in a file says how high. Without `steps` and `distance` it goes to the path's
    end, by steps as near to `step` as divide it evenly. Each foot has the ground of its own track, beside the path by
    as much as its hip, and in a bend the inner one goes less far. On `stairs` there is a foot on every tread: toes keep
    2.5 cm from the riser in front of them going up, heels from the one behind going down.

    The rest pose tells how the figure stands upright; where that does not stand, the frame with the straightest legs.
    Without an input it is a person by the shares of Drillis and Contini (1966), 1.75 m tall. Raises `DataError` for a
    step that the legs cannot take and a bend that is too sharp for the hips, `FileError` for files that cannot be
    followed, and `RigError` where there are not two legs with feet.
    """
    from footpipe_gait.making import made
    from footpipe_gait.walk import find_style

    given = clip or built_in(p.stature or STATURE)
    bound = rig or find_rig(given.skeleton).bind(given.skeleton)
    return made(find_style(p.style), given, bound, p, p.rate or (clip and clip.rate) or RATE)
