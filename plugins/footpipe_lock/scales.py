"""Legs of joints that scale: they can be solved where every scale is the same along all axes."""

from __future__ import annotations

import numpy as np

from footpipe import BoundRig, Clip, DataError

EVEN = 1e-3  # of the scale: half-precision numbers near 1 are 1e-3 apart


def check_scales(clip: Clip, rig: BoundRig) -> None:
    """Refuse uneven scales on the joints that carry the legs' toes: legs under them are sheared when they turn.

    Raises `DataError` with the joint and the frame.
    """
    if clip.scales is None:
        return
    chain = sorted({joint for toe in rig.toe.tolist() for joint in clip.skeleton.ancestors(toe)})
    scales = clip.scales[clip.rest_rows :, chain]
    sizes = abs(scales).max(axis=2)
    wrong = (np.ptp(scales, axis=2) > EVEN * sizes) | (sizes == 0)
    if wrong.any():
        frame, at = np.argwhere(wrong)[0]
        told = ", ".join(f"{scale:g}" for scale in scales[frame, at])
        raise DataError(
            f"{clip.skeleton.joints[chain[at]]} is scaled by ({told}) in frame {frame + clip.rest_rows}: "
            "a leg whose joints scale unevenly, or to nothing, cannot be solved",
            help="scale the joints of legs, and those above them, by one number for all axes",
        )
