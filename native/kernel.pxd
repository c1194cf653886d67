# What the C headers offer to the Cython module: one sample each, no GIL.

cdef extern from "footpipe/kernel.h" nogil:
    ctypedef struct fp_vec:
        double x, y, z

    ctypedef struct fp_quat:
        double x, y, z, w

    fp_vec fp_vec_load(const double *p)
    void fp_vec_store(double *p, fp_vec v)
    fp_vec fp_vec_make(double x, double y, double z)
    fp_vec fp_add(fp_vec a, fp_vec b)
    fp_vec fp_sub(fp_vec a, fp_vec b)
    double fp_distance(fp_vec a, fp_vec b)
    fp_vec fp_rotate(fp_quat q, fp_vec v)
    fp_quat fp_quat_load(const double *p)
    void fp_quat_store(double *p, fp_quat q)
    fp_quat fp_quat_mul(fp_quat a, fp_quat b)
    fp_quat fp_quat_conj(fp_quat q)
    bint fp_quat_is_unit(fp_quat q, double tolerance)
    fp_quat fp_quat_normalize(fp_quat q)
    fp_quat fp_between(fp_vec p, fp_vec q)
    fp_vec fp_quat_log(fp_quat q)
    double fp_quat_angle(fp_quat a, fp_quat b)

    fp_quat fp_euler_to_quat(const double *degrees, const int *axes, int n)
    void fp_quat_to_euler(fp_quat q, const int *axes, int n, const double *previous, double *out)

    ctypedef struct fp_channels:
        const int *columns
        const int *axes
        int count

    fp_quat fp_channels_rotation(fp_channels channels, const double *row)
    bint fp_retrace(fp_quat q, bint turned, fp_channels channels, const double *previous, double same,
                    double *row, unsigned char *kept)

    ctypedef struct fp_placement:
        fp_vec translation
        fp_quat rotation
        double scale

    void fp_forward(const double *translations, const double *rotations, const int *parents, int joints,
                    fp_placement placement, double *positions, double *orientations)
    void fp_forward_scaled(const double *translations, const double *rotations, const double *scales,
                           const int *parents, int joints, fp_placement placement, double *axes,
                           double *positions, double *orientations)

    ctypedef struct fp_knee_axis:
        double vote

    fp_knee_axis fp_knee_axis_start(fp_vec prior)
    void fp_knee_axis_add(fp_knee_axis *axis, fp_vec hip, fp_vec knee, fp_vec ankle, fp_quat knee_rotation)
    fp_vec fp_knee_axis_read(const fp_knee_axis *axis)

    ctypedef struct fp_heights:
        double toe, ankle, toe_end

    ctypedef struct fp_sole_normals:
        fp_vec foot, toe

    ctypedef struct fp_sole_turns:
        fp_quat foot, toe
        double weight

    fp_sole_turns fp_sole_turns_none()
    fp_heights fp_heights_none()

    ctypedef struct fp_reach_rule:
        double stretch, softening
        bint article

    ctypedef struct fp_leg_pose:
        fp_vec hip, knee, ankle, toe, toe_end
        fp_quat knee_rotation
        fp_quat above[4]
        fp_quat local[4]

    ctypedef struct fp_leg_goal:
        fp_vec toe, ankle
        bint own_ankle
        fp_vec knee_axis
        fp_heights least
        fp_sole_turns sole

    ctypedef struct fp_leg_rule:
        fp_reach_rule reach
        bint aim_foot, aim_toe

    ctypedef struct fp_leg_solution:
        fp_quat local[4]
        int status
        double miss

    ctypedef struct fp_world_pose:
        const int *parents
        const double *positions
        const double *orientations
        const double *local

    void fp_leg_gather(const fp_world_pose *pose, const int *leg, fp_leg_pose *out)
    void fp_leg_solve_of(const int *leg, const fp_leg_pose *pose, const fp_leg_goal *goal, fp_leg_rule rule,
                         fp_leg_solution *out)

    ctypedef struct fp_local_pose:
        const double *translations
        const double *rotations
        const double *scales
        fp_placement placement

    ctypedef struct fp_chain:
        const int *parents
        int joints
        const int *chain
        int count
        double *positions
        double *orientations
        double *axes

    int fp_chain_find(const int *parents, int joints, const int *legs, int leg_count, int joint, int *chain)
    fp_vec fp_local_place(const fp_local_pose *pose, const int *parents, int joint)
    void fp_chain_pose(const fp_chain *chain, const fp_local_pose *pose, int first, int last)
    fp_vec fp_carry(const fp_chain *chain, const fp_local_pose *pose, int joint, fp_vec shift)

    ctypedef struct fp_foot_shape:
        fp_heights clearance
        fp_vec knee_axis
        fp_sole_normals sole

    bint fp_leg_stands(const double *positions, const int *leg)
    fp_foot_shape fp_foot_shape_measure(const double *positions, const double *orientations, const int *leg,
                                        fp_vec knee_axis)

    ctypedef struct fp_motion:
        fp_vec position, velocity

    fp_motion fp_decay(fp_motion offset, double time, double blend)
    fp_motion fp_transition(fp_motion offset, double time, double blend, fp_motion source, fp_motion target)

    ctypedef struct fp_lock_rule:
        double blend, release, lock_distance, unlock_distance
        bint keep_height

    ctypedef struct fp_lock:
        fp_motion output
        bint locked

    fp_lock fp_lock_start(fp_vec input, bint contact, double floor, fp_lock_rule rule)
    void fp_lock_update(fp_lock *lock, fp_vec input, bint contact, double floor, double dt, fp_lock_rule rule)

    ctypedef struct fp_foot_rule:
        double on, off
        int pivot
        fp_lock_rule lock
        bint flatten

    ctypedef struct fp_foot:
        fp_sole_normals sole

    ctypedef struct fp_foot_place:
        fp_vec toe, ankle, toe_end
        fp_quat ankle_rotation, toe_rotation

    ctypedef struct fp_foot_target:
        fp_vec toe, ankle
        bint own_ankle
        fp_sole_turns sole

    bint fp_touches(bint before, double weight, double on, double off)
    void fp_foot_reset(fp_foot *foot)
    fp_foot_target fp_foot_follow(fp_foot *foot, fp_foot_place at, const double *contact, const double *under,
                                  fp_vec normal, double dt, const fp_foot_rule *rule)
