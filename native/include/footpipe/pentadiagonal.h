/* Symmetric pentadiagonal systems: a curve over the frames that is held by places, first and second
 * differences. LDL^T, in time and memory linear in the frames.
 *
 * Differences are taken per second over steps of any length, and every term counts as much as the time
 * that it stands for, so the same weights mean the same at any rate.
 */
#ifndef FOOTPIPE_PENTADIAGONAL_H
#define FOOTPIPE_PENTADIAGONAL_H

#include <stddef.h>
#include <string.h>

typedef struct {
    int n;
    double *middle, *beside, *beyond; /* (n) each: A[i][i], A[i][i-1], A[i][i-2]; after factoring 1/D and L */
} fp_pentadiagonal;

/* How firmly a curve is held. */
typedef struct {
    double velocity;     /* weight of the squared velocity, 1 */
    double acceleration; /* weight of the squared acceleration, s^2 */
} fp_smoothness;

/* Coefficients of the differences that end at frame i, for the frames i, i-1, i-2; zero where there are not so many. */
typedef struct {
    double velocity[2], acceleration[3];       /* 1/s, 1/s^2 */
    double velocity_share, acceleration_share; /* the time that each stands for over the mean step */
} fp_differences;

/* steps  IN  (F) s, from each frame's forerunner to it; the first is not read
 * mean   IN  s, by fp_mean_step
 */
static inline fp_differences fp_differences_at(const double *steps, double mean, int i) {
    fp_differences d;
    memset(&d, 0, sizeof d);
    if (i >= 1) {
        d.velocity[0] = 1.0 / steps[i];
        d.velocity[1] = -d.velocity[0];
        d.velocity_share = steps[i] / mean;
    }
    if (i >= 2) {
        double between = 0.5 * (steps[i] + steps[i - 1]);
        d.acceleration[0] = 1.0 / (steps[i] * between);
        d.acceleration[2] = 1.0 / (steps[i - 1] * between);
        d.acceleration[1] = -(d.acceleration[0] + d.acceleration[2]);
        d.acceleration_share = between / mean;
    }
    return d;
}

/* Mean time between frames, s; 1 where there is but one. */
static inline double fp_mean_step(const double *steps, int frames) {
    double sum = 0.0;
    for (int i = 1; i < frames; i++)
        sum += steps[i];
    return frames > 1 ? sum / (frames - 1) : 1.0;
}

/* How much frame i counts: the time that it stands for over the mean. The ends stand for as much as the rest. */
static inline double fp_frame_share(const double *steps, int frames, int i, double mean) {
    double before = i > 0 ? steps[i] : mean, after = i + 1 < frames ? steps[i + 1] : mean;
    return 0.5 * (before + after) / mean;
}

static inline void fp_pentadiagonal_zero(fp_pentadiagonal *m) {
    size_t bytes = (size_t)m->n * sizeof(double);
    memset(m->middle, 0, bytes);
    memset(m->beside, 0, bytes);
    memset(m->beyond, 0, bytes);
}

/* Adds velocity weight |v|^2 + acceleration weight |a|^2 of the differences that end at i. */
static inline void fp_pentadiagonal_smooth(fp_pentadiagonal *m, int i, fp_differences d, fp_smoothness weight) {
    const double *v = d.velocity, *a = d.acceleration;
    double wv = d.velocity_share * weight.velocity, wa = d.acceleration_share * weight.acceleration;
    m->middle[i] += wv * v[0] * v[0] + wa * a[0] * a[0];
    if (i >= 1) {
        m->middle[i - 1] += wv * v[1] * v[1] + wa * a[1] * a[1];
        m->beside[i] += wv * v[0] * v[1] + wa * a[0] * a[1];
    }
    if (i >= 2) {
        m->middle[i - 2] += wa * a[2] * a[2];
        m->beside[i - 1] += wa * a[1] * a[2];
        m->beyond[i] += wa * a[0] * a[2];
    }
}

/* Row i of A x; x (n) */
static inline double fp_pentadiagonal_product(const fp_pentadiagonal *m, const double *x, int i) {
    double y = m->middle[i] * x[i];
    if (i >= 1)
        y += m->beside[i] * x[i - 1];
    if (i >= 2)
        y += m->beyond[i] * x[i - 2];
    if (i + 1 < m->n)
        y += m->beside[i + 1] * x[i + 1];
    if (i + 2 < m->n)
        y += m->beyond[i + 2] * x[i + 2];
    return y;
}

/* What a row needs of the two before it; they are kept out of the arrays, since every row waits for it. */
typedef struct {
    double inverse, inverse2; /* of D, of the row before and of the one before that */
    double beside;            /* L, of the row before */
} fp_rows_above;

typedef struct {
    double x, x2; /* of the row before and of the one before that */
} fp_values_before;

/* Row i of L D L^T from A's, after the rows before it; the inverse of D stands on the diagonal. Starts with zeros. */
static inline void fp_pentadiagonal_factor_row(fp_pentadiagonal *m, int i, double middle, double beside, double beyond,
                                               fp_rows_above *above) {
    double second = beyond * above->inverse2, rest = beside - beyond * above->beside, first = rest * above->inverse;
    m->beyond[i] = second;
    m->beside[i] = first;
    m->middle[i] = 1.0 / (middle - second * beyond - first * rest);
    above->inverse2 = above->inverse;
    above->inverse = m->middle[i];
    above->beside = first;
}

/* Row i of L^-1 x, after the rows before it; x is that of the row. Starts with zeros. */
static inline double fp_pentadiagonal_down_row(const fp_pentadiagonal *m, int i, double x, fp_values_before *before) {
    x -= m->beside[i] * before->x + m->beyond[i] * before->x2;
    before->x2 = before->x;
    before->x = x;
    return x;
}

/* Row i of L^-T D^-1 x, after the rows behind it. Starts with zeros. */
static inline double fp_pentadiagonal_up_row(const fp_pentadiagonal *m, int i, double x, fp_values_before *behind) {
    x *= m->middle[i];
    if (i + 2 < m->n)
        x -= m->beside[i + 1] * behind->x + m->beyond[i + 2] * behind->x2;
    else if (i + 1 < m->n)
        x -= m->beside[i + 1] * behind->x;
    behind->x2 = behind->x;
    behind->x = x;
    return x;
}

static inline void fp_pentadiagonal_factor(fp_pentadiagonal *m) {
    fp_rows_above above = {0.0, 0.0, 0.0};
    for (int i = 0; i < m->n; i++)
        fp_pentadiagonal_factor_row(m, i, m->middle[i], m->beside[i], m->beyond[i], &above);
}

/* x  IN right-hand side  OUT solution, (n); m is factored */
static inline void fp_pentadiagonal_solve(const fp_pentadiagonal *m, double *x) {
    fp_values_before before = {0.0, 0.0}, behind = {0.0, 0.0};
    for (int i = 0; i < m->n; i++)
        x[i] = fp_pentadiagonal_down_row(m, i, x[i], &before);
    for (int i = m->n - 1; i >= 0; i--)
        x[i] = fp_pentadiagonal_up_row(m, i, x[i], &behind);
}

#endif
