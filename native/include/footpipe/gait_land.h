/* The ground that a figure walks on, and where its feet go. Each leg goes along a track of its own. */
#ifndef FOOTPIPE_GAIT_LAND_H
#define FOOTPIPE_GAIT_LAND_H

#include <stddef.h>

#include "footpipe/gait_pin.h"

typedef struct {
    double (*height)(const void *ground, int leg, double x); /* m, of the ground at x along this leg's track; NULL:
                                                                level at 0 */
    const void *ground;
    const fp_gait_ground *holds; /* footholds in the order of landings; after them free again */
    int many;                    /* of them */
} fp_gait_land;

/* land NULL: level at 0. */
static inline double fp_gait_height(const fp_gait_land *land, int leg, double x) {
    return land && land->height ? land->height(land->ground, leg, x) : 0.0;
}

/* A polyline for each leg: x, y of `many` points, x never falling, level beyond its ends; none: level at 0. */
typedef struct {
    const double *at[2];
    int many;
} fp_gait_profile;

/* How many of the points are not beyond x. */
static inline int fp_gait_profile_find(const double *at, int many, double x) {
    int low = 0, high = many;
    while (low < high) {
        int middle = (low + high) / 2;
        if (at[2 * middle] <= x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The height of a fp_gait_profile, for fp_gait_land. */
static inline double fp_gait_profile_height(const void *ground, int leg, double x) {
    const fp_gait_profile *profile = (const fp_gait_profile *)ground;
    const double *at = profile->at[leg];
    int next = fp_gait_profile_find(at, profile->many, x);
    if (next == 0 || next == profile->many)
        return at[2 * (next ? next - 1 : 0) + 1];
    const double *a = at + 2 * (next - 1), *b = at + 2 * next;
    return a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0]);
}

static inline fp_gait_land fp_gait_land_of(const fp_gait_profile *profile, const fp_gait_ground *holds, int many) {
    fp_gait_land land = {profile->many ? fp_gait_profile_height : NULL, profile, holds, many};
    return land;
}

#endif
