import json
import typing
from dataclasses import replace

import numpy as np
import pytest
from footpipe_gait.fit import comparison, learn
from footpipe_gait.generate import FuzzyGait
from footpipe_gait.references import other_laboratory
from footpipe_gait.samples import held_back, sample_of_clip, sample_of_curves
from footpipe_gait.strides import Stride
from footpipe_gait.style_read import read_style, shipped
from footpipe_gait.train import scores

import footpipe
from footpipe import DataError
from footpipe.cli import main
from footpipe.testing import exact_walk

CURVES = {"step": 0.66, "time": 1.1, "stance": 0.6}


@pytest.fixture(scope="module")
def walk_file(request):
    return request.config.rootpath / "examples/walk.bvh"


@pytest.fixture(scope="module")
def sample(walk_file):
    return sample_of_clip(walk_file, None, np.random.default_rng(0))


@pytest.fixture
def say(capsys):
    def say(*arguments):
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        return left.value.code, *capsys.readouterr()

    return say


def off(style, reference):
    (score,) = scores(style, [reference])
    if not np.isfinite(score.worst):  # it does not walk so
        return np.inf
    return float(np.sqrt(np.mean(np.square(np.array(score.errors)[list(reference.joints)]))))


# What is learned from


def test_a_sample_has_the_strides_of_its_clip_on_the_legs_of_its_figure(sample):
    assert sample.counts == (2, 2)
    learned = sample.learned
    assert learned.name == "walk.bvh"
    assert learned.shape.thigh + learned.shape.shank == pytest.approx(0.786, abs=1e-3)
    assert (learned.step, learned.time) == (pytest.approx(0.585, abs=0.01), pytest.approx(1.29, abs=0.03))
    assert learned.band.min() >= 3


def test_one_stride_in_four_of_each_leg_is_held_back_and_no_stride_is_in_both_parts():
    found = [
        Stride(leg, float(i), i + 1.0, np.zeros((101, 4)), 0.6, 1.2, 0.6) for i in range(8) for leg in ("left", "right")
    ]
    learned, held = held_back(found, np.random.default_rng(3))
    assert (len(learned), len(held)) == (12, 4)
    assert {stride.leg for stride in held} == {"left", "right"}
    assert not {id(stride) for stride in learned} & {id(stride) for stride in held}
    assert held_back(found[:1], np.random.default_rng(3)) == ([found[0]], [])


def test_given_labels_are_taken(walk_file, tmp_path):
    clip = footpipe.stage("detect.adaptive")(footpipe.load(walk_file))
    (labels,) = footpipe.stage("write.contacts")(clip, path=tmp_path / "labels.csv") and [tmp_path / "labels.csv"]
    by_labels = sample_of_clip(walk_file, labels, np.random.default_rng(0))
    found = sample_of_clip(walk_file, None, np.random.default_rng(0))
    assert by_labels.learned.curves == pytest.approx(found.learned.curves, abs=1e-9)


def test_the_strides_of_a_generated_walk_are_those_of_the_walk(tmp_path):
    """The whole way round: a walk, a file, its strides; when feet land is told by their speed, so curves may be shifted."""
    style = shipped("walk")
    walk = exact_walk(step=0.65, steps=12, rate=120.0, upper_body=False, start=False, stop=False)
    footpipe.save(walk, tmp_path / "walk.bvh")
    found = sample_of_clip(tmp_path / "walk.bvh", None, np.random.default_rng(0)).learned
    (score,) = scores(style, [found])
    assert score.step == pytest.approx(1, abs=0.005)
    assert score.time == pytest.approx(1, abs=0.01)
    assert score.stance == pytest.approx(0, abs=0.05)
    shifted = [
        replace(found, curves=np.roll(found.curves[:-1], shift, axis=0)[np.arange(101) % 100]) for shift in range(-5, 6)
    ]
    assert min(max(each.errors) for each in scores(style, shifted)) < 1.2


def test_curves_need_the_figures_that_they_do_not_hold(tmp_path, shared):
    path = shared / "data/gait/schwartz2008_free.csv"
    sample = sample_of_curves(path, *CURVES.values())
    assert sample.held is None
    assert sample.learned.joints == (True, True, True, False)
    with pytest.raises(DataError, match="curves do not tell --time and --stance"):
        sample_of_curves(path, 0.66, None, None)


# Learning


@pytest.fixture(scope="module")
def learned(sample):
    return learn([sample], shipped("walk"), "mine", ["passing.knee"], starts=1, rounds=2, seed=1)


def test_it_comes_nearer_to_the_strides_also_to_those_held_back(sample, learned):
    assert learned.name == "mine"
    assert off(learned, sample.learned) < 0.8 * off(shipped("walk"), sample.learned)
    assert off(learned, sample.held) < off(shipped("walk"), sample.held)


def test_what_is_frozen_stays_as_it_was_and_frozen(learned):
    names = {pose.name: pose.angles["knee"] for pose in learned.poses}
    assert names["passing"] == next(pose.angles["knee"] for pose in shipped("walk").poses if pose.name == "passing")
    assert "passing.knee" in learned.freeze


def test_the_same_seed_gives_the_same_style(sample):
    one, other = (learn([sample], shipped("walk"), "mine", starts=2, rounds=1, seed=5).parameters() for _ in range(2))
    assert (one == other).all()


