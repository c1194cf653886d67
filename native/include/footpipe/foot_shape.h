/* What the pose in which a character stands tells of each of its feet: how high the joints are above the sole,
 * where the sole's own normals are, and which way the knee bends.
 */
#ifndef FOOTPIPE_FOOT_SHAPE_H
#define FOOTPIPE_FOOT_SHAPE_H

#include "footpipe/knee_axis.h"
#include "footpipe/leg_pose.h"

#define FP_UPRIGHT 0.5 /* share of a leg by which its hip is above its ankle when it stands */

typedef struct {
    fp_heights clearance; /* m, above the sole, which is the lowest of the three */
    fp_vec knee_axis;     /* unit, in the knee's frame: what is believed of it beforehand */
    fp_sole_normals sole;
} fp_foot_shape;

/* Whether a leg stands in a pose. leg (5); positions (J, 3) world, m. */
static inline int fp_leg_stands(const double *positions, const int *leg) {
    fp_vec span = fp_sub(fp_vec_load(positions + 3 * leg[FP_HIP]), fp_vec_load(positions + 3 * leg[FP_ANKLE]));
    return span.y > FP_UPRIGHT * fp_length(span);
}

static inline fp_heights fp_foot_clearance(fp_vec toe, fp_vec ankle, fp_vec toe_end) {
    double sole = fmin(fmin(toe.y, ankle.y), toe_end.y);
    fp_heights clearance;
    clearance.toe = toe.y - sole;
    clearance.ankle = ankle.y - sole;
    clearance.toe_end = toe_end.y - sole;
    return clearance;
}

/* positions (J, 3), orientations (J, 4)  IN   world, of the standing pose
 * leg (5)                                IN
 * knee_axis                              IN   in the knee's frame; zero where it is not known
 */
static inline fp_foot_shape fp_foot_shape_measure(const double *positions, const double *orientations, const int *leg,
                                                  fp_vec knee_axis) {
    fp_vec hip = fp_vec_load(positions + 3 * leg[FP_HIP]), ankle = fp_vec_load(positions + 3 * leg[FP_ANKLE]);
    fp_vec toe = fp_vec_load(positions + 3 * leg[FP_TOE]);
    fp_vec toe_end = fp_vec_load(positions + 3 * fp_leg_tip(leg));
    double known = fp_length(knee_axis);
    fp_foot_shape shape;
    shape.clearance = fp_foot_clearance(toe, ankle, toe_end);
    shape.knee_axis = known > 0.0 ? fp_direction(knee_axis, known)
                                  : fp_knee_axis_across(hip, ankle, toe, fp_quat_load(orientations + 4 * leg[FP_KNEE]));
    shape.sole.foot = fp_unrotate(fp_quat_load(orientations + 4 * leg[FP_ANKLE]), fp_vec_make(0.0, 1.0, 0.0));
    shape.sole.toe = fp_unrotate(fp_quat_load(orientations + 4 * leg[FP_TOE]), fp_vec_make(0.0, 1.0, 0.0));
    return shape;
}

#endif
