"""The kernel's methods once more, from their equations: rotation matrices, one pose after the other.

Written to be read and to be different from the kernel, not to be fast. Legs are solved as one would by
hand: turn a joint, carry everything below it along, look where things are, turn the next. Extended
precision, because near straight the last digits of a length are degrees of the knee.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

Real = np.longdouble
EXTENDED = np.finfo(Real).eps < 1e-18
OWN_FROM, GIVEN_TO = Real("0.12"), Real("0.02")
OVERSTRETCHED = Real("0.3")
BACKWARDS = Real("2.25")


def real(values):
    return np.asarray(values, Real)


def matrix(q):
    """(..., 4) xyzw to (..., 3, 3)."""
    x, y, z, w = np.moveaxis(real(q) / np.sqrt((real(q) ** 2).sum(-1, keepdims=True)), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows, Real), (0, 1), (-2, -1))


def about(axis, angle):
    """Rodrigues' formula. axis unit."""
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], Real)
    return np.eye(3, dtype=Real) + np.sin(angle) * k + (1 - np.cos(angle)) * (k @ k)


def length(v):
    return np.sqrt((v * v).sum(-1))


def unit(v):
    n = length(v)
    return v / n if n > 0 else v


def shortest(p, q):
    """The shortest rotation of one direction onto another; no turn where there is none."""
    if length(p) < 1e-30 or length(q) < 1e-30:
        return np.eye(3, dtype=Real)
    p, q = unit(p), unit(q)
    across = np.cross(p, q)
    if length(across) == 0:
        return np.eye(3, dtype=Real)
    return about(unit(across), np.arctan2(length(across), p @ q))


def euler(angles, order):
    """(C,) degrees to (3, 3): channels read left to right multiply left to right."""
    out = np.eye(3, dtype=Real)
    for angle, letter in zip(angles, order, strict=True):
        out = out @ about(np.eye(3, dtype=Real)["XYZ".index(letter)], Real(angle) * np.arctan(Real(1)) / 45)
    return out


def forward(translations, rotations, parents, move, turn, scale):
    """One frame: (J, 3), (J, 4) to world positions (J, 3) and matrices (J, 3, 3). Skeleton first, then placement."""
    local = matrix(rotations)
    at, turned = np.empty((len(parents), 3), Real), np.empty((len(parents), 3, 3), Real)
    for j, p in enumerate(parents):
        at[j] = translations[j] if p < 0 else at[p] + turned[p] @ real(translations[j])
        turned[j] = local[j] if p < 0 else turned[p] @ local[j]
    placed = matrix(turn)
    return real(move) + Real(scale) * (at @ placed.T), placed @ turned


def forward_scaled(translations, rotations, scales, parents, move, turn, scale):
    """The same of joints that scale, by 4x4 matrices for row vectors: scale, rotation, translation, then the parent's."""
    local = np.zeros((len(parents), 4, 4), Real)
    local[:, :3, :3] = real(scales)[:, :, None] * matrix(rotations).swapaxes(1, 2)
    local[:, 3, :3], local[:, 3, 3] = real(translations), 1
    world = np.zeros((4, 4), Real)
    world[:3, :3], world[3, :3], world[3, 3] = Real(scale) * matrix(turn).T, real(move), 1
    placed = []
    for joint, p in zip(local, parents, strict=True):
        placed.append(joint @ (world if p < 0 else placed[p]))
    return np.array(placed)[:, 3, :3]


@dataclass
class Rule:
    stretch: float = np.inf
    softening: float = 0.0
    article: bool = False
    aim_foot: bool = True
    aim_toe: bool = True
    heights: tuple[float, float, float] = field(default=(-np.inf, -np.inf, -np.inf))  # toe, ankle, toe end


