# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Fuzzy rules over many characters.

The storeys are those of `_kernel.pyx`: the C headers do one character, these functions loop without the GIL,
`footpipe/fuzzy_kernel.py` checks and allocates. Nothing here checks: no array is empty, and the program is one that
`fuzzy_kernel.Program` has let pass. N characters, I inputs, O outputs, P parameters, M numbers, S sets.
"""
from fuzzy cimport *


def rooms(const int[::1] program):
    """Returns the doubles of the arena that evaluate and derive need."""
    cdef fp_fuzzy rules = fp_fuzzy_open(&program[0])
    return fp_fuzzy_room(&rules), fp_fuzzy_derive_room(&rules)


def members(
    const int[::1] program,              # IN
    const double[:, ::1] numbers,        # IN   (N|1, M)
    const double[:, ::1] inputs,         # IN   (N, I)
    double[:, ::1] members,              # OUT  (N, S)
):
    cdef Py_ssize_t n
    cdef Py_ssize_t step = 1 if numbers.shape[0] > 1 else 0
    cdef fp_fuzzy rules = fp_fuzzy_open(&program[0])
    with nogil:
        for n in range(inputs.shape[0]):
            fp_fuzzy_members(&rules, &numbers[n * step, 0], &inputs[n, 0], &members[n, 0])


def evaluate(
    const int[::1] program,              # IN
    const double[:, ::1] numbers,        # IN   (N|1, M)
    const double[:, ::1] inputs,         # IN   (N, I)
    double[::1] arena,                   # SCRATCH
    double[:, ::1] outputs,              # OUT  (N, O)
):
    cdef Py_ssize_t n
    cdef Py_ssize_t step = 1 if numbers.shape[0] > 1 else 0
    cdef fp_fuzzy rules = fp_fuzzy_open(&program[0])
    with nogil:
        for n in range(inputs.shape[0]):
            fp_fuzzy_evaluate(&rules, &numbers[n * step, 0], &inputs[n, 0], &arena[0], &outputs[n, 0])


def derive(
    const int[::1] program,              # IN
    const double[:, ::1] numbers,        # IN   (N|1, M)
    const double[:, ::1] inputs,         # IN   (N, I)
    double[::1] arena,                   # SCRATCH
    double[:, ::1] outputs,              # OUT  (N, O)
    double[:, :, ::1] by_parameters,     # OUT  (N, O, P)
    double[:, :, ::1] by_inputs,         # OUT  (N, O, I)
):
    cdef Py_ssize_t n
    cdef Py_ssize_t step = 1 if numbers.shape[0] > 1 else 0
    cdef fp_fuzzy rules = fp_fuzzy_open(&program[0])
    with nogil:
        for n in range(inputs.shape[0]):
            fp_fuzzy_derive(&rules, &numbers[n * step, 0], &inputs[n, 0], &arena[0], &outputs[n, 0],
                            &by_parameters[n, 0, 0], &by_inputs[n, 0, 0])


def ring(
    const double[::1] centres,           # IN   (S)
    const double[::1] widths,            # IN   (S)
    double length,                       # IN
    const double[::1] at,                # IN   (N)
    double[:, ::1] weights,              # OUT  (N, S)
    double[:, ::1] slopes,               # OUT  (N, S)
):
    cdef Py_ssize_t n
    cdef fp_ring_sets sets
    sets.sets = <int>centres.shape[0]
    sets.length = length
    sets.centre = &centres[0]
    sets.width = &widths[0]
    sets.stride = 1
    with nogil:
        for n in range(at.shape[0]):
            fp_fuzzy_ring(&sets, at[n], &weights[n, 0])
            fp_fuzzy_ring_slope(&sets, at[n], &weights[n, 0], &slopes[n, 0])
