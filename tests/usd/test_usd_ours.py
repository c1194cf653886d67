"""What footpipe wrote before: its override is left out of the motion, and its contacts are read, as an artist left them."""

from pathlib import Path

import numpy as np
import pytest
from footpipe_usd.read import clip_of
from footpipe_usd.source import AUTHOR, CONTACT_POINTS, CONTACT_STATES, CONTACT_WEIGHTS, MARK, OVERRIDE
from pxr import Sdf, Usd, UsdSkel, Vt
from usd_stages import ANIM, WALK, animate, character, new_stage

import footpipe
from footpipe import Contacts, FileError

POINTS = ("left.toe", "right.toe")
WEIGHTS = np.stack([np.linspace(0, 1, len(WALK)), np.full(len(WALK), 0.9)], axis=1)
STATES = Contacts(POINTS, WEIGHTS).active()


def with_contacts(animation, points=POINTS, states=STATES, weights=WEIGHTS):
    """Contacts authored as `write.usd` does: states where they change, weights at every frame."""
    create = animation.CreateAttribute
    create(CONTACT_POINTS, Sdf.ValueTypeNames.TokenArray, True, Sdf.VariabilityUniform).Set(list(points))
    if states is not None:
        held = create(CONTACT_STATES, Sdf.ValueTypeNames.BoolArray, True)
        for frame in [0, *(np.flatnonzero((np.diff(states.astype(int), axis=0) != 0).any(axis=1)) + 1)]:
            held.Set(Vt.BoolArray(states[frame].tolist()), float(frame))
    if weights is not None:
        sampled = create(CONTACT_WEIGHTS, Sdf.ValueTypeNames.FloatArray, True)
        for frame, row in enumerate(weights):
            sampled.Set(Vt.FloatArray(row.tolist()), float(frame))
    return animation


@pytest.fixture
def shot(tmp_path) -> Path:
    stage = new_stage(tmp_path / "shot.usda")
    character(stage)
    stage.Save()
    return tmp_path / "shot.usda"


@pytest.fixture
def wrapper(shot) -> Path:
    """An override that lifts everything by 5, with contacts, and a stage with it above the shot."""
    moved = WALK.translations.copy()
    moved[:, 0, 1] += 5
    over = new_stage(shot.with_name("over.usdc"))
    animation = animate(over, f"/Hero/{ANIM}", WALK.replace(translations=moved))
    with_contacts(animation)
    over.GetRootLayer().customLayerData = {MARK: {AUTHOR: OVERRIDE}}
    over.Save()
    stage = new_stage(shot.with_name("wrapper.usda"))
    stage.GetRootLayer().subLayerPaths[:] = ["over.usdc", "shot.usda"]
    stage.Save()
    return shot.with_name("wrapper.usda")


def test_an_override_of_ours_is_left_out_of_the_motion(shot, wrapper):
    before, again = footpipe.load(shot), footpipe.load(wrapper)
    np.testing.assert_array_equal(again.translations, before.translations)
    assert [Path(name).name for name in again.source.muted] == ["over.usdc"]
    assert before.source.muted == ()
    assert not any("over.usdc" in name for name in again.source.digests)


def test_another_layer_of_the_same_kind_counts(wrapper):
    layer = Sdf.Layer.FindOrOpen(str(wrapper.with_name("over.usdc")))
    layer.customLayerData = {"studio": {AUTHOR: OVERRIDE}}
    layer.Save()
    assert footpipe.load(wrapper).translations[0, 0, 1] == pytest.approx(WALK.translations[0, 0, 1] + 5)


def test_a_callers_stage_stays_as_it_is(shot, wrapper):
    stage = Usd.Stage.Open(str(wrapper))
    clip = clip_of(stage)
    np.testing.assert_array_equal(clip.translations, footpipe.load(shot).translations)
    assert stage.GetMutedLayers() == []
    root = UsdSkel.Animation(stage.GetPrimAtPath(f"/Hero/{ANIM}")).GetTranslationsAttr().Get(0.0)[0]
    assert root[1] == pytest.approx(WALK.translations[0, 0, 1] + 5)


def test_what_a_callers_session_layer_says_counts(shot):
    stage = Usd.Stage.Open(str(shot))
    stage.SetEditTarget(stage.GetSessionLayer())
    stage.GetPrimAtPath(f"/Hero/{ANIM}").GetAttribute("translations").Set(Vt.Vec3fArray(11), 3.0)
    assert not clip_of(stage).translations.any()
    assert footpipe.load(shot).translations.any()


