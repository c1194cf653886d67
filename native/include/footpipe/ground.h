/* Keeping a foot above the ground without moving the point that is locked.
 *
 * Lifting the ankle straight up, as a clamp of its height would, changes the foot's length and makes
 * the toe miss. So a bone that dips below its height turns about its locked end, in its own vertical
 * plane, until the other end touches: the length is kept and the toe still hits.
 *
 * Heights are of joints, in m: ground + clearance of each. Minus infinity = no ground.
 */
#ifndef FOOTPIPE_GROUND_H
#define FOOTPIPE_GROUND_H

#include "footpipe/vec.h"

typedef struct {
    double toe, ankle, toe_end; /* least world height of each, m */
} fp_heights;

static inline fp_heights fp_heights_none(void) {
    fp_heights least;
    least.toe = least.ankle = least.toe_end = -INFINITY;
    return least;
}

static inline fp_heights fp_heights_above(double ground, fp_heights clearance) {
    fp_heights least;
    least.toe = ground + clearance.toe;
    least.ankle = ground + clearance.ankle;
    least.toe_end = ground + clearance.toe_end;
    return least;
}

static inline fp_vec fp_horizontal(fp_vec v) {
    return fp_vec_make(v.x, 0.0, v.z);
}

/* The heading of v, or of `instead` where v is vertical, or any. */
static inline fp_vec fp_heading(fp_vec v, fp_vec instead) {
    fp_vec flat = fp_horizontal(v);
    if (fp_length(flat) <= 1e-9 * fp_length(v))
        flat = fp_horizontal(instead);
    if (fp_length(flat) <= 1e-9 * fp_length(instead))
        return fp_vec_make(1.0, 0.0, 0.0);
    return fp_normalize(flat);
}

/* bone turned in its vertical plane until its end stands `rise` above its start; straight up if it
 * is too short for that. heading: which way a vertical bone tips. */
static inline fp_vec fp_pitch(fp_vec bone, double rise, fp_vec heading) {
    double length = fp_length(bone);
    double y = rise > length ? length : rise < -length ? -length : rise;
    fp_vec flat = fp_scale(fp_heading(bone, heading), sqrt((length - y) * (length + y)));
    return fp_vec_make(flat.x, y, flat.z);
}

/* bone, pitched up if its end would be lower than `least`. start: where its locked end is. */
static inline fp_vec fp_keep_above(fp_vec bone, fp_vec start, double least, fp_vec heading) {
    return start.y + bone.y < least ? fp_pitch(bone, least - start.y, heading) : bone;
}

#endif
