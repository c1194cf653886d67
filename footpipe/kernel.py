"""The compiled kernel, with checks: the only module that imports `footpipe._kernel`.

Three storeys: C headers solve one sample (`native/include/footpipe`, where the methods are
explained), Cython loops run them over arrays without the GIL, and here arguments are checked, made
C-contiguous float64, and outputs allocated. Nothing is fused, reordered or cut short by the compiler, so
machines differ by no more than the last digit of their sine.

Quaternions are xyzw and of unit length; world space is in metres, y up; angles in radians unless
degrees are said. F frames, J joints, L legs, P points; F|1 = a row per frame or one for the clip.
Every function raises `DataError` on a wrong shape, kind of number or range.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from footpipe import kernel_checks as check
from footpipe.arrays import Floats, Ints
from footpipe.errors import DataError
from footpipe.foot_rule import FootRule

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

try:
    from footpipe import _kernel
except ImportError as error:
    raise ImportError(f"{check.missing_build(Path(__file__).resolve().parent)} ({error})") from error


class LegStatus(IntEnum):
    """What became of a leg."""

    REACHED = 0
    OUT_OF_REACH = 1  # stopped by the stretch or the limb's length
    TOO_NEAR = 2  # the limb is folded as far as it goes
    DEGENERATE = 3  # a bone or the axis has no length: the best that could be done


class LocalPose(NamedTuple):
    """Joints in their parents' space, and what puts them into the world: the arguments of `forward`, `Clip.pose`."""

    translations: ArrayLike
    rotations: ArrayLike
    parents: ArrayLike
    placement_translation: ArrayLike
    placement_rotation: ArrayLike
    placement_scale: float
    scales: ArrayLike | None = None


class LegMeasures(NamedTuple):
    """Legs as they stand.

    toes     (F, L, 3) m world
    feet     (F, L, 3) m, ankle - toe
    spans    (F, L, 3) m, hip - ankle
    lengths  (F, L) m, of thigh and shin
    hinges   (L, 3) unit hinge axes in each knee's own frame, measured from all frames
    """

    toes: Floats
    feet: Floats
    spans: Floats
    lengths: Floats
    hinges: Floats


class LegSolution(NamedTuple):
    """A figure whose legs are solved in its last M frames.

    translations  (F, J, 3) parent space: with the figure moved
    rotations     (F, J, 4) parent space: with new ones of hips, knees, ankles and toes
    status        (M, L) `LegStatus`
    miss          (M, L) m, from the solved toe to its target (which the ground may have raised)
    away          (M, L) m, from where the toe is in that pose to the target that was given
    """

    translations: Floats
    rotations: Floats
    status: NDArray[np.uint8]
    miss: Floats
    away: Floats


class LockedPoints(NamedTuple):
    """positions (F, P, 3) m, velocities (F, P, 3) m/s, locked (F, P) bool: after the frame's decision."""

    positions: Floats
    velocities: Floats
    locked: NDArray[np.bool_]


class FootShapes(NamedTuple):
    """What a standing pose tells of feet.

    stands      whether every hip is above its ankle by half of their distance
    clearances  (L, 3) m: heights of toe, ankle and toe end above the sole, which is the lowest of them
    knee_axes   (L, 3) unit hinge axes in the knees' own frames
    soles       (L, 2, 3) unit normals of the soles in the frames of ankle and toe
    """

    stands: bool
    clearances: Floats
    knee_axes: Floats
    soles: Floats


class SoleTurns(NamedTuple):
    """How foot and toe are turned against the input, each about its own joint: `turns` (F, L, 2, 4) world.

    `weight` (F, L) tells what share of them is taken when the leg is solved; 0 leaves foot and toe as they come.
    """

    turns: Floats
    weight: Floats


class FootTargets(NamedTuple):
    """Where feet are to be: toes and ankles (F, L, 3) m world; no ankles where they follow the toes, no soles where
    those stay as they are."""

    toes: Floats
    ankles: Floats | None
    soles: SoleTurns | None


