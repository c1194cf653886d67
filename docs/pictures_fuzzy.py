"""Pictures of the page on rules in words, from the controllers of examples/fuzzy; `pictures.py` draws them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import matplotlib.pyplot as plt
import numpy as np
from footpipe_gait.fuzzy import read_controller
from footpipe_gait.fuzzy.plot import plot_curve, plot_sets, plot_surface

EXAMPLES = Path(__file__).parents[1] / "examples/fuzzy"


def draw_limb(path: Path) -> None:
    """The sets, the velocity over the angle that is left, and limbs that turn."""
    example = load("limb")
    limb, starts = read_controller(example.RULES), np.array([90.0, 60, 40, 20, -20])
    angles = example.turn(limb, starts, 3)
    figure, axes = plt.subplot_mosaic([["sets", "turn"], ["curve", "turn"]], figsize=(10, 5), layout="constrained")
    plot_sets(axes["sets"], limb, "alpha")
    plot_curve(axes["curve"], limb, "velocity", "alpha")
    axes["turn"].plot(np.arange(len(angles)) / example.RATE, angles, color="#00798c", lw=1.4)
    axes["turn"].axhline(0, color="0.6", lw=0.8)
    axes["turn"].set(xlabel="s", ylabel="angle that is left to the target, deg", xlim=(0, 3))
    finish(figure, path)


def draw_ankle(path: Path) -> None:
    """The surface over both metrics, and soles while the leg swings."""
    example = load("ankle")
    ankle, starts = read_controller(example.RULES), np.array([-40.0, -20, 25])
    soles = example.swing(ankle, starts, 0.45)
    figure, (surface, swing) = plt.subplots(1, 2, figsize=(10, 3.8), layout="constrained")
    filled = plot_surface(surface, ankle, "ankle", "delta", "sole")
    figure.colorbar(filled, ax=surface, label="ankle, deg/s")
    swing.plot(np.linspace(-1, 1, len(soles)), soles, color="#00798c", lw=1.4)
    swing.axhline(0, color="0.6", lw=0.8)
    for axes in (surface, swing):
        axes.set_xticks([-1, -0.5, 0, 0.5, 1])
    swing.set(xlabel="delta", ylabel="sole, deg", xlim=(-1, 1))
    finish(figure, path)


def load(name: str) -> ModuleType:
    """The program of an example."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def finish(figure: plt.Figure, path: Path) -> None:
    """Take the frames off and write the picture."""
    for axes in figure.axes:
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=100)
    plt.close(figure)
