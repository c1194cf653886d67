# What the C headers offer to the solvers' Cython module: one toe or one clip each, no GIL.

cdef extern from "footpipe/kernel.h" nogil:
    ctypedef struct fp_vec:
        double x, y, z

    fp_vec fp_vec_load(const double *p)
    double fp_length(fp_vec v)
    double fp_reach_most(double now, double length, double margin, double slack, double stretch)

    ctypedef struct fp_toe_room:
        int frames, stride
        const double *height
        const unsigned char *contact
        const double *below
        const double *planted
        double roll
        bint firm

    void fp_toe_room_find(const fp_toe_room *toe, double *heap, double *floor, double *ceiling, double *range)

    ctypedef struct fp_smoothness:
        double velocity, acceleration

    ctypedef struct fp_heights_rule:
        fp_smoothness smooth
        double loose

    ctypedef struct fp_toe_heights:
        int frames, stride
        const double *height
        const double *floor
        const double *ceiling
        const double *steps

    void fp_heights_solve(const fp_toe_heights *toe, fp_heights_rule rule, double *arena, double *shift)

    ptrdiff_t fp_skyline_lay_out(int n, const int *first, ptrdiff_t *diagonal)

    ctypedef struct fp_offline_weights:
        fp_smoothness smooth
        double place, pose, calm, hold, hold_height, length, grip

    ctypedef struct fp_offline_clip:
        int frames, toes
        const double *places
        const double *spans
        const double *reach
        const double *raised
        const unsigned char *state
        const double *steps
        double slack, watch

    ctypedef struct fp_offline_report:
        int rounds, watched
        double over

    int fp_offline_number(const fp_offline_clip *clip, int *index)
    void fp_offline_link(const fp_offline_clip *clip, const int *index, int unknowns, int *first)
    ptrdiff_t fp_offline_room(const fp_offline_clip *clip, int unknowns, ptrdiff_t stored)
    fp_offline_report fp_offline_solve(
        const fp_offline_clip *clip, const fp_offline_weights *weights, const int *index, int unknowns,
        const int *first, const ptrdiff_t *diagonal, ptrdiff_t stored, double *arena, double *pelvis, double *toes)

    ctypedef struct fp_relax_clip:
        int frames, toes
        const double *pelvis
        const double *toe
        const double *length
        const double *floor
        const unsigned char *contact
        double soft, hard

    ctypedef struct fp_particles:
        double *pelvis
        double *toe

    void fp_relax_sweep(const fp_relax_clip *clip, fp_particles at)
