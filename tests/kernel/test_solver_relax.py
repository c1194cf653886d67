import _thread
import threading
import time

import gaits
import numpy as np
import pytest

from footpipe import DataError, solver


def lerp(a, b, share):
    return a + share * (b - a)


def swept(pelvis0, toes0, contact, floor, iterations, soft, hard):
    """The article's equations, particle by particle: pelvis (F, 3) and toes (F, T, 3) after some sweeps."""
    pelvis, toes = pelvis0.copy(), toes0.copy()
    frames, limbs = contact.shape

    def raised(place, height):
        return np.array([place[0], max(place[1], height), place[2]])

    for _ in range(iterations):
        for i in range(frames):
            for limb in range(limbs):
                if i == 0:
                    break
                before, now = toes[i - 1, limb].copy(), toes[i, limb].copy()
                if contact[i - 1, limb] and contact[i, limb]:
                    middle = lerp(before, now, 0.5)
                    targets = [np.array([middle[0], floor[j, limb], middle[2]]) for j in (i - 1, i)]
                    share = hard
                else:
                    step = toes0[i, limb] - toes0[i - 1, limb]
                    targets = [raised(now - step, floor[i - 1, limb]), raised(before + step, floor[i, limb])]
                    share = soft
                toes[i - 1, limb] = lerp(before, targets[0], share)
                toes[i, limb] = lerp(now, targets[1], share)
                before, now = pelvis[i - 1].copy(), pelvis[i].copy()
                step = pelvis0[i] - pelvis0[i - 1]
                pelvis[i - 1], pelvis[i] = lerp(before, now - step, soft), lerp(now, before + step, soft)
            for limb in range(limbs):
                length = np.linalg.norm(pelvis0[i] - toes0[i, limb])
                hip, toe = pelvis[i].copy(), toes[i, limb].copy()
                way = (hip - toe) / np.linalg.norm(hip - toe)
                pelvis[i], toes[i, limb] = lerp(hip, toe + length * way, soft), lerp(toe, hip - length * way, soft)
    return pelvis, toes


def problem(frames=40, limbs=2):
    walk = gaits.gait(frames, limbs)
    pelvis = (walk.toes + walk.spans).mean(axis=1)
    return pelvis, walk.toes, walk.contact, np.full(walk.contact.shape, 0.04)


@pytest.mark.parametrize("limbs", [1, 2, 4])
def test_sweeps_are_the_articles(limbs):
    walk = problem(limbs=limbs)
    pelvis, toes = solver.relax(*walk, iterations=60, soft=0.06, hard=0.8)
    wanted = swept(*walk, 60, 0.06, 0.8)
    assert pelvis == pytest.approx(wanted[0], abs=1e-12)
    assert toes == pytest.approx(wanted[1], abs=1e-12)


def test_the_toes_come_nearly_to_rest_on_the_floor():
    pelvis, toes, contact, floor = problem(120)
    _, after = solver.relax(pelvis, toes, contact, floor, iterations=3000)
    both = contact[1:] & contact[:-1]
    slide = [np.linalg.norm(np.diff(t[..., [0, 2]], axis=0), axis=-1)[both].mean() for t in (toes, after)]
    assert slide[1] < 0.2 * slide[0]
    assert abs(after[..., 1] - 0.04)[contact].max() < 0.01


def test_in_turns_or_at_once_the_sweeps_are_the_same(monkeypatch):
    walk, told = problem(), []
    whole = solver.relax(*walk, iterations=50)
    monkeypatch.setattr(solver, "TURN", 7 * walk[1].size)
    parts = solver.relax(*walk, iterations=50, progress=lambda done, of: told.append((done, of)))
    assert (parts[0] == whole[0]).all()
    assert told == [(7, 50), (14, 50), (21, 50), (28, 50), (35, 50), (42, 50), (49, 50), (50, 50)]


def test_no_sweep_and_no_frame_change_nothing():
    walk = problem()
    assert (solver.relax(*walk, iterations=0)[1] == walk[1]).all()
    empty = solver.relax(np.zeros((0, 3)), np.zeros((0, 2, 3)), np.zeros((0, 2), bool), np.zeros((0, 2)))
    assert empty[0].shape == (0, 3)


def test_an_interrupt_is_heard_within_a_fifth_of_a_second():
    walk = problem(500)
    started = time.perf_counter()
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solver.relax(*walk, iterations=10_000_000)
    assert time.perf_counter() - started < 0.5
    timer.join()


def test_shares_are_numbers_of_0_or_more():
    with pytest.raises(DataError, match="soft: a number of 0 or more wanted, got -1"):
        solver.relax(*problem(), soft=-1)
