# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Rows of numbers in a text, over whole files.

Three storeys, as in `_kernel.pyx`: the C headers do the work, these functions call them without the GIL, and
`footpipe/number_text.py` checks and allocates. Nothing here checks: no array is empty, and each has the size that
its comment gives. F rows, W numbers in each, N words.
"""
from libc.string cimport memcpy

from text cimport *


def read(
    const unsigned char[::1] text,   # IN
    int64_t start,                   # IN   the byte where the rows may begin
    fp_rows_wanted wanted,           # IN
    double[::1] values,              # OUT  (F * W), or one for two bytes
):
    # Returns what was found, as a dict of fp_rows_found.
    cdef fp_rows_found found
    with nogil:
        found = fp_rows_read(&text[0], start, text.shape[0], &wanted, &values[0])
    return found


def starts(
    const unsigned char[::1] text,   # IN
    int64_t start,                   # IN   the byte where the rows may begin
    int64_t width,                   # IN
    int64_t[::1] out,                # OUT  (F + 1)  the byte where each row's line begins
):
    with nogil:
        fp_rows_starts(&text[0], start, text.shape[0], out.shape[0] - 1, width, &out[0])


def patch(
    const unsigned char[::1] text,   # IN   rows of N words
    const double[::1] values,        # IN   (N)
    const unsigned char[::1] kept,   # IN   (N)
    int decimals,                    # IN
    unsigned char[::1] out,          # OUT  text with other numbers
):
    # Returns the bytes written.
    cdef unsigned char *after
    with nogil:
        after = fp_rows_patch(&text[0], &text[0] + text.shape[0], &values[0], &kept[0], decimals, &out[0])
    return after - &out[0]


def write(
    const double[:, ::1] values,         # IN   (F, W)
    int decimals,                        # IN
    const unsigned char[::1] line_end,   # IN
    unsigned char[::1] out,              # OUT  lines
):
    # Returns the bytes written.
    cdef Py_ssize_t f
    cdef unsigned char *p = &out[0]
    with nogil:
        for f in range(values.shape[0]):
            p = fp_row_write(&values[f, 0], values.shape[1], decimals, p)
            if line_end.shape[0] > 0:
                memcpy(p, &line_end[0], line_end.shape[0])
                p += line_end.shape[0]
    return p - &out[0]
