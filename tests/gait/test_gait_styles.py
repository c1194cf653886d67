from dataclasses import replace

import numpy as np
import pytest
from footpipe_gait.cycles import cycles
from footpipe_gait.references import five_speeds
from footpipe_gait.style_read import read_style, shipped
from footpipe_gait.style_write import style_toml
from footpipe_gait.train import scores, train
from gait_walks import landings, run

from footpipe import DataError, GraphError


@pytest.fixture
def written(tmp_path):
    """Writes a style's text, changed, and reads it."""

    def read(*changes, text=None):
        text = text or style_toml(shipped())
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new, 1)
        path = tmp_path / "mine.toml"
        path.write_text(text)
        return read_style(path)

    return read


def test_a_style_is_written_and_read_back(written):
    style = written()
    assert style_toml(style) == style_toml(shipped())
    assert style.names == shipped().names
    np.testing.assert_allclose(style.parameters(), shipped().parameters(), atol=1e-9)


def test_the_vector_of_a_style_goes_there_and_back():
    style = shipped()
    moved = style.with_parameters(style.parameters() + 0.25)
    np.testing.assert_allclose(moved.parameters(), style.parameters() + 0.25)
    assert moved.poses[0].angles["knee"] == pytest.approx(style.poses[0].angles["knee"] + 0.25)
    with pytest.raises(DataError, match="shape"):
        style.with_parameters([1.0])


def walked(style):
    return np.degrees(run(style, frames=900).angles[0, 500:])


def mean_knee(style):
    """(101,) deg over the stride."""
    walks = run(style, frames=1500)
    return cycles(walks.angles[0], walks.events[0], 120.0).curves.mean(axis=0)[:, 1]


@pytest.mark.parametrize(
    ("pace", "change"), [('"medium"', '"slow"'), ('"slow"', '"fast"')], ids=["slower midstance", "faster loading"]
)
def test_one_word_of_a_pose_changes_the_walk(written, pace, change):
    plain, changed = written(), written((f"pace = {pace}", f"pace = {change}"))
    usual, other = (np.diff(landings(run(style, frames=1200))[4:, 0]).mean() for style in (plain, changed))
    assert (other > usual * 1.05) if change == '"slow"' else (other < usual * 0.95)


def test_one_word_of_a_rule_changes_the_walk(written):
    rule = '\n[[rule]]\nif = "foot is air"\nthen = { knee = "flex" }\n'
    text = style_toml(replace(shipped(), rules=()))
    flexed, extended = (mean_knee(written(text=text + rule.replace("flex", word))) for word in ("flex", "extend"))
    assert np.abs(flexed - extended).max() > 2
    assert flexed.max() > extended.max() + 1


@pytest.mark.parametrize("name", ["loading", "passing", "push_off"])
def test_a_pose_moved_moves_the_walk_there(name):
    style = shipped()
    poses = [
        replace(pose, angles={**pose.angles, "knee": pose.angles["knee"] + 6}) if pose.name == name else pose
        for pose in style.poses
    ]
    phase = run(style, frames=900).phase[0, 500:]
    at = next(pose.at for pose in style.poses if pose.name == name)
    near = np.abs((phase - at + 1) % 2 - 1) < 0.1
    assert walked(replace(style, poses=tuple(poses)))[..., 1][near].mean() > walked(style)[..., 1][near].mean() + 1


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('pace = "dash"', 'pace = "dish"', "did you mean 'dash'"),
        ("knee = ", "kne = ", "did you mean 'knee'"),
        ("[style]", "[stile]", "did you mean 'style'"),
        ("clearance = ", "clearence = ", "did you mean 'clearance'"),
        ("spread = ", "spread = -", "spread"),
        ("clearance is low", "clearance is lo", "did you mean 'low'"),
        ('name = "loading"', 'name = "contact"', "two poses"),
        ("follow = { hip", "follow = { hipp", "hipp"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_the_nearest_word(written, old, new, told):
    with pytest.raises(GraphError) as caught:
        written((old, new))
    text = str(caught.value)
    assert told in text
    line = 1 + (style_toml(shipped()).replace(old, new, 1)).count("\n", 0, style_toml(shipped()).index(old))
    assert f"mine.toml:{line}:" in text or old == 'name = "loading"'


def test_frozen_names_are_checked_and_kept(written):
    style = written(text=style_toml(shipped()) + '\n[freeze]\nposes = ["contact.hip", "passing"]\npace = ["fast"]\n')
    frozen = [name for name in style.names if style.is_frozen(name)]
    assert "contact.hip" in frozen
    assert "pace.fast" in frozen
    assert "passing.per_step.knee" in frozen
    assert "contact.knee" not in frozen
    with pytest.raises(GraphError, match="freeze"):
        written(text=style_toml(shipped()) + '\n[freeze]\nposes = ["contact.hop"]\n')


def test_a_style_that_there_is_not_is_told_with_those_that_there_are():
    with pytest.raises(DataError, match="walk"):
        shipped("wlak")


def knee_at_contacts(style):
    """Deg, of the left leg at its landings."""
    walks = run(style, frames=1200)
    times = [time for time, leg, *_ in landings(walks) if leg == 0][1:7]
    return np.array([np.degrees(walks.angles[0, int(np.ceil(time * 120)) - 1, 0, 1]) for time in times])


def test_pure_velocities_drift_and_poses_that_are_followed_do_not():
    kept, drifting = knee_at_contacts(shipped()), knee_at_contacts(shipped("paper"))
    assert np.ptp(kept[2:]) < 0.5
    assert np.ptp(drifting) > 10


def test_learning_comes_nearer_and_leaves_alone_what_is_frozen():
    style = shipped()
    free = next(each for each in five_speeds() if each.name == "free")
    away = style.with_parameters(
        [value - 12 * (name == "passing.knee") for name, value in zip(style.names, style.parameters(), strict=True)]
    )
    everything = [name for name in style.names if name not in ("passing.knee", "passing.hip", "reach.knee")]
    told = []
    first = train([free], away, freeze=everything, rounds=0)
    trained = train([free], away, freeze=everything, rounds=4, progress=lambda *each: told.append(each))
    assert trained.cost < 0.97 * first.cost
    assert told[-1][1] == 4
    same = [
        trained.style.parameters()[i] == away.parameters()[i]
        for i, name in enumerate(style.names)
        if name in everything
    ]
    assert all(same)
    again = train([free], away, freeze=everything, rounds=4)
    assert (again.style.parameters() == trained.style.parameters()).all()


def test_learning_refuses_names_that_there_are_not_and_nothing_to_do():
    style = shipped()
    free = five_speeds()[2:3]
    with pytest.raises(DataError, match="no 'contakt'"):
        train(free, style, freeze=["contakt"])
    with pytest.raises(DataError, match="nothing is left"):
        train(free, style, freeze=list(style.names))


def test_the_shipped_walk_is_near_people_at_all_speeds():
    for score in scores(shipped(), five_speeds()):
        assert score.worst < 3
        assert abs(score.time - 1) < 0.05
        assert abs(score.stance) < 0.03
