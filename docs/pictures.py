"""Draws the pictures of the README and the manual from the example's walk: `python docs/pictures.py`."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import numpy as np

mpl.use("Agg")
import matplotlib.pyplot as plt

import footpipe
from footpipe import BoundRig, Clip, find_rig

HERE = Path(__file__).parent
COLOURS = {"left": "#d1495b", "right": "#00798c"}
GREY = "#c8ccd0"
FIGURES = 14  # poses drawn side by side


def main() -> None:
    """Make every picture."""
    slid = footpipe.stage("edit.scale_travel")(
        footpipe.stage("detect.speed")(footpipe.load(HERE.parent / "examples/walk.bvh")), factor=0.75
    )
    locked = {name: footpipe.stage(f"lock.{name}")(slid) for name in ("runtime", "relax", "offline")}
    rig = find_rig(slid.skeleton).bind(slid.skeleton)
    draw({"before": slid, "after lock.offline": locked["offline"]}, rig, HERE / "pictures/walk.png")
    footpipe.stage("measure.sliding")({"slid": slid, **locked}, plot=HERE / "pictures/compare.png")


def draw(clips: dict[str, Clip], rig: BoundRig, path: Path) -> None:
    """A row a clip: the legs from the side with where the toes were in contact, and the toes' speed over time."""
    figure, axes = plt.subplots(len(clips), 2, figsize=(12, 5.4), width_ratios=(3, 2), layout="constrained")
    for (name, clip), (legs, speed) in zip(clips.items(), axes, strict=True):
        draw_legs(legs, clip, rig, name)
        draw_speed(speed, clip, rig)
    axes[-1][0].set_xlabel("along the walk, m")
    axes[-1][1].set_xlabel("s")
    for legs in axes[:, 0]:
        legs.sharex(axes[0][0])
    for speed in axes[:, 1]:
        speed.sharey(axes[0][1])
    figure.savefig(path, dpi=110)
    plt.close(figure)


def draw_legs(axes: plt.Axes, clip: Clip, rig: BoundRig, name: str) -> None:
    """Legs at some frames, and every place that a toe had while in contact."""
    rows = slice(clip.rest_rows, None)
    forward = along(clip, rig)
    flat = clip.world.positions[rows] @ forward
    height = clip.world.positions[rows][..., 1]
    active = clip.contacts.active()[rows]
    for frame in np.linspace(0, len(flat) - 1, FIGURES).astype(int):
        for leg in rig.legs:
            chain = [rig.pelvis, *leg[leg >= 0]]
            axes.plot(flat[frame, chain], height[frame, chain], color=GREY, lw=1.6, zorder=1)
    for limb, side in enumerate(rig.names):
        on = active[:, limb]
        axes.scatter(flat[on, rig.toe[limb]], height[on, rig.toe[limb]], s=9, color=COLOURS[side], zorder=2, lw=0)
    axes.set(aspect="equal", ylim=(-0.05, 1.05), ylabel="m")
    axes.set_title(f"{name}: every place of the toes in contact", loc="left", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)


def draw_speed(axes: plt.Axes, clip: Clip, rig: BoundRig) -> None:
    """Horizontal toe speed over time, contacts shaded."""
    rows = slice(clip.rest_rows, None)
    speed = np.linalg.norm(clip.velocity(rig.toe)[rows][..., [0, 2]], axis=-1) * 100
    for limb, side in enumerate(rig.names):
        axes.plot(clip.times[rows], speed[:, limb], color=COLOURS[side], lw=1.2, label=f"{side} toe")
        for start, stop in clip.contacts.spans(f"{side}.toe"):
            axes.axvspan(clip.times[start], clip.times[stop - 1], color=COLOURS[side], alpha=0.10, lw=0)
    axes.set(ylim=(0, 60), xlim=(clip.times[rows][0], clip.times[-1]))
    axes.set_title("toe speed, cm/s; contacts shaded", loc="left", fontsize=10)
    axes.legend(loc="upper right", fontsize=8, frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def along(clip: Clip, rig: BoundRig) -> np.ndarray:
    """Horizontal direction of the walk, a unit vector (3,)."""
    way = clip.world.positions[-1, rig.pelvis] - clip.world.positions[clip.rest_rows, rig.pelvis]
    way = way * [1, 0, 1]
    return way / np.linalg.norm(way)


if __name__ == "__main__":
    main()