def multiply(a: ArrayLike, b: ArrayLike) -> Floats:
    """(..., 4) the rotation b followed by a."""
    return _each(_kernel.multiply, 4, ("a", a, 4), ("b", b, 4))


def inverse(q: ArrayLike) -> Floats:
    """(..., 4) the opposite rotation."""
    return _each(_kernel.inverse, 4, ("q", q, 4))


def normalize(q: ArrayLike) -> Floats:
    """(..., 4) at unit length; the identity where there is no length."""
    return _each(_kernel.normalize, 4, ("q", q, 4))


def first_not_unit(q: ArrayLike, tolerance: float) -> int | None:
    """Which of q (N, 4) is the first whose length is not 1, but for `tolerance`; None where all are."""
    at = int(_kernel.first_not_unit(check.floats("q", q, "N 4", {}), tolerance))
    return None if at < 0 else at


def all_finite(values: Floats) -> bool:
    """Whether every number of a C-contiguous array is finite."""
    return values.size == 0 or bool(_kernel.all_finite(values.reshape(-1)))


def rotate(q: ArrayLike, v: ArrayLike) -> Floats:
    """(..., 3) vectors v (..., 3) turned by q (..., 4)."""
    return _each(_kernel.rotate, 3, ("q", q, 4), ("v", v, 3))


def between(p: ArrayLike, q: ArrayLike) -> Floats:
    """(..., 4) shortest rotations of the directions of p onto those of q (..., 3); any half turn for opposites."""
    return _each(_kernel.between, 4, ("p", p, 3), ("q", q, 3))


def log(q: ArrayLike) -> Floats:
    """(..., 3) rotation vectors: unit axis times angle, 0 to pi."""
    return _each(_kernel.log, 3, ("q", q, 4))


def angle(a: ArrayLike, b: ArrayLike) -> Floats:
    """(...) angle between rotations a and b, 0 to pi; exactly 0 for equal ones."""
    return _each(_kernel.angle, 1, ("a", a, 4), ("b", b, 4))[..., 0]


def active(weights: ArrayLike, on: float, off: float, columns: ArrayLike | None = None) -> NDArray[np.bool_]:
    """(F, N) whether points touch: from a weight of `on` or more, until one is below `off`.

    weights (F, P); columns (N,) of the points in it, -1 = one that never touches; None: all of them.
    """
    given = check.floats("weights", weights, "F P", {})
    points = check.integers("columns", range(given.shape[1]) if columns is None else columns, "N", {})
    check.columns(points, given.shape[1])
    out = np.empty((len(given), len(points)), np.bool_)
    if out.size:
        _kernel.active(given, points, on, off, out.view(np.uint8))
    return out


def euler_to_quat(angles: ArrayLike, order: str) -> Floats:
    """(F, 4) rotations of angles (F, C) in degrees; order is one to three of X, Y, Z.

    As BVH means it: channels read left to right multiply left to right, "ZYX" is Rz Ry Rx.
    """
    axes = check.axes(order)
    rows = check.floats("angles", angles, "F C", {"C": len(axes)})
    out = np.empty((len(rows), 4))
    _kernel.euler_to_quat(rows, axes, out)
    return out


def channels_to_quat(values: ArrayLike, columns: ArrayLike, axes: ArrayLike) -> Floats:
    """(F, J, 4) rotations of joints whose angles in degrees stand in columns of `values` (F, W).

    columns, axes (J, C) int: each joint's channels, outermost first, and their axes (0 = x); -1 after the last one.
    A joint without channels does not turn.
    """
    sizes: check.Sizes = {}
    rows = check.floats("values", values, "F W", sizes)
    places = check.integers("columns", columns, "J C", sizes)
    turns = check.integers("axes", axes, "J C", sizes)
    check.channels(places, turns, sizes["W"])
    out = np.empty((len(rows), len(places), 4))
    if rows.size and places.size:
        _kernel.channels_to_quat(rows, places, turns, out)
    else:
        out[...] = [0, 0, 0, 1]
    return out


