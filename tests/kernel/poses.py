"""Random legs to solve: a chain with twist bones between the named joints, in any place and size.

Positions are laid out first, as bones of given lengths with a given bend of the knee, and rotations are
drawn at random; translations follow from both. So the joints' frames say nothing about the bones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from footpipe import kernel

# root, pelvis, hip, twist, knee, twist, ankle, instep, toe, toe end
PARENTS = np.arange(-1, 9, dtype=np.int32)
LEG = np.array([[2, 4, 6, 8, 9]], np.int32)
STILL = np.zeros((1, 3))
UPRIGHT = np.array([[0.0, 0.0, 0.0, 1.0]])


@dataclass
class Poses:
    """F poses of one leg. normals: (F, 3) of the leg's plane, world; axes (F, 1, 3): the given knee axes."""

    translations: np.ndarray
    local: np.ndarray
    positions: np.ndarray
    rotations: np.ndarray
    axes: np.ndarray
    length: np.ndarray  # (F,) thigh + shin

    @property
    def toe(self):
        return self.positions[:, LEG[:, 3]]  # (F, 1, 3)

    @property
    def pose(self):
        return kernel.LocalPose(self.translations, self.local, PARENTS, STILL, UPRIGHT, 1.0)

    def solve(self, toe_targets, **options):
        options.setdefault("knee_axes", self.axes)
        legs = np.asarray(options.pop("legs", LEG))
        whole = kernel.solve_legs(self.pose, legs, toe_targets, **options)
        return Solved(whole.rotations[:, legs[:, :4]], whole.status, whole.miss, whole.away, whole)

    def with_legs(self, solution):
        """World positions and rotations (F, J, ...) with the solved legs."""
        return kernel.forward(*self.pose._replace(rotations=solution.whole.rotations))


@dataclass
class Solved:
    """What became of legs: their rotations (F, L, 4, 4), out of the whole pose."""

    rotations: np.ndarray
    status: np.ndarray
    miss: np.ndarray
    away: np.ndarray
    whole: kernel.LegSolution


def directions(rng, count):
    v = rng.normal(size=(count, 3))
    return v / np.linalg.norm(v, axis=1, keepdims=True)


def across(rng, v):
    """(F, 3) random unit vectors perpendicular to unit vectors v."""
    w = rng.normal(size=v.shape)
    w -= (w * v).sum(1, keepdims=True) * v
    return w / np.linalg.norm(w, axis=1, keepdims=True)


def turn(axis, angle):
    """(F, 4) rotations about unit axes by angles (F,)."""
    half = np.asarray(angle)[:, None] / 2
    return np.concatenate([axis * np.sin(half), np.cos(half)], axis=1)


def legs(rng, bends, *, slant=0.0, thigh=0.45, shin=0.42, foot=0.15, tip=0.07, size=1.0, twist=0.3):
    """Poses with the knee bent by `bends` (F,) rad (0 straight, negative backwards about the given axis).

    slant: rad between the given axis and the true hinge. foot, tip: lengths of ankle-toe and toe-toe end.
    twist: share of the bone at which a twist joint stands.
    """
    bends = np.asarray(bends, float)
    count = len(bends)
    down = directions(rng, count)
    normal = across(rng, down)
    shin_way = kernel.rotate(turn(normal, bends), down)
    at = np.empty((count, 10, 3))
    at[:, 0] = rng.normal(size=(count, 3))
    at[:, 1] = at[:, 0] + rng.normal(size=(count, 3)) * 0.1
    at[:, 2] = at[:, 1] + rng.normal(size=(count, 3)) * 0.1
    at[:, 4] = at[:, 2] + down * thigh
    at[:, 6] = at[:, 4] + shin_way * shin
    at[:, 8] = at[:, 6] + directions(rng, count) * foot
    at[:, 9] = at[:, 8] + directions(rng, count) * tip
    for between in (3, 5, 7):
        at[:, between] = at[:, between - 1] * (1 - twist) + at[:, between + 1] * twist
    at *= size
    rotations = kernel.normalize(rng.normal(size=(count, 10, 4)))
    given = kernel.rotate(turn(across(rng, normal), np.full(count, slant)), normal)
    return assemble(at, rotations, given, (thigh + shin) * size)


def assemble(at, rotations, given, whole):
    """Poses from world positions, world rotations and world knee axes (F, 3)."""
    above = PARENTS.clip(0)
    local = kernel.multiply(kernel.inverse(rotations[:, above]), rotations)
    local[:, 0] = rotations[:, 0]
    translations = kernel.rotate(kernel.inverse(rotations[:, above]), at - at[:, above])
    translations[:, 0] = at[:, 0]
    positions, world = kernel.forward(translations, local, PARENTS, STILL, UPRIGHT, 1.0)
    axes = kernel.rotate(kernel.inverse(world[:, LEG[0, 1]]), given)[:, None]
    return Poses(translations, local, positions, world, axes, np.full(len(at), whole))


FREE = {"stretch": np.inf, "softening": 0.0}


def rng_of(seed):
    return np.random.default_rng(seed)


def knee_bend(at):
    """(F,) rad, 0 straight."""
    u, v = at[:, 2] - at[:, 4], at[:, 6] - at[:, 4]
    return np.pi - np.arctan2(np.linalg.norm(np.cross(u, v), axis=1), (u * v).sum(1))


def is_finite(solution):
    norms = np.linalg.norm(solution.rotations, axis=-1)
    return np.isfinite(solution.miss).all() and np.abs(norms - 1).max() < 1e-12
