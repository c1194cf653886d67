/* Forward kinematics of one frame: from each joint's parent space to world space.
 *
 * translations  IN   (J, 3)  in the parent's space, the file's own unit
 * rotations     IN   (J, 4)  in the parent's space
 * parents       IN   (J)     parents come before their children; -1 = a root
 * placement     IN   skeleton space to world: world = translation + rotation (scale p)
 * positions     OUT  (J, 3)  world, m
 * orientations  OUT  (J, 4)  world
 *
 * The placement is simply the parent of the roots, so it costs no second pass.
 */
#ifndef FOOTPIPE_FORWARD_H
#define FOOTPIPE_FORWARD_H

#include <assert.h>

#include "footpipe/quat.h"

typedef struct {
    fp_vec translation; /* world, m */
    fp_quat rotation;
    double scale; /* m per unit of the file */
} fp_placement;

/* Joint j, after the one above it. */
static inline void fp_forward_step(const double *translations, const double *rotations, const int *parents, int j,
                                   fp_placement placement, double *positions, double *orientations) {
    int p = parents[j];
    assert(p >= -1 && p < j);
    fp_vec origin = p < 0 ? placement.translation : fp_vec_load(positions + 3 * p);
    fp_quat turn = p < 0 ? placement.rotation : fp_quat_load(orientations + 4 * p);
    fp_vec offset = fp_scale(fp_vec_load(translations + 3 * j), placement.scale);
    fp_vec_store(positions + 3 * j, fp_add(origin, fp_rotate(turn, offset)));
    fp_quat_store(orientations + 4 * j, fp_quat_mul(turn, fp_quat_load(rotations + 4 * j)));
}

static inline void fp_forward(const double *translations, const double *rotations, const int *parents, int joints,
                              fp_placement placement, double *positions, double *orientations) {
    for (int j = 0; j < joints; j++)
        fp_forward_step(translations, rotations, parents, j, placement, positions, orientations);
}

/* Where one joint is, m: up from it to the root, without the rest of the pose. */
static inline fp_vec fp_forward_joint(const double *translations, const double *rotations, const int *parents,
                                      int joint, fp_placement placement) {
    fp_vec at = fp_vec_load(translations + 3 * joint);
    for (int p = parents[joint]; p >= 0; p = parents[p])
        at = fp_add(fp_vec_load(translations + 3 * p), fp_rotate(fp_quat_load(rotations + 4 * p), at));
    return fp_add(placement.translation, fp_rotate(placement.rotation, fp_scale(at, placement.scale)));
}

#endif