def retrace(
    rotations: ArrayLike,
    turned: ArrayLike,
    columns: ArrayLike,
    axes: ArrayLike,
    values: ArrayLike,
    *,
    rest: int = 0,
    same: float = 1e-3,
) -> tuple[Floats, NDArray[np.bool_]]:
    """Rotations back into the columns of `values` (F, W) that they came from: the new values, and which are still old.

    rotations (F, J, 4); turned (F, J) bool where they are not those of the values; columns, axes (J, C) as
    `channels_to_quat` has them. A turned frame gets the angles nearest to the frame before; after it the old ones come
    back as soon as they lie on that curve within `same` degrees. The first `rest` frames each stand alone. Two channels
    or fewer come as close as they can; those after the first three turns keep their values.
    """
    sizes: check.Sizes = {}
    turns = check.floats("rotations", rotations, "F J 4", sizes)
    flags = check.flags("turned", turned, "F J", sizes)
    out = check.floats("values", values, "F W", sizes).copy()
    places, about = check.integers("columns", columns, "J C", sizes), check.integers("axes", axes, "J C", sizes)
    check.channels(places, about, sizes["W"])
    kept = np.ones(out.shape, np.uint8)
    if out.size and places.size:
        _kernel.retrace(turns, flags, places, about, rest, same, np.zeros(len(places), np.uint8), out, kept)
    return out, kept.view(np.bool_)


def quat_to_euler(rotations: ArrayLike, order: str, start: ArrayLike | None = None) -> Floats:
    """(F, C) angles in degrees of rotations (F, 4), without jumps.

    Each row is the solution (either branch, any whole turns) nearest to the row before; the first is nearest to
    `start` (C,), or without it in the principal range (-180 to 180). In gimbal lock the split between the
    outer angles stays nearest to the row before. With one or two channels the rotation that comes closest:
    see `euler_residual`. (Bernardes and Viollet, 2022.)
    """
    axes = check.axes(order, recoverable=True)
    rows = check.floats("rotations", rotations, "F 4", {})
    first = np.empty(0) if start is None else check.floats("start", start, "C", {"C": len(axes)})
    out = np.empty((len(rows), len(axes)))
    _kernel.quat_to_euler(rows, axes, first, out)
    return out


def euler_residual(rotations: ArrayLike, angles: ArrayLike, order: str) -> Floats:
    """(F,) angle by which Euler angles (F, C) in degrees miss the rotations (F, 4)."""
    return angle(rotations, euler_to_quat(angles, order))


def forward(
    translations: ArrayLike,
    rotations: ArrayLike,
    parents: ArrayLike,
    placement_translation: ArrayLike,
    placement_rotation: ArrayLike,
    placement_scale: float,
    scales: ArrayLike | None = None,
) -> tuple[Floats, Floats]:
    """World positions (F, J, 3) and rotations (F, J, 4) of a pose.

    translations (F, J, 3) and rotations (F, J, 4) are in each joint's parent space; parents (J,) come before
    their children, -1 = root; placement translation (F|1, 3) m, rotation (F|1, 4) and scale take skeleton space
    to the world: translation + rotation * (scale * p).

    scales (F, J, 3) stretch each joint along its own axes, and all below it, before it turns; None: none do. They
    concatenate as matrices, as in USD: positions are exact, the rotations those without the scales.
    """
    sizes: check.Sizes = {}
    offsets = check.floats("translations", translations, "F J 3", sizes)
    turns = check.floats("rotations", rotations, "F J 4", sizes)
    above = check.integers("parents", parents, "J", sizes)
    check.parents_first(above)
    move = check.floats("placement translation", placement_translation, "F|1 3", sizes)
    turn = check.floats("placement rotation", placement_rotation, "F|1 4", sizes)
    positions, orientations = np.empty(offsets.shape), np.empty(turns.shape)
    placement, out = (move, turn, float(placement_scale)), (positions, orientations)
    if scales is None:
        _kernel.forward(offsets, turns, above, *placement, *out)
    else:
        stretched, axes = check.floats("scales", scales, "F J 3", sizes), np.empty((len(above), 9))
        _kernel.forward_scaled(offsets, turns, stretched, above, *placement, axes, *out)
    return positions, orientations


