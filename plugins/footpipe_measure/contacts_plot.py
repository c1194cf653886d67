"""The picture of `measure.contacts`: of each point its speed and height, and the contacts of every input in a lane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from footpipe import BoundRig, Clip, Floats, spans
from footpipe_measure.picture import COLOURS, finish, new_figure, save, shade

if TYPE_CHECKING:
    from numpy.typing import NDArray

CM = 100.0
SLIDE = "detect.slide"  # channel (F, 2) m/s along x and z: what a detector takes the feet to share
PARTS = (3.0, 1.6)  # inches: speed, height
LANE = 0.24  # inches
SLOW, TALL = 80.0, 3.0  # cm/s that are shown at least; times the speed that nine tenths of the contacts stay under


def plot(
    clips: Mapping[str, Clip],
    rig: BoundRig,
    reference: str,
    points: Sequence[str],
    active: Mapping[str, NDArray[np.bool_]],
    path: Path,
) -> None:
    """Draw the motion of the first input that is judged, and the contacts (F, P) of all, into a picture file.

    Raises `StageError` where matplotlib is missing.
    """
    clip = next(clip for name, clip in clips.items() if name != reference)
    slide = next((other.channels[SLIDE] for other in clips.values() if SLIDE in other.channels), None)
    heights = [*PARTS, LANE * len(clips) + 0.3]
    figure = new_figure("measure.contacts", sum(heights) * len(points) + 0.6)
    axes = figure.subplots(3 * len(points), 1, sharex=True, squeeze=False, height_ratios=heights * len(points))[:, 0]
    for column, point in enumerate(points):
        speed, height, lanes = axes[3 * column : 3 * column + 3]
        masks = {name: mask[:, column] for name, mask in active.items()}
        _draw_motion(speed, height, clip, _joint(rig, point), slide, point)
        speed.set_ylim(0, _top(clip, _joint(rig, point), masks[reference]))
        _draw_lanes(lanes, clip.times, masks, reference)
        for first, stop in spans(masks[reference][clip.rest_rows :]):
            for part in (speed, height):
                shade(part, clip.times[clip.rest_rows :], first, stop)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper right", ncols=3, fontsize=9)
    axes[-1].set_xlabel("s")
    save(figure, path)


def _joint(rig: BoundRig, point: str) -> int | None:
    """The joint of a contact point; None for one that is not of the rig."""
    limb, _, kind = point.rpartition(".")
    known = limb in rig.names and kind in ("toe", "ankle")
    return int(getattr(rig, kind)[rig.names.index(limb)]) if known else None


def _top(clip: Clip, joint: int | None, contact: NDArray[np.bool_]) -> float:
    """cm/s up to which speeds are shown: a swing is cut off, since what happens around contacts is what matters."""
    inside = clip.speed([joint])[contact, 0] * CM if joint is not None else np.zeros(0)
    return max(SLOW, TALL * float(np.percentile(inside, 90))) if inside.size else SLOW


def _draw_motion(speed: Any, height: Any, clip: Clip, joint: int | None, slide: Floats | None, point: str) -> None:
    finish(speed, f"{point}: horizontal speed in cm/s")
    finish(height, f"{point}: height in cm")
    if joint is None:
        return
    rows = slice(clip.rest_rows, None)
    times, glide = clip.times[rows], clip.velocity([joint])[rows, 0][:, [0, 2]] * CM
    speed.plot(times, np.hypot(*glide.T), color=COLOURS[0], lw=1.4, label="speed in the world")
    if slide is not None:
        shared = slide[rows] * CM
        speed.plot(times, np.hypot(*shared.T), color="black", lw=1.0, ls="--", label="slide that the feet share")
        speed.plot(times, np.hypot(*(glide - shared).T), color=COLOURS[3], lw=1.2, label="speed without the slide")
    height.plot(times, clip.world.positions[rows, joint, 1] * CM, color=COLOURS[5], lw=1.2)


def _draw_lanes(axes: Any, times: Floats, masks: Mapping[str, NDArray[np.bool_]], reference: str) -> None:
    """A lane per input, the reference on top."""
    names = [reference, *(name for name in masks if name != reference)]
    for lane, name in enumerate(names):
        bars = [(times[first], times[stop - 1] - times[first]) for first, stop in spans(masks[name])]
        colour = "black" if name == reference else COLOURS[1 + (lane - 1) % (len(COLOURS) - 1)]
        axes.broken_barh(bars, (len(names) - lane - 0.85, 0.7), color=colour, lw=0)
    axes.set_ylim(0, len(names))
    axes.set_yticks([len(names) - lane - 0.5 for lane in range(len(names))], names, fontsize=8)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
