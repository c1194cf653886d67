"""Draws the pictures of the README and the manual from the examples: `python docs/pictures.py`."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import numpy as np

mpl.use("Agg")
import matplotlib.pyplot as plt
from pictures_fuzzy import draw_ankle, draw_limb
from pictures_paths import draw_hill, draw_stairs, draw_ways
from pictures_style import draw_knobs, draw_style

import footpipe
from footpipe import BoundRig, Clip, find_rig, kernel
from footpipe.testing import walking_clip

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
    draw_contacts(footpipe.load(HERE.parent / "examples/walk.bvh"), HERE / "pictures/contacts.png")
    draw_detectors(slid, HERE / "pictures/detectors.png")
    draw_mended(HERE / "pictures/mend.png")
    draw_transitions(slid, locked["runtime"], rig, HERE / "pictures/transitions.png")
    draw_offline(slid, locked["offline"], rig, HERE / "pictures/offline.png")
    draw_reach(HERE / "pictures/reach.png")
    draw_limb(HERE / "pictures/fuzzy_limb.png")
    draw_ankle(HERE / "pictures/fuzzy_ankle.png")
    draw_style(HERE / "pictures/style.png")
    draw_knobs(HERE / "pictures/knobs.png")
    draw_gait(footpipe.stage("generate.fuzzy_gait")(rate=120.0), HERE / "pictures/gait.png")
    draw_stairs(HERE / "pictures/walk_stairs.png")
    draw_hill(HERE / "pictures/walk_hill.png")
    draw_ways(HERE / "pictures/walk_ways.png")


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


def draw_contacts(clip: Clip, path: Path) -> None:
    """From the left toe's speed to weights to contacts, over the first two steps."""
    found = footpipe.stage("detect.speed")(clip)
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    rows = slice(clip.rest_rows, clip.rest_rows + 240)
    times = clip.times[rows]
    figure, (speed, weight) = plt.subplots(2, 1, figsize=(9, 4.4), sharex=True, layout="constrained")
    speed.plot(times, clip.speed(rig.toe)[rows, 0], color=COLOURS["left"], lw=1.2, label="speed of the left toe")
    speed.axhline(0.25, color="black", lw=0.8, ls="--", label="`speed`, 0.25 m/s")
    speed.set(ylim=(0, 1.2), ylabel="m/s")
    weight.plot(times, found.contacts.weights[rows, 0], color=COLOURS["left"], lw=1.4, label="weight")
    weight.axhline(0.5, color="black", lw=0.8, ls="--", label="`on`, 0.5: a contact begins")
    weight.axhline(0.4, color="black", lw=0.8, ls=":", label="`off`, 0.4: it ends")
    weight.set(ylim=(-0.05, 1.05), xlim=(times[0], times[-1]), xlabel="s")
    for axes in (speed, weight):
        for start, stop in found.contacts.spans("left.toe"):
            axes.axvspan(clip.times[start], clip.times[stop - 1], color=COLOURS["left"], alpha=0.10, lw=0)
        finish(axes, "center", (0.3, 0.78))
    save(figure, path)


def draw_detectors(slid: Clip, path: Path) -> None:
    """Two detectors on the walk that slides, with the contacts of the clean one: what examples/detectors.toml draws."""
    found = {name: footpipe.stage(f"detect.{name}")(slid) for name in ("speed", "adaptive")}
    footpipe.stage("measure.contacts")({"clean": slid, **found}, reference="clean", plot=path)


RULES = {  # what is drawn of edit.contacts, one after the other
    "as found": {},
    "close_gaps = 0.06": {"close_gaps": 0.06},
    "drop_blips = 0.08": {"drop_blips": 0.08},
    "reach_offset = 0.05": {"reach_offset": 0.05},
    "release_offset = -0.05": {"release_offset": -0.05},
    "transition = 0.1": {"transition": 0.1},
    'lock = ["left 1.4s-1.55s"]': {"lock": ["left 1.4s-1.55s"]},
    'release = ["left 0.2s-0.3s"]': {"release": ["left 0.2s-0.3s"]},
}
FLICKER = ((0.1, 0.28), (0.31, 0.5), (0.75, 0.80), (1.0, 1.3), (1.55, 1.9))  # s, contacts to mend


