"""Guide geometry: bones as long octahedra, so that a viewer shows a figure that has no skin."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from footpipe import Floats, Skeleton

if TYPE_CHECKING:
    from numpy.typing import NDArray

CORNERS = 6  # of a bone: head, four around, tail
FACES = np.array([[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1], [5, 2, 1], [5, 3, 2], [5, 4, 3], [5, 1, 4]])
WAIST = 0.15  # of a bone's length from its head, where it is thickest
WIDTH = 0.07  # of a bone's length, from its axis to a corner
KNOB = 0.03  # of the figure's extent: a joint with nothing below it
SHORTEST = 1e-6  # of the figure's extent


class Guide(NamedTuple):
    """points (P, 3) in skeleton space at rest, file units; faces (T, 3) corners; joints (P,) that carry the points."""

    points: Floats
    faces: NDArray[np.intp]
    joints: NDArray[np.intp]


def guide(skeleton: Skeleton, places: Floats) -> Guide:
    """A bone from each joint to each of its children, carried by the joint at its head; `places` (J, 3) at rest."""
    extent = float(np.ptp(places, axis=0).max()) or 1.0
    heads, tails, joints = _bones(skeleton, places, extent)
    axes = tails - heads
    lengths = np.linalg.norm(axes, axis=1, keepdims=True)
    sideways = _across(axes / lengths)
    upwards = np.cross(axes / lengths, sideways)
    waists = heads + WAIST * axes
    ring = [waists + WIDTH * lengths * side for side in (sideways, upwards, -sideways, -upwards)]
    points = np.stack([heads, *ring, tails], axis=1)  # (B, 6, 3)
    faces = FACES + CORNERS * np.arange(len(heads))[:, None, None]
    return Guide(points.reshape(-1, 3), faces.reshape(-1, 3), np.repeat(joints, CORNERS))


def _bones(skeleton: Skeleton, places: Floats, extent: float) -> tuple[Floats, Floats, NDArray[np.intp]]:
    """Heads, tails and carrying joints; a joint that no bone starts from gets a short one that points up."""
    ends = [(joint, child) for joint, below in enumerate(skeleton.children) for child in below]
    long = [(j, c) for j, c in ends if np.linalg.norm(places[c] - places[j]) > SHORTEST * extent]
    alone = sorted(set(range(len(skeleton))) - {j for j, _ in ends})
    joints = np.array([*(j for j, _ in long), *alone], np.intp)
    heads = places[joints]
    tails = np.concatenate([places[[c for _, c in long]], places[alone] + [0.0, KNOB * extent, 0.0]])
    return heads, tails, joints


def _across(axes: Floats) -> Floats:
    """(B, 3) unit vectors at right angles to unit `axes`: away from the coordinate axis that is least like each."""
    least = np.eye(3)[np.argmin(abs(axes), axis=1)]
    sideways = np.cross(axes, least)
    return np.asarray(sideways / np.linalg.norm(sideways, axis=1, keepdims=True))
