# What the C headers of a figure that is steered offer to the Cython module: one frame each, no GIL.
from figure cimport fp_figure, fp_figure_read, fp_quat, fp_quat_store, fp_vec, fp_vec_load, fp_vec_store
from gait cimport fp_fuzzy, fp_fuzzy_open, fp_gait_read_style, fp_gait_style, fp_leg_lengths, fp_leg_read_lengths

cdef extern from "footpipe/walker_pose.h" nogil:
    fp_quat fp_quat_load(const double *p)

    ctypedef struct fp_placement:
        fp_vec translation
        fp_quat rotation
        double scale

    ctypedef struct fp_figure_spot:
        double left, forward, heading, x

    ctypedef struct fp_walker_target:
        double step, turn
        bint halt

    ctypedef struct fp_walker_state:
        pass

    ctypedef struct fp_walker:
        fp_gait_style style
        fp_leg_lengths lengths
        fp_figure figure
        bint sways
        double (*ground)(void *context, double x, double z) noexcept
        void *context
        fp_walker_state now

    ctypedef struct fp_walker_frame:
        fp_figure_spot at
        int stands[2]
        int flat[2]

    ctypedef struct fp_walker_body:
        int joints
        const int *parents
        const int *plays
        const int *parts
        const double *shares
        const double *translations
        const double *rotations
        const double *turns
        int pelvis, carrier
        fp_vec pelvis_at
        fp_placement placement

    void fp_walker_reset(fp_walker *walker, double x, double z, double heading)
    void fp_walker_step(fp_walker *walker, const fp_walker_target *target, double dt, fp_walker_frame *frame)
    void fp_walker_pose(const fp_walker_body *body, const fp_walker_frame *frame, double *translations,
                        double *rotations, fp_placement *placement, double *world)