def joint_positions(pose: LocalPose, joints: ArrayLike) -> Floats:
    """(F, N, 3) m: world positions of `joints` (N,) alone, as `forward` has them."""
    sizes: check.Sizes = {}
    local = _local(pose, sizes)
    wanted = check.integers("joints", joints, "N", sizes)
    check.indices("joints", wanted, sizes["J"])
    positions = np.empty((sizes["F"], len(wanted), 3))
    if positions.size:
        _kernel.joint_positions(*local, wanted, positions)
    return positions


def foot_shapes(pose: LocalPose, legs: ArrayLike, knee_axes: ArrayLike) -> FootShapes:
    """What the pose in which a character stands tells of its feet (see `foot_shape.h`).

    pose: a single frame; legs (L, 5) int; knee_axes (L, 3) in each knee's own frame where they are known; where they
    are zero, the axes are guessed from where the feet point, so that knees bend forwards.
    """
    sizes: check.Sizes = {"F": 1}
    local = _local(pose, sizes)
    rows = _legs(legs, local[2], sizes)
    known = check.floats("knee axes", knee_axes, "L 3", sizes)
    clearances, axes, soles = (np.empty((len(rows), *more)) for more in ((3,), (3,), (2, 3)))
    stands = _kernel.foot_shapes(*local, rows, known, *_chain_room(sizes["J"]), clearances, axes, soles)
    return FootShapes(bool(stands), clearances, axes, soles)


def knee_axes(positions: ArrayLike, rotations: ArrayLike, legs: ArrayLike, prior: ArrayLike) -> Floats:
    """(F, L, 3) unit hinge axes in each knee's own frame, measured from the bent frames up to each frame.

    positions (F, J, 3), rotations (F, J, 4) world; legs (L, 5) int; prior (L, 3) the axes believed beforehand
    (zero = none), worth two frames bent at 30 degrees. The last row knows the whole clip.
    """
    sizes: check.Sizes = {}
    at = check.floats("positions", positions, "F J 3", sizes)
    turned = check.floats("rotations", rotations, "F J 4", sizes)
    rows = check.integers("legs", legs, "L 5", sizes)
    check.indices("legs", rows[:, :3], sizes["J"])
    believed = check.floats("prior", prior, "L 3", sizes)
    out = np.empty((len(at), len(rows), 3))
    _kernel.knee_axes(at, turned, rows, believed, out)
    return out


def extent(translations: ArrayLike, joint: int) -> float:
    """How far the places of a joint are apart, along the axis along which that is most; translations (F, J, 3)."""
    sizes: check.Sizes = {}
    places = check.floats("translations", translations, "F J 3", sizes)
    check.indices("joint", np.array([joint]), sizes["J"])
    return float(_kernel.extent(places, joint))


def carry(pose: LocalPose, joint: int, shifts: ArrayLike) -> Floats:
    """(F, J, 3) translations of the pose with `joint`, and all below it, moved by `shifts` (F, 3) m in the world.

    Raises `DataError` where a joint above is scaled to nothing.
    """
    sizes: check.Sizes = {}
    local = _local(pose, sizes)
    check.carrier(joint, local[2], local[-1])
    amounts = check.floats("shifts", shifts, "F 3", sizes)
    out = np.empty((sizes["F"], sizes["J"], 3))
    if out.size:
        _kernel.carry(*local, joint, amounts, *_chain_room(sizes["J"]), out)
    return out


