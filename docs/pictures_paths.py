"""Pictures of walks over stairs and a hill, round bends and on the spot; `pictures.py` draws them."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import footpipe
from footpipe import BoundRig, Clip, find_rig

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
COLOURS = {"left": "#d1495b", "right": "#00798c"}
GREY, BODY = "#c8ccd0", "#444444"
STROBE = 0.1  # s between the faint legs
SOLE = 0.04  # m, half of its width

walk = footpipe.stage("generate.fuzzy_gait")


def draw_stairs(path: Path) -> None:
    """Up and down seven steps, from the left."""
    figure, rows = plt.subplots(2, 1, figsize=(12, 8.6), layout="constrained")
    for axes, rise, way in zip(rows, (0.17, -0.17), ("up", "down"), strict=True):
        clip = walk(stairs={"rise": rise, "tread": 0.29, "count": 7, "after": 1.5})
        edges = 1.5 + 0.29 * np.repeat(np.arange(7), 2)
        levels = rise * np.column_stack([np.arange(7), np.arange(1, 8)]).reshape(-1)
        axes.plot([-0.5, *edges, 5.5], [0, *levels, levels[-1]], color="black", lw=1)
        draw_side(axes, clip, every=2)
        title = f"stairs of 17 and 29 cm {way}: every other landing, and the legs ten times a second"
        axes.set_title(title, loc="left", fontsize=10)
    save(figure, path)


def draw_hill(path: Path) -> None:
    """Over the hill of the examples, from the left."""
    clip = walk(ground=EXAMPLES / "hill.csv", step=0.6, distance=14.0)
    rows = np.loadtxt(EXAMPLES / "hill.csv", delimiter=",", skiprows=1)
    figure, axes = plt.subplots(figsize=(13, 3.6), layout="constrained")
    line = rows[rows[:, 0] == rows[0, 0]]
    axes.plot(line[:, 1], line[:, 2], color="black", lw=1)
    draw_side(axes, clip, every=2)
    axes.set_title("a height map: every other landing, and the legs ten times a second", loc="left", fontsize=10)
    save(figure, path)


def draw_ways(path: Path) -> None:
    """A circle, a path through points, and a turn on the spot, from above."""
    figure, (circle, through, spot) = plt.subplots(1, 3, figsize=(13, 4.6), layout="constrained")
    draw_above(circle, walk(path={"radius": 1.5, "angle": 360.0}, step=0.6))
    circle.set_title("path = { radius = 1.5, angle = 360.0 }", loc="left", fontsize=10)
    points = EXAMPLES / "path.csv"
    draw_above(through, walk(path=points))
    through.scatter(*np.loadtxt(points, delimiter=",", skiprows=1).T, color="black", s=14, zorder=3)
    through.set_title('path = "path.csv"', loc="left", fontsize=10)
    draw_above(spot, walk(path={"turn": 90.0}), hips=True)
    spot.set_title("path = { turn = 90.0 }", loc="left", fontsize=10)
    save(figure, path)


def draw_side(axes: plt.Axes, clip: Clip, every: int) -> None:
    """Legs in short intervals, and the whole figure at every so many landings, along z."""
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    at = clip.world.positions
    for frame in range(0, len(clip), round(STROBE * clip.rate)):
        for limb, side in enumerate(rig.names):
            chain = rig.legs[limb]
            axes.plot(at[frame, chain, 2], at[frame, chain, 1], color=COLOURS[side], lw=0.5, alpha=0.35)
    for frame in [0, *landings(clip, rig)[1::every], len(clip) - 1]:
        for joint, parent in enumerate(clip.skeleton.parents):
            if parent >= 0:
                axes.plot(
                    *at[frame][[parent, joint]][:, [2, 1]].T, color=colour(clip, joint), lw=1.8, solid_capstyle="round"
                )
    axes.set(aspect="equal", xlabel="m", ylabel="m")
    axes.spines[["top", "right"]].set_visible(False)


def draw_above(axes: plt.Axes, clip: Clip, hips: bool = False) -> None:
    """Where soles stand, how the toes get there, and the way of the pelvis; or the hips, where that stays."""
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    at = clip.world.positions
    if hips:
        for frame in range(0, len(clip), round(STROBE * clip.rate)):
            axes.plot(*at[frame, rig.hip][:, [0, 2]].T, color=GREY, lw=1)
    else:
        axes.plot(*at[:, rig.pelvis, [0, 2]].T, color=GREY, lw=2)
    for limb, side in enumerate(rig.names):
        axes.plot(*at[:, rig.toe[limb]][:, [0, 2]].T, color=COLOURS[side], lw=0.6)
        for first, last in clip.contacts.spans(f"{side}.toe"):
            sole = outline(*at[(first + last) // 2, rig.legs[limb, 2:]])
            axes.fill(*sole.T, color=COLOURS[side], alpha=0.15 if hips else 0.35, lw=0)
            axes.fill(*sole.T, fill=False, edgecolor=COLOURS[side], lw=1)
    axes.set(aspect="equal", xlabel="x, m", ylabel="z, m")
    axes.invert_xaxis()  # as it goes ahead, up the picture, its left is to the left
    axes.spines[["top", "right"]].set_visible(False)


def outline(ankle: np.ndarray, toe: np.ndarray, tip: np.ndarray) -> np.ndarray:
    """(4, 2) m: a sole from above, from behind the ankle to the tip of the toes."""
    ankle, toe, tip = (joint[[0, 2]] for joint in (ankle, toe, tip))
    ahead = (toe - ankle) / np.linalg.norm(toe - ankle)
    aside = SOLE * np.array([ahead[1], -ahead[0]])
    heel = ankle - 0.39 * (toe - ankle)
    return np.array([heel - aside, tip - aside, tip + aside, heel + aside])


def landings(clip: Clip, rig: BoundRig) -> list[int]:
    """Frames in which a foot comes down."""
    return sorted(first for point in rig.points("toe") for first, _ in clip.contacts.spans(point) if first)


def colour(clip: Clip, joint: int) -> str:
    """Of the side that a joint is on."""
    return next((colour for side, colour in COLOURS.items() if side.capitalize() in clip.skeleton.joints[joint]), BODY)


def save(figure: plt.Figure, path: Path) -> None:
    """Write a picture."""
    figure.savefig(path, dpi=90)
    plt.close(figure)
