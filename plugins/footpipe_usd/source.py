"""What a faithful writer needs of the stage that a clip came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from footpipe import Clip, Floats, Ints

if TYPE_CHECKING:
    from numpy.typing import NDArray

MARK = "footpipe"  # key in customLayerData of every layer that footpipe writes; its value is a dictionary
AUTHOR = "author"  # key in that dictionary: how the layer was written; one that says OVERRIDE is muted when read again
OVERRIDE = "override"
WRAPPER = "wrapper"  # a stage that lays an override above the shot; one that is read stands for its shot

# Attributes on the SkelAnimation prim. A token is a contact point such as "left.toe", as `Contacts.points` has it
CONTACT_POINTS = "footpipe:contact:joints"  # uniform token[]
CONTACT_STATES = "footpipe:contact:states"  # bool[], held: a sample wherever one changes. They win over the weights
CONTACT_WEIGHTS = "footpipe:contact:weights"  # float[]


class Samples(NamedTuple):
    """One attribute of the animation as it is stored, bit for bit.

    times   stage time codes, rising, the very floats; empty where there is a default value alone
    values  (T, A, 3) float32 translations, (T, A, 4) float32 rotations xyzw, (T, A, 3) float16 scales, in the
            animation's own joint order; a row per time, or one for the default value
    """

    times: tuple[float, ...]
    values: NDArray[Any]


@dataclass(frozen=True)
class StageFacts:
    """Metadata of the root layer.

    rate              time codes per second as they count: unauthored ones fall back to framesPerSecond, then 24
    frames_per_second  as they count
    start, end        time codes; None where not authored
    up_axis           "Y" or "Z"
    metres_per_unit   as it counts
    default_prim      its name, or None
    authored          which of timeCodesPerSecond, framesPerSecond, upAxis, metersPerUnit are authored
    further           what else counts only in a root layer, by name, as Sdf has it: render settings, variables of
                      asset paths, kilogramsPerUnit and the like
    """

    rate: float
    frames_per_second: float
    start: float | None
    end: float | None
    up_axis: str
    metres_per_unit: float
    default_prim: str | None
    authored: frozenset[str]
    further: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class UsdSource:
    """A stage as it was read: `Clip.source` of a clip that `load.usd` made. No stage has to stay open for it.

    path          identifier of the shot's root layer, untouched; None where that is anonymous
    stage         the caller's open stage, where one was given; else None
    facts         metadata of the root layer
    skeleton      path of the Skeleton prim
    animation     path of the SkelAnimation prim, in the stage's namespace
    joints        (A) the animation's own joint order, tokens as they are
    joint_map     (A,) index of each in the clip's skeleton, -1 where that has no such joint
    translations  as stored
    rotations     as stored
    scales        as stored; None where they are missing or blocked, which UsdSkel drops the whole animation for
    codes         (F,) stage time code of each frame, the very floats: all sample times of the three attributes
    clip          the clip as it was read, without source and contacts: what is still the same there is untouched
    digests       sha256 (hex) by identifier, of each layer that the skeleton, its animation or what is above them
                  come from; a file's is of its bytes (a .usdz's of the package), an unsaved layer's of its text.
                  Files are read when somebody asks: `FileError` where one is another by now
    above         identifiers of the layers that a wrapper of footpipe, which was read, lays above the shot
    muted         identifiers of override layers of ours that were muted, so that the motion is that before them
    blocked       why an override above the stage would not be seen, a sentence; None where it would
    shared_with   paths of other Skeleton prims that the same animation moves
    variants      variants that the animation's opinions come from, as "motion=walk"
    """

    path: str | None
    stage: Any
    facts: StageFacts
    skeleton: str
    animation: str
    joints: tuple[str, ...]
    joint_map: Ints
    translations: Samples
    rotations: Samples
    scales: Samples | None
    codes: Floats
    clip: Clip
    digests: Mapping[str, str]
    above: tuple[str, ...] = ()
    muted: tuple[str, ...] = ()
    blocked: str | None = None
    shared_with: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        """Time codes per second."""
        return self.facts.rate

    def codes_of(self, times: Floats) -> Floats:
        """(F,) time codes of `times` (F,) s: the source's very floats where a time is one of its own."""
        own = self.clip.times
        at = np.clip(np.searchsorted(own, times), 0, len(own) - 1)
        return np.where(own[at] == times, self.codes[at], times * self.facts.rate)