def measure_legs(pose: LocalPose, legs: ArrayLike, prior: ArrayLike) -> LegMeasures:
    """Legs as they stand: legs (L, 5) int: hip, knee, ankle, toe, toe end; prior (L, 3) as `knee_axes` takes it.

    The toe end is not looked at.
    """
    sizes: check.Sizes = {}
    local = _local(pose, sizes)
    rows = _legs(legs, local[2], sizes)
    believed = check.floats("prior", prior, "L 3", sizes)
    shape = (sizes["F"], len(rows))
    toes, feet, spans = np.empty((*shape, 3)), np.empty((*shape, 3)), np.empty((*shape, 3))
    measures = LegMeasures(toes, feet, spans, np.empty(shape), np.empty((len(rows), 3)))
    if len(rows):
        _kernel.measure_legs(*local, rows, believed, *_chain_room(sizes["J"]), np.empty((len(rows), 7)), *measures)
    return measures


def solve_legs(
    pose: LocalPose,
    legs: ArrayLike,
    toe_targets: ArrayLike,
    *,
    knee_axes: ArrayLike,
    ankle_targets: ArrayLike | None = None,
    carrier: int = -1,
    shifts: ArrayLike | None = None,
    stretch: float = 0.005,
    softening: float = 0.005,
    article: bool = False,
    aim_foot: bool = True,
    aim_toe: bool = True,
    ground: ArrayLike | None = None,
    clearance: ArrayLike | None = None,
    soles: SoleTurns | None = None,
) -> LegSolution:
    """Put toes on their targets with the least change of the pose (after Daniel Holden; see `leg.h`).

    pose              the figure in F frames, of which the last M are solved
    legs              (L, 5) int: hip, knee, ankle, toe, toe end (-1 = none). Others may stand between them
    toe_targets       (M, L, 3) m world
    knee_axes         (M|1, L, 3) hinge in the knee's own frame, for nearly straight legs
    ankle_targets     (M, L, 3) m world; None: they follow the toes'
    carrier, shifts   the joint that is moved, and all below it with it, by (M, 3) m in the world before legs are
                      solved; None: nothing is
    stretch           m farther than in the input that a leg may reach; inf: up to its length
    softening         m before that limit from which it is approached softly
    article           the clamp as published, which shortens even a leg that need not move
    aim_foot, aim_toe turn the foot at the toe's target; keep the toe end's direction in the world
    ground            (M|1, L) m height that toe, ankle and toe end stay above by clearance (L, 3), or (M|1, L, 3)
                      the height under each of them; None: no ground
    soles             how foot and toe are turned against the input; an ankle that follows its toe goes along
    """
    sizes: check.Sizes = {}
    check.not_negative(stretch=stretch, softening=softening)
    local = _local(pose, sizes)
    rows = _legs(legs, local[2], sizes)
    toes = check.floats("toe targets", toe_targets, "M L 3", sizes)
    if len(toes) > sizes["F"]:
        raise DataError(f"toe targets: those of {sizes['F']} frames at most wanted, got {len(toes)}")
    ankles = check.optional("ankle targets", ankle_targets, "M L 3", sizes)
    hinges = check.floats("knee axes", knee_axes, "M|1 L 3", sizes)
    heights = check.optional("ground", _under_each(ground), "M|1 L 3", sizes)
    clear = check.floats("clearance", np.zeros((len(rows), 3)) if clearance is None else clearance, "L 3", sizes)
    turns = check.optional("turns of soles", None if soles is None else soles.turns, "M L 2 4", sizes)
    laid = check.optional("weights of soles", None if soles is None else soles.weight, "M L", sizes)
    amounts = check.optional("shifts", shifts, "M 3", sizes)
    moves = len(amounts) > 0  # no shifts, or none for the no frames that are solved: nothing is moved
    if moves:
        check.carrier(carrier, local[2], local[-1])
    arrays = (toes, ankles, hinges, heights, clear, turns, laid)
    reach: _kernel.Reach = {"stretch": float(stretch), "softening": float(softening), "article": bool(article)}
    shape = (len(toes), len(rows))
    out, moved = np.empty(local[1].shape), np.empty(local[0].shape if moves else (0, 0, 3))
    status, miss, away = np.empty(shape, np.uint8), np.empty(shape), np.empty(shape)
    room = _chain_room(sizes["J"])
    if out.size:
        _kernel.solve_legs(
            *local,
            rows,
            *arrays,
            carrier if moves else -1,
            amounts,
            reach,
            aim_foot,
            aim_toe,
            *room,
            out,
            moved,
            status,
            miss,
            away,
        )
    return LegSolution(moved if moves else local[0], out, status, miss, away)


