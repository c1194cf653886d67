# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Walks put on a figure, frame by frame.

The storeys are those of `_kernel.pyx`: the C header does one frame, this loops without the GIL,
`footpipe/figure_kernel.py` checks and allocates. F frames; legs left, right.
"""
from figure cimport *


cdef fp_figure_spot spot_of(const double *row) noexcept nogil:
    cdef fp_figure_spot out
    out.left, out.forward, out.heading, out.x = row[0], row[1], row[2], row[3]
    return out


cdef fp_figure_pelvis pelvis_of(const double *row) noexcept nogil:
    cdef fp_figure_pelvis out
    out.at.left, out.at.forward, out.at.heading, out.at.x = row[0], row[1], row[2], 0.0
    out.height, out.yaw, out.roll, out.aside = row[3], row[4], row[5], row[6]
    return out


def place(
    const double[:, ::1] hips,               # IN   (2, 3)  m
    const double[:, ::1] bones,              # IN   (2, 4)  m: thigh, shank, ankle to toe joint forward and down
    const double[:, ::1] pelvis,             # IN   (F, 7)  as figure_kernel tells
    const double[:, :, ::1] before,          # IN   (F, 2, 4)  left, forward m, heading rad, x m
    const double[:, :, ::1] after,           # IN   (F, 2, 4)
    const double[:, ::1] share,              # IN   (F, 2)
    const double[:, :, ::1] feet,            # IN   (F, 2, 5)  toe joint x, y m; foot's and toe's pitch, knee rad
    double[:, ::1] middle,                   # OUT  (F, 3)  m
    double[:, ::1] turns,                    # OUT  (F, 4)
    double[:, :, :, ::1] legs,               # OUT  (F, 2, 4, 4)
):
    cdef Py_ssize_t f, i, j
    cdef fp_figure figure
    cdef fp_figure_pelvis body
    cdef fp_figure_foot foot[2]
    cdef fp_figure_legs placed
    with nogil:
        figure = fp_figure_read(&hips[0, 0], &bones[0, 0])
        for f in range(pelvis.shape[0]):
            body = pelvis_of(&pelvis[f, 0])
            for i in range(2):
                foot[i].before, foot[i].after = spot_of(&before[f, i, 0]), spot_of(&after[f, i, 0])
                foot[i].share = share[f, i]
                foot[i].ball.x, foot[i].ball.y = feet[f, i, 0], feet[f, i, 1]
                foot[i].foot, foot[i].toe, foot[i].knee = feet[f, i, 2], feet[f, i, 3], feet[f, i, 4]
            placed = fp_figure_place(&figure, &body, foot)
            fp_vec_store(&middle[f, 0], placed.middle)
            fp_quat_store(&turns[f, 0], placed.pelvis)
            for i in range(2):
                for j in range(4):
                    fp_quat_store(&legs[f, i, j, 0], placed.leg[i][j])


def sway(
    double leg,                              # IN   m, thigh and shank
    double half_hips,                        # IN   m, of a hip from the middle
    const double[:, :, ::1] angles,          # IN   (F, 2, 4)  rad
    const double[::1] weight,                # IN   (F)
    double[:, ::1] out,                      # OUT  (F, 8)
):
    cdef Py_ssize_t f, i
    cdef fp_sway found
    with nogil:
        for f in range(angles.shape[0]):
            found = fp_sway_of(leg, half_hips, &angles[f, 0, 0], weight[f])
            out[f, 0], out[f, 1], out[f, 2], out[f, 3] = found.yaw, found.roll, found.aside, found.chest
            for i in range(2):
                out[f, 4 + i], out[f, 6 + i] = found.arm[i], found.elbow[i]
