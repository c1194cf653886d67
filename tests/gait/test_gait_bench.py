import json

import numpy as np
import pytest
from footpipe_gait.bench import Row, report
from footpipe_gait.bench.feet import feet_rows
from footpipe_gait.bench.learning import learning_rows
from footpipe_gait.bench.paths import path_rows
from footpipe_gait.bench.people import people_rows
from footpipe_gait.bench.sturdy import random_poses, sturdy_rows
from footpipe_gait.first import first_style
from footpipe_gait.references import five_speeds
from footpipe_gait.style_read import shipped
from footpipe_gait.train import scores

from footpipe.cli import main


def test_a_row_is_met_only_where_every_figure_is():
    assert Row("", (1.0, 2.0), (1.0, 2.0)).met
    assert not Row("", (1.0, 2.1), (1.0, 2.0)).met
    assert not Row("", (np.nan,), (1.0,)).met
    assert Row("", (3.0,), (2.0,), least=True).met
    assert not Row("", (np.inf,), (1.0,)).met


def test_a_report_tells_the_bars_and_what_is_not_met():
    told = report([Row("slip, mm", (0.7,), (0.5,))], "a style")
    assert "slip, mm" in str(told)
    assert "NOT MET" in str(told)
    assert told.values["met"] is False
    assert json.loads(json.dumps(dict(told.values)))["rows"][0]["bars"] == [0.5]


@pytest.mark.parametrize("rows", [people_rows, feet_rows, path_rows])
def test_the_shipped_walk_meets_its_bars(rows):
    assert [row.cells for row in rows(shipped()) if not row.met] == []


def test_nothing_throws_the_shipped_walk_over():
    rows = {row.what: row for row in sturdy_rows(shipped())}
    assert [row.cells for what, row in rows.items() if not row.met and not what.endswith("us")] == []


def test_poses_to_start_from_are_within_their_ranges():
    angles = np.degrees(random_poses(50, np.random.default_rng(1)))
    assert (angles[..., 1] >= 0).all()
    assert (angles[..., 1] <= 100).all()
    assert angles[..., 0].min() < -20 < 40 < angles[..., 0].max()


def test_a_first_style_walks_at_every_speed_it_was_made_of():
    for score in scores(first_style(five_speeds()), five_speeds()):
        assert score.worst < 9
        assert abs(score.step - 1) < 0.01


def test_bench_prints_a_table_and_fails_where_a_bar_is_not_met(monkeypatch, capsys):
    import footpipe_gait.bench.judge as judge

    for name in ("feet_rows", "sturdy_rows", "steering_rows", "path_rows"):
        monkeypatch.setattr(judge, name, lambda style: ())
    monkeypatch.setattr(judge, "people_rows", lambda style: (Row("a figure", (2.0,), (1.0,)),))
    with pytest.raises(SystemExit) as caught:
        main(["gait", "bench", "walk"])
    assert caught.value.code == 1
    assert "NOT MET" in capsys.readouterr().out


def test_learning_brings_a_table_typed_by_hand_nearer_to_people(monkeypatch):
    monkeypatch.setattr("footpipe_gait.bench.learning.ROUNDS", 1)
    learned, seconds = learning_rows()
    assert learned.values[0] < 1.5 * learned.bars[0]  # the bar is half of what it was
    assert seconds.values[0] > 0
