"""Legs are measured once for a clip, however many lockers ask, and anew for another clip, rig or threshold."""

import gc

import numpy as np
import pytest
from footpipe_lock import whole

import footpipe
from footpipe import find_rig, kernel, stage
from footpipe.testing import walking_clip


def sliding():
    walk = walking_clip(60)
    slid = stage("edit.scale_travel")(walk, factor=1.1)
    return slid if slid.contacts is not None else stage("detect.speed")(slid)


def test_lockers_that_follow_each_other_find_the_legs_measured(monkeypatch):
    clip, asked = sliding(), []
    measure = kernel.measure_legs
    monkeypatch.setattr(kernel, "measure_legs", lambda *args: asked.append(1) or measure(*args))
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    swept = stage("lock.relax")(clip, rig=rig, iterations=20)
    first = stage("lock.offline")(clip, rig=rig)
    again = stage("lock.offline")(clip, rig=rig)
    assert len(asked) == 1
    assert (first.rotations == again.rotations).all()
    alone = stage("lock.offline")(clip.replace(channels={}), rig=rig)
    assert len(asked) == 2
    assert (alone.rotations == first.rotations).all()
    assert (swept.rotations != first.rotations).any()
    stage("lock.offline")(clip, rig=rig, on=0.7, off=0.6)
    stage("lock.offline")(clip, rig=find_rig(clip.skeleton).bind(clip.skeleton))
    assert len(asked) == 4


def test_what_was_measured_cannot_change_and_goes_with_its_clip():
    clip = sliding()
    rig = find_rig(clip.skeleton).bind(clip.skeleton)
    gc.collect()
    before = len(whole._known)
    legs = whole.Legs.of(clip, rig, footpipe.ON, footpipe.OFF)
    assert len(whole._known) == before + 1
    with pytest.raises(ValueError, match="read-only"):
        legs.toes[0] = np.zeros(3)
    del clip
    gc.collect()
    assert len(whole._known) == before
