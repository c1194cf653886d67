"""Matrices of USD taken apart. Gf multiplies row vectors: a point is p M, and the last row is the translation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from footpipe import Floats


class Parts(NamedTuple):
    """What matrices (N, 4, 4) do, first to last.

    scales        (N, 3) along the axes before the rotation; all negative where the matrix mirrors
    rotations     (N, 4) xyzw
    translations  (N, 3)
    skew          (N,) how far the axes are from square to each other, as a cosine
    """

    scales: Floats
    rotations: Floats
    translations: Floats
    skew: Floats


def take_apart(matrices: Floats) -> Parts:
    """Scale, rotation, translation of matrices (N, 4, 4)."""
    rows = matrices[:, :3, :3]
    scales = np.linalg.norm(rows, axis=2)
    mirrored = np.where(np.linalg.det(rows) < 0, -1.0, 1.0)[:, None]
    axes = rows / np.where(scales > 0, scales, 1.0)[:, :, None] * mirrored[:, :, None]
    square = axes @ axes.transpose(0, 2, 1) - np.eye(3)
    skew = abs(np.where(np.eye(3, dtype=bool), 0.0, square)).max(axis=(1, 2))
    return Parts(scales * mirrored, quaternions(axes), matrices[:, 3, :3], skew)


def quaternions(axes: Floats) -> Floats:
    """(N, 4) xyzw of the rotations, or the nearest, whose turned axes are the rows of `axes` (N, 3, 3)."""
    left, _, right = np.linalg.svd(axes)
    m = (left @ right).transpose(0, 2, 1)  # the columns of a rotation matrix are the turned axes
    diagonal = m[:, [0, 1, 2], [0, 1, 2]]
    squares = np.empty((len(m), 4, 4))  # each row is the quaternion times 4 of its components (Bar-Itzhack, 2000)
    squares[:, :3, :3] = m + m.transpose(0, 2, 1)
    squares[:, [0, 1, 2], [0, 1, 2]] = 1 + 2 * diagonal - diagonal.sum(1, keepdims=True)
    squares[:, 3, 3] = 1 + diagonal.sum(1)
    around = np.stack([m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]], axis=1)
    squares[:, :3, 3] = squares[:, 3, :3] = around
    largest = squares[:, range(4), range(4)].argmax(1)
    found = squares[np.arange(len(m)), largest]
    return found / np.linalg.norm(found, axis=1, keepdims=True)
