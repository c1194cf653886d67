"""What a figure that is steered cannot do, and grounds, rigs and clips that are none, are told."""

from types import SimpleNamespace

import pytest
from footpipe_gait.figure import built_in

import footpipe
from footpipe import DataError, Gait, Generator, NoParams, RigError, Target, live_gait
from footpipe.testing import walking_clip

STRAIGHT = Target(0.65)
GAIT = Gait("walk")
RIG = GAIT.rig


def test_what_the_ground_raises_is_raised_and_the_figure_stays_as_it_was():
    broken = []

    def ground(x, z):
        if broken:
            raise ZeroDivisionError("no ray")
        return 0.0

    gait = Gait("walk", ground=ground)
    for _ in range(90):
        gait.step(1 / 60)
    before = gait.pose.rotations.copy()
    broken.append(True)
    with pytest.raises(ZeroDivisionError, match="no ray"):
        for _ in range(60):
            before = gait.pose.rotations.copy()
            gait.step(1 / 60)
    assert (gait.pose.rotations == before).all()
    with pytest.raises(ZeroDivisionError, match="no ray"):
        gait.reset()
    broken.clear()
    gait.reset()
    gait.step(1 / 60)


@pytest.mark.parametrize("call", [lambda gait: gait.step(1 / 60), lambda gait: gait.reset()], ids=["step", "reset"])
def test_a_ground_that_moves_the_gait_that_asks_it_is_told_and_the_figure_stays_as_it_was(call):
    calls = []

    def ground(x, z):
        for each in calls:
            each(gait)
        return 0.0

    gait = Gait("walk", ground=ground)
    calls.append(call)
    with pytest.raises(RuntimeError, match="ground: it must not step or reset the gait that asks it"):
        for _ in range(60):
            before = gait.pose.rotations.copy()
            gait.step(1 / 60)
    assert (gait.pose.rotations == before).all()
    calls[:] = [lambda _: GAIT.step(1 / 60)]  # another gait may be asked
    for _ in range(60):
        gait.step(1 / 60)


@pytest.mark.parametrize(
    ("dt", "target", "told"),
    [
        (-0.1, STRAIGHT, "dt: 0 to 1 s since the step before wanted, got -0.1"),
        (2.0, STRAIGHT, "dt: 0 to 1 s"),
        (float("nan"), STRAIGHT, "dt: 0 to 1 s"),
        (0.1, Target(-0.1), "a step of -0.1 m is none for a leg of 0.9"),
        (0.1, Target(2.0), "a step of 2 m is none"),
        (0.1, Target(0.6, float("inf")), "turn: finite rad/s wanted, got inf"),
    ],
)
def test_what_cannot_be_is_told(dt, target, told):
    with pytest.raises(DataError, match=told):
        GAIT.step(dt, target)


def test_other_mistakes_are_told():
    with pytest.raises(DataError, match="there is no style 'wlak'"):
        Gait("wlak")
    with pytest.raises(DataError, match="reset: finite numbers wanted"):
        GAIT.reset(float("nan"))


@pytest.mark.parametrize("answer", [None, "high", 1e300, -float("inf")])
def test_ground_that_answers_no_height_is_told_with_its_place(answer):
    with pytest.raises(DataError, match=r"ground: a height of at most 10000 m wanted at x -?0\.\d\d, z -?0\.\d\d, got"):
        Gait("walk", ground=lambda x, z: answer)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"ground": 0.3}, "ground: a function of x and z wanted, got 0.3"),
        ({"rig": "walk.bvh"}, "rig: a BoundRig wanted, got str"),
        ({"clip": "walk.bvh"}, "clip: a Clip wanted, got str"),
        ({"rig": RIG, "clip": walking_clip()}, "clip: it has another skeleton than the rig"),
    ],
)
def test_what_is_no_figure_and_no_ground_is_told(changed, told):
    with pytest.raises(DataError, match=told):
        Gait("walk", **changed)


def test_what_is_no_target_and_places_beyond_the_world_are_told():
    with pytest.raises(DataError, match=r"target: a Target wanted, got \(0.6, 0.1\)"):
        GAIT.step(0.1, (0.6, 0.1))
    with pytest.raises(DataError, match=r"reset: at most 1e\+06 m from the origin wanted, got 1e\+300, 0"):
        GAIT.reset(1e300)


def test_a_rig_without_feet_is_told():
    limbs = {
        name: footpipe.Limb(f"{s}UpLeg", f"{s}Leg", f"{s}Foot", f"{s}Foot")
        for name, s in (("left", "Left"), ("right", "Right"))
    }
    with pytest.raises(RigError, match="has no foot"):
        Gait("walk", footpipe.Rig(limbs).bind(built_in().skeleton))


def test_a_generator_that_cannot_walk_live_is_told(monkeypatch):
    other = SimpleNamespace(stage=Generator("fuzzy_gait", NoParams, lambda clip, rig, params: clip))
    monkeypatch.setattr(live_gait, "installed", lambda: SimpleNamespace(stages={live_gait.STAGE: other}))
    with pytest.raises(DataError, match=r"generate.fuzzy_gait cannot walk frame by frame"):
        Gait("walk")
