"""Legs of a figure in numpy, written from the definitions: what the kernel's `gait_figure.h` is judged by."""

import numpy as np
from footpipe_gait.poses import DOWN, FORWARD, LEFT, UP, turn_about

from footpipe import kernel

SURE_KNEE, ROUNDS, STRAIGHT = 0.1, 4, 0.99999
SOFT, AWRY = 0.01, 0.1


def reference(hips, bones, pelvis, before, after, share, feet):
    """The same arguments and results as `figure_kernel.place_legs`."""
    lengths, soles = bones[:, :2], bones[:, 2:]
    left, forward, heading, height, yaw, roll, aside = pelvis.T
    turns = kernel.multiply(turn_about(UP, heading + yaw), turn_about(FORWARD, roll + level(hips, lengths)))
    sides = np.stack([kernel.rotate(turns, hip) for hip in hips], axis=1)
    headings = blended(before[..., 2], after[..., 2], share)
    balls = blended(seen_from(before, feet, hips[:, 0]), seen_from(after, feet, hips[:, 0]), share)
    balls += inwards(before, after, share)
    ankles = balls - along(soles, foot_turn(headings, feet[..., 2]))
    middle = np.stack([left, height, forward], axis=1)
    middle += aside[:, None] * kernel.rotate(turn_about(UP, heading), LEFT)
    spans = middle[:, None] + sides - ankles
    lift = keep_knees(spans, lengths, feet[..., 4])
    middle[:, 1] += within_reach(lift, spans, lengths, SOFT * np.minimum(abs(heading[:, None] - headings) / AWRY, 1))
    across = kernel.rotate(turn_about(UP, (heading[:, None] + headings) / 2), LEFT)
    thighs, shanks, hinges = bent(middle[:, None] + sides, ankles, lengths, across)
    legs = [frames(thighs, hinges), frames(shanks, hinges)]
    legs += [foot_turn(headings, feet[..., 2]), foot_turn(headings, feet[..., 3])]
    return middle, turns, np.stack(legs, axis=2)


def level(hips, lengths):
    longer, (left, right) = lengths[0].sum() - lengths[1].sum(), hips
    return np.arctan2(longer, left[0] - right[0]) - np.arctan2(left[1] - right[1], left[0] - right[0])


def blended(before, after, share):
    share = share.reshape(*share.shape, *[1] * (before.ndim - 2))
    return (1 - share) * before + share * after


def inwards(before, after, share):
    """(F, 2, 3) m by which a foot in the air keeps to the bend, off the tangents at its ends."""
    far = share * (1 - share) * (after[..., 3] - before[..., 3]) / 2
    x, z = (turned(after[..., 2]) - turned(before[..., 2]) for turned in (np.sin, np.cos))
    return far[..., None] * np.stack([x, np.zeros_like(x), z], axis=-1)


def seen_from(spots, feet, aside):
    """(F, 2, 3) m: the toe joints beside a spot's line."""
    sine, cosine = np.sin(spots[..., 2]), np.cos(spots[..., 2])
    ahead = feet[..., 0] - spots[..., 3]
    x, z = spots[..., 0] + ahead * sine + aside * cosine, spots[..., 1] + ahead * cosine - aside * sine
    return np.stack([x, feet[..., 1], z], axis=-1)


def foot_turn(heading, pitch):
    return kernel.multiply(turn_about(UP, heading), turn_about(LEFT, -pitch))


def along(soles, turns):
    """(F, 2, 3) m from the ankles to the toe joints."""
    return np.stack(
        [kernel.rotate(turns[:, leg], sole[0] * FORWARD + sole[1] * DOWN) for leg, sole in enumerate(soles)], axis=1
    )


def keep_knees(spans, lengths, knees):
    """(F,) m up for hips that are off their ankles by `spans` (F, 2, 3), so that the knees bend by `knees` (F, 2) rad.

    Least squares over both knees; a knee's angle changes by as much as its sine is small.
    """
    thigh, shank = lengths.T
    wanted = np.sqrt(thigh**2 + shank**2 + 2 * thigh * shank * np.cos(knees))
    weight = 1 / (np.sin(knees) ** 2 + SURE_KNEE**2)
    lift = np.zeros(len(spans))
    for _ in range(ROUNDS):
        raised = spans + lift[:, None, None] * UP
        apart = np.linalg.norm(raised, axis=-1)
        slope = raised[..., 1] / apart
        lift -= (weight * slope * (apart - wanted)).sum(axis=1) / (weight * slope**2).sum(axis=1)
    return lift


def within_reach(lift, spans, lengths, soft):
    """(F,) m, as much lower that both legs reach their ankles; softly, from `soft` (F, 2) m on before they would not.

    In a curve the outer foot is farther away than in the walk.
    """
    for side, longest in enumerate(STRAIGHT * lengths.sum(axis=1)):
        x, y, z = spans[:, side].T
        beyond = lift + y - np.sqrt(np.maximum(longest**2 - x**2 - z**2, 0))
        lift = lift - ramp(beyond, soft[:, side])
    return lift


def ramp(x, soft):
    """0 below -soft, x above soft, a parabola between them."""
    wide = np.maximum(soft, 1e-12)
    share = np.clip((x + wide) / (2 * wide), 0, 1)
    return np.where(x >= wide, x, wide * share**2)


def bent(hips, ankles, lengths, across):
    """Thighs, shins and hinges (F, 2, 3), unit vectors: knees forward, their hinges as near as can be to `across`."""
    thigh, shank = lengths.T
    span = ankles - hips
    apart = np.linalg.norm(span, axis=-1)
    down = span / apart[..., None]
    hinges = across - (down * across).sum(axis=-1, keepdims=True) * down
    hinges /= np.linalg.norm(hinges, axis=-1, keepdims=True)
    reached = np.clip(apart, abs(thigh - shank), STRAIGHT * (thigh + shank))
    bend = np.arccos(np.clip((thigh**2 + reached**2 - shank**2) / (2 * thigh * reached), -1, 1))
    thighs = np.cos(bend)[..., None] * down + np.sin(bend)[..., None] * np.cross(down, hinges)
    shins = reached[..., None] * down - thigh[:, None] * thighs
    return thighs, shins / shank[:, None], hinges


def frames(bones, hinges):
    """(F, 4) rotations that take down to `bones` (F, 3) and left to `hinges` (F, 3)."""
    swing = kernel.between(np.broadcast_to(DOWN, bones.shape), bones)
    twist = kernel.between(kernel.rotate(swing, np.broadcast_to(LEFT, bones.shape)), hinges)
    return kernel.multiply(twist, swing)
