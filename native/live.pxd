# What the C headers offer to the Cython module that steps characters: one frame each, no GIL.
from kernel cimport fp_foot_rule, fp_leg_rule, fp_placement, fp_quat_load, fp_vec, fp_vec_load

cdef extern from "footpipe/foot_locker.h" nogil:
    ctypedef struct fp_rig:
        int joints, limbs
        const int *parents
        const int *legs
        const double *knee_axes
        const double *rest_translations
        const double *rest_rotations

    ctypedef struct fp_pose:
        const double *translations
        double *rotations
        fp_placement placement

    ctypedef struct fp_ground:
        double height
        fp_vec normal

    ctypedef struct fp_foot_locker_rule:
        fp_foot_rule foot
        fp_leg_rule leg
        bint height_clamp
        double ground, floor

    ctypedef struct fp_foot_state:
        pass

    ctypedef struct fp_foot_locker:
        fp_rig rig
        fp_foot_locker_rule rule
        fp_foot_state *feet
        double *positions
        double *orientations

    ctypedef struct fp_leg_solution:
        int status
        double miss

    ctypedef struct fp_foot_result:
        fp_leg_solution leg
        bint locked

    void fp_foot_locker_reset(fp_foot_locker *locker)
    bint fp_foot_locker_step(fp_foot_locker *locker, fp_pose pose, const double *contacts, const fp_ground *ground,
                             double dt, fp_foot_result *results)
