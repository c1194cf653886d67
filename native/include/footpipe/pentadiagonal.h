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

/* Row i of L D L^T in place, after the rows before it; the inverse of D stands on the diagonal. */
static inline void fp_pentadiagonal_factor_row(fp_pentadiagonal *m, int i) {
    double beyond = 0.0, beside = 0.0, middle = m->middle[i];
    if (i >= 2) {
        beyond = m->beyond[i] * m->middle[i - 2];
        middle -= beyond * m->beyond[i];
    }
    if (i >= 1) {
        double rest = m->beside[i] - (i >= 2 ? m->beyond[i] * m->beside[i - 1] : 0.0);
        beside = rest * m->middle[i - 1];
        middle -= beside * rest;
    }
    m->beyond[i] = beyond;
    m->beside[i] = beside;
    m->middle[i] = 1.0 / middle;
}

/* Row i of L^-1 x in place, after the rows before it. */
static inline void fp_pentadiagonal_down_row(const fp_pentadiagonal *m, double *x, int i) {
    if (i >= 1)
        x[i] -= m->beside[i] * x[i - 1] + (i >= 2 ? m->beyond[i] * x[i - 2] : 0.0);
}

/* Row i of L^-T D^-1 x in place, after the rows behind it. */
static inline void fp_pentadiagonal_up_row(const fp_pentadiagonal *m, double *x, int i) {
    x[i] *= m->middle[i];
    if (i + 1 < m->n)
        x[i] -= m->beside[i + 1] * x[i + 1] + (i + 2 < m->n ? m->beyond[i + 2] * x[i + 2] : 0.0);
}

static inline void fp_pentadiagonal_factor(fp_pentadiagonal *m) {
    for (int i = 0; i < m->n; i++)
        fp_pentadiagonal_factor_row(m, i);
}

/* x  IN right-hand side  OUT solution, (n); m is factored */
static inline void fp_pentadiagonal_solve(const fp_pentadiagonal *m, double *x) {
    for (int i = 0; i < m->n; i++)
        fp_pentadiagonal_down_row(m, x, i);
    for (int i = m->n - 1; i >= 0; i--)
        fp_pentadiagonal_up_row(m, x, i);
}

#endif
