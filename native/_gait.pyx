# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Walks of many characters.

The storeys are those of `_kernel.pyx`: the C headers do one character, this loops without the GIL,
`footpipe/gait_kernel.py` checks and allocates. Nothing here checks, and no array is empty but where it says so or P, H
or O is 0.
N characters, F frames, S steps, O orders, P points of a profile, H footholds, E events, K numbers of a style.
"""
from gait cimport *

SETS = FP_GAIT_SETS
SET_NUMBERS = FP_GAIT_SET_NUMBERS
STYLE_NUMBERS = FP_GAIT_STYLE_NUMBERS
EVENT_NUMBERS = FP_GAIT_EVENT_NUMBERS
LONG_STEP = FP_GAIT_LONG_STEP
BESIDE = FP_GAIT_BESIDE
POINTS = FP_GAIT_POINTS
ASKED = FP_ASKED


def room(const int[::1] program):
    """Returns the doubles of the arena that rules need."""
    cdef fp_fuzzy rules = fp_fuzzy_open(&program[0])
    return fp_fuzzy_room(&rules)


def run(
    const double[:, ::1] styles,             # IN   (N|1, K)
    int sets,                                # IN
    const double[:, ::1] lengths,            # IN   (N|1, 7)  m
    const double[:, ::1] steps,              # IN   (N, S)  m, one a landing, the last goes on
    const double[:, :, ::1] orders,          # IN   (N|1, O, 3)  s, m, 0 or 1; O 0: steps and landings tell
    const double[:, :, ::1] angles,          # IN   (N|1, 2, 4)  rad, or empty: standing
    int lead,                                # IN   0 or 1
    int landings,                            # IN
    double rate,                             # IN   frames per second
    double begin,                            # IN   s
    const int[::1] program,                  # IN   of the reactive rules, or empty
    const double[:, ::1] numbers,            # IN   (N|1, M) of the rules, or empty
    const int[::1] joints,                   # IN   of each output of the rules
    double[::1] arena,                       # SCRATCH
    const double[:, :, :, ::1] heights,      # IN   (N|1, 2, P, 2)  m, P 0: level
    const double[:, :, ::1] holds,           # IN   (N|1, H, 3)  m, m, rad
    double[:, :, ::1] hip,                   # OUT  (N, F, 2)  m
    double[:, :, :, ::1] q,                  # OUT  (N, F, 2, 4)  rad
    double[:, :, :, :, ::1] points,          # OUT  (N, F, 2, 5, 2)  m
    double[:, :, ::1] phase,                 # OUT  (N, F, 2)
    unsigned char[:, :, ::1] touch,          # OUT  (N, F, 2)
    double[:, :, ::1] event,                 # OUT  (N, E, 6)
    int[::1] counts,                         # OUT  (N)
):
    cdef Py_ssize_t n, j
    cdef Py_ssize_t by_style = 1 if styles.shape[0] > 1 else 0
    cdef Py_ssize_t by_lengths = 1 if lengths.shape[0] > 1 else 0
    cdef Py_ssize_t by_angles = 1 if angles.shape[0] > 1 else 0
    cdef Py_ssize_t by_numbers = 1 if numbers.shape[0] > 1 else 0
    cdef Py_ssize_t by_orders = 1 if orders.shape[0] > 1 else 0
    cdef Py_ssize_t by_heights = 1 if heights.shape[0] > 1 else 0
    cdef Py_ssize_t by_holds = 1 if holds.shape[0] > 1 else 0
    cdef fp_fuzzy rules
    cdef fp_gait_style style
    cdef fp_leg_lengths leg
    cdef fp_gait_course course
    cdef fp_gait_record record
    cdef fp_gait_profile profile
    cdef fp_gait_land land
    cdef const double *hold
    course.many_steps, course.many_orders = <int>steps.shape[1], <int>orders.shape[1]
    profile.many = <int>heights.shape[2]
    course.land = &land
    course.rate, course.begin, course.lead, course.landings = rate, begin, lead, landings
    course.frames, course.events = <int>hip.shape[1], <int>event.shape[1]
    if program.shape[0]:
        rules = fp_fuzzy_open(&program[0])
    with nogil:
        for n in range(hip.shape[0]):
            style = fp_gait_read_style(&styles[n * by_style, 0], sets)
            if program.shape[0]:
                style.react.rules = &rules
                style.react.numbers = &numbers[n * by_numbers, 0]
                style.react.arena = &arena[0]
                for j in range(joints.shape[0]):
                    style.react.joint[j] = joints[j]
            leg = fp_leg_read_lengths(&lengths[n * by_lengths, 0])
            course.steps = &steps[n, 0]
            course.orders = &orders[n * by_orders, 0, 0] if course.many_orders else NULL
            course.angles = &angles[n * by_angles, 0, 0] if angles.shape[0] else NULL
            record.hip = &hip[n, 0, 0]
            record.angles = &q[n, 0, 0, 0]
            record.points = &points[n, 0, 0, 0, 0]
            record.phase = &phase[n, 0, 0]
            record.touch = &touch[n, 0, 0]
            record.event = &event[n, 0, 0]
            for j in range(2):
                profile.at[j] = &heights[n * by_heights, j, 0, 0] if profile.many else NULL
            hold = &holds[n * by_holds, 0, 0] if holds.shape[1] else NULL
            land = fp_gait_land_of(&profile, <const fp_gait_ground *>hold, <int>holds.shape[1])
            counts[n] = fp_gait_run(&style, &leg, &course, &record)
