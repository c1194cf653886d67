# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Locking over a whole clip, over arrays: heights, then pelvis and toes; or sweeps.

The storeys are those of `_kernel.pyx`: the C headers solve, these functions pass arrays without the
GIL, `footpipe/solver.py` checks shapes and allocates. F frames, T toes.
"""
from libc.math cimport INFINITY, fabs, sqrt

from solve cimport *


cdef extern from "footpipe/pages.h" nogil:
    void fp_map_pages(void *at, size_t bytes)


def toe_room(
    const double[:, ::1] heights,            # IN   (F, T)  m
    const unsigned char[:, ::1] contact,     # IN   (F, T)
    const double[:, ::1] below,              # IN   (F, T)  m, the least over a known ground, or (0, 0)
    const double[:, ::1] planted,            # IN   (F, T)  m, where toes in contact stand, or (0, 0): their own ground
    double roll,                             # IN   m
    bint firm,                               # IN   not below where they stand
    double[::1] heap,                        # SCRATCH  (F)
    double[:, ::1] floor,                    # OUT  (F, T)  m
    double[:, ::1] ceiling,                  # OUT  (F, T)  m
):
    """Returns the lowest and the highest that toes stand in contact, m."""
    cdef Py_ssize_t t
    cdef double[2] stands
    cdef fp_toe_room toe
    stands[0] = INFINITY
    stands[1] = -INFINITY
    toe.frames = <int>heights.shape[0]
    toe.stride = <int>heights.shape[1]
    toe.roll = roll
    toe.firm = firm
    with nogil:
        for t in range(heights.shape[1]):
            toe.height = &heights[0, t]
            toe.contact = &contact[0, t]
            toe.below = &below[0, t] if below.shape[0] > 0 else NULL
            toe.planted = &planted[0, t] if planted.shape[0] > 0 else NULL
            fp_toe_room_find(&toe, &heap[0], &floor[0, t], &ceiling[0, t], stands)
    return stands[0], stands[1]


def farthest(
    const double[:, :, ::1] spans,           # IN   (F, T, 3)  m
    const double[:, ::1] lengths,            # IN   (F, T)  m
    double margin,                           # IN   of the length
    double slack,                            # IN   m
    double stretch,                          # IN   m
    double[:, ::1] out,                      # OUT  (F, T)  m
):
    cdef Py_ssize_t f, t
    with nogil:
        for f in range(spans.shape[0]):
            for t in range(spans.shape[1]):
                out[f, t] = fp_reach_most(fp_length(fp_vec_load(&spans[f, t, 0])), lengths[f, t], margin, slack,
                                          stretch)


def passes(const double[::1] steps):
    # IN steps (F) s   Returns whether time passes with each but the first
    cdef Py_ssize_t f
    with nogil:
        for f in range(1, steps.shape[0]):
            if not steps[f] > 0.0:
                break
        else:
            f = 0
    return f == 0


def most_shifted(const double[:, ::1] shifts):
    # IN shifts (F, 3) m   Returns the farthest aside and the farthest up or down, each with its frame
    cdef Py_ssize_t f, flat_at = 0, height_at = 0
    cdef double flat2, height, most_flat2 = 0.0, most_height = 0.0
    with nogil:
        for f in range(shifts.shape[0]):
            flat2 = shifts[f, 0] * shifts[f, 0] + shifts[f, 2] * shifts[f, 2]
            height = fabs(shifts[f, 1])
            if flat2 > most_flat2:
                most_flat2 = flat2
                flat_at = f
            if height > most_height:
                most_height = height
                height_at = f
    return (sqrt(most_flat2), flat_at), (most_height, height_at)


def settle_heights(
    const double[:, ::1] heights,            # IN   (F, T)  m
    const double[:, ::1] floor,              # IN   (F, T)  m
    const double[:, ::1] ceiling,            # IN   (F, T)  m
    const double[::1] steps,                 # IN   (F)  s
    fp_heights_rule rule,
    double[::1] arena,                       # SCRATCH  (FP_HEIGHTS_ROOM * F)
    double[:, ::1] shift,                    # OUT  (F, T)  m
):
    """Returns False where a floor is above its ceiling; nothing is done then."""
    cdef Py_ssize_t f, t
    cdef bint apart = True
    cdef fp_toe_heights toe
    toe.frames = <int>heights.shape[0]
    toe.stride = <int>heights.shape[1]
    toe.steps = &steps[0]
    with nogil:
        for f in range(floor.shape[0]):
            for t in range(floor.shape[1]):
                apart = apart and floor[f, t] <= ceiling[f, t]
        for t in range(heights.shape[1] if apart else 0):
            toe.height = &heights[0, t]
            toe.floor = &floor[0, t]
            toe.ceiling = &ceiling[0, t]
            fp_heights_solve(&toe, rule, &arena[0], &shift[0, t])
    return apart


cdef fp_offline_clip offline_clip(
    const double[:, :, ::1] places, const double[:, :, ::1] spans, const double[:, ::1] reach,
    const double[:, ::1] raised, const unsigned char[:, ::1] state, const double[::1] steps,
):
    cdef fp_offline_clip clip
    clip.frames = <int>places.shape[0]
    clip.toes = <int>places.shape[1]
    clip.places = &places[0, 0, 0]
    clip.spans = &spans[0, 0, 0]
    clip.reach = &reach[0, 0]
    clip.raised = &raised[0, 0]
    clip.state = &state[0, 0]
    clip.steps = &steps[0]
    return clip


def plan_offline(
    const unsigned char[:, ::1] state,       # IN   (F, T)
    int[:, ::1] index,                       # OUT  (F, 1 + T)
    int[::1] first,                          # OUT  (F (1 + T)): the unknowns' come first
    ptrdiff_t[::1] diagonal,                 # OUT  the same
):
    """Returns the unknowns, the values stored, and the doubles of the arena."""
    cdef fp_offline_clip clip
    cdef int unknowns
    cdef ptrdiff_t stored
    clip.frames = <int>state.shape[0]
    clip.toes = <int>state.shape[1]
    clip.state = &state[0, 0]
    with nogil:
        unknowns = fp_offline_number(&clip, &index[0, 0])
        fp_offline_link(&clip, &index[0, 0], unknowns, &first[0])
        stored = fp_skyline_lay_out(unknowns, &first[0], &diagonal[0])
    return unknowns, stored, fp_offline_room(&clip, unknowns, stored)


def solve_offline(
    const double[:, :, ::1] places,          # IN   (F, T, 3)  m
    const double[:, :, ::1] spans,           # IN   (F, T, 3)  m, hip - ankle
    const double[:, ::1] reach,              # IN   (F, T)  m
    const double[:, ::1] raised,             # IN   (F, T)  m
    const unsigned char[:, ::1] state,       # IN   (F, T)
    const double[::1] steps,                 # IN   (F)  s
    double slack,                            # IN   m
    double watch,                            # IN   m
    fp_offline_weights weights,
    const int[:, ::1] index,                 # IN   by plan_offline, as all up to the arena
    int unknowns,
    const int[::1] first,
    const ptrdiff_t[::1] diagonal,
    ptrdiff_t stored,
    double[::1] arena,                       # SCRATCH
    double[:, ::1] pelvis,                   # OUT  (F, 3)  m
    double[:, :, ::1] toes,                  # OUT  (F, T, 3)  m
):
    """Returns rounds, watched spans, and the metres that a span stayed past its reach."""
    cdef fp_offline_clip clip = offline_clip(places, spans, reach, raised, state, steps)
    cdef fp_offline_report report
    clip.slack = slack
    clip.watch = watch
    with nogil:
        fp_map_pages(&arena[0], arena.shape[0] * sizeof(double))
        report = fp_offline_solve(&clip, &weights, &index[0, 0], unknowns, &first[0], &diagonal[0], stored,
                                  &arena[0], &pelvis[0, 0], &toes[0, 0, 0])
    return report.rounds, report.watched, report.over


def relax(
    const double[:, ::1] pelvis,             # IN   (F, 3)  m
    const double[:, :, ::1] toes,            # IN   (F, T, 3)  m
    const double[:, ::1] lengths,            # IN   (F, T)  m
    const double[:, ::1] floor,              # IN   (F, T)  m
    const unsigned char[:, ::1] contact,     # IN   (F, T)
    double soft,                             # IN   0..1
    double hard,                             # IN   0..1
    int sweeps,                              # IN
    double[:, ::1] pelvis_at,                # IN, OUT  (F, 3)  m
    double[:, :, ::1] toes_at,               # IN, OUT  (F, T, 3)  m
):
    cdef int _sweep
    cdef fp_relax_clip clip
    cdef fp_particles at
    clip.frames = <int>toes.shape[0]
    clip.toes = <int>toes.shape[1]
    clip.pelvis = &pelvis[0, 0]
    clip.toe = &toes[0, 0, 0]
    clip.length = &lengths[0, 0]
    clip.floor = &floor[0, 0]
    clip.contact = &contact[0, 0]
    clip.soft = soft
    clip.hard = hard
    at.pelvis = &pelvis_at[0, 0]
    at.toe = &toes_at[0, 0, 0]
    with nogil:
        for _sweep in range(sweeps):
            fp_relax_sweep(&clip, at)
