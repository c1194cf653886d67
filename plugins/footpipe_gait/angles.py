"""Joint angles of a clip's legs seen from the side, in the signs of gait laboratories."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footpipe import BoundRig, Clip, Floats
from footpipe_gait.biped import check_biped
from footpipe_gait.poses import UP, facing

TURNING = 0.3  # s over which the pelvis' heading is averaged: it swings to and fro with every step


@dataclass(frozen=True, eq=False)
class SideView:
    """Legs of F frames seen from the side, across the pelvis' own heading; the rig's order of limbs.

    times    (F,) s
    forward  (F, 3) unit vectors
    angles   (F, L, 4) deg: hip (thigh against the vertical, flexion +), knee (flexion +), ankle (dorsiflexion +), toe
             (dorsiflexion +; 0 without a toe's tip). Ankle and toe count from the line ankle - toe joint - tip being
             straight and square to the shin: see `from_flat`
    ahead    (F, L) m, ankles before the hips' middle
    behind   (F, L) m, toe joints before it
    """

    times: Floats
    forward: Floats
    angles: Floats
    ahead: Floats
    behind: Floats


def side_view(clip: Clip, rig: BoundRig) -> SideView:
    """The legs of a clip from the side, its injected rest rows left out. Raises `RigError` as `check_biped` does."""
    check_biped(rig)
    rows = slice(clip.rest_rows, None)
    at, times = clip.world.positions[rows], clip.times[rows]
    forward = _forward(at[:, rig.hip], times)
    middle = at[:, rig.hip].mean(axis=1)
    thigh, shin, foot, toe = _slopes(at, rig, forward)
    angles = np.degrees(np.stack([thigh, thigh - shin, foot - shin, toe - foot], axis=-1))
    ahead, behind = (
        ((at[:, joints] - middle[:, None]) * forward[:, None]).sum(axis=-1) for joints in (rig.ankle, rig.toe)
    )
    return SideView(times, forward, angles, ahead, behind)


def _forward(hips: Floats, times: Floats) -> Floats:
    """(F, 3) unit vectors: the smoothed heading of hips (F, 2, 3), whose left one comes first."""
    from scipy.ndimage import gaussian_filter1d

    heading = np.unwrap(facing(hips))
    if len(times) > 1:
        heading = gaussian_filter1d(heading, TURNING / float(np.median(np.diff(times))), mode="nearest")
    return np.stack([np.sin(heading), 0 * heading, np.cos(heading)], axis=-1)


def _slopes(at: Floats, rig: BoundRig, forward: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """(F, L) rad: thigh and shin from straight down, foot and toe from level; forward and up are +."""

    def sides(upper: Floats, lower: Floats) -> tuple[Floats, Floats]:
        bones = at[:, lower] - at[:, upper]
        return (bones * forward[:, None]).sum(axis=-1), bones @ UP

    down = [np.arctan2(along, -up) for along, up in (sides(rig.hip, rig.knee), sides(rig.knee, rig.ankle))]
    along, up = sides(rig.ankle, rig.toe)
    foot = np.arctan2(up, along)
    along, up = sides(rig.toe, np.where(rig.toe_end >= 0, rig.toe_end, rig.toe))
    toe = np.where(rig.toe_end >= 0, np.arctan2(up, along), foot)
    return down[0], down[1], foot, toe
