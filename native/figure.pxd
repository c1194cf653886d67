# What the C header of a figure that walks offers to the Cython module: one frame each, no GIL.

cdef extern from "footpipe/gait_figure.h" nogil:
    ctypedef struct fp_vec:
        double x, y, z

    ctypedef struct fp_quat:
        double x, y, z, w

    ctypedef struct fp_side:
        double x, y

    fp_vec fp_vec_load(const double *p)
    void fp_vec_store(double *p, fp_vec v)
    void fp_quat_store(double *p, fp_quat q)

    ctypedef struct fp_figure:
        pass

    ctypedef struct fp_figure_spot:
        double left, forward, heading, x

    ctypedef struct fp_figure_pelvis:
        fp_figure_spot at
        double height, yaw, roll, aside

    ctypedef struct fp_figure_foot:
        fp_figure_spot before, after
        double share
        fp_side ball
        double foot, toe, knee

    ctypedef struct fp_figure_legs:
        fp_vec middle
        fp_quat pelvis
        fp_quat leg[2][4]

    fp_figure fp_figure_read(const double *hips, const double *bones)
    fp_figure_legs fp_figure_place(const fp_figure *figure, const fp_figure_pelvis *pelvis, const fp_figure_foot *foot)

cdef extern from "footpipe/walker_sway.h" nogil:
    ctypedef struct fp_sway:
        double yaw, roll, aside, chest
        double arm[2]
        double elbow[2]

    fp_sway fp_sway_of(double leg, double half_hips, const double *q, double weight)
