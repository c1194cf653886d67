# The compiled module: native/_kernel.pyx, where each argument is described. Nothing is checked here.
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from footpipe.arrays import Floats, Ints
from footpipe.foot_rule import PackedFootRule

Bytes = NDArray[np.uint8]

class Reach(TypedDict):
    stretch: float
    softening: float
    article: bool

def multiply(a: Floats, b: Floats, out: Floats) -> None: ...
def inverse(q: Floats, out: Floats) -> None: ...
def normalize(q: Floats, out: Floats) -> None: ...
def first_not_unit(q: Floats, tolerance: float) -> int: ...
def all_finite(values: Floats) -> bool: ...
def rotate(q: Floats, v: Floats, out: Floats) -> None: ...
def between(p: Floats, q: Floats, out: Floats) -> None: ...
def log(q: Floats, out: Floats) -> None: ...
def angle(a: Floats, b: Floats, out: Floats) -> None: ...
def active(weights: Floats, columns: Ints, on: float, off: float, out: Bytes) -> None: ...
def euler_to_quat(angles: Floats, axes: Ints, out: Floats) -> None: ...
def channels_to_quat(values: Floats, columns: Ints, axes: Ints, out: Floats) -> None: ...
def retrace(
    rotations: Floats,
    turned: Bytes,
    columns: Ints,
    axes: Ints,
    rest: int,
    same: float,
    away: Bytes,
    values: Floats,
    kept: Bytes,
) -> None: ...
def quat_to_euler(rotations: Floats, axes: Ints, start: Floats, out: Floats) -> None: ...
def forward(
    translations: Floats,
    rotations: Floats,
    parents: Ints,
    placement_translation: Floats,
    placement_rotation: Floats,
    scale: float,
    positions: Floats,
    orientations: Floats,
) -> None: ...
def joint_positions(
    translations: Floats,
    rotations: Floats,
    parents: Ints,
    placement_translation: Floats,
    placement_rotation: Floats,
    scale: float,
    scales: Floats,
    joints: Ints,
    positions: Floats,
) -> None: ...
def forward_scaled(
    translations: Floats,
    rotations: Floats,
    scales: Floats,
    parents: Ints,
    placement_translation: Floats,
    placement_rotation: Floats,
    scale: float,
    axes: Floats,
    positions: Floats,
    orientations: Floats,
) -> None: ...
def knee_axes(positions: Floats, rotations: Floats, legs: Ints, prior: Floats, out: Floats) -> None: ...
def extent(translations: Floats, joint: int) -> float: ...
def carry(
    translations: Floats,
    rotations: Floats,
    parents: Ints,
    move: Floats,
    turn: Floats,
    scale: float,
    scales: Floats,
    joint: int,
    shifts: Floats,
    joints: Ints,
    room: Floats,
    out: Floats,
) -> None: ...
def foot_shapes(
    translations: Floats,
    rotations: Floats,
    parents: Ints,
    move: Floats,
    turn: Floats,
    scale: float,
    scales: Floats,
    legs: Ints,
    given: Floats,
    joints: Ints,
    room: Floats,
    clearances: Floats,
    knee_axes: Floats,
    soles: Floats,
) -> bool: ...
def measure_legs(
    translations: Floats,
    rotations: Floats,
    parents: Ints,
    move: Floats,
    turn: Floats,
    scale: float,
    scales: Floats,
    legs: Ints,
    prior: Floats,
    joints: Ints,
    room: Floats,
    measuring: Floats,
    toes: Floats,
    feet: Floats,
    spans: Floats,
    lengths: Floats,
    axes: Floats,
) -> None: ...
def solve_legs(
    translations: Floats,
    rotations: Floats,
    parents: Ints,
    move: Floats,
    turn: Floats,
    scale: float,
    scales: Floats,
    legs: Ints,
    toe_targets: Floats,
    ankle_targets: Floats,
    axes: Floats,
    ground: Floats,
    clearance: Floats,
    turns: Floats,
    laid: Floats,
    carrier: int,
    shifts: Floats,
    reach: Reach,
    aim_foot: bool,
    aim_toe: bool,
    joints: Ints,
    room: Floats,
    out: Floats,
    moved: Floats,
    status: Bytes,
    miss: Floats,
    away: Floats,
) -> None: ...
def decay(
    position: Floats,
    velocity: Floats,
    time: Floats,
    blend: float,
    out_position: Floats,
    out_velocity: Floats,
) -> None: ...
def transition(
    offset_position: Floats,
    offset_velocity: Floats,
    time: Floats,
    blend: float,
    source_position: Floats,
    source_velocity: Floats,
    target_position: Floats,
    target_velocity: Floats,
    out_position: Floats,
    out_velocity: Floats,
) -> None: ...
def lock_points(
    inputs: Floats,
    contact: Bytes,
    dt: Floats,
    floor: Floats,
    blend: float,
    release: float,
    lock_distance: float,
    unlock_distance: float,
    positions: Floats,
    velocities: Floats,
    locked: Bytes,
) -> None: ...
def follow_feet(
    positions: Floats,
    rotations: Floats,
    legs: Ints,
    contacts: Floats,
    dt: Floats,
    under: Floats,
    normals: Floats,
    soles: Floats,
    rule: PackedFootRule,
    toes: Floats,
    ankles: Floats,
    turns: Floats,
    laid: Floats,
) -> None: ...