def test_an_override_in_the_session_is_left_out_too(shot, wrapper):
    stage = Usd.Stage.Open(str(shot))
    stage.GetSessionLayer().subLayerPaths.append(str(wrapper.with_name("over.usdc")))
    assert stage.GetPrimAtPath(f"/Hero/{ANIM}").GetAttribute(CONTACT_POINTS)
    clip = clip_of(stage)
    np.testing.assert_array_equal(clip.translations, footpipe.load(shot).translations)
    assert clip.contacts.points == POINTS


def test_an_override_alone_is_told_to_be_one(wrapper):
    layer = Sdf.Layer.CreateNew(str(wrapper.with_name("alone.usda")))
    layer.customLayerData = {MARK: {AUTHOR: OVERRIDE}}
    Sdf.CreatePrimInLayer(layer, "/Hero/Anim")
    layer.Save()
    with pytest.raises(FileError) as raised:
        footpipe.load(wrapper.with_name("alone.usda"))
    assert raised.value.message == "</>: this is an override of footpipe alone"


def test_contacts_of_the_override_are_read(wrapper):
    contacts = footpipe.load(wrapper).contacts
    assert contacts.points == POINTS
    np.testing.assert_allclose(contacts.weights, WEIGHTS, atol=1e-7)
    assert footpipe.stage("detect.labels")(footpipe.load(wrapper)).contacts.points == POINTS


def test_an_artists_states_win_over_the_weights(wrapper):
    stage = Usd.Stage.Open(str(wrapper))
    stage.GetPrimAtPath(f"/Hero/{ANIM}").GetAttribute(CONTACT_STATES).Set(Vt.BoolArray([False, False]), 20.0)
    stage.Save()
    contacts = footpipe.load(wrapper).contacts
    edited = STATES.copy()
    edited[:20] = contacts.active()[:20]
    edited[20:] = False
    np.testing.assert_array_equal(contacts.active()[20:], edited[20:])


def test_states_are_held_and_enough_by_themselves():
    stage = new_stage()
    character(stage)
    with_contacts(stage.GetPrimAtPath(f"/Hero/{ANIM}"), weights=None)
    np.testing.assert_array_equal(clip_of(stage).contacts.weights, STATES)


def test_a_joint_may_stand_for_its_contact_point():
    stage = new_stage()
    character(stage)
    joints = [joint for joint in WALK.skeleton.joints if joint.endswith("ToeBase")]
    with_contacts(stage.GetPrimAtPath(f"/Hero/{ANIM}"), points=joints)
    assert footpipe.stage("detect.labels")(clip_of(stage)).contacts.points == POINTS


@pytest.mark.parametrize(
    ("name", "kind", "value", "told"),
    [
        (CONTACT_POINTS, Sdf.ValueTypeNames.Token, "left.toe", f"{CONTACT_POINTS}>: holds one value, where names"),
        (
            CONTACT_POINTS,
            Sdf.ValueTypeNames.IntArray,
            Vt.IntArray(2),
            f"{CONTACT_POINTS}>: holds IntArray, where names",
        ),
        (
            CONTACT_STATES,
            Sdf.ValueTypeNames.IntArray,
            Vt.IntArray(2),
            f"{CONTACT_STATES}>: holds IntArray at time code",
        ),
        (CONTACT_STATES, Sdf.ValueTypeNames.Bool, True, f"{CONTACT_STATES}>: holds one value at time code 0"),
        (
            CONTACT_STATES,
            Sdf.ValueTypeNames.StringArray,
            Vt.StringArray(["yes", "no"]),
            "holds StringArray at time code",
        ),
    ],
)
def test_contacts_of_another_type_are_told(name, kind, value, told):
    stage = new_stage()
    character(stage)
    animation = with_contacts(stage.GetPrimAtPath(f"/Hero/{ANIM}"))
    animation.RemoveProperty(name)
    animation.CreateAttribute(name, kind).Set(value)
    with pytest.raises(FileError) as raised:
        clip_of(stage)
    assert told in raised.value.message
    assert "author" in raised.value.help


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"states": None, "weights": None}, f"{CONTACT_POINTS}>: there is neither {CONTACT_STATES} nor"),
        ({"states": STATES[:, :1]}, f"{CONTACT_STATES}>: has 1 values at time code 0 for 2 contact points"),
        ({"points": POINTS[:1] * 2}, f"{CONTACT_POINTS}>: a contact point stands there twice"),
        ({"weights": WEIGHTS * 2}, f"{CONTACT_WEIGHTS}>: the weight of 'right.toe' at time code 0 is 1.8"),
    ],
)
def test_contacts_that_cannot_be_are_told(wrong, told):
    stage = new_stage()
    character(stage)
    with_contacts(stage.GetPrimAtPath(f"/Hero/{ANIM}"), **wrong)
    with pytest.raises(FileError) as raised:
        clip_of(stage)
    assert told in raised.value.message
