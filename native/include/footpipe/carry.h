/* Moving a figure as a whole: how far the joint that carries it goes in its own space. */
#ifndef FOOTPIPE_CARRY_H
#define FOOTPIPE_CARRY_H

#include "footpipe/chain.h"

#define FP_ROUNDED 1e-12 /* of the largest component: what is left of turning a vector there and back */

static inline double fp_tidy_part(double part, double largest) {
    return fabs(part) > FP_ROUNDED * largest ? part : 0.0;
}

/* A vector without what is nothing but rounding. */
static inline fp_vec fp_tidy(fp_vec v) {
    double largest = fmax(fmax(fabs(v.x), fabs(v.y)), fabs(v.z));
    return fp_vec_make(fp_tidy_part(v.x, largest), fp_tidy_part(v.y, largest), fp_tidy_part(v.z, largest));
}

/* `shift`, m in the world, in the space of a joint's parent, the file's unit. The chain is posed
 * up to the joint. */
static inline fp_vec fp_carry(const fp_chain *chain, const fp_local_pose *pose, int joint, fp_vec shift) {
    int above = chain->parents[joint];
    double world[9];
    fp_quat turned;
    if (pose->scales) {
        fp_placement_axes(pose->placement, world);
        return fp_tidy(fp_across(above < 0 ? world : chain->axes + 9 * above, shift));
    }
    turned = above < 0 ? pose->placement.rotation : fp_quat_load(chain->orientations + 4 * above);
    return fp_tidy(fp_scale(fp_unrotate(turned, shift), 1.0 / pose->placement.scale));
}

#endif