def test_words_for_paces_keep_their_order(learned):
    first = shipped("walk").paces
    values = [learned.paces[word] for word in sorted(first, key=lambda word: first[word])]
    assert values == sorted(values)


def test_the_comparison_has_a_row_for_every_part_before_and_after(sample, learned):
    report = comparison([sample], shipped("walk"), learned)
    rows = report.values["strides"]
    assert [(row["strides"], row["style"]) for row in rows] == [
        (f"walk.bvh {part} (2)", word) for part in ("learned", "held back") for word in ("before", "after")
    ]
    assert rows[1]["errors"]["knee"] < rows[0]["errors"]["knee"]
    assert report.fault() is None


# The command


def test_the_command_writes_a_style_that_reads_and_says_how_far_it_is(say, walk_file, tmp_path):
    out = tmp_path / "mine.toml"
    code, said, notes = say("gait", "fit", walk_file, "-o", out, "--starts", 1, "--rounds", 1, "--freeze", "contact")
    assert code == 0
    assert read_style(out).name == "mine"
    assert read_style(out).freeze == ("contact",)
    assert said.splitlines()[1].split()[:6] == ["strides", "style", "hip", "knee", "ankle", "toe"]
    assert f"wrote {out}" in notes


def test_the_command_learns_from_curves_and_prints_json(say, tmp_path):
    curves = tmp_path / "curves.csv"
    rows = [
        f"{percent},{','.join(f'{angle:.3f}' for angle in row)}"
        for percent, row in enumerate(other_laboratory().curves[:, :3])
    ]
    curves.write_text("\n".join(["percent,hip_flexion_mean,knee_flexion_mean,ankle_dorsiflexion_mean", *rows]))
    options = [word for name, value in CURVES.items() for word in (f"--{name}", value)]
    code, said, _ = say(
        "gait", "fit", curves, "-o", tmp_path / "lab.toml", *options, "--starts", 1, "--rounds", 1, "--json"
    )
    assert code == 0
    (before, after) = json.loads(said)["strides"]
    assert set(before["errors"]) == {"hip", "knee", "ankle"}
    assert after["style"] == "after"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["none.bvh"], "none.bvh: error: cannot read"),
        (["walk.bvh", "other.bvh", "--labels", "labels.csv"], "labels are of one clip"),
        (["walk.bvh", "--freeze", "contakt"], "there is no 'contakt' to freeze"),
        (["walk.bvh", "--set", "unit"], "--set unit has no value"),
        (["walk.bvh", "--from", "stroll"], "there is no style 'stroll'"),
    ],
)
def test_mistakes_are_told(say, walk_file, tmp_path, monkeypatch, words, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "walk.bvh").write_bytes(walk_file.read_bytes())
    code, said, told = say("gait", "fit", *words, "-o", "mine.toml", "--starts", 1, "--rounds", 1)
    assert (code, said) == (1, "")
    assert says in told
    assert not (tmp_path / "mine.toml").exists()


# The styles that come along


@pytest.fixture(scope="module")
def clips(shared):
    files = {"cmu_walk": ("cmu_12_01_walk", {}), "zombie": ("fair1_zombie_zup", {"unit": 0.039})}
    return {
        style: sample_of_clip(shared / f"data/bvh/{name}.bvh", None, np.random.default_rng(0), loader)
        for style, (name, loader) in files.items()
    }


def test_every_style_that_comes_along_is_one_that_the_stage_names(request):
    files = {path.stem for path in (request.config.rootpath / "plugins/footpipe_gait/styles").glob("*.toml")}
    words = typing.get_args(typing.get_args(FuzzyGait.model_fields["style"].annotation)[0])
    assert set(words) == files


@pytest.mark.parametrize("step", [0.5, 0.6, 0.7])
@pytest.mark.parametrize("style", ["cmu_walk", "zombie"])
def test_learned_styles_walk_on_other_legs_with_other_steps_too(style, step):
    walk = exact_walk(style=style, step=step * 0.9, steps=8)
    hips = walk.world.positions[:, 0, 2]
    assert hips[-1] - hips[0] > 6 * step * 0.9


@pytest.mark.parametrize(("own", "other"), [("cmu_walk", "zombie"), ("zombie", "cmu_walk")])
def test_a_style_learned_from_a_clip_is_nearer_to_it_than_the_other_on_strides_held_back(clips, own, other):
    held = clips[own].held
    assert off(shipped(own), held) < 0.75 * off(shipped(other), held)
    assert off(shipped(own), held) < off(shipped("walk"), held)


def test_a_usd_stage_gives_the_strides_of_the_clip_that_it_was_made_of(walk_file, tmp_path):
    clip = footpipe.load(walk_file)
    motion = clip.pick(slice(clip.rest_rows, None))  # USD knows no injected rest rows
    footpipe.save(motion, tmp_path / "walk.bvh")
    footpipe.save(motion, tmp_path / "walk.usdc")
    own, of_stage = (
        sample_of_clip(tmp_path / name, None, np.random.default_rng(0)) for name in ("walk.bvh", "walk.usdc")
    )
    assert of_stage.counts == own.counts
    assert of_stage.learned.step == pytest.approx(own.learned.step, abs=1e-4)
    np.testing.assert_allclose(of_stage.learned.curves, own.learned.curves, atol=0.02)