def _local(pose: LocalPose, sizes: check.Sizes) -> tuple[Floats, Floats, Ints, Floats, Floats, float, Floats]:
    """The pose's parts, checked, in the kernel's order."""
    translations = check.floats("translations", pose.translations, "F J 3", sizes)
    rotations = check.floats("rotations", pose.rotations, "F J 4", sizes)
    parents = check.integers("parents", pose.parents, "J", sizes)
    check.parents_first(parents)
    move = check.floats("placement translation", pose.placement_translation, "F|1 3", sizes)
    turn = check.floats("placement rotation", pose.placement_rotation, "F|1 4", sizes)
    scales = check.optional("scales", pose.scales, "F J 3", sizes)
    return translations, rotations, parents, move, turn, float(pose.placement_scale), scales


def _legs(legs: ArrayLike, parents: Ints, sizes: check.Sizes) -> Ints:
    """(L, 5) rows of joints that hang on each other."""
    rows = check.integers("legs", legs, "L 5", sizes)
    check.chains(rows, parents)
    return rows


def _chain_room(joints: int) -> tuple[Ints, Floats]:
    """Room in which the kernel poses the joints that legs hang on."""
    return np.empty(joints, np.int32), np.empty((16, joints))


def _under_each(ground: ArrayLike | None) -> ArrayLike | None:
    """(F|1, L, 3) heights under toe, ankle and toe end: the same of all three where only one is given."""
    heights = None if ground is None else np.asarray(ground)
    return np.repeat(heights[..., None], 3, axis=2) if heights is not None and heights.ndim == 2 else heights


def lock_points(
    inputs: ArrayLike,
    contact: ArrayLike,
    dt: ArrayLike,
    blend: float,
    lock_distance: float,
    unlock_distance: float,
    floor: ArrayLike | None = None,
    release: float | None = None,
) -> LockedPoints:
    """Hold points still while in contact, with inertialized transitions (after Daniel Holden; see `lock.h`).

    inputs (F, P, 3) m world; contact (F, P) bool; dt (F,) s since the frame before (the first is not read);
    blend s into a lock; release s out of it, None: `blend`; lock_distance, unlock_distance m; floor (F|1, P) m height
    of a planted point, None: a locked point keeps the input's height. Causal. A point starts at its input, at rest.
    """
    sizes: check.Sizes = {}
    out_of = blend if release is None else release
    check.not_negative(blend=blend, release=out_of, lock_distance=lock_distance, unlock_distance=unlock_distance)
    places = check.floats("inputs", inputs, "F P 3", sizes)
    down = check.flags("contact", contact, "F P", sizes)
    steps = check.floats("dt", dt, "F", sizes)
    heights = check.optional("floor", floor, "F|1 P", sizes)
    positions, velocities = np.empty(places.shape), np.empty(places.shape)
    locked = np.empty(places.shape[:2], np.uint8)
    rule = (blend, out_of, lock_distance, unlock_distance)
    _kernel.lock_points(places, down, steps, heights, *rule, positions, velocities, locked)
    return LockedPoints(positions, velocities, locked.view(np.bool_))


