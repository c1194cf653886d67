"""Horses, and people on hands and feet: every stage that knows contacts, on limbs of any number and name."""

import json

import numpy as np
import pytest
from four_legs import CRAWLER, HORSE, ORDER, rig_of, walk_on_four
from slides import every, f1, in_place, scaled, treadmill, wandering

import footpipe
from footpipe import Rig, RigError

BODIES = {"horse": HORSE, "crawler": CRAWLER}
FAULTS = {
    "none": lambda clip: clip,
    "x0.75": scaled(0.75),
    "x1.25": scaled(1.25),
    "treadmill": treadmill,
    "in place": in_place,
    "wandering": wandering,
}
POINTS = tuple(f"{limb}.toe" for limb in ORDER)


@pytest.fixture(scope="module", params=BODIES)
def body(request):
    """A walk on four limbs with its known contacts, and its rig."""
    clip = walk_on_four(BODIES[request.param])
    return clip, rig_of(BODIES[request.param])


def run(name, clip, rig, **params):
    return footpipe.stage(name)(clip, rig=rig, **params)


def sliding(rig, **clips):
    return footpipe.stage("measure.sliding")(clips, rig=rig).values["clips"]


def test_the_walk_is_what_it_claims_to_be(body):
    clip, rig = body
    toes = clip.speed(rig.bind(clip.skeleton).toe)
    inside = clip.contacts.active()
    inside[1:] &= inside[:-1]
    inside[:-1] &= inside[1:]  # central differences see one frame beyond a contact
    assert toes[inside].max() < 1e-9
    assert [len(clip.contacts.spans(point)) for point in POINTS] == [8, 8, 8, 8]


@pytest.mark.parametrize("fault", FAULTS)
def test_contacts_of_four_limbs_are_found_whatever_the_root_does(body, fault):
    clip, rig = body
    contacts = run("detect.adaptive", FAULTS[fault](clip), rig).contacts
    assert contacts.points == POINTS
    assert f1(contacts.active(), clip.contacts.active()) >= 0.98


def test_contacts_are_found_at_30_frames_per_second_and_by_a_threshold(body):
    clip, rig = body
    slow = every(2)(clip)
    for name, some in (("detect.adaptive", slow), ("detect.speed", slow), ("detect.speed", clip)):
        assert f1(run(name, some, rig).contacts.active(), some.contacts.active()) >= 0.95


@pytest.mark.parametrize("factor", [0.75, 1.25])
def test_locks_hold_all_four(body, factor):
    clip, rig = body
    slid = run("detect.adaptive", scaled(factor)(clip), rig)
    still = run("lock.offline", slid, rig)
    held = run("lock.runtime", slid, rig)
    told = sliding(rig, slid=slid.replace(contacts=clip.contacts), still=still, held=held)
    slide = {name: values["all"]["slide_mean"] for name, values in told.items()}
    assert slide["slid"] > 10
    assert slide["still"] < 0.1
    assert slide["held"] < 0.4 * slide["slid"]
    assert told["still"]["cost"]["bone_error_max"] < 1e-6
    assert set(told["still"]["feet"]) == set(ORDER)


def test_contacts_of_any_limb_are_mended_and_measured(body):
    clip, rig = body
    mended = footpipe.stage("edit.contacts")(clip, release=["fore_left 100-200"], lock=["hind_right.toe start-end"])
    assert not mended.contacts.select(["fore_left.toe"]).active()[100:201].any()
    assert mended.contacts.select(["hind_right.toe"]).weights.all()
    told = footpipe.stage("measure.contacts")({"truth": clip, "mended": mended}, rig=rig, reference="truth")
    points = told.values["clips"]["mended"]["points"]
    assert points["fore_right.toe"]["f1"] == points["hind_left.toe"]["f1"] == 1
    assert points["fore_left.toe"]["recall"] < 0.8
    assert points["hind_right.toe"]["precision"] == pytest.approx(0.65, abs=0.02)
    assert points["hind_right.toe"]["missed"] == 7  # one contact without end goes with one of eight
    gone = [span for span in clip.contacts.spans("fore_left.toe") if span[0] >= 100 and span[1] <= 201]
    assert points["fore_left.toe"]["missed"] == len(gone) == 1


