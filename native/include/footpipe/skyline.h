/* Symmetric positive definite systems whose rows reach back unevenly: a skyline. LDL^T in place.
 *
 * A row stores its columns from the first that is not zero to the diagonal. Factoring fills nothing
 * outside of that, so where most rows are short and a few are long, as those of unknowns that were held
 * for a while, time and memory grow with what is stored.
 */
#ifndef FOOTPIPE_SKYLINE_H
#define FOOTPIPE_SKYLINE_H

#include <stddef.h>

typedef struct {
    int n;
    const int *first;          /* (n) first column of each row */
    const ptrdiff_t *diagonal; /* (n) where each row's diagonal stands in `values`; its row ends there */
    double *values;
} fp_skyline;

/* Makes row a or b, whichever is later, reach back to the other. */
static inline void fp_skyline_link(int *first, int a, int b) {
    int later = a > b ? a : b, earlier = a > b ? b : a;
    if (first[later] > earlier)
        first[later] = earlier;
}

/* diagonal  OUT (n). Returns how many values are stored. */
static inline ptrdiff_t fp_skyline_lay_out(int n, const int *first, ptrdiff_t *diagonal) {
    ptrdiff_t used = 0;
    for (int row = 0; row < n; row++) {
        used += row - first[row] + 1;
        diagonal[row] = used - 1;
    }
    return used;
}

/* The stored part of a row: element k is column first[row] + k. */
static inline double *fp_skyline_row(const fp_skyline *m, int row) {
    return m->values + m->diagonal[row] - (row - m->first[row]);
}

static inline void fp_skyline_add(fp_skyline *m, int a, int b, double value) {
    int later = a > b ? a : b, earlier = a > b ? b : a;
    m->values[m->diagonal[later] - (later - earlier)] += value;
}

/* Four sums, which a processor can run side by side; the last products, which it may have to wait for, come last. */
static inline double fp_inner_product(const double *a, const double *b, int n) {
    double sum = 0.0;
    int k = 0;
    if (n > 8) {
        double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
        for (; k + 8 < n; k += 4) {
            s0 += a[k] * b[k];
            s1 += a[k + 1] * b[k + 1];
            s2 += a[k + 2] * b[k + 2];
            s3 += a[k + 3] * b[k + 3];
        }
        sum = (s0 + s1) + (s2 + s3);
    }
    for (; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/* Row `row` of L from the rows before it, all but the division by D. */
static inline void fp_skyline_reduce(fp_skyline *m, int row) {
    int start = m->first[row];
    double *r = fp_skyline_row(m, row);
    for (int j = start + 1; j < row; j++) {
        int reach = m->first[j], from = reach > start ? reach : start;
        r[j - start] -= fp_inner_product(r + (from - start), fp_skyline_row(m, j) + (from - reach), j - from);
    }
}

/* L D L^T in place; the inverses of D stand on the diagonal. */
static inline void fp_skyline_factor(fp_skyline *m) {
    for (int row = 0; row < m->n; row++) {
        int start = m->first[row];
        double *r = fp_skyline_row(m, row), pivot;
        fp_skyline_reduce(m, row);
        pivot = r[row - start];
        for (int j = start; j < row; j++) {
            double rest = r[j - start];
            r[j - start] = rest * m->values[m->diagonal[j]];
            pivot -= rest * r[j - start];
        }
        r[row - start] = 1.0 / pivot;
    }
}

/* x  IN right-hand sides  OUT solutions, (n, 2): two at once, since two share every factor */
static inline void fp_skyline_solve(const fp_skyline *m, double *x) {
    for (int row = 0; row < m->n; row++) {
        const double *r = fp_skyline_row(m, row), *y = x + 2 * (ptrdiff_t)m->first[row];
        double *own = x + 2 * (ptrdiff_t)row, a = own[0], b = own[1];
        for (; y < own; y += 2, r++) {
            a -= *r * y[0];
            b -= *r * y[1];
        }
        own[0] = a;
        own[1] = b;
    }
    for (int row = 0; row < m->n; row++) {
        x[2 * (ptrdiff_t)row] *= m->values[m->diagonal[row]];
        x[2 * (ptrdiff_t)row + 1] *= m->values[m->diagonal[row]];
    }
    for (int row = m->n - 1; row > 0; row--) {
        const double *r = fp_skyline_row(m, row);
        double a = x[2 * (ptrdiff_t)row], b = x[2 * (ptrdiff_t)row + 1], *y = x + 2 * (ptrdiff_t)m->first[row];
        for (int k = 0; k < row - m->first[row]; k++) {
            y[2 * k] -= r[k] * a;
            y[2 * k + 1] -= r[k] * b;
        }
    }
}

#endif