def follow_feet(
    positions: ArrayLike,
    rotations: ArrayLike,
    legs: ArrayLike,
    contacts: ArrayLike,
    dt: ArrayLike,
    rule: FootRule,
    soles: ArrayLike,
    *,
    under: ArrayLike | None = None,
    normals: ArrayLike | None = None,
) -> FootTargets:
    """Where feet are to be when they are held in contact (see `foot.h`). Causal.

    positions, rotations  (F, J, 3), (F, J, 4) world
    legs                  (L, 5) int
    contacts              (F, L, K) weights of `rule.points`
    dt                    (F,) s since the frame before (the first is not read)
    soles                 (L, 2, 3) their normals, as `foot_shapes` gives them
    under                 (F, L, K) m, height of the ground under these points; None: not known
    normals               (F, L, 3) of the ground, unit; None: level
    """
    sizes: check.Sizes = {"K": len(rule.points)}
    at = check.floats("positions", positions, "F J 3", sizes)
    turned = check.floats("rotations", rotations, "F J 4", sizes)
    rows = check.integers("legs", legs, "L 5", sizes)
    check.indices("legs", rows[:, :4], sizes["J"])
    weights = check.floats("contacts", contacts, "F L K", sizes)
    steps = check.floats("dt", dt, "F", sizes)
    own = check.floats("soles", soles, "L 2 3", sizes)
    ground = check.optional("under", under, "F L K", sizes)
    shape = (len(at), len(rows))
    up = np.broadcast_to([0.0, 1.0, 0.0], (*shape, 3)) if normals is None else normals
    square = check.floats("normals", up, "F L 3", sizes)
    toes, ankles, turns, laid = (np.empty((*shape, *more)) for more in ((3,), (3,), (2, 4), ()))
    _kernel.follow_feet(at, turned, rows, weights, steps, ground, square, own, rule.packed(), toes, ankles, turns, laid)
    held = None if rule.pivot == "toe" else ankles
    return FootTargets(toes, held, SoleTurns(turns, laid) if rule.flatten else None)


def decay(
    offset_position: ArrayLike, offset_velocity: ArrayLike, time: ArrayLike, blend: float
) -> tuple[Floats, Floats]:
    """What is left of offsets (N, 3) m and (N, 3) m/s after time (N,) s of a transition of `blend` s (Bollo, 2018)."""
    sizes: check.Sizes = {}
    check.not_negative(blend=blend)
    position, velocity = check.motion("offset", offset_position, offset_velocity, sizes)
    out = np.empty(position.shape), np.empty(position.shape)
    _kernel.decay(position, velocity, check.floats("time", time, "N", sizes), blend, *out)
    return out


def transition(
    offset_position: ArrayLike,
    offset_velocity: ArrayLike,
    time: ArrayLike,
    blend: float,
    source_position: ArrayLike,
    source_velocity: ArrayLike,
    target_position: ArrayLike,
    target_velocity: ArrayLike,
) -> tuple[Floats, Floats]:
    """New offsets (N, 3) m and m/s when what is followed changes from source to target.

    time (N,) s since the last transition, of whose offset what is left goes into the new one.
    """
    sizes: check.Sizes = {}
    check.not_negative(blend=blend)
    offset = check.motion("offset", offset_position, offset_velocity, sizes)
    since = check.floats("time", time, "N", sizes)
    source = check.motion("source", source_position, source_velocity, sizes)
    target = check.motion("target", target_position, target_velocity, sizes)
    out = np.empty(offset[0].shape), np.empty(offset[0].shape)
    _kernel.transition(*offset, since, blend, *source, *target, *out)
    return out


def _each(loop: Callable[..., None], width: int, *operands: tuple[str, ArrayLike, int]) -> Floats:
    rows, shape = check.together(*operands)
    out = np.empty((*shape, width))
    loop(*rows, out.reshape(-1, width))
    return out
