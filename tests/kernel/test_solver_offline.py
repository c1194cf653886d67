from dataclasses import replace

import gaits
import numpy as np
import pytest

from footpipe import DataError, solver

FAR = np.inf


def dense(gait, weights):
    """Pelvis (F, 2) and toes (F, T, 2) in the plane, without reach, by a dense least-squares solver."""
    frames, toes = gait.contact.shape
    parts = 1 + toes
    places = np.concatenate([np.zeros((frames, 1, 3)), gait.toes], axis=1)[..., [0, 2]]
    held = np.concatenate([np.zeros((frames, 1), bool), gait.contact], axis=1)
    unknown = np.full((frames, parts), -1)
    count = 0
    for part in range(parts):
        for i in range(frames):
            same = i > 0 and held[i, part] and held[i - 1, part]
            unknown[i, part] = unknown[i - 1, part] if same else count
            count += not same
    # shift[i, part] = pick[i, part] @ unknowns - held * place
    pick = np.eye(count)[unknown]
    known = np.where(held[..., None], -places, 0.0)
    dt = np.diff(gait.steps.cumsum())
    share = np.convolve(np.concatenate([[dt.mean()], dt, [dt.mean()]]), [0.5, 0.5], "valid") / dt.mean()
    rows, right = [], []

    def term(weight, terms):
        rows.append(np.sqrt(weight) * sum(c * pick[i, part] for i, part, c in terms))
        right.append(-np.sqrt(weight) * sum(c * known[i, part] for i, part, c in terms))

    for i in range(frames):
        for part in range(parts):
            term(share[i] * (weights.place + (weights.hold if part == 0 else 0)), [(i, part, 1.0)])
            if part:
                term(share[i] * weights.pose, [(i, part, 1.0), (i, 0, -1.0)])
            if i >= 1 and unknown[i, part] != unknown[i - 1, part]:
                term(
                    dt[i - 1] / dt.mean() * weights.velocity, [(i, part, 1 / dt[i - 1]), (i - 1, part, -1 / dt[i - 1])]
                )
            if i >= 2:
                mean = (dt[i - 1] + dt[i - 2]) / 2
                now, last = 1 / (dt[i - 1] * mean), 1 / (dt[i - 2] * mean)
                terms = [(i, part, now), (i - 1, part, -now - last), (i - 2, part, last)]
                if len({unknown[i - back, part] for back in range(3)}) > 1:
                    term(mean / dt.mean() * weights.acceleration, terms)
                if part:
                    term(mean / dt.mean() * weights.calm, terms + [(j, 0, -c) for j, _, c in terms])
    answer = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)[0]
    shifts = answer[unknown] + known
    return shifts[:, 0], shifts[:, 1:]


@pytest.mark.parametrize("toes", [1, 2, 4])
@pytest.mark.parametrize("even", [True, False])
def test_shifts_are_those_of_a_dense_solver(toes, even):
    walk = gaits.gait(50, toes, even=even)
    weights = solver.Weights(hold=0.5)
    reach = np.full(walk.contact.shape, FAR)
    raised = np.zeros(walk.contact.shape)
    solution = solver.solve_offline(walk.toes, walk.spans, reach, walk.contact, raised, walk.steps, weights=weights)
    pelvis, moved = dense(walk, weights)
    assert solution.pelvis[:, [0, 2]] == pytest.approx(pelvis, abs=1e-8)
    assert solution.toes[..., [0, 2]] == pytest.approx(moved, abs=1e-8)


def test_a_toe_in_contact_stands_still_and_every_leg_keeps_within_its_reach():
    walk = gaits.gait(300)
    solution = walk.solve()
    after = walk.toes + solution.toes
    both = walk.contact[1:] & walk.contact[:-1]
    assert abs(np.diff(after[..., [0, 2]], axis=0))[both].max() < 1e-12
    assert walk.over(solution).max() <= 1e-3 + 1e-9
    assert solution.over <= 1e-3
    assert solution.watched > 0
    assert solution.rounds < 60


def test_reach_is_kept_by_the_least_change():
    """No feasible point a little way towards the unbounded optimum would have cost less."""
    walk = gaits.gait(60, slide=0.4)
    free = solver.solve_offline(
        walk.toes, walk.spans, np.full(walk.contact.shape, FAR), walk.contact, np.zeros(walk.contact.shape), walk.steps
    )
    solution = walk.solve()
    assert walk.over(free).max() > 0.01
    towards = solution._replace(
        pelvis=0.7 * solution.pelvis + 0.3 * free.pelvis, toes=0.7 * solution.toes + 0.3 * free.toes
    )
    assert walk.over(towards).max() > 1e-3


def test_a_walk_that_does_not_slide_is_left_alone():
    walk = gaits.gait(120)
    solution = walk.solve()
    still = replace(
        walk,
        toes=walk.toes + solution.toes,
        spans=walk.spans + solution.pelvis[:, None] - solution.toes,
    )
    again = solver.solve_offline(
        still.toes, still.spans, walk.reach, still.contact, np.zeros(walk.contact.shape), still.steps
    )
    assert abs(again.pelvis).max() < 1e-9
    assert abs(again.toes).max() < 1e-9


