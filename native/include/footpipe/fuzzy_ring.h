/* Fuzzy sets on a ring, such as the phase of a gait: Gaussians of the ring distance, normalised so that
 * they sum to 1 everywhere.
 *
 *   weight_i = g_i / sum g,   g_i = exp(-d_i^2 / (2 width_i^2)),   d_i = at - centre_i by the shorter way round
 *
 * Any mean  sum weight_i value_i  is a smooth closed curve through the values. Half way round from a centre its
 * set has a kink, which does not show as long as widths are a fraction of the ring.
 */
#ifndef FOOTPIPE_FUZZY_RING_H
#define FOOTPIPE_FUZZY_RING_H

#include <math.h>
#include <stddef.h>

typedef struct {
    int sets;
    double length;        /* once round */
    const double *centre; /* centre[i * stride] of set i */
    const double *width;  /* width[i * stride] > 0 */
    int stride;           /* 1 for arrays of centres and of widths, 2 for pairs */
} fp_ring_sets;

/* from -> to by the shorter way round, in [-length / 2, length / 2]. */
static inline double fp_ring_way(double from, double to, double length) {
    double way = to - from;
    return way - length * floor(way / length + 0.5);
}

/* d_i */
static inline double fp_ring_from_centre(const fp_ring_sets *ring, int i, double at) {
    return fp_ring_way(ring->centre[i * ring->stride], at, ring->length);
}

/* weight  OUT  (sets): never negative, and their sum is 1. The greatest exponent is taken off first, so that there
 * is a sum wherever `at` is. */
static inline void fp_fuzzy_ring(const fp_ring_sets *ring, double at, double *weight) {
    double most = -INFINITY, sum = 0.0;
    for (int i = 0; i < ring->sets; i++) {
        double z = fp_ring_from_centre(ring, i, at) / ring->width[i * ring->stride];
        weight[i] = -0.5 * z * z;
        most = weight[i] > most ? weight[i] : most;
    }
    for (int i = 0; i < ring->sets; i++)
        sum += weight[i] = exp(weight[i] - most);
    for (int i = 0; i < ring->sets; i++)
        weight[i] /= sum;
}

/* weight  IN   (sets) by fp_fuzzy_ring at the same place
 * slope   OUT  (sets) by `at` */
static inline void fp_fuzzy_ring_slope(const fp_ring_sets *ring, double at, const double *weight, double *slope) {
    double mean = 0.0;
    for (int i = 0; i < ring->sets; i++) {
        double width = ring->width[i * ring->stride];
        slope[i] = -fp_ring_from_centre(ring, i, at) / (width * width);
        mean += weight[i] * slope[i];
    }
    for (int i = 0; i < ring->sets; i++)
        slope[i] = weight[i] * (slope[i] - mean);
}

/* What a sum over the weights changes by. pull  IN  (sets): what it changes by with each weight, for a mean its values.
 * by_centre, by_width  IN, OUT  [i * stride]: are added to. Returns the slope by `at`. */
static inline double fp_fuzzy_ring_gradient(const fp_ring_sets *ring, double at, const double *weight,
                                            const double *pull, double *by_centre, double *by_width) {
    double mean = 0.0, by_at = 0.0;
    for (int i = 0; i < ring->sets; i++)
        mean += weight[i] * pull[i];
    for (int i = 0; i < ring->sets; i++) {
        double width = ring->width[i * ring->stride], z = fp_ring_from_centre(ring, i, at) / width;
        double steep = weight[i] * (pull[i] - mean) * z / width;
        by_centre[i * ring->stride] += steep;
        by_width[i * ring->stride] += steep * z;
        by_at -= steep;
    }
    return by_at;
}

#endif