class Leg:
    """One pose of one leg, turned joint by joint. Arrays (J, ...) of the whole skeleton in world space."""

    def __init__(self, positions, rotations, parents, chain):
        self.at, self.turned = real(positions).copy(), matrix(rotations)
        self.parents, self.root = parents, np.eye(3, dtype=Real)
        self.hip, self.knee, self.ankle, self.toe, self.toe_end = chain

    def turn(self, joint, rotation):
        below = [joint]
        for j in range(joint + 1, len(self.parents)):
            if self.parents[j] in below:
                below.append(j)
        self.at[below] = self.at[joint] + (self.at[below] - self.at[joint]) @ rotation.T
        self.turned[below] = rotation @ self.turned[below]

    def local(self, joint, above_a_root):
        p = self.parents[joint]
        return (self.turned[p] if p >= 0 else above_a_root).T @ self.turned[joint]


def pitched(bone, rise):
    """bone turned in its vertical plane until its end is `rise` above its start."""
    rise = min(max(rise, -length(bone)), length(bone))
    flat = unit(real([bone[0], 0, bone[2]]))
    return flat * np.sqrt(length(bone) ** 2 - rise**2) + real([0, rise, 0])


def reach(asked, e0, whole, rule):
    """The distance that the ankle may have from the hip."""
    limit = e0 if rule.article else max(e0, min(whole, e0 + Real(rule.stretch)))
    soft = min(Real(rule.softening), limit if rule.article else limit - e0)
    if asked <= limit - soft:
        return asked
    if soft <= 0:
        return limit
    return limit - soft + soft * (1 - np.exp(-(asked - limit + soft) / soft))


def hinge(u, v, given):
    """The knee's axis: the plane's normal of a bent leg, more and more the given axis towards straight."""
    normal = np.cross(unit(v), unit(u))
    sine, cosine = length(normal), unit(u) @ unit(v)
    t = min(max((sine - GIVEN_TO) / (OWN_FROM - GIVEN_TO), Real(0)), Real(1))
    own = Real(1) if cosine > 0 and sine > 1e-12 else t * t * (3 - 2 * t)
    if own == 1:
        overstretched = cosine < 0 and sine < OVERSTRETCHED and normal @ given < 0
        return -unit(normal) if overstretched else unit(normal)
    along = unit(normal) * (unit(given) @ unit(normal))
    return unit(own * along + (1 - own) * unit(given))


def knee_turn(u, v, axis, distance):
    """Matrix that turns v about the axis so that |v - u| is the distance, and whether it falls short."""
    wanted = (u @ u + v @ v - distance * distance) / 2
    a = (u @ axis) * (v @ axis)
    b = u @ v - a
    c = u @ np.cross(axis, v)
    h = np.hypot(b, c)
    cosine = (wanted - a) / h
    inside = np.arccos(min(max(cosine, Real(-1)), Real(1)))
    roots = [np.arctan2(c, b) - inside, np.arctan2(c, b) + inside]
    roots = [np.arctan2(np.sin(root), np.cos(root)) for root in roots]
    forward_root, nearest = roots[0], min(roots, key=abs)
    grows = 1 + np.cos(inside) > BACKWARDS * (1 + b / h)
    chosen = forward_root if c < 0 and b < 0 and grows else nearest
    return about(axis, chosen), abs(cosine) > 1


def bend(u, v, given, distance):
    axis = hinge(u, v, given)
    turn, short = knee_turn(u, v, axis, distance)
    normal = np.cross(turn @ v, u)
    if short and length(unit(normal)) > 0 and length(np.cross(unit(turn @ v), unit(u))) > 1e-12:
        turn = knee_turn(u, turn @ v, unit(normal), distance)[0] @ turn
    return turn


