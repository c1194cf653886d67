"""What a style's rules say round the ring: sets, poses, pace, and speeds of the joints over delta."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from footpipe import Floats, fuzzy_kernel
from footpipe_gait.style import JOINTS, LEAST_STEP, MOST_STEP, Pose, Style

RING = 2.0
POINTS = 401
EVENTS = {"contact": 0.0, "opposite contact": 0.8, "toe-off": 1.0, "next contact": 2.0}
COLOURS = {"hip": "#00798c", "knee": "#d1495b", "ankle": "#edae49", "toe": "#66418a"}
LEAST_PACE = 0.3  # 1/s, which the controller takes for less
FREE_STEP = 0.743  # step / leg from which changes per step count, as in `gait_style.h`


@dataclass(frozen=True, eq=False)
class Said:
    """What rules say at places (N,) of the ring, of a leg of .9 m.

    weights  (N, S) of the poses, which sum to 1
    angles   (N, 4) deg
    turn     (N, 4) deg by which they change per place
    pace     (N,) 1/s, of the way round the ring
    """

    places: Floats
    weights: Floats
    angles: Floats
    turn: Floats
    pace: Floats

    @property
    def speeds(self) -> Floats:
        """(N, 4) deg/s of the joints."""
        return self.turn * self.pace[:, None]


def said(style: Style, places: Floats, step: float) -> Said:
    """What a style says at places (N,) for a step of so many legs' length (`gait_style.h` has the sums)."""
    off = float(np.clip(step, LEAST_STEP, MOST_STEP)) - FREE_STEP
    poses = style.poses
    weights, slopes = fuzzy_kernel.ring([p.at for p in poses], [p.spread for p in poses], RING, places)
    angles = np.array([[p.angles[joint] + p.per_step.get(joint, 0.0) * off for joint in JOINTS] for p in poses])
    paces = np.array([pace_of(style, p) + p.per_step.get("pace", 0.0) * off for p in poses])
    time = 1 + style.step_time_per_step * off
    pace = np.maximum(weights @ paces, LEAST_PACE) / time * style.tempo
    return Said(places, weights, weights @ angles, slopes @ angles, pace)


def pace_of(style: Style, pose: Pose) -> float:
    """1/s of a pose, whatever way it is told."""
    return style.paces[pose.pace] if isinstance(pose.pace, str) else pose.pace


def plot_sets(axes: Any, style: Style, step: float) -> None:
    """How much each pose has to say, round the ring."""
    here = said(style, np.linspace(0, RING, POINTS), step)
    for pose, weight in zip(style.poses, here.weights.T, strict=True):
        (line,) = axes.plot(here.places, weight, lw=1.4)
        top = int(weight.argmax())
        at, side = (here.places[top], weight[top]), "right" if here.places[top] > 0.9 * RING else "left"
        axes.annotate(
            pose.name, at, (0, 3), textcoords="offset points", rotation=30, ha=side, fontsize=8, color=line.get_color()
        )
    axes.set(ylim=(0, 1.3), yticks=(0, 0.5, 1), ylabel="weight")
    _finish(axes, "sets: how much each pose has to say")


def plot_poses(axes: Any, style: Style, step: float) -> None:
    """The angle that is asked of each joint, round the ring; a dot for each pose."""
    here = said(style, np.linspace(0, RING, POINTS), step)
    at = said(style, np.array([pose.at for pose in style.poses]), step)
    for index, joint in enumerate(JOINTS):
        axes.plot(here.places, here.angles[:, index], color=COLOURS[joint], lw=1.4, label=joint)
        axes.plot(at.places % RING, at.angles[:, index], "o", color=COLOURS[joint], ms=3.5)
    axes.set(ylabel="deg")
    axes.legend(fontsize=8, frameon=False, ncols=4, loc="upper left")
    _finish(axes, "decisions: the angle asked of each joint")


def plot_pace(axes: Any, style: Style, step: float) -> None:
    """How fast the leg goes round the ring; a dot for each pose's own word."""
    here = said(style, np.linspace(0, RING, POINTS), step)
    at = said(style, np.array([pose.at for pose in style.poses]), step)
    axes.plot(here.places, here.pace, color="black", lw=1.4)
    axes.plot(at.places % RING, at.pace, "o", color="black", ms=3.5)
    for pose, place, pace in zip(style.poses, at.places % RING, at.pace, strict=True):
        if isinstance(pose.pace, str):
            axes.annotate(pose.pace, (place, pace), (0, 4), textcoords="offset points", ha="center", fontsize=8)
    axes.set(ylabel="1/s", ylim=(0, None))
    _finish(axes, "pace: how fast the leg goes round the ring")


def plot_speeds(axes: Any, style: Style, step: float) -> None:
    """Speeds of the joints over delta, -1 at toe-off to 1 at contact: the paper's figure 2 for the leg in the air."""
    delta = np.linspace(-1, 1, POINTS)
    here = said(style, 1 + (delta + 1) / 2, step)
    for index, joint in enumerate(JOINTS):
        axes.plot(delta, here.speeds[:, index], color=COLOURS[joint], lw=1.4, label=joint)
    axes.axhline(0, color="0.8", lw=0.8, zorder=0)
    axes.set(xlim=(-1, 1), xlabel="delta", ylabel="deg/s")
    axes.set_title("decisions in the air: velocity over delta", loc="left", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)


def _finish(axes: Any, title: str) -> None:
    """The ring's events below, and a title."""
    for place in EVENTS.values():
        axes.axvline(place, color="0.85", lw=0.8, zorder=0)
    axes.set(xlim=(0, RING))
    axes.set_xticks(list(EVENTS.values()), [name.replace(" ", "\n") for name in EVENTS], fontsize=8)
    axes.set_title(title, loc="left", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
