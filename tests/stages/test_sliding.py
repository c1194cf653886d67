import json
import subprocess
import sys

import numpy as np
import pytest

import footpipe
from footpipe import Contacts, GraphError, StageError, find_rig

measure = footpipe.stage("measure.sliding")
lock = footpipe.stage("lock.runtime")


@pytest.fixture(scope="module")
def glide(walk):
    """One pose of the walk that glides at exactly 30 cm/s along x; the toes are said to touch from frame 120 on."""
    frames = len(walk)
    translations = np.repeat(walk.translations[200:201], frames, axis=0)
    translations[:, 0, 0] += 0.3 * walk.times / walk.placement.scale
    weights = np.zeros((frames, 2))
    weights[120:360, 0] = 1
    return walk.replace(
        translations=translations,
        rotations=np.repeat(walk.rotations[200:201], frames, axis=0),
        contacts=Contacts(("left.toe", "right.toe"), weights),
        rest_rows=0,
    )


def figures(report, clip="clip1"):
    return report.values["clips"][clip]


def test_a_steady_glide_slides_at_its_own_speed_everywhere(glide):
    left = figures(measure(glide))["feet"]["left"]
    for key in ("slide_mean", "slide_p95", "slide_max", "edge_mean", "settled_mean", "settled_max"):
        assert left[key] == pytest.approx(30, rel=1e-9), key
    assert left["stray_max"] == pytest.approx(30 * 239 / 2 / glide.rate, rel=1e-6)
    assert left["contacts"] == 1


def test_a_foot_without_contact_has_no_slide(glide):
    right = figures(measure(glide))["feet"]["right"]
    assert right["contacts"] == 0
    assert right["slide_mean"] is None


def test_each_contact_is_listed_with_its_frames(glide):
    (contact,) = figures(measure(glide))["contacts"]
    assert (contact["foot"], contact["first"], contact["last"]) == ("left", 120, 359)


def test_below_is_measured_from_the_ground_that_is_given(glide):
    rig = find_rig(glide.skeleton).bind(glide.skeleton)
    height = glide.world.positions[0, rig.toe[0], 1]
    left = figures(measure(glide, ground=height + 0.02))["feet"]["left"]
    assert left["below_max"] == pytest.approx(2.0)


def test_heights_are_measured_from_the_steps_of_a_file(glide, tmp_path):
    rig = find_rig(glide.skeleton).bind(glide.skeleton)
    at = glide.positions(rig.toe)[:, 0]
    edge = (at[239, 0] + at[240, 0]) / 2  # half-way through the contact
    path = tmp_path / "steps.csv"
    low, high = at[0, 1] - 0.03, at[0, 1] + 0.02
    path.write_text(f"x_from,x_to,z_from,z_to,height\n-99,{edge},-99,99,{low}\n{edge},99,-99,99,{high}\n")
    left = figures(measure(glide, ground=path))["feet"]["left"]
    assert left["above_max"] == pytest.approx(3.0)
    assert left["below_max"] == pytest.approx(2.0)
    assert left["slide_mean"] == pytest.approx(30, rel=1e-9)


def test_a_height_map_that_ends_before_the_contacts_do_is_told(glide, tmp_path):
    rig = find_rig(glide.skeleton).bind(glide.skeleton)
    edge = glide.positions(rig.toe)[239:241, 0, 0].mean()
    path = tmp_path / "map.csv"
    path.write_text("x,z,height\n" + "".join(f"{x},{z},0\n" for x in (-99, edge) for z in (-99, 99)))
    with pytest.warns(footpipe.FootpipeWarning, match="in 120 frames of contact feet are beyond this height map"):
        measure(glide, ground=path)


def test_the_change_is_counted_against_the_first_clip(slid):
    cost = figures(measure({"before": slid, "after": lock(slid)}), "after")["cost"]
    assert cost["root_shift_max"] == 0
    assert cost["bone_error_max"] < 1e-9
    assert 0 < cost["turn_mean"] < 10
    assert cost["missed_frames"] >= 0
    assert "cost" not in figures(measure({"before": slid, "after": lock(slid)}), "before")


def test_a_turned_leg_costs_what_it_was_turned(slid):
    rig = find_rig(slid.skeleton).bind(slid.skeleton)
    turned = slid.rotations.copy()
    ten = np.array([np.sin(np.radians(5)), 0, 0, np.cos(np.radians(5))])
    turned[:, rig.hip[0]] = footpipe.kernel.multiply(turned[:, rig.hip[0]], ten)
    cost = figures(measure({"before": slid, "after": slid.replace(rotations=turned)}), "after")["cost"]
    assert cost["turn_max"] == pytest.approx(10)
    assert cost["turn_mean"] == pytest.approx(10 / 6)
    assert cost["knee_bend_mean"] == pytest.approx(0, abs=1e-9)


