"""Whatever a stage is made of, joints are where UsdSkel has them; and matrices come apart into what they were made of."""

import numpy as np
from footpipe_usd.matrices import take_apart
from footpipe_usd.read import clip_of
from hypothesis import given, settings
from hypothesis import strategies as st
from pxr import UsdGeom
from usd_stages import agrees_with_usd, character, new_stage

from footpipe import Clip, Skeleton, kernel

SEEDS = st.integers(0, 2**32 - 1)


def unit(rng, *shape):
    return kernel.normalize(rng.normal(size=(*shape, 4)))


@settings(max_examples=100, deadline=None)
@given(SEEDS, st.sampled_from([-1.0, 1.0]))
def test_a_matrix_comes_apart_into_scale_rotation_and_translation(seed, sign):
    rng = np.random.default_rng(seed)
    scales, turns, places = sign * rng.uniform(0.1, 10, (5, 3)), unit(rng, 5), rng.normal(size=(5, 3))
    matrices = np.tile(np.eye(4), (5, 1, 1))
    axes = kernel.rotate(turns[:, None], np.eye(3))  # rows: where the axes go
    matrices[:, :3, :3], matrices[:, 3, :3] = scales[:, :, None] * axes, places
    parts = take_apart(matrices)
    np.testing.assert_allclose(parts.scales, scales, rtol=1e-12)
    np.testing.assert_allclose(abs((parts.rotations * turns).sum(-1)), 1, atol=1e-12)
    np.testing.assert_array_equal(parts.translations, places)
    assert parts.skew.max() < 1e-12


def tree(rng, joints):
    """Joints that each hang from an earlier one, in the order in which a tree may list them."""
    names = ["a"]
    for joint in range(1, joints):
        names.append(f"{names[rng.integers(0, joint)]}/{'bcdefghijk'[joint - 1]}")
    return tuple(names)


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(1, 9), st.integers(1, 6), st.booleans(), st.sampled_from("YZ"))
def test_joints_are_where_usd_has_them(seed, joints, frames, scaled, up):
    rng = np.random.default_rng(seed)
    skeleton = Skeleton(tree(rng, joints), rng.normal(size=(joints, 3)), unit(rng, joints))
    codes = np.cumsum(rng.choice([0.25, 1.0, 7.5], frames)) - 3
    clip = Clip(skeleton, rng.normal(size=(frames, joints, 3)), unit(rng, frames, joints), codes / 24)
    moved = [joint for joint in skeleton.joints if rng.random() < 0.7] or list(skeleton.joints)
    rng.shuffle(moved)
    stage = new_stage(unit=float(rng.choice([0.01, 1.0, 0.0254])), up=up)
    for path in ("/World", "/World/Cart"):
        xform = UsdGeom.Xform.Define(stage, path)
        place, turn, size = xform.AddTranslateOp(), xform.AddRotateXYZOp(), xform.AddScaleOp()
        size.Set((float(rng.uniform(0.5, 2)),) * 3)
        for code in codes.tolist():
            place.Set(tuple(rng.normal(size=3).tolist()), code)
            turn.Set(tuple(rng.uniform(-180, 180, 3).tolist()), code)
    scales = rng.uniform(-2, 2, (frames, len(moved), 3)) if scaled else 1.0
    character(stage, "/World/Cart/Hero", clip, codes=codes.tolist(), joints=moved, scales=scales)
    agrees_with_usd(clip_of(stage), stage)


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_reading_gives_the_same_clip_again(seed):
    rng = np.random.default_rng(seed)
    skeleton = Skeleton(tree(rng, 5), rng.normal(size=(5, 3)))
    stage = new_stage()
    character(stage, clip=Clip(skeleton, rng.normal(size=(4, 5, 3)), unit(rng, 4, 5), np.arange(4) / 24))
    one, other = clip_of(stage), clip_of(stage)
    for name in ("translations", "rotations", "times"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
