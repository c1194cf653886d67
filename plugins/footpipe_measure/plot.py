"""The picture of `measure.sliding`: toe speed and height over time, contacts shaded, a line per clip."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from footpipe import BoundRig, Clip, Floats
from footpipe_measure.feet import CM, Judge
from footpipe_measure.picture import COLOURS, finish, new_figure, save, shade

TALL = 2.0  # times the speed that nine tenths of the contacts stay under: what is faster is cut off


def plot(clips: Mapping[str, Clip], rig: BoundRig, judge: Judge, path: Path) -> None:
    """Draw the clips into a picture file, whose suffix says of what kind.

    Raises `StageError` where matplotlib is missing.
    """
    figure = new_figure("measure.sliding", 4.8 * len(rig.names))
    axes = figure.subplots(2 * len(rig.names), 1, sharex=True, squeeze=False)[:, 0]
    for limb, name in enumerate(rig.names):
        _draw(axes[2 * limb], clips, judge, limb, _speeds(clips, judge, limb), f"{name} toe, speed in cm/s")
        heights = {n: judge.heights(clip)[:, limb] * CM for n, clip in clips.items()}
        _draw(axes[2 * limb + 1], clips, judge, limb, heights, f"{name} toe, height above the ground in cm")
        axes[2 * limb].set_ylim(0, _top(clips, judge, limb))
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper right", ncols=len(clips), fontsize=9)
    axes[-1].set_xlabel("s")
    save(figure, path)


def _speeds(clips: Mapping[str, Clip], judge: Judge, limb: int) -> dict[str, Floats]:
    """(F,) cm/s by clip: horizontal speed of a limb's toe."""
    toe = judge.joints[limb : limb + 1]
    return {name: np.hypot(*clip.velocity(toe)[:, 0, [0, 2]].T) * CM for name, clip in clips.items()}


def _top(clips: Mapping[str, Clip], judge: Judge, limb: int) -> float:
    """cm/s up to which speeds are shown: what happens in contact is what matters."""
    speeds = _speeds(clips, judge, limb)
    inside = [speed[first:last] for speed in speeds.values() for first, last in judge.spans[limb]]
    most = max((float(np.percentile(part, 90)) for part in inside), default=0.0)
    return TALL * most if most > 0 else 50.0


def _draw(
    axes: Any, clips: Mapping[str, Clip], judge: Judge, limb: int, values: Mapping[str, Floats], title: str
) -> None:
    for index, (name, clip) in enumerate(clips.items()):
        rows = slice(judge.first, None)
        axes.plot(clip.times[rows], values[name][rows], color=COLOURS[index % len(COLOURS)], lw=1.2, label=name)
    times = next(iter(clips.values())).times
    for first, last in judge.spans[limb]:
        shade(axes, times, first, last)
    finish(axes, title)
