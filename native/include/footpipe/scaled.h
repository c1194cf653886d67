/* Forward kinematics of one frame whose joints also scale, as USD has it: each joint is a scale along its own axes,
 * then a rotation, then a translation, and these concatenate as matrices.
 *
 * translations  IN   (J, 3)  in the parent's space, the file's own unit
 * rotations     IN   (J, 4)  in the parent's space
 * scales        IN   (J, 3)  along the joint's own axes
 * parents       IN   (J)     parents come before their children; -1 = a root
 * placement     IN   skeleton space to world, as in forward.h
 * axes          OUT  (J, 9)  where the joint's three axes end up, m per unit: scaled, and sheared where a scale
 *                            above is not even
 * positions     OUT  (J, 3)  world, m: exact whatever the scales
 * orientations  OUT  (J, 4)  world: the rotations alone. They are those of the axes where scales above are even
 */
#ifndef FOOTPIPE_SCALED_H
#define FOOTPIPE_SCALED_H

#include "footpipe/forward.h"

/* x, y and z of a vector along three axes. */
static inline fp_vec fp_along(const double *axes, fp_vec v) {
    fp_vec x = fp_scale(fp_vec_load(axes), v.x), y = fp_scale(fp_vec_load(axes + 3), v.y);
    return fp_add(fp_add(x, y), fp_scale(fp_vec_load(axes + 6), v.z));
}

static inline void fp_placement_axes(fp_placement placement, double *axes) {
    fp_vec_store(axes, fp_rotate(placement.rotation, fp_vec_make(placement.scale, 0.0, 0.0)));
    fp_vec_store(axes + 3, fp_rotate(placement.rotation, fp_vec_make(0.0, placement.scale, 0.0)));
    fp_vec_store(axes + 6, fp_rotate(placement.rotation, fp_vec_make(0.0, 0.0, placement.scale)));
}

static inline void fp_joint_axes(const double *above, fp_quat rotation, const double *scale, double *axes) {
    fp_vec_store(axes, fp_along(above, fp_rotate(rotation, fp_vec_make(scale[0], 0.0, 0.0))));
    fp_vec_store(axes + 3, fp_along(above, fp_rotate(rotation, fp_vec_make(0.0, scale[1], 0.0))));
    fp_vec_store(axes + 6, fp_along(above, fp_rotate(rotation, fp_vec_make(0.0, 0.0, scale[2]))));
}

/* v told along three axes; none where they lie in a plane. */
static inline fp_vec fp_across(const double *axes, fp_vec v) {
    fp_vec x = fp_vec_load(axes), y = fp_vec_load(axes + 3), z = fp_vec_load(axes + 6);
    fp_vec yz = fp_cross(y, z);
    double volume = fp_dot(x, yz);
    if (volume == 0.0)
        return fp_vec_make(0.0, 0.0, 0.0);
    return fp_scale(fp_vec_make(fp_dot(v, yz), fp_dot(v, fp_cross(z, x)), fp_dot(v, fp_cross(x, y))), 1.0 / volume);
}

/* Joint j, after the one above it; world: axes of the placement. */
static inline void fp_forward_scaled_step(const double *translations, const double *rotations, const double *scales,
                                          const int *parents, int j, fp_placement placement, const double *world,
                                          double *axes, double *positions, double *orientations) {
    int p = parents[j];
    assert(p >= -1 && p < j);
    fp_vec origin = p < 0 ? placement.translation : fp_vec_load(positions + 3 * p);
    fp_quat turn = p < 0 ? placement.rotation : fp_quat_load(orientations + 4 * p);
    fp_quat rotation = fp_quat_load(rotations + 4 * j);
    const double *above = p < 0 ? world : axes + 9 * p;
    fp_joint_axes(above, rotation, scales + 3 * j, axes + 9 * j);
    fp_vec_store(positions + 3 * j, fp_add(origin, fp_along(above, fp_vec_load(translations + 3 * j))));
    fp_quat_store(orientations + 4 * j, fp_quat_mul(turn, rotation));
}

/* Where one joint is, m, as fp_forward_joint has it. */
static inline fp_vec fp_forward_scaled_joint(const double *translations, const double *rotations, const double *scales,
                                             const int *parents, int joint, fp_placement placement) {
    fp_vec at = fp_vec_load(translations + 3 * joint);
    for (int p = parents[joint]; p >= 0; p = parents[p]) {
        at = fp_vec_make(at.x * scales[3 * p], at.y * scales[3 * p + 1], at.z * scales[3 * p + 2]);
        at = fp_add(fp_vec_load(translations + 3 * p), fp_rotate(fp_quat_load(rotations + 4 * p), at));
    }
    return fp_add(placement.translation, fp_rotate(placement.rotation, fp_scale(at, placement.scale)));
}

static inline void fp_forward_scaled(const double *translations, const double *rotations, const double *scales,
                                     const int *parents, int joints, fp_placement placement, double *axes,
                                     double *positions, double *orientations) {
    double world[9];
    fp_placement_axes(placement, world);
    for (int j = 0; j < joints; j++)
        fp_forward_scaled_step(translations, rotations, scales, parents, j, placement, world, axes, positions,
                               orientations);
}

#endif
