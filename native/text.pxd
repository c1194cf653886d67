# What the C headers of numbers as text offer to the Cython module, no GIL.
from libc.stdint cimport int64_t

cdef extern from "footpipe/number_rows.h" nogil:
    int FP_LONGEST_DECIMAL

    ctypedef struct fp_rows_found:
        int64_t words, lines, full_lines, begun, decimals, end, beyond
        int64_t bad, bad_at, bad_line, bad_column, odd_at, uneven_at, uneven_words

    ctypedef struct fp_rows_wanted:
        int64_t rows, width, sample
        double largest

    fp_rows_found fp_rows_read(const unsigned char *text, int64_t start, int64_t end,
                               const fp_rows_wanted *wanted, double *values)
    void fp_rows_starts(const unsigned char *text, int64_t start, int64_t end, int64_t rows, int64_t width,
                        int64_t *starts)
    unsigned char *fp_rows_patch(const unsigned char *p, const unsigned char *end, const double *values,
                                 const unsigned char *kept, int decimals, unsigned char *out)
    unsigned char *fp_row_write(const double *values, int64_t width, int decimals, unsigned char *out)
