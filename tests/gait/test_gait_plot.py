"""Pictures of styles: what is drawn is what the style says and how it walks."""

import sys

import numpy as np
import pytest
import typer.testing
from footpipe_gait.commands import app
from footpipe_gait.plots import rules, strides
from footpipe_gait.plots.people import people_at, people_in
from footpipe_gait.plots.sheet import LAYOUT, Drawn, draw_sheet
from footpipe_gait.shape import LegShape
from footpipe_gait.style import JOINTS
from footpipe_gait.style_read import read_style, shipped
from footpipe_gait.style_write import style_toml
from footpipe_gait.walk import walk

from footpipe import DataError, GraphError, StageError

FREE = 0.743  # step / leg at which changes per step count nothing


@pytest.fixture(scope="module")
def style():
    return shipped("walk")


@pytest.fixture(scope="module")
def walked(style):
    return walk(style, step=0.67, steps=10, rate=120, start=False, stop=False)


def axes():
    from matplotlib.figure import Figure

    return Figure().subplots()


def test_poses_say_what_they_are_where_they_stand_alone(style):
    lone = [pose for pose in style.poses if pose.name in ("midstance", "passing")]
    here = rules.said(style, np.array([pose.at for pose in lone]), FREE)
    for pose, weights, angles in zip(lone, here.weights, here.angles, strict=True):
        mean = sum(
            weight * np.array([other.angles[joint] for joint in JOINTS])
            for weight, other in zip(weights, style.poses, strict=True)
        )
        np.testing.assert_allclose(angles, mean)
        assert style.poses[weights.argmax()] is pose


def test_speeds_are_the_slopes_of_the_poses_times_the_pace(style):
    places, step = np.linspace(0.01, 1.99, 50), 1e-6
    here = rules.said(style, places, 0.6)
    ahead, behind = (rules.said(style, places + way * step, 0.6).angles for way in (1, -1))
    slopes = (ahead - behind) / (2 * step)
    np.testing.assert_allclose(here.turn, slopes, atol=1e-3)
    np.testing.assert_allclose(here.speeds, slopes * here.pace[:, None], atol=1e-2)


def test_longer_steps_ask_for_more_as_the_poses_say(style):
    passing = next(pose for pose in style.poses if pose.name == "passing")
    free, longer = (rules.said(style, np.array([passing.at]), step).angles[0] for step in (FREE, FREE + 0.1))
    weights = rules.said(style, np.array([passing.at]), FREE).weights[0]
    change = sum(w * p.per_step.get("knee", 0) for w, p in zip(weights, style.poses, strict=True))
    assert (longer - free)[JOINTS.index("knee")] == pytest.approx(0.1 * change)


def test_strides_begin_and_end_alike(walked):
    curves = strides.stride_curves(walked)
    assert len(curves) >= 6
    assert curves.shape[1:] == (101, 4)
    assert abs(curves[:, 0] - curves[:, -1]).max() < 8  # deg, of joints that go round by up to 60
    assert abs(curves - curves.mean(0)).max() < 6


def test_a_walk_of_one_step_has_no_stride(style):
    with pytest.raises(DataError, match="no whole stride"):
        strides.stride_curves(walk(style, step=0.6, steps=2))


def test_the_chart_has_a_bar_for_each_time_on_the_ground(walked):
    drawn = axes()
    strides.plot_chart(drawn, walked)
    assert len(drawn.patches) == len(walked.steps)
    told = {text.get_text() for text in drawn.texts}
    assert told == {"67"}


def test_the_trail_begins_and_ends_on_the_ground(walked):
    drawn = axes()
    strides.plot_trail(drawn, walked)
    heel = drawn.lines[0].get_ydata()
    assert drawn.lines[0].get_label() == "heel"
    assert abs(heel[[0, -1]]).max() < 1  # cm
    assert heel.max() > 10


def test_a_sheet_shows_rules_and_walk(style, tmp_path):
    band = {"knee": (np.zeros(101), np.ones(101))}
    other = style.with_parameters(style.parameters() * np.where(np.array(style.names) == "passing.knee", 1.1, 1))
    draw_sheet(Drawn(style, LegShape(), 0.67, band, other), tmp_path / "walk.svg")
    text = (tmp_path / "walk.svg").read_text()
    assert text.startswith("<?xml")
    assert text.count('id="axes_') == len({name for row in LAYOUT for name in row})


def test_the_command_says_what_it_wrote(tmp_path, monkeypatch, style):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(style_toml(style))
    said = typer.testing.CliRunner().invoke(app, ["plot", "mine.toml", "--step", "0.6", "--leg", "0.85"])
    assert said.output == "wrote mine.png\n"
    assert (tmp_path / "mine.png").read_bytes().startswith(b"\x89PNG")


def test_a_style_that_comes_along_can_be_taken_for_a_beginning(tmp_path, style):
    listed = typer.testing.CliRunner().invoke(app, ["styles"])
    assert "walk" in listed.output.split()
    printed = typer.testing.CliRunner().invoke(app, ["styles", "walk"])
    (tmp_path / "mine.toml").write_text(printed.output)
    assert read_style(tmp_path / "mine.toml") == style
    wrong = typer.testing.CliRunner().invoke(app, ["styles", "wlak"])
    assert "did you mean 'walk'?" in str(wrong.exception)


def test_people_are_those_whose_steps_are_as_long(tmp_path):
    short, free = people_at(0.5), people_at(FREE)
    assert free.keys() == set(JOINTS)
    assert np.ptp(short["hip"][0]) < 0.8 * np.ptp(free["hip"][0])
    (tmp_path / "own.csv").write_text(
        "percent,hip_flexion_mean,knee_flexion_mean,ankle_dorsiflexion_mean\n0,30,5,0\n100,30,5,0\n"
    )
    own = people_in(tmp_path / "own.csv")
    assert own.keys() == {"hip", "knee", "ankle"}
    assert (own["hip"][0] == 30).all()


def run(*arguments):
    return typer.testing.CliRunner().invoke(app, ["plot", *arguments], catch_exceptions=True).exception


def test_what_cannot_be_drawn_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "there is no style 'wlak'" in str(run("wlak"))
    assert isinstance(run("nowhere.toml"), GraphError)
    assert "ends in .png or .svg or .pdf" in str(run("walk", "-o", "walk.docx"))
    assert "is none for a leg of" in str(run("walk", "--step", "3"))
    assert not list(tmp_path.iterdir())


def test_without_matplotlib_the_way_to_it_is_told(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    fault = run("walk", "-o", str(tmp_path / "walk.png"))
    assert isinstance(fault, StageError)
    assert fault.help == "install it: pip install 'footpipe[plot]'"
