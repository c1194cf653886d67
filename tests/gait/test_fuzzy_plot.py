"""Pictures of controllers: what is drawn is what the controller computes."""

from pathlib import Path

import numpy as np
import pytest
from footpipe_gait.fuzzy import read_controller
from footpipe_gait.fuzzy.plot import plot_curve, plot_sets, plot_surface
from matplotlib.figure import Figure

FOLDER = Path(__file__).parents[2] / "examples/fuzzy"


@pytest.fixture
def axes():
    return Figure().subplots()


def words(axes):
    return [text.get_text() for text in axes.texts]


def test_sets_are_drawn_with_their_words(axes):
    ankle = read_controller(FOLDER / "ankle.toml")
    plot_sets(axes, ankle, "delta")
    assert words(axes) == ["start", "center", "end"]
    for line, peak in zip(axes.lines, (-1, 0, 1), strict=True):
        x, member = line.get_data()
        assert x[member.argmax()] == pytest.approx(peak)
    assert axes.get_xlabel() == "delta"


def test_a_curve_is_the_output_over_the_input(axes):
    limb = read_controller(FOLDER / "limb.toml")
    plot_curve(axes, limb, "velocity", "alpha")
    x, velocity = axes.lines[0].get_data()
    np.testing.assert_array_equal(velocity, limb(x[:, None])[:, 0])
    assert words(axes) == ["slow", "fast", "stay", "back"]
    assert axes.get_ylabel() == "velocity, deg/s"


def test_other_inputs_are_as_said_or_in_the_middle(axes):
    ankle = read_controller(FOLDER / "ankle.toml")
    plot_curve(axes, ankle, "ankle", "sole", delta=1.0)
    plot_curve(axes, ankle, "ankle", "sole")
    arriving, half_way = (line.get_ydata()[0] for line in (axes.lines[0], axes.lines[4]))
    assert arriving == ankle([-60.0, 1.0])[0]
    assert half_way == ankle([-60.0, 0.0])[0]


def test_a_surface_lies_over_two_inputs(axes):
    ankle = read_controller(FOLDER / "ankle.toml")
    filled = plot_surface(axes, ankle, "ankle", "delta", "sole")
    low, high = filled.zmin, filled.zmax
    assert high == pytest.approx(-low)
    assert high == pytest.approx(ankle([-60.0, 1.0])[0])
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("delta", "sole, deg")
