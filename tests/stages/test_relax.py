import numpy as np
import pytest
from footpipe_lock.relax import Relax

import footpipe
from footpipe import find_rig

relax = footpipe.stage("lock.relax")


def slide(clip):
    report = footpipe.stage("measure.sliding")(clip).values
    return report["clips"]["clip1"]["all"]["slide_mean"]


def test_the_articles_sweeps_leave_about_a_centimetre_a_second(slid):
    assert 0.8 < slide(relax(slid)) < 2


def test_fewer_sweeps_leave_more(slid):
    assert slide(relax(slid, iterations=1000)) > slide(relax(slid, iterations=5000))


def test_no_sweep_leaves_the_clip_as_it_is(slid):
    same = relax(slid, iterations=0, softening=0)
    assert np.degrees(footpipe.kernel.angle(same.rotations, slid.rotations)).max() < 1e-6


def test_only_legs_turn_and_only_the_root_moves(slid):
    moved = relax(slid, iterations=50)
    legs = set(find_rig(slid.skeleton).bind(slid.skeleton).legs[:, :4].ravel())
    others = [j for j in range(len(slid.skeleton)) if j not in legs]
    assert (moved.rotations[:, others] == slid.rotations[:, others]).all()
    assert (moved.translations[:, 1:] == slid.translations[:, 1:]).all()
    assert (moved.translations[:, 0] != slid.translations[:, 0]).any()


def test_thresholds_that_would_flutter_are_a_mistake():
    (fault,) = Relax(on=0.3, off=0.6).faults(())
    assert fault.message == "'off' is above 'on': a contact would end before it begins"
    assert not Relax().faults(())


@pytest.mark.parametrize("name", ["lock.relax", "lock.offline"])
def test_both_know_the_same_ground(slid, name):
    toe = find_rig(slid.skeleton).bind(slid.skeleton).toe
    options = {"iterations": 2000} if name == "lock.relax" else {"height": "flat"}
    heights = footpipe.stage(name)(slid, ground=0.03, **options).world.positions[:, toe, 1]
    on = slid.contacts.active()
    assert heights[on].std() < 0.005
