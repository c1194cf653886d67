/* Fuzzy sets: how much a number belongs to a word, 0 to 1, and what that changes by.
 *
 *   triangle   3 numbers  left <= peak <= right
 *   trapezoid  4 numbers  left <= first <= last <= right: 1 between first and last
 *   Gaussian   2 numbers  centre, width > 0: exp(-(x - centre)^2 / (2 width^2))
 *
 * An edge of no width is a step; it has no slope. At a kink the slope is that of the flat or the falling side.
 */
#ifndef FOOTPIPE_FUZZY_SET_H
#define FOOTPIPE_FUZZY_SET_H

#include <math.h>

typedef enum { FP_TRIANGLE, FP_TRAPEZOID, FP_GAUSSIAN } fp_fuzzy_shape;

#define FP_FUZZY_MOST_NUMBERS 4 /* that a set has */

static inline int fp_fuzzy_numbers(fp_fuzzy_shape shape) {
    return shape == FP_TRIANGLE ? 3 : shape == FP_TRAPEZOID ? 4 : 2;
}

static inline double fp_trapezoid(double left, double first, double last, double right, double x) {
    if (x < first)
        return x > left ? (x - left) / (first - left) : 0.0;
    if (x > last)
        return x < right ? (right - x) / (right - last) : 0.0;
    return 1.0;
}

static inline double fp_gaussian(double centre, double width, double x) {
    double z = (x - centre) / width;
    return exp(-0.5 * z * z);
}

/* n  IN  the set's numbers */
static inline double fp_fuzzy_member(fp_fuzzy_shape shape, const double *n, double x) {
    switch (shape) {
    case FP_TRIANGLE:
        return fp_trapezoid(n[0], n[1], n[1], n[2], x);
    case FP_TRAPEZOID:
        return fp_trapezoid(n[0], n[1], n[2], n[3], x);
    default:
        return fp_gaussian(n[0], n[1], x);
    }
}

/* The slopes of an edge that is 0 at `foot` and 1 at `top`: by both and by x. */
static inline double fp_edge_slope(double foot, double top, double x, double *by_foot, double *by_top) {
    double by_x = 1.0 / (top - foot);
    *by_foot = (x - top) * by_x * by_x;
    *by_top = -(x - foot) * by_x * by_x;
    return by_x;
}

/* by  OUT  (4) by left, first, last, right; returns the slope by x */
static inline double fp_trapezoid_slope(const double *n, double x, double *by) {
    by[0] = by[1] = by[2] = by[3] = 0.0;
    if (x < n[1])
        return x > n[0] ? fp_edge_slope(n[0], n[1], x, by, by + 1) : 0.0;
    if (x > n[2])
        return x < n[3] ? fp_edge_slope(n[3], n[2], x, by + 3, by + 2) : 0.0;
    return 0.0;
}

static inline double fp_triangle_slope(const double *n, double x, double *by) {
    double trapezoid[4] = {n[0], n[1], n[1], n[2]}, slopes[4];
    double by_x = fp_trapezoid_slope(trapezoid, x, slopes);
    by[0] = slopes[0];
    by[1] = slopes[1] + slopes[2];
    by[2] = slopes[3];
    return by_x;
}

static inline double fp_gaussian_slope(const double *n, double x, double *by) {
    double z = (x - n[0]) / n[1], steep = fp_gaussian(n[0], n[1], x) * z / n[1];
    by[0] = steep;
    by[1] = steep * z;
    return -steep;
}

/* by  OUT  the slope by each of the set's numbers; returns the slope by x */
static inline double fp_fuzzy_slope(fp_fuzzy_shape shape, const double *n, double x, double *by) {
    switch (shape) {
    case FP_TRIANGLE:
        return fp_triangle_slope(n, x, by);
    case FP_TRAPEZOID:
        return fp_trapezoid_slope(n, x, by);
    default:
        return fp_gaussian_slope(n, x, by);
    }
}

#endif