def solve_leg(positions, rotations, parents, chain, toe_target, knee_axis, rule, ankle_target=None):
    """Returns the leg after solving (its .local gives parent-space matrices), and the miss in metres."""
    leg = Leg(positions, rotations, parents, chain)
    hip, knee, ankle, toe = (leg.at[j].copy() for j in chain[:4])
    toe_end = leg.at[chain[4]].copy() if chain[4] >= 0 else toe
    goal = real(toe_target).copy()
    goal[1] = max(goal[1], rule.heights[0])
    foot = ankle - toe if ankle_target is None else real(ankle_target) - goal
    if goal[1] + foot[1] < rule.heights[1]:
        foot = pitched(foot, rule.heights[1] - goal[1])
    to = goal + foot - hip

    u, v = hip - knee, ankle - knee
    whole = length(u) + length(v)
    if length(u) > 1e-9 * whole and length(v) > 1e-9 * whole:
        distance = reach(length(to), length(ankle - hip), whole, rule)
        leg.turn(leg.knee, bend(u, v, leg.turned[leg.knee] @ real(knee_axis), distance))
    heading = to if length(to) > 1e-12 * whole else ankle - hip
    leg.turn(leg.hip, shortest(leg.at[leg.ankle] - hip, heading))

    if rule.aim_foot:
        leg.turn(leg.ankle, shortest(leg.at[leg.toe] - leg.at[leg.ankle], goal - leg.at[leg.ankle]))
    if rule.aim_toe and leg.toe_end >= 0:
        tip = toe_end - toe
        if leg.at[leg.toe][1] + tip[1] < rule.heights[2]:
            tip = pitched(tip, rule.heights[2] - leg.at[leg.toe][1])
        leg.turn(leg.toe, shortest(leg.at[leg.toe_end] - leg.at[leg.toe], tip))
    return leg, length(leg.at[leg.toe] - goal)


def knee_axes(positions, rotations, chain, prior):
    """(F, 3) running hinge axis of one leg: positions (F, J, 3), rotations (F, J, 4)."""
    hip, knee, ankle = chain[:3]
    prior = unit(real(prior))
    line, vote = prior / 2, (prior @ prior) / 2
    out = []
    for at, turned in zip(real(positions), matrix(rotations), strict=True):
        u, v = unit(at[hip] - at[knee]), unit(at[ankle] - at[knee])
        inside = np.arctan2(length(np.cross(u, v)), u @ v)
        if np.pi - inside > np.radians(Real(10)):
            normal = turned[knee].T @ unit(np.cross(v, u)) * np.sin(inside) ** 2
            sign = -1 if normal @ line < 0 else 1
            line, vote = line + sign * normal, vote + sign * np.sin(inside) ** 2
        out.append(unit(line) * (-1 if vote < 0 else 1))
    return np.array(out)


def hermite(p, v, time, blend):
    """Place and velocity of the cubic that starts at p, v and ends at rest in 0 after `blend` seconds."""
    if blend <= 0 or time >= blend:
        return 0 * p, 0 * v
    # p(s) = p + v s + c s^2 + d s^3 with p(blend) = p'(blend) = 0
    c = -3 * p / blend**2 - 2 * v / blend
    d = 2 * p / blend**3 + v / blend**2
    return p + v * time + c * time**2 + d * time**3, v + 2 * c * time + 3 * d * time**2


def lock_point(inputs, contact, dt, blend, lock_distance, unlock_distance, floor=None, release=None):
    """Places (F, 3), velocities (F, 3), locked (F,) of one point. The offset is re-read from the output
    whenever what is followed changes: output = what is followed + offset holds on both sides."""
    places, velocities, held = [], [], []
    locked, place, since = False, None, 0.0
    offset = (np.zeros(3), np.zeros(3))
    moving = np.zeros(3)
    for f, x in enumerate(inputs):
        if f and dt[f] > 0:
            moving = (x - inputs[f - 1]) / dt[f]
            since += dt[f]
        base = followed(locked, place, x, moving, floor)
        left = hermite(*offset, since, blend if locked or release is None else release)
        out = base[0] + left[0], base[1] + left[1]
        places.append(out[0])
        velocities.append(out[1])
        away = np.linalg.norm(out[0] - x)
        change = contact[f] and away < lock_distance if not locked else not contact[f] or away > unlock_distance
        if change:
            locked, place, since = not locked, out[0] if not locked else place, 0.0
            base = followed(locked, place, x, moving, floor)
            offset = out[0] - base[0], out[1] - base[1]
        held.append(locked)
    return np.array(places), np.array(velocities), np.array(held)


def followed(locked, place, x, moving, floor):
    if not locked:
        return x, moving
    if floor is None:
        return np.array([place[0], x[1], place[2]]), np.array([0, moving[1], 0])
    return np.array([place[0], floor, place[2]]), np.zeros(3)