def test_without_contact_nothing_moves():
    walk = replace(gaits.gait(40), contact=np.zeros((40, 2), bool))
    solution = walk.solve()
    assert not solution.pelvis.any()
    assert not solution.toes.any()


def patterns():
    """Contacts at the ends, of one frame, with gaps of one frame, overlapping, whole."""
    yield "one frame", [[i == 20, False] for i in range(40)]
    yield "gaps", [[i % 7 != 3, i % 5 != 2] for i in range(40)]
    yield "alternate", [[i % 2 == 0, i % 2 == 1] for i in range(40)]
    yield "ends", [[i < 5 or i > 34, i < 3] for i in range(40)]
    yield "whole", [[True, True]] * 40
    yield "one foot", [[True, False]] * 40


@pytest.mark.parametrize(
    ("name", "contact"), list(patterns()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_any_pattern_of_contacts_works(name, contact):
    walk = replace(gaits.gait(40), contact=np.array(contact))
    solution = walk.solve()
    after = (walk.toes + solution.toes)[..., [0, 2]]
    both = walk.contact[1:] & walk.contact[:-1]
    assert np.isfinite(after).all()
    assert both.sum() == 0 or abs(np.diff(after, axis=0))[both].max() < 1e-12
    weights = solver.Weights()
    pelvis, _ = dense(walk, weights)
    free = solver.solve_offline(
        walk.toes, walk.spans, np.full((40, 2), FAR), walk.contact, np.zeros((40, 2)), walk.steps, weights=weights
    )
    assert free.pelvis[:, [0, 2]] == pytest.approx(pelvis, abs=1e-8)


@pytest.mark.parametrize("frames", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("on", [True, False])
def test_a_few_frames_are_enough(frames, on):
    walk = replace(gaits.gait(frames), contact=np.full((frames, 2), on))
    after = walk.toes + walk.solve().toes
    assert (abs(after - after[:1])[..., [0, 2]].max() < 1e-12) or not on


def test_no_frame_and_no_toe_give_nothing():
    empty = gaits.gait(0)
    assert empty.solve().pelvis.shape == (0, 3)
    none = gaits.gait(4, 0)
    assert not none.solve().pelvis.any()


def test_less_strength_leaves_some_sliding_and_moves_less():
    walk = gaits.gait(200)
    both = walk.contact[1:] & walk.contact[:-1]
    slides, shifts = [], []
    for strength in (0.0, 0.5, 0.9, 1.0):
        solution = walk.solve(strength=strength)
        after = (walk.toes + solution.toes)[..., [0, 2]]
        slides.append(np.linalg.norm(np.diff(after, axis=0), axis=-1)[both].mean())
        shifts.append(np.linalg.norm(solution.pelvis, axis=-1).mean())
    assert (np.diff(slides) < 0).all()
    assert (np.diff(shifts) > 0).all()
    assert slides[-1] < 1e-12


def test_a_held_pelvis_stays():
    walk = gaits.gait(100)
    assert abs(walk.solve(weights=solver.Weights(hold=1e9)).pelvis).max() < 1e-5


def test_the_pelvis_rises_with_raised_toes():
    walk = replace(gaits.gait(60, slide=0.0), contact=np.zeros((60, 2), bool))
    raised = np.full((60, 2), 0.03)
    assert walk.solve(raised).pelvis[:, 1] == pytest.approx(np.full(60, 0.03), rel=0.01)


def test_time_and_memory_are_linear_in_the_frames():
    stored = []
    for frames in (1000, 2000):
        walk = gaits.gait(frames)
        index, first, diagonal = (
            np.empty((frames, 3), np.int32), np.empty(3 * frames, np.int32), np.empty(3 * frames, np.intp)
        )  # fmt: skip
        state = walk.contact.view(np.uint8)
        stored.append(solver._solve.plan_offline(state, index, first, diagonal)[1])
    assert stored[1] / stored[0] == pytest.approx(2, rel=0.02)
    assert stored[0] / 1000 < 40


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"places": np.zeros((5, 2, 2))}, r"places: shape \(F, T, 3\) wanted, got \(5, 2, 2\)"),
        ({"reach": np.zeros((4, 2))}, r"reach: shape \(F, T\) with F = 5, T = 2 wanted, got \(4, 2\)"),
        ({"contact": np.zeros((5, 2))}, "contact: bool wanted, got float64"),
        ({"steps": np.zeros(5)}, "steps: times greater than 0 wanted"),
    ],
)
def test_what_cannot_be_is_told(change, message):
    walk = gaits.gait(5)
    given = {
        "places": walk.toes,
        "spans": walk.spans,
        "reach": walk.reach,
        "contact": walk.contact,
        "raised": np.zeros((5, 2)),
        "steps": walk.steps,
    } | change
    with pytest.raises(DataError, match=message):
        solver.solve_offline(**given)
