"""`detect.adaptive`: contacts also where feet slide, by taking off the slide that all of them share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from footpipe import OFF, ON, BoundRig, Clip, Contacts, Detection, Floats, Params, param
from footpipe_contacts.chain import cheapest_path
from footpipe_contacts.even import judged
from footpipe_contacts.evidence import SURE, confidence, evidence, upright
from footpipe_contacts.feet import Feet, feet_of
from footpipe_contacts.slide import shared_slide
from footpipe_contacts.tell import tell

if TYPE_CHECKING:
    from numpy.typing import NDArray

ADVICE = "a foot without contact is not locked: see whether it is ever low and slow, or label it with detect.labels"
BELOW = OFF - 0.01  # the most that a frame without contact gets
SWITCH = 1.0  # log odds that a touch-down or a lift-off needs: a clear sign over half of `reaction`


class Adaptive(Params):
    """Parameters of `detect.adaptive`."""

    speed: float = param(
        0.27,
        unit="m/s",
        gt=0,
        doc="of a foot that may stand or not, once the shared slide is off; 0.2 to 0.5 is useful",
    )
    height: float = param(
        0.05, unit="m", ge=0, doc="how high a toe on the ground rolls; higher ones speak against contact"
    )
    reaction: float = param(
        0.05,
        unit="s",
        gt=0,
        doc="over so long a frame's evidence counts once: shorter sees shorter contacts, and more blips",
    )
    slide: Literal["auto", "none", "travel", "belt", "carrying"] = param(
        "auto",
        doc="what the feet share: nothing, a share of the hips' travel, one velocity, the carrying foot's; auto picks",
    )
    points: tuple[Literal["toe", "ankle"], ...] = param(("toe",), min_length=1, doc="which points of a foot to judge")


def adaptive(clip: Clip, rig: BoundRig, p: Adaptive) -> Detection:
    """Contact where the toe is slow once the slide that all feet share is taken off; also in clips that slide.

    Four guesses of the shared slide are tried: none, a share of the hips' travel (a root that goes too far), one
    velocity (a treadmill, a walk in place), the velocity of the foot that carries (a root that wanders). The one that
    lets some foot stand in most frames wins, freer ones at a price. Then speed, and height over the ground nearby, are
    log odds of contact, and a chain of two states per foot turns them into contacts. Weights are calibrated
    probabilities. Speeds and heights are those of an adult: figures with longer or shorter legs are scaled to one.
    Injected rest rows are never contact. The channel `detect.slide` (F, 2) tells the shared slide along x and z, m/s.
    """
    points = tuple(point for kind in p.points for point in rig.points(kind))
    weights, slide = np.zeros((len(clip), len(points))), np.zeros((len(clip), 2))
    weights[clip.rest_rows :] = SURE  # of a single frame no motion is known: it stands
    if len(clip) - clip.rest_rows > 1:
        found = judged(clip, lambda even: np.concatenate(_found(even, rig, p), axis=1))
        weights[clip.rest_rows :], slide[clip.rest_rows :] = found[:, :-2], found[:, -2:]
    contacts = Contacts(points, weights)
    tell(contacts, "detect.adaptive", ADVICE)
    return Detection(contacts, {"detect.slide": slide})


def _found(clip: Clip, rig: BoundRig, p: Adaptive) -> tuple[Floats, Floats]:
    """Weights (F, P) and shared slide (F, 2) m/s of the frames that are motion. It is the toes that tell the slide."""
    toes = feet_of(clip, rig)
    slide = shared_slide(toes, upright(toes), p.slide)
    kinds = (toes if kind == "toe" else feet_of(clip, rig, kind) for kind in p.points)
    weights = np.concatenate([_judged(feet, slide, p) for feet in kinds], axis=1)
    return weights, toes.without_margin(slide) * toes.size


def _judged(feet: Feet, slide: Floats, p: Adaptive) -> Floats:
    """(F, L) weights of the points of one kind."""
    odds = evidence(feet, slide, p.speed, p.height)
    sure = confidence(odds, feet.step)
    weights = np.where(_contact(odds * feet.step / p.reaction), np.maximum(sure, ON), np.minimum(sure, BELOW))
    return feet.without_margin(weights)


def _contact(odds: Floats) -> NDArray[np.bool_]:
    """(F, L) whether each foot is in contact: the likeliest history, touching down and lifting off at a cost."""
    switch = SWITCH * (1 - np.eye(2))[None]
    costs = np.stack([np.maximum(odds, 0), np.maximum(-odds, 0)], axis=-1)  # (F, L, 2): of no contact, of contact
    paths = [cheapest_path(costs[:, limb], switch) for limb in range(odds.shape[1])]
    return np.stack(paths, axis=1) == 1