def test_velocity_error_is_against_the_reference(slid, walk):
    report = measure({"truth": walk, "slid": slid}, reference="truth")
    assert figures(report, "truth")["velocity_error"] == 0
    travelled = np.linalg.norm(np.diff(walk.world.positions[1:, 0][:, [0, 2]], axis=0), axis=1).mean() * walk.rate * 100
    assert figures(report, "slid")["velocity_error"] == pytest.approx(0.25 * travelled, rel=0.02)


def test_the_report_is_json_and_its_table_has_a_column_a_clip(slid):
    report = measure({"before": slid, "after": lock(slid)})
    json.dumps(report.values, allow_nan=False)
    (table,) = report.tables
    assert table.columns == ["", "before", "after"]
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["slide, mean cm/s"][0] == f"{report.values['clips']['before']['all']['slide_mean']:.2f}"
    assert rows["legs turned, mean deg"][0] == "-"
    assert all(len(row) == 3 for row in table.rows)


def test_clips_without_contacts_cannot_be_measured(walk):
    with pytest.raises(StageError, match=r"measure.sliding needs contacts, and no input has any"):
        measure(walk)


def test_an_unknown_reference_names_the_nearest(slid):
    with pytest.raises(GraphError) as caught:
        measure({"truth": slid, "other": slid}, reference="trut")
    assert str(caught.value) == "error: reference 'trut' is none of the inputs\n  help: did you mean 'truth'?"


def test_ankles_are_judged_where_only_they_have_contacts(glide):
    ankles = glide.replace(contacts=Contacts(("left.ankle",), glide.contacts.weights[:, :1]))
    assert figures(measure(ankles))["feet"]["left"]["slide_mean"] == pytest.approx(30, rel=1e-9)


def test_above_is_the_highest_toe_in_contact(glide):
    rig = find_rig(glide.skeleton).bind(glide.skeleton)
    height = glide.world.positions[0, rig.toe[0], 1]
    assert figures(measure(glide, ground=height - 0.03))["feet"]["left"]["above_max"] == pytest.approx(3.0)


@pytest.mark.parametrize("frames", [1, 2, 3, 4])
def test_short_clips_with_a_rest_row_have_a_cost(slid, frames):
    short = slid.pick(slice(1 + frames))
    cost = figures(measure({"before": short, "after": short}), "after")["cost"]
    assert cost["turn_max"] == 0
    assert cost["acceleration_p99"] == (None if frames < 3 else 1)


def test_the_figures_agree_with_an_independent_judge(shared, tmp_path, walk, slid):
    judge = shared / "tools/footmeter.py"
    scale = ["--unit", str(walk.placement.scale)]
    clean, before, csv = tmp_path / "clean.bvh", tmp_path / "before.bvh", tmp_path / "labels.csv"
    footpipe.save(walk, clean)
    footpipe.save(slid, before)
    after = tmp_path / "after.bvh"
    subprocess.run([sys.executable, judge, "labels", clean, csv, *scale], check=True)
    labelled = footpipe.stage("detect.labels")(slid, path=csv)
    footpipe.save(lock(labelled), after)
    said = subprocess.run(
        [sys.executable, judge, "judge", clean, before, after, *scale], check=True, capture_output=True, text=True
    )
    theirs = json.loads(said.stdout)
    ours = measure({"before": labelled, "after": lock(labelled)}).values["clips"]
    for name in ("before", "after"):
        for key in ("slide_mean", "slide_p95", "slide_max", "edge_mean", "settled_mean", "settled_max"):
            assert ours[name]["all"][key] == pytest.approx(theirs[name][key], rel=0.01, abs=2e-3), (name, key)
    assert ours["after"]["cost"]["turn_mean"] == pytest.approx(theirs["change"]["leg_turn_mean"], rel=1e-3)
    assert ours["after"]["cost"]["knee_bend_mean"] == pytest.approx(
        theirs["change"]["knee_bend_mean"], rel=1e-3, abs=1e-3
    )


def test_ends_longer_than_the_clip_leave_nothing_between(glide):
    left = figures(measure(glide, edge=1e6, settle=1e6))["feet"]["left"]
    assert (left["slide_mean"], left["settled_mean"]) == (None, None)


def test_the_plot_is_a_picture_of_all_inputs(slid, tmp_path):
    pytest.importorskip("matplotlib")
    for suffix, start in ((".png", b"\x89PNG"), (".svg", b"<?xml"), (".pdf", b"%PDF")):
        path = tmp_path / f"slide{suffix}"
        measure({"before": slid, "after": lock(slid)}, plot=path)
        assert path.read_bytes().startswith(start)
    text = (tmp_path / "slide.svg").read_text()
    assert "<!-- before -->" in text
    assert "<!-- left toe, speed in cm/s -->" in text


def test_a_picture_of_an_unknown_kind_is_a_mistake(slid, tmp_path):
    with pytest.raises(GraphError, match=r"'plot' ends in '.txt': no such picture is drawn"):
        measure(slid, plot=tmp_path / "slide.txt")