def draw_mended(path: Path) -> None:
    """A lane for each rule: the weights of one toe after it and all before it."""
    clip = walking_clip(240, 120.0)
    since = clip.times[:, None]
    weights = np.any([(since >= start) & (since < stop) for start, stop in FLICKER], axis=0)
    clip = clip.replace(contacts=footpipe.Contacts(("left.toe",), weights))
    figure, axes = plt.subplots(figsize=(9, 4.2), layout="constrained")
    for lane, rule in enumerate(RULES.values()):
        clip = footpipe.stage("edit.contacts")(clip, **rule)
        height, inside = -lane + 0.75 * clip.contacts.weights[:, 0], clip.contacts.active()[:, 0]
        for part, colour in ((~inside, GREY), (inside, COLOURS["right"])):
            axes.fill_between(clip.times, -lane, height, where=part, color=colour, lw=0, step="mid")
        axes.axhline(-lane, color=GREY, lw=0.8)
    axes.set(xlabel="s", xlim=(0, 2), yticks=[0.35 - lane for lane in range(len(RULES))], yticklabels=list(RULES))
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    save(figure, path)


def draw_transitions(before: Clip, after: Clip, rig: BoundRig, path: Path) -> None:
    """Where the left toe is along the walk and how fast, before and after, from one contact into the next swing."""
    start, stop = before.contacts.spans("left.toe")[1]
    rows = slice(start - 30, stop + 45)
    times, forward = before.times[rows], along(before, rig)
    figure, (place, speed) = plt.subplots(2, 1, figsize=(9, 4.8), sharex=True, layout="constrained")
    for clip, colour, name in ((before, GREY, "input"), (after, COLOURS["left"], "output")):
        place.plot(times, clip.world.positions[rows, rig.toe[0]] @ forward, color=colour, lw=2, label=name)
        speed.plot(times, clip.velocity(rig.toe[:1])[rows, 0] @ forward, color=colour, lw=2, label=name)
    place.set(ylabel="along the walk, m")
    speed.set(ylabel="speed along the walk, m/s", xlabel="s", xlim=(times[0], times[-1]))
    for axes in (place, speed):
        axes.axvspan(before.times[start], before.times[stop - 1], color=COLOURS["left"], alpha=0.10, lw=0)
        axes.axvspan(before.times[start], before.times[start] + 0.1, color=COLOURS["left"], alpha=0.10, lw=0)
        axes.axvspan(before.times[stop - 1], before.times[stop - 1] + 0.16, color=COLOURS["right"], alpha=0.10, lw=0)
        finish(axes, "upper left")
    place.text(before.times[start] + 0.05, place.get_ylim()[0], "blend", ha="center", va="bottom", fontsize=9)
    place.text(before.times[stop - 1] + 0.08, place.get_ylim()[0], "release", ha="center", va="bottom", fontsize=9)
    save(figure, path)


def draw_offline(before: Clip, after: Clip, rig: BoundRig, path: Path) -> None:
    """Both toes along the walk, before and after, and how far the pelvis was moved."""
    rows = slice(before.rest_rows, None)
    times, forward = before.times[rows], along(before, rig)
    figure, (toes, pelvis) = plt.subplots(2, 1, figsize=(9, 4.8), sharex=True, layout="constrained")
    for limb, side in enumerate(rig.names):
        toe = rig.toe[limb]
        toes.plot(times, before.world.positions[rows, toe] @ forward, color=GREY, lw=2)
        toes.plot(times, after.world.positions[rows, toe] @ forward, color=COLOURS[side], lw=1.4, label=f"{side} toe")
    moved = (after.world.positions - before.world.positions)[rows, rig.pelvis] * 100
    sideways = np.cross([0, 1, 0], forward)
    for name, axis, style in (("along", forward, "-"), ("up", [0, 1, 0], "--"), ("sideways", sideways, ":")):
        pelvis.plot(times, moved @ axis, color="black", lw=1.4, ls=style, label=name)
    toes.set(ylabel="along the walk, m")
    pelvis.set(ylabel="pelvis moved, cm", xlabel="s", xlim=(times[0], times[-1]))
    finish(toes, "upper left")
    finish(pelvis, "upper left")
    save(figure, path)


def draw_reach(path: Path) -> None:
    """How far a nearly straight leg goes for how much is asked, and what its knee does."""
    asked = np.linspace(-0.02, 0.04, 241)
    figure, (reach, knee) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
    rules = {
        "stretch = 0.005 (default)": {"stretch": 0.005},
        "stretch = 'limb'": {"stretch": np.inf},
        "no softening": {"stretch": np.inf, "softening": 0.0},
        "stretch = 'article'": {"article": True},
    }
    reach.plot(asked * 1e3, asked * 1e3, color=GREY, lw=1, label="as asked")
    for (name, rule), style in zip(rules.items(), ("-", "--", ":", "-."), strict=True):
        far, bend = grown(asked, rule)
        colour = COLOURS["right"] if "article" in name else COLOURS["left"]
        reach.plot(asked * 1e3, far * 1e3, color=colour, ls=style, lw=1.5, label=name)
        knee.plot(asked * 1e3, bend, color=colour, ls=style, lw=1.5, label=name)
    reach.set(xlabel="farther from the hip than in the input: asked, mm", ylabel="reached, mm", ylim=(-21, 34))
    knee.set(xlabel="asked, mm", ylabel="bend of the knee, deg", ylim=(0, 40))
    for axes in (reach, knee):
        axes.axvline(0, color="black", lw=0.5)
    finish(reach, "upper left")
    finish(knee, "upper right")
    save(figure, path)