WALKS = {
    "generate.fuzzy_gait": lambda clip, rig=None: footpipe.stage("generate.fuzzy_gait")(clip, rig=rig, steps=2),
    "Gait": lambda clip, rig=None: footpipe.Gait(clip=clip, rig=rig and rig.bind(clip.skeleton)),
}
HIND = {
    body: Rig({side: rig_of(names).limbs[f"hind_{side}"] for side in ("left", "right")})
    for body, names in BODIES.items()
}


@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_four_limbs_that_stand_on_the_ground_are_not_taken_for_legs(walk):
    crawler = walk_on_four(CRAWLER)
    with pytest.raises(RigError, match="two legs, and four limbs stand on the ground") as told:
        walk(crawler)
    for limb in ("LeftUpLeg > LeftLeg > LeftFoot > LeftToeBase", "RightArm > RightForeArm > RightHand"):
        assert limb in told.value.message
    leg = 'hip = "LeftUpLeg", knee = "LeftLeg", ankle = "LeftFoot", toe = "LeftToeBase"'
    assert f"[rigs.x] table: limbs.left = {{ {leg} }}" in told.value.help


@pytest.mark.parametrize("walk", WALKS.values(), ids=WALKS)
def test_a_fore_and_a_hind_leg_are_no_pair(walk):
    with pytest.raises(RigError, match="no pair of legs: one hip is behind the other") as told:
        walk(walk_on_four(HORSE))
    for limb in ("left (Shoulder_L > Elbow_L > Wrist_L > Hoof_L)", "right (Hip_L > Stifle_L > Hock_L > HindHoof_L)"):
        assert limb in told.value.message
    assert "[rigs.x]" in told.value.help


@pytest.mark.parametrize("body", BODIES)
def test_two_legs_of_four_walk_where_they_are_named(body):
    walked = WALKS["generate.fuzzy_gait"](walk_on_four(BODIES[body]), HIND[body])
    told = sliding(HIND[body], walked=walked)["walked"]["all"]
    assert told["contacts"] >= 3
    assert told["slide_max"] < 1e-6


GRAPH = """footpipe = 1
[rigs.crawler]
keep_found = true
limbs.left_hand = { hip = "LeftArm", knee = "LeftForeArm", ankle = "LeftHand", toe = "LeftHand" }
limbs.right_hand = { hip = "RightArm", knee = "RightForeArm", ankle = "RightHand", toe = "RightHand" }
[nodes.read]
uses = "load.bvh"
path = "crawl.bvh"
unit = "m"
[nodes.labels]
uses = "detect.labels"
path = "crawl.json"
[nodes.slid]
uses = "edit.scale_travel"
factor = 0.75
[nodes.contacts]
uses = "detect.adaptive"
[nodes.mended]
uses = "edit.contacts"
drop_blips = 0.05
release = ["right_hand end-end"]
[nodes.locked]
uses = "lock.offline"
[nodes.out]
uses = "write.bvh"
path = "crawl.locked.bvh"
[nodes.found]
uses = "measure.contacts"
inputs = ["labels", "mended"]
reference = "labels"
[nodes.figures]
uses = "measure.sliding"
inputs = ["slid", "locked"]
"""


def test_hands_are_limbs_where_a_graph_says_so(tmp_path):
    clip = walk_on_four(CRAWLER)
    footpipe.save(clip, tmp_path / "crawl.bvh")
    names = {"hind_left": "left", "hind_right": "right", "fore_left": "left_hand", "fore_right": "right_hand"}
    spans = {
        f"{names[limb]}.toe": [{"first": a, "last": b - 1} for a, b in clip.contacts.spans(f"{limb}.toe")]
        for limb in ORDER
    }
    labels = {"format": "footpipe.contacts", "version": 1, "contacts": spans}
    (tmp_path / "crawl.json").write_text(json.dumps(labels))
    (tmp_path / "crawl.toml").write_text(GRAPH)
    reports = footpipe.run(tmp_path / "crawl.toml").reports
    found = reports["found"].values["clips"]["mended"]
    assert set(found["points"]) == {"left.toe", "right.toe", "left_hand.toe", "right_hand.toe"}
    assert found["all"]["f1"] > 0.98
    before, after = (reports["figures"].values["clips"][name] for name in ("slid", "locked"))
    for hand in ("left_hand", "right_hand"):
        assert before["feet"][hand]["slide_mean"] > 10
        assert after["feet"][hand]["slide_mean"] < 0.1
        assert after["feet"][hand]["stray_max"] < 0.1
    assert np.isfinite(after["cost"]["turn_max"])
