/* The ground under one foot, as a ray finds it: a plane. World space, y up; m. */
#ifndef FOOTPIPE_GROUND_PLANE_H
#define FOOTPIPE_GROUND_PLANE_H

#include "footpipe/vec.h"

#define FP_WALL 1e-3 /* the height of a unit normal that is too flat for ground */

typedef struct {
    double height; /* world, m, under the toe; not a number where nothing was found */
    fp_vec normal; /* unit */
} fp_ground;

static inline fp_ground fp_ground_level(double height) {
    fp_ground ground;
    ground.height = height;
    ground.normal = fp_vec_make(0.0, 1.0, 0.0);
    return ground;
}

static inline int fp_ground_is_known(fp_ground ground) {
    return isfinite(ground.height);
}

/* Height of the plane under a place; under: the place that `ground.height` is under. A wall is no ground: level. */
static inline double fp_ground_height(fp_ground ground, fp_vec under, fp_vec place) {
    fp_vec n = ground.normal;
    if (!(n.y > FP_WALL))
        return ground.height;
    return ground.height - (n.x * (place.x - under.x) + n.z * (place.z - under.z)) / n.y;
}

#endif