def grown(asked: np.ndarray, rule: dict[str, float]) -> tuple[np.ndarray, np.ndarray]:
    """How much farther (N,) m the ankle of one leg goes when asked to, and the knee's bend (N,) deg."""
    bend = np.radians(20)
    offsets = np.array([[0, 1, 0], [0, -0.42, 0], [0, -0.42, 0], [0, -0.08, 0.14]], float)
    rows, parents = len(asked), np.array([-1, 0, 1, 2], np.int32)
    rotations = np.tile([0.0, 0, 0, 1], (rows, 4, 1))
    rotations[:, 0] = [-np.sin(bend / 4), 0, 0, np.cos(bend / 4)]
    rotations[:, 1] = [np.sin(bend / 2), 0, 0, np.cos(bend / 2)]
    still, upright = np.zeros((1, 3)), np.array([[0.0, 0, 0, 1]])
    pose = kernel.LocalPose(np.tile(offsets, (rows, 1, 1)), rotations, parents, still, upright, 1.0)
    positions, _ = kernel.forward(*pose)
    down = positions[:, 2] - positions[:, 0]
    length = np.linalg.norm(down, axis=1, keepdims=True)
    targets = positions[:, 3] + down / length * asked[:, None]
    solved = kernel.solve_legs(pose, [[0, 1, 2, 3, -1]], targets[:, None], knee_axes=[[[1.0, 0, 0]]], **rule)
    new, _ = kernel.forward(*pose._replace(rotations=solved.rotations))
    far = np.linalg.norm(new[:, 2] - new[:, 0], axis=1)
    inside = np.arccos(np.clip((2 * 0.42**2 - far**2) / (2 * 0.42**2), -1, 1))
    return far - length[:, 0], 180 - np.degrees(inside)


def draw_gait(clip: Clip, path: Path) -> None:
    """A generated walk over one stride: the whole figure from the left side and from the front."""
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    start, stop = (span[0] for span in clip.contacts.spans("left.toe")[2:4])
    forward = along(clip, rig)
    views = {"from the left": forward, "from the front": np.cross([0, 1, 0], forward)}
    figure, rows = plt.subplots(2, 1, figsize=(13, 5.6), layout="constrained")
    for axes, (name, across) in zip(rows, views.items(), strict=True):
        for place, frame in enumerate(np.linspace(start, stop, FIGURES).astype(int)):
            draw_figure(axes, clip, frame, across, place * 0.75, rig)
        axes.set(aspect="equal", ylim=(-0.05, 1.8), ylabel="m", xticks=[])
        axes.set_title(f"{name}: one stride of the left leg", loc="left", fontsize=10)
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        axes.axhline(0, color=GREY, lw=1, zorder=0)
    save(figure, path)


def draw_figure(axes: plt.Axes, clip: Clip, frame: int, across: np.ndarray, place: float, rig: BoundRig) -> None:
    """All bones of one frame, in the direction `across`, with the hips at `place`."""
    at = clip.world.positions[frame]
    flat = at @ across - at[rig.pelvis] @ across + place
    for joint, parent in enumerate(clip.skeleton.parents):
        if parent >= 0:
            side = next((s for s in COLOURS if s.capitalize() in clip.skeleton.joints[joint]), None)
            colour = COLOURS.get(side, "#444444")
            axes.plot(flat[[parent, joint]], at[[parent, joint], 1], color=colour, lw=1.8, solid_capstyle="round")


def finish(axes: plt.Axes, where: str, at: tuple[float, float] | None = None) -> None:
    """Legend and frame."""
    axes.legend(loc=where, bbox_to_anchor=at, fontsize=8, frameon=False)
    axes.spines[["top", "right"]].set_visible(False)


def save(figure: plt.Figure, path: Path) -> None:
    """Write a picture."""
    figure.savefig(path, dpi=100)
    plt.close(figure)


def along(clip: Clip, rig: BoundRig) -> np.ndarray:
    """Horizontal direction of the walk, a unit vector (3,)."""
    way = clip.world.positions[-1, rig.pelvis] - clip.world.positions[clip.rest_rows, rig.pelvis]
    way = way * [1, 0, 1]
    return way / np.linalg.norm(way)


if __name__ == "__main__":
    main()
