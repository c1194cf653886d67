import numpy as np
import poses
import pytest
import reference

from footpipe import kernel

HINGE = np.array([0.6, 0.0, 0.8])


def clip(bends_degrees, noise=0.0, seed=0):
    """One leg whose knee turns about HINGE in its own frame by the given degrees: positions and rotations."""
    rng = np.random.default_rng(seed)
    bends = np.radians(np.asarray(bends_degrees, float))
    count = len(bends)
    square = np.cross(HINGE, [0, 1.0, 0])
    local = kernel.normalize(rng.normal(size=(count, 10, 4)))
    local[:, 3:] = [0, 0, 0, 1]
    hinges = HINGE + rng.normal(scale=noise, size=(count, 3)) if noise else np.repeat(HINGE[None], count, 0)
    hinges /= np.linalg.norm(hinges, axis=1, keepdims=True)
    local[:, 4] = poses.turn(hinges, bends)
    translations = np.zeros((count, 10, 3))
    translations[:, [4, 6]] = square * 0.4
    return kernel.forward(translations, local, poses.PARENTS, poses.STILL, poses.UPRIGHT, 1.0)


def axes_of(bends, prior, **options):
    return kernel.knee_axes(*clip(bends, **options), poses.LEG, [prior])[:, 0]


@pytest.mark.skipif(not reference.EXTENDED, reason="the reference needs extended precision")
@pytest.mark.parametrize("prior", [[1.0, 0, 0], [-0.6, 0.1, -0.8], [0, 0, 0]])
def test_agrees_with_the_reference(prior):
    at, turned = clip(np.random.default_rng(1).uniform(-40, 120, 500), noise=0.1)
    got = kernel.knee_axes(at, turned, poses.LEG, [prior])[:, 0]
    want = reference.knee_axes(at, turned, poses.LEG[0], prior)
    seen = np.linalg.norm(want, axis=1).astype(float) > 0.5
    np.testing.assert_allclose(got[seen], want[seen].astype(float), atol=1e-9)


def test_the_hinge_of_bent_frames_is_found_whatever_was_believed():
    for prior in ([1.0, 0, 0], [0, 1.0, 0], [-0.6, 0, -0.8], [0, 0, 0]):
        found = axes_of(np.full(300, 60.0), prior)[-1]
        assert np.degrees(np.arccos(min(found @ HINGE, 1))) < 0.3, prior


def test_a_wrong_sign_is_outvoted_within_a_few_bent_frames():
    found = axes_of(np.full(10, 60.0), -HINGE)
    assert found[0] @ HINGE > 0  # sin(60)^2 is more than the belief's weight


def test_the_prior_rules_while_the_leg_is_straight():
    assert (axes_of(np.full(50, 8.0), [0, 3.0, 0]) == [0, 1, 0]).all()


def test_the_prior_is_worth_no_more_than_a_handful_of_bent_frames():
    found = axes_of(np.full(5, 60.0), [0, 1.0, 0])[-1]
    assert found @ HINGE > np.cos(np.radians(10))


def test_frames_bent_backwards_sharpen_the_line_but_do_not_turn_it_round():
    bends = np.concatenate([np.full(20, 50.0), np.full(15, -30.0)])
    found = axes_of(bends, [0, 0, 0])
    np.testing.assert_allclose(found[-1], HINGE, atol=1e-9)


def test_sharper_bends_count_more():
    noisy = np.where(np.arange(200) % 2, 80.0, 12.0)
    at, turned = clip(noisy)
    at[::2, 6] += kernel.rotate(turned[::2, 4], [0.1, 0.02, -0.1])  # the nearly straight frames are off
    found = kernel.knee_axes(at, turned, poses.LEG, [HINGE])[-1, 0]
    assert np.degrees(np.arccos(min(found @ HINGE, 1))) < 2


def test_a_row_knows_nothing_of_later_frames():
    bends = np.random.default_rng(2).uniform(-20, 100, 100)
    at, turned = clip(bends, noise=0.2)
    whole = kernel.knee_axes(at, turned, poses.LEG, [[1.0, 0, 0]])
    for cut in (1, 17, 60):
        assert (kernel.knee_axes(at[:cut], turned[:cut], poses.LEG, [[1.0, 0, 0]]) == whole[:cut]).all()


def test_every_axis_is_of_unit_length_even_without_prior_or_bend():
    found = axes_of([0.0, 0.0, 50.0, 0.0], [0, 0, 0])
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, atol=1e-12)


def test_a_knee_without_bones_tells_nothing():
    at, turned = clip(np.full(5, 60.0))
    at[:, 6] = at[:, 4]
    assert (kernel.knee_axes(at, turned, poses.LEG, [[0, 0, 2.0]]) == [0, 0, 1]).all()
