# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The kernel over arrays.

Three storeys: the C headers do one sample, these loops run them over frames without the GIL, and
`footpipe/kernel.py` checks shapes and allocates. Nothing here checks or allocates: every array is
C-contiguous, of the size that its comment gives, and OUT arrays are the caller's.
F frames, J joints, L legs, P points, N samples, C channels; F|1 = one row for the whole clip.
"""
from libc.math cimport fmax, fmin
from libc.string cimport memcpy

from kernel cimport *


cdef extern from "footpipe/pages.h" nogil:
    void fp_map_pages(void *at, size_t bytes)


cdef extern from "footpipe/finite.h" nogil:
    bint fp_all_finite(const double *values, ptrdiff_t count)


# --- rotations, N samples ---
def multiply(const double[:, ::1] a, const double[:, ::1] b, double[:, ::1] out):
    # IN a, b (N, 4)   OUT out (N, 4)
    cdef Py_ssize_t i
    with nogil:
        for i in range(a.shape[0]):
            fp_quat_store(&out[i, 0], fp_quat_mul(fp_quat_load(&a[i, 0]), fp_quat_load(&b[i, 0])))


def inverse(const double[:, ::1] q, double[:, ::1] out):
    # IN q (N, 4)   OUT out (N, 4)
    cdef Py_ssize_t i
    with nogil:
        for i in range(q.shape[0]):
            fp_quat_store(&out[i, 0], fp_quat_conj(fp_quat_load(&q[i, 0])))


def normalize(const double[:, ::1] q, double[:, ::1] out):
    # IN q (N, 4)   OUT out (N, 4)
    cdef Py_ssize_t i
    with nogil:
        for i in range(q.shape[0]):
            fp_quat_store(&out[i, 0], fp_quat_normalize(fp_quat_load(&q[i, 0])))


def first_not_unit(const double[:, ::1] q, double tolerance):
    # IN q (N, 4)   Returns the first whose length is not 1, -1 where all are
    cdef Py_ssize_t i
    with nogil:
        for i in range(q.shape[0]):
            if not fp_quat_is_unit(fp_quat_load(&q[i, 0]), tolerance):
                break
        else:
            i = -1
    return i


def all_finite(const double[::1] values):
    # IN values (N)   Returns whether all are
    cdef bint finite
    with nogil:
        finite = fp_all_finite(&values[0], values.shape[0])
    return finite


def rotate(const double[:, ::1] q, const double[:, ::1] v, double[:, ::1] out):
    # IN q (N, 4), v (N, 3)   OUT out (N, 3)
    cdef Py_ssize_t i
    with nogil:
        for i in range(q.shape[0]):
            fp_vec_store(&out[i, 0], fp_rotate(fp_quat_load(&q[i, 0]), fp_vec_load(&v[i, 0])))


def between(const double[:, ::1] p, const double[:, ::1] q, double[:, ::1] out):
    # IN p, q (N, 3)   OUT out (N, 4)
    cdef Py_ssize_t i
    with nogil:
        for i in range(p.shape[0]):
            fp_quat_store(&out[i, 0], fp_between(fp_vec_load(&p[i, 0]), fp_vec_load(&q[i, 0])))


def log(const double[:, ::1] q, double[:, ::1] out):
    # IN q (N, 4)   OUT out (N, 3) rad
    cdef Py_ssize_t i
    with nogil:
        for i in range(q.shape[0]):
            fp_vec_store(&out[i, 0], fp_quat_log(fp_quat_load(&q[i, 0])))


def angle(const double[:, ::1] a, const double[:, ::1] b, double[:, ::1] out):
    # IN a, b (N, 4)   OUT out (N, 1) rad
    cdef Py_ssize_t i
    with nogil:
        for i in range(a.shape[0]):
            out[i, 0] = fp_quat_angle(fp_quat_load(&a[i, 0]), fp_quat_load(&b[i, 0]))


# --- contacts ---
def active(
    const double[:, ::1] weights,        # IN   (F, P)
    const int[::1] columns,              # IN   (N)  of the points in it, -1 = one that never touches
    double on,                           # IN   from this weight on a point touches
    double off,                          # IN   and below this it no longer does
    unsigned char[:, ::1] out,           # OUT  (F, N)
):
    cdef Py_ssize_t f, n
    cdef bint touches
    with nogil:
        for n in range(columns.shape[0]):
            touches = False
            for f in range(weights.shape[0]):
                touches = columns[n] >= 0 and fp_touches(touches, weights[f, columns[n]], on, off)
                out[f, n] = touches


# --- Euler angles, degrees ---
def euler_to_quat(const double[:, ::1] angles, const int[::1] axes, double[:, ::1] out):
    # IN angles (F, C), axes (C): 0 x, 1 y, 2 z   OUT out (F, 4)
    cdef Py_ssize_t f
    cdef int n = <int>axes.shape[0]
    with nogil:
        for f in range(angles.shape[0]):
            fp_quat_store(&out[f, 0], fp_euler_to_quat(&angles[f, 0], &axes[0], n))


def quat_to_euler(
    const double[:, ::1] rotations,   # IN   (F, 4)
    const int[::1] axes,              # IN   (C)
    const double[::1] start,          # IN   (C)  the angles before the first frame, or (0)
    double[:, ::1] out,               # OUT  (F, C)
):
    cdef Py_ssize_t f
    cdef int n = <int>axes.shape[0]
    cdef const double *previous = NULL
    if start.shape[0] > 0:
        previous = &start[0]
    with nogil:
        for f in range(rotations.shape[0]):
            fp_quat_to_euler(fp_quat_load(&rotations[f, 0]), &axes[0], n, previous, &out[f, 0])
            previous = &out[f, 0]


# --- channels: columns of angles, degrees; a joint's are outermost first, -1 after the last ---
cdef inline fp_channels channels_of(const int[:, ::1] columns, const int[:, ::1] axes, Py_ssize_t joint) noexcept nogil:
    cdef fp_channels channels
    channels.columns = &columns[joint, 0]
    channels.axes = &axes[joint, 0]
    channels.count = 0
    while channels.count < columns.shape[1] and columns[joint, channels.count] >= 0:
        channels.count += 1
    return channels


def channels_to_quat(
    const double[:, ::1] values,      # IN   (F, W)
    const int[:, ::1] columns,        # IN   (J, C)
    const int[:, ::1] axes,           # IN   (J, C)
    double[:, :, ::1] out,            # OUT  (F, J, 4)
):
    cdef Py_ssize_t f, j
    with nogil:
        for f in range(values.shape[0]):
            for j in range(columns.shape[0]):
                fp_quat_store(&out[f, j, 0], fp_channels_rotation(channels_of(columns, axes, j), &values[f, 0]))


def retrace(
    const double[:, :, ::1] rotations,   # IN      (F, J, 4)
    const unsigned char[:, ::1] turned,  # IN      (F, J)  not the file's own
    const int[:, ::1] columns,           # IN      (J, C)
    const int[:, ::1] axes,              # IN      (J, C)
    Py_ssize_t rest,                     # IN      frames at the start that lead nowhere
    double same,                         # IN      degrees
    unsigned char[::1] away,             # IN OUT  (J)  0: whether the frame before is not the file's own
    double[:, ::1] values,               # IN OUT  (F, W)
    unsigned char[:, ::1] kept,          # IN OUT  (F, W)
):
    cdef Py_ssize_t f, j
    cdef const double *previous
    with nogil:
        for f in range(values.shape[0]):
            previous = NULL if f <= rest else &values[f - 1, 0]
            for j in range(columns.shape[0]):
                if turned[f, j] or (previous != NULL and away[j]):
                    away[j] = fp_retrace(fp_quat_load(&rotations[f, j, 0]), turned[f, j],
                                         channels_of(columns, axes, j), previous, same, &values[f, 0], &kept[f, 0])
                else:
                    away[j] = 0


# --- poses ---
cdef inline fp_placement placement_at(
    const double[:, ::1] translation, const double[:, ::1] rotation, double scale, Py_ssize_t frame   # IN
) noexcept nogil:
    # Of a frame; a single row is that of every frame.
    cdef fp_placement placement
    placement.translation = fp_vec_load(&translation[frame if translation.shape[0] > 1 else 0, 0])
    placement.rotation = fp_quat_load(&rotation[frame if rotation.shape[0] > 1 else 0, 0])
    placement.scale = scale
    return placement


def forward(
    const double[:, :, ::1] translations,       # IN   (F, J, 3)  parent space
    const double[:, :, ::1] rotations,          # IN   (F, J, 4)  parent space
    const int[::1] parents,                     # IN   (J)
    const double[:, ::1] placement_translation,  # IN   (F|1, 3)  m
    const double[:, ::1] placement_rotation,    # IN   (F|1, 4)
    double scale,                               # IN   m per unit
    double[:, :, ::1] positions,                # OUT  (F, J, 3)  world, m
    double[:, :, ::1] orientations,             # OUT  (F, J, 4)  world
):
    cdef Py_ssize_t f
    cdef int joints = <int>parents.shape[0]
    cdef fp_placement placement
    if joints == 0:
        return
    with nogil:
        for f in range(translations.shape[0]):
            placement = placement_at(placement_translation, placement_rotation, scale, f)
            fp_forward(&translations[f, 0, 0], &rotations[f, 0, 0], &parents[0], joints, placement,
                       &positions[f, 0, 0], &orientations[f, 0, 0])


def forward_scaled(
    const double[:, :, ::1] translations,       # IN   (F, J, 3)  parent space
    const double[:, :, ::1] rotations,          # IN   (F, J, 4)  parent space
    const double[:, :, ::1] scales,             # IN   (F, J, 3)  the joint's own axes
    const int[::1] parents,                     # IN   (J)
    const double[:, ::1] placement_translation,  # IN   (F|1, 3)  m
    const double[:, ::1] placement_rotation,    # IN   (F|1, 4)
    double scale,                               # IN   m per unit
    double[:, ::1] axes,                        # OUT  (J, 9)  of the last frame: room to work in
    double[:, :, ::1] positions,                # OUT  (F, J, 3)  world, m
    double[:, :, ::1] orientations,             # OUT  (F, J, 4)  world
):
    cdef Py_ssize_t f
    cdef int joints = <int>parents.shape[0]
    cdef fp_placement placement
    if joints == 0:
        return
    with nogil:
        for f in range(translations.shape[0]):
            placement = placement_at(placement_translation, placement_rotation, scale, f)
            fp_forward_scaled(&translations[f, 0, 0], &rotations[f, 0, 0], &scales[f, 0, 0], &parents[0], joints,
                              placement, &axes[0, 0], &positions[f, 0, 0], &orientations[f, 0, 0])


def knee_axes(
    const double[:, :, ::1] positions,   # IN   (F, J, 3)  world, m
    const double[:, :, ::1] rotations,   # IN   (F, J, 4)  world
    const int[:, ::1] legs,              # IN   (L, 5)
    const double[:, ::1] prior,          # IN   (L, 3)  the knee's frame
    double[:, :, ::1] out,               # OUT  (F, L, 3)  the knee's frame, unit
):
    cdef Py_ssize_t f, leg
    cdef fp_knee_axis axis
    cdef fp_vec hip, knee, ankle
    with nogil:
        for leg in range(legs.shape[0]):
            axis = fp_knee_axis_start(fp_vec_load(&prior[leg, 0]))
            for f in range(positions.shape[0]):
                hip = fp_vec_load(&positions[f, legs[leg, 0], 0])
                knee = fp_vec_load(&positions[f, legs[leg, 1], 0])
                ankle = fp_vec_load(&positions[f, legs[leg, 2], 0])
                fp_knee_axis_add(&axis, hip, knee, ankle, fp_quat_load(&rotations[f, legs[leg, 1], 0]))
                fp_vec_store(&out[f, leg, 0], fp_knee_axis_read(&axis))


# --- figures: poses as files have them, and the joints that legs hang on ---
cdef inline fp_local_pose pose_at(
    const double[:, :, ::1] translations, const double[:, :, ::1] rotations, const double[:, :, ::1] scales,
    const double[:, ::1] move, const double[:, ::1] turn, double scale, Py_ssize_t frame,
) noexcept nogil:
    cdef fp_local_pose pose
    pose.translations = &translations[frame, 0, 0]
    pose.rotations = &rotations[frame, 0, 0]
    pose.scales = &scales[frame, 0, 0] if scales.shape[0] > 0 else NULL
    pose.placement = placement_at(move, turn, scale, frame)
    return pose


cdef inline fp_chain chain_of(
    const int[::1] parents, const int *legs, int leg_count, int joint, int[::1] joints, double[:, ::1] room,
) noexcept nogil:
    # The joints that the legs and `joint` (-1: none) hang on; joints (J), room (16, J) are room to work in.
    cdef fp_chain chain
    chain.parents = &parents[0]
    chain.joints = <int>parents.shape[0]
    chain.chain = &joints[0]
    chain.count = fp_chain_find(chain.parents, chain.joints, legs, leg_count, joint, &joints[0])
    chain.positions = &room[0, 0]
    chain.orientations = &room[3, 0]
    chain.axes = &room[7, 0]
    return chain


cdef inline void shift_joint(double *translation, fp_vec shift) noexcept nogil:
    fp_vec_store(translation, fp_add(fp_vec_load(translation), shift))


def joint_positions(
    const double[:, :, ::1] translations,       # IN   (F, J, 3)  parent space
    const double[:, :, ::1] rotations,          # IN   (F, J, 4)  parent space
    const int[::1] parents,                     # IN   (J)
    const double[:, ::1] move,                  # IN   (F|1, 3)  m: the placement
    const double[:, ::1] turn,                  # IN   (F|1, 4)
    double scale,                               # IN   m per unit
    const double[:, :, ::1] scales,             # IN   (F, J, 3), or (0, 0, 0): none
    const int[::1] joints,                      # IN   (N)
    double[:, :, ::1] positions,                # OUT  (F, N, 3)  world, m
):
    cdef Py_ssize_t f, i
    cdef fp_local_pose pose
    with nogil:
        for f in range(translations.shape[0]):
            pose = pose_at(translations, rotations, scales, move, turn, scale, f)
            for i in range(joints.shape[0]):
                fp_vec_store(&positions[f, i, 0], fp_local_place(&pose, &parents[0], joints[i]))


def extent(const double[:, :, ::1] translations, int joint):
    # IN translations (F, J, 3)   Returns the largest difference along an axis, in their unit
    cdef Py_ssize_t f, axis
    cdef double place, least, most, apart = 0.0
    with nogil:
        for axis in range(3):
            least = most = translations[0, joint, axis]
            for f in range(translations.shape[0]):
                place = translations[f, joint, axis]
                least = fmin(least, place)
                most = fmax(most, place)
            apart = fmax(apart, most - least)
    return apart


def carry(
    const double[:, :, ::1] translations,    # IN   (F, J, 3)  parent space
    const double[:, :, ::1] rotations,       # IN   (F, J, 4)  parent space
    const int[::1] parents,                  # IN   (J)
    const double[:, ::1] move,               # IN   (F|1, 3)  m: the placement
    const double[:, ::1] turn,               # IN   (F|1, 4)
    double scale,                            # IN   m per unit
    const double[:, :, ::1] scales,          # IN   (F, J, 3), or (0, 0, 0): none
    int joint,                               # IN
    const double[:, ::1] shifts,             # IN   (F, 3)  m, world
    int[::1] joints,                         # SCRATCH  (J)
    double[:, ::1] room,                     # SCRATCH  (16, J)
    double[:, :, ::1] out,                   # OUT  (F, J, 3)
):
    cdef Py_ssize_t f, bytes = translations.shape[1] * 3 * sizeof(double)
    cdef fp_local_pose pose
    cdef fp_chain chain
    with nogil:
        fp_map_pages(&out[0, 0, 0], out.shape[0] * bytes)
        chain = chain_of(parents, NULL, 0, joint, joints, room)
        for f in range(translations.shape[0]):
            pose = pose_at(translations, rotations, scales, move, turn, scale, f)
            fp_chain_pose(&chain, &pose, 0, joint)
            memcpy(&out[f, 0, 0], pose.translations, bytes)
            shift_joint(&out[f, joint, 0], fp_carry(&chain, &pose, joint, fp_vec_load(&shifts[f, 0])))


def foot_shapes(
    const double[:, :, ::1] translations,    # IN   (1, J, 3)  parent space
    const double[:, :, ::1] rotations,       # IN   (1, J, 4)  parent space
    const int[::1] parents,                  # IN   (J)
    const double[:, ::1] move,               # IN   (1, 3)  m: the placement
    const double[:, ::1] turn,               # IN   (1, 4)
    double scale,                            # IN   m per unit
    const double[:, :, ::1] scales,          # IN   (1, J, 3), or (0, 0, 0): none
    const int[:, ::1] legs,                  # IN   (L, 5)
    const double[:, ::1] given,              # IN   (L, 3)  the knee's frame, or zero
    int[::1] joints,                         # SCRATCH  (J)
    double[:, ::1] room,                     # SCRATCH  (16, J)
    double[:, ::1] clearances,               # OUT  (L, 3)  m: toe, ankle, toe end
    double[:, ::1] knee_axes,                # OUT  (L, 3)  the knee's frame, unit
    double[:, :, ::1] soles,                 # OUT  (L, 2, 3)  the ankle's and the toe's frame, unit
):
    """Returns whether all legs stand."""
    cdef Py_ssize_t leg
    cdef bint stands = True
    cdef fp_local_pose pose = pose_at(translations, rotations, scales, move, turn, scale, 0)
    cdef fp_chain chain = chain_of(parents, &legs[0, 0], <int>legs.shape[0], -1, joints, room)
    cdef fp_foot_shape shape
    fp_chain_pose(&chain, &pose, 0, chain.joints)
    for leg in range(legs.shape[0]):
        stands = stands and fp_leg_stands(chain.positions, &legs[leg, 0])
        shape = fp_foot_shape_measure(chain.positions, chain.orientations, &legs[leg, 0],
                                      fp_vec_load(&given[leg, 0]))
        clearances[leg, 0] = shape.clearance.toe
        clearances[leg, 1] = shape.clearance.ankle
        clearances[leg, 2] = shape.clearance.toe_end
        fp_vec_store(&knee_axes[leg, 0], shape.knee_axis)
        fp_vec_store(&soles[leg, 0, 0], shape.sole.foot)
        fp_vec_store(&soles[leg, 1, 0], shape.sole.toe)
    return stands


def measure_legs(
    const double[:, :, ::1] translations,    # IN   (F, J, 3)  parent space
    const double[:, :, ::1] rotations,       # IN   (F, J, 4)  parent space
    const int[::1] parents,                  # IN   (J)
    const double[:, ::1] move,               # IN   (F|1, 3)  m: the placement
    const double[:, ::1] turn,               # IN   (F|1, 4)
    double scale,                            # IN   m per unit
    const double[:, :, ::1] scales,          # IN   (F, J, 3), or (0, 0, 0): none
    const int[:, ::1] legs,                  # IN   (L, 5)  hip, knee, ankle, toe, toe end or -1
    const double[:, ::1] prior,              # IN   (L, 3)  the knee's frame
    int[::1] joints,                         # SCRATCH  (J)
    double[:, ::1] room,                     # SCRATCH  (16, J)
    double[:, ::1] measuring,                # SCRATCH  (L, 7)
    double[:, :, ::1] toes,                  # OUT  (F, L, 3)  world, m
    double[:, :, ::1] feet,                  # OUT  (F, L, 3)  m, ankle - toe
    double[:, :, ::1] spans,                 # OUT  (F, L, 3)  m, hip - ankle
    double[:, ::1] lengths,                  # OUT  (F, L)  m, of thigh and shin
    double[:, ::1] axes,                     # OUT  (L, 3)  the knee's frame, unit: of all frames
):
    cdef Py_ssize_t f, leg
    cdef fp_knee_axis *hinges = <fp_knee_axis *>&measuring[0, 0]
    cdef fp_local_pose pose
    cdef fp_chain chain
    cdef fp_vec hip, knee, ankle, toe
    with nogil:
        chain = chain_of(parents, &legs[0, 0], <int>legs.shape[0], -1, joints, room)
        for leg in range(legs.shape[0]):
            hinges[leg] = fp_knee_axis_start(fp_vec_load(&prior[leg, 0]))
        for f in range(translations.shape[0]):
            pose = pose_at(translations, rotations, scales, move, turn, scale, f)
            fp_chain_pose(&chain, &pose, 0, chain.joints)
            for leg in range(legs.shape[0]):
                hip = fp_vec_load(chain.positions + 3 * legs[leg, 0])
                knee = fp_vec_load(chain.positions + 3 * legs[leg, 1])
                ankle = fp_vec_load(chain.positions + 3 * legs[leg, 2])
                toe = fp_vec_load(chain.positions + 3 * legs[leg, 3])
                fp_vec_store(&toes[f, leg, 0], toe)
                fp_vec_store(&feet[f, leg, 0], fp_sub(ankle, toe))
                fp_vec_store(&spans[f, leg, 0], fp_sub(hip, ankle))
                lengths[f, leg] = fp_distance(hip, knee) + fp_distance(knee, ankle)
                fp_knee_axis_add(&hinges[leg], hip, knee, ankle, fp_quat_load(chain.orientations + 4 * legs[leg, 1]))
        for leg in range(legs.shape[0]):
            fp_vec_store(&axes[leg, 0], fp_knee_axis_read(&hinges[leg]))


def solve_legs(
    const double[:, :, ::1] translations,    # IN   (F, J, 3)  parent space
    const double[:, :, ::1] rotations,       # IN   (F, J, 4)  parent space
    const int[::1] parents,                  # IN   (J)
    const double[:, ::1] move,               # IN   (F|1, 3)  m: the placement
    const double[:, ::1] turn,               # IN   (F|1, 4)
    double scale,                            # IN   m per unit
    const double[:, :, ::1] scales,          # IN   (F, J, 3), or (0, 0, 0): none
    const int[:, ::1] legs,                  # IN   (L, 5)
    const double[:, :, ::1] toe_targets,     # IN   (M, L, 3)  world, m, of the last M frames; the others stay
    const double[:, :, ::1] ankle_targets,   # IN   (M, L, 3) or (0, 0, 3): they follow from the toes'
    const double[:, :, ::1] axes,            # IN   (M|1, L, 3)  the knee's frame
    const double[:, :, ::1] ground,          # IN   (M|1, L, 3)  m, under toe, ankle, toe end, or (0, 0, 0): none
    const double[:, ::1] clearance,          # IN   (L, 3)  m: toe, ankle, toe end
    const double[:, :, :, ::1] turns,        # IN   (M, L, 2, 4)  world, of foot and toe, or (0, 0, 0, 0): as they come
    const double[:, ::1] laid,               # IN   (M, L)  weight of these turns
    int carrier,                             # IN   the joint that is moved by
    const double[:, ::1] shifts,             # IN   (M, 3)  m, world, or (0, 3): nothing is moved
    fp_reach_rule reach,
    bint aim_foot,
    bint aim_toe,
    int[::1] joints,                         # SCRATCH  (J)
    double[:, ::1] room,                     # SCRATCH  (16, J)
    double[:, :, ::1] out,                   # OUT  (F, J, 4)  local rotations
    double[:, :, ::1] moved,                 # OUT  (F, J, 3)  translations, where there are shifts
    unsigned char[:, ::1] status,            # OUT  (M, L)
    double[:, ::1] miss,                     # OUT  (M, L)  m
    double[:, ::1] away,                     # OUT  (M, L)  m
):
    cdef Py_ssize_t f, m, leg, i, count = parents.shape[0], first = rotations.shape[0] - toe_targets.shape[0]
    cdef int start = 0
    cdef Py_ssize_t axis_step = 1 if axes.shape[0] > 1 else 0
    cdef Py_ssize_t ground_step = 1 if ground.shape[0] > 1 else 0
    cdef bint has_ground = ground.shape[0] > 0
    cdef bint has_soles = turns.shape[0] > 0
    cdef bint moves = shifts.shape[0] > 0
    cdef fp_local_pose pose
    cdef fp_chain chain
    cdef fp_world_pose world
    cdef fp_leg_pose limb
    cdef fp_leg_goal goal
    cdef fp_leg_rule rule
    cdef fp_leg_solution solution
    rule.reach = reach
    rule.aim_foot = aim_foot
    rule.aim_toe = aim_toe
    goal.own_ankle = ankle_targets.shape[0] == 0
    goal.least = fp_heights_none()
    goal.sole = fp_sole_turns_none()
    with nogil:
        fp_map_pages(&out[0, 0, 0], out.shape[0] * count * 4 * sizeof(double))
        memcpy(&out[0, 0, 0], &rotations[0, 0, 0], out.shape[0] * count * 4 * sizeof(double))
        if moves:
            fp_map_pages(&moved[0, 0, 0], moved.shape[0] * count * 3 * sizeof(double))
            memcpy(&moved[0, 0, 0], &translations[0, 0, 0], moved.shape[0] * count * 3 * sizeof(double))
        chain = chain_of(parents, &legs[0, 0], <int>legs.shape[0], carrier, joints, room)
        world.parents = chain.parents
        world.positions = chain.positions
        world.orientations = chain.orientations
        for f in range(first, rotations.shape[0]):
            m = f - first
            pose = pose_at(translations, rotations, scales, move, turn, scale, f)
            if moves:
                start = carrier
                fp_chain_pose(&chain, &pose, 0, start)
                shift_joint(&moved[f, start, 0], fp_carry(&chain, &pose, start, fp_vec_load(&shifts[m, 0])))
                pose.translations = &moved[f, 0, 0]
            fp_chain_pose(&chain, &pose, start, chain.joints)
            world.local = pose.rotations
            for leg in range(legs.shape[0]):
                fp_leg_gather(&world, &legs[leg, 0], &limb)
                goal.toe = fp_vec_load(&toe_targets[m, leg, 0])
                goal.ankle = limb.ankle if goal.own_ankle else fp_vec_load(&ankle_targets[m, leg, 0])
                goal.knee_axis = fp_vec_load(&axes[m * axis_step, leg, 0])
                if has_ground:
                    goal.least.toe = ground[m * ground_step, leg, 0] + clearance[leg, 0]
                    goal.least.ankle = ground[m * ground_step, leg, 1] + clearance[leg, 1]
                    goal.least.toe_end = ground[m * ground_step, leg, 2] + clearance[leg, 2]
                if has_soles:
                    goal.sole.foot = fp_quat_load(&turns[m, leg, 0, 0])
                    goal.sole.toe = fp_quat_load(&turns[m, leg, 1, 0])
                    goal.sole.weight = laid[m, leg]
                fp_leg_solve_of(&legs[leg, 0], &limb, &goal, rule, &solution)
                for i in range(4):
                    fp_quat_store(&out[f, legs[leg, i], 0], solution.local[i])
                status[m, leg] = <unsigned char>solution.status
                miss[m, leg] = solution.miss
            pose.rotations = &out[f, 0, 0]
            for leg in range(legs.shape[0]):
                away[m, leg] = fp_distance(fp_vec_load(&toe_targets[m, leg, 0]),
                                           fp_local_place(&pose, &parents[0], legs[leg, 3]))


# --- locking ---
cdef inline fp_motion motion(const double *position, const double *velocity) noexcept nogil:
    cdef fp_motion m
    m.position = fp_vec_load(position)
    m.velocity = fp_vec_load(velocity)
    return m


def decay(
    const double[:, ::1] position, const double[:, ::1] velocity,   # IN   (N, 3) m, m/s: the offset
    const double[::1] time, double blend,                           # IN   (N) s since the transition, s
    double[:, ::1] out_position, double[:, ::1] out_velocity,       # OUT  (N, 3)
):
    cdef Py_ssize_t i
    cdef fp_motion left
    with nogil:
        for i in range(position.shape[0]):
            left = fp_decay(motion(&position[i, 0], &velocity[i, 0]), time[i], blend)
            fp_vec_store(&out_position[i, 0], left.position)
            fp_vec_store(&out_velocity[i, 0], left.velocity)


def transition(
    const double[:, ::1] offset_position, const double[:, ::1] offset_velocity,   # IN   (N, 3) m, m/s
    const double[::1] time, double blend,                                         # IN   (N) s, s
    const double[:, ::1] source_position, const double[:, ::1] source_velocity,   # IN   (N, 3) followed so far
    const double[:, ::1] target_position, const double[:, ::1] target_velocity,   # IN   (N, 3) followed now
    double[:, ::1] out_position, double[:, ::1] out_velocity,                     # OUT  (N, 3) the new offset
):
    cdef Py_ssize_t i
    cdef fp_motion offset
    with nogil:
        for i in range(time.shape[0]):
            offset = fp_transition(
                motion(&offset_position[i, 0], &offset_velocity[i, 0]), time[i], blend,
                motion(&source_position[i, 0], &source_velocity[i, 0]),
                motion(&target_position[i, 0], &target_velocity[i, 0]),
            )
            fp_vec_store(&out_position[i, 0], offset.position)
            fp_vec_store(&out_velocity[i, 0], offset.velocity)


def lock_points(
    const double[:, :, ::1] inputs,          # IN   (F, P, 3)  world, m
    const unsigned char[:, ::1] contact,     # IN   (F, P)
    const double[::1] dt,                    # IN   (F)  s since the frame before
    const double[:, ::1] floor,              # IN   (F|1, P)  m, or (0, 0): the height stays the input's
    double blend,                            # IN   s
    double release,                          # IN   s
    double lock_distance,                    # IN   m
    double unlock_distance,                  # IN   m
    double[:, :, ::1] positions,             # OUT  (F, P, 3)
    double[:, :, ::1] velocities,            # OUT  (F, P, 3)
    unsigned char[:, ::1] locked,            # OUT  (F, P)
):
    cdef Py_ssize_t f, p
    cdef Py_ssize_t floor_step = 1 if floor.shape[0] > 1 else 0
    cdef double height = 0.0
    cdef fp_lock_rule rule
    cdef fp_lock lock
    rule.blend = blend
    rule.release = release
    rule.lock_distance = lock_distance
    rule.unlock_distance = unlock_distance
    rule.keep_height = floor.shape[0] == 0
    with nogil:
        for p in range(inputs.shape[1]):
            for f in range(inputs.shape[0]):
                if not rule.keep_height:
                    height = floor[f * floor_step, p]
                if f == 0:
                    lock = fp_lock_start(fp_vec_load(&inputs[f, p, 0]), contact[f, p], height, rule)
                else:
                    fp_lock_update(&lock, fp_vec_load(&inputs[f, p, 0]), contact[f, p], height, dt[f], rule)
                fp_vec_store(&positions[f, p, 0], lock.output.position)
                fp_vec_store(&velocities[f, p, 0], lock.output.velocity)
                locked[f, p] = lock.locked


def follow_feet(
    const double[:, :, ::1] positions,       # IN   (F, J, 3)  world, m
    const double[:, :, ::1] rotations,       # IN   (F, J, 4)  world
    const int[:, ::1] legs,                  # IN   (L, 5)
    const double[:, :, ::1] contacts,        # IN   (F, L, K)  weights of the points held
    const double[::1] dt,                    # IN   (F)  s since the frame before
    const double[:, :, ::1] under,           # IN   (F, L, K)  m, ground under these points, or (0, 0, 0): none
    const double[:, :, ::1] normals,         # IN   (F, L, 3)  of the ground
    const double[:, :, ::1] soles,           # IN   (L, 2, 3)  the ankle's and the toe's frame
    fp_foot_rule rule,
    double[:, :, ::1] toes,                  # OUT  (F, L, 3)  m
    double[:, :, ::1] ankles,                # OUT  (F, L, 3)  m: where the rule holds them
    double[:, :, :, ::1] turns,              # OUT  (F, L, 2, 4)  world, of foot and toe
    double[:, ::1] laid,                     # OUT  (F, L)  weight of these turns
):
    cdef Py_ssize_t f, leg
    cdef const double *ground = NULL
    cdef fp_foot foot
    cdef fp_foot_place at
    cdef fp_foot_target target
    with nogil:
        for leg in range(legs.shape[0]):
            fp_foot_reset(&foot)
            foot.sole.foot = fp_vec_load(&soles[leg, 0, 0])
            foot.sole.toe = fp_vec_load(&soles[leg, 1, 0])
            for f in range(positions.shape[0]):
                at.toe = fp_vec_load(&positions[f, legs[leg, 3], 0])
                at.ankle = fp_vec_load(&positions[f, legs[leg, 2], 0])
                at.toe_end = fp_vec_load(&positions[f, legs[leg, 4 if legs[leg, 4] >= 0 else 3], 0])
                at.toe_rotation = fp_quat_load(&rotations[f, legs[leg, 3], 0])
                at.ankle_rotation = fp_quat_load(&rotations[f, legs[leg, 2], 0])
                if under.shape[0]:
                    ground = &under[f, leg, 0]
                target = fp_foot_follow(&foot, at, &contacts[f, leg, 0], ground, fp_vec_load(&normals[f, leg, 0]),
                                        dt[f], &rule)
                fp_vec_store(&toes[f, leg, 0], target.toe)
                fp_vec_store(&ankles[f, leg, 0], target.ankle)
                fp_quat_store(&turns[f, leg, 0, 0], target.sole.foot)
                fp_quat_store(&turns[f, leg, 1, 0], target.sole.toe)
                laid[f, leg] = target.sole.weight
