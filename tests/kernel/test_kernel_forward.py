import numpy as np
import pytest
import reference

from footpipe import DataError, kernel

TREES = {
    "one joint": [-1],
    "chain": list(range(-1, 30)),
    "star": [-1, *[0] * 20],
    "two roots": [-1, 0, 1, -1, 3, 3],
    "body": [-1, 0, 1, 2, 0, 4, 5, 0, 7, 8, 8, 10],
}


def draw(parents, seed, frames=40, still=False):
    rng = np.random.default_rng(seed)
    rows = 1 if still else frames
    return (
        rng.normal(size=(frames, len(parents), 3)),
        kernel.normalize(rng.normal(size=(frames, len(parents), 4))),
        np.array(parents, np.int32),
        rng.normal(size=(rows, 3)),
        kernel.normalize(rng.normal(size=(rows, 4))),
        float(rng.uniform(0.01, 3)),
    )


@pytest.mark.parametrize("still", [True, False])
@pytest.mark.parametrize("tree", TREES)
def test_agrees_with_the_reference(tree, still):
    translations, rotations, parents, move, turn, scale = draw(TREES[tree], len(tree), still=still)
    positions, turned = kernel.forward(translations, rotations, parents, move, turn, scale)
    for f in range(len(translations)):
        g = 0 if still else f
        at, matrices = reference.forward(translations[f], rotations[f], parents, move[g], turn[g], scale)
        np.testing.assert_allclose(positions[f], at.astype(float), atol=1e-9, rtol=0)
        np.testing.assert_allclose(reference.matrix(turned[f]), matrices, atol=1e-9, rtol=0)


@pytest.mark.parametrize("still", [True, False])
@pytest.mark.parametrize("tree", TREES)
def test_some_joints_alone_agree_with_the_reference(tree, still):
    translations, rotations, parents, move, turn, scale = draw(TREES[tree], len(tree), still=still)
    wanted = [len(parents) - 1, 0, len(parents) // 2]
    positions = kernel.joint_positions(kernel.LocalPose(translations, rotations, parents, move, turn, scale), wanted)
    for f in range(len(translations)):
        g = 0 if still else f
        at, _ = reference.forward(translations[f], rotations[f], parents, move[g], turn[g], scale)
        np.testing.assert_allclose(positions[f], at.astype(float)[wanted], atol=1e-9, rtol=0)


def test_a_joint_that_is_not_there_has_no_position():
    with pytest.raises(DataError, match="joints: joints from 0 to 0 wanted, got 1"):
        pose = kernel.LocalPose([[[0.0, 0, 0]]], [[[0, 0, 0, 1]]], [-1], [[0, 0, 0]], [[0, 0, 0, 1]], 1.0)
        kernel.joint_positions(pose, [1])


def test_a_joints_translation_is_in_its_parents_space():
    quarter = kernel.euler_to_quat([[90.0]], "Z")[0]
    positions, _ = kernel.forward(
        [[[1.0, 0, 0], [1, 0, 0]]], [[quarter, [0, 0, 0, 1]]], [-1, 0], [[0, 0, 0]], [[0, 0, 0, 1]], 1.0
    )
    np.testing.assert_allclose(positions[0], [[1, 0, 0], [1, 1, 0]], atol=1e-15)


def test_the_placement_scales_then_turns_then_moves():
    quarter = kernel.euler_to_quat([[90.0]], "Z")
    positions, turned = kernel.forward([[[1.0, 0, 0]]], [[[0, 0, 0, 1]]], [-1], [[5, 6, 7]], quarter, 0.01)
    np.testing.assert_allclose(positions[0, 0], [5, 6.01, 7], atol=1e-15)
    np.testing.assert_allclose(turned[0], quarter, atol=1e-15)


def test_a_clip_without_frames_gives_arrays_without_frames():
    positions, rotations = kernel.forward(
        np.empty((0, 2, 3)), np.empty((0, 2, 4)), [-1, 0], np.zeros((1, 3)), [[0.0, 0, 0, 1]], 1.0
    )
    assert positions.shape == (0, 2, 3)
    assert rotations.shape == (0, 2, 4)


def test_rotations_stay_of_unit_length_down_a_long_chain():
    parents = list(range(-1, 199))
    _, turned = kernel.forward(*draw(parents, 7, 10))
    assert np.abs(np.linalg.norm(turned, axis=-1) - 1).max() < 1e-13


@pytest.mark.parametrize("still", [True, False])
@pytest.mark.parametrize("tree", TREES)
def test_joints_that_scale_agree_with_matrices(tree, still):
    """However uneven the scales: positions are those of the matrices, rotations those without the scales."""
    translations, rotations, parents, move, turn, scale = draw(TREES[tree], len(tree), frames=20, still=still)
    scales = np.random.default_rng(1).uniform(-1.5, 1.5, translations.shape)
    positions, turned = kernel.forward(translations, rotations, parents, move, turn, scale, scales=scales)
    for f in range(len(translations)):
        g = 0 if still else f
        at = reference.forward_scaled(translations[f], rotations[f], scales[f], parents, move[g], turn[g], scale)
        np.testing.assert_allclose(positions[f], at.astype(float), atol=1e-9, rtol=1e-9)
    _, unscaled = kernel.forward(translations, rotations, parents, move, turn, scale)
    np.testing.assert_array_equal(turned, unscaled)


def test_scales_of_one_change_nothing_but_the_last_digit():
    pose = draw(TREES["body"], 3)
    plain, _ = kernel.forward(*pose)
    scaled, _ = kernel.forward(*pose, scales=np.ones(plain.shape))
    np.testing.assert_allclose(scaled, plain, atol=1e-13, rtol=0)


def test_a_joint_stretches_what_is_below_it_along_its_own_axes():
    quarter = kernel.euler_to_quat([[90.0]], "Z")[0]
    positions, _ = kernel.forward(
        [[[1.0, 0, 0], [1, 2, 3]]],
        [[quarter, [0, 0, 0, 1]]],
        [-1, 0],
        [[0, 0, 0]],
        [[0, 0, 0, 1]],
        1.0,
        scales=[[[2.0, 3, 4], [9, 9, 9]]],
    )
    np.testing.assert_allclose(positions[0], [[1, 0, 0], [1 - 6, 2, 12]], atol=1e-14)
