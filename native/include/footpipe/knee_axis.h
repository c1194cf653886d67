/* The knee's hinge axis, measured from the frames in which the leg is bent.
 *
 * A leg that is nearly straight has no plane, so its hinge must be known beforehand. Every bent frame
 * shows it: the normal of its plane, taken into the knee joint's own frame, where the hinge stands
 * still. Frames count by the square of the sine of their bend, which is how well they show it.
 * Causal: a frame's answer uses that frame and earlier ones.
 *
 * A plane's normal and its opposite are one hinge line. Each frame is added along the line so far,
 * so frames that bend backwards sharpen the line too; which way is forwards is a vote by weight. The
 * given axis counts as two frames bent at thirty degrees, both for the line and in the vote: a wrong
 * sign is outvoted within a few frames.
 */
#ifndef FOOTPIPE_KNEE_AXIS_H
#define FOOTPIPE_KNEE_AXIS_H

#include "footpipe/limb.h"
#include "footpipe/quat.h"

#define FP_BENT_COSINE -0.98480775301220802 /* -cos(10 degrees): straighter frames do not count */
#define FP_PRIOR_WEIGHT 0.5

typedef struct {
    fp_vec line;  /* in the knee's frame */
    double vote;  /* above 0: the line points forwards */
    fp_vec prior; /* unit */
} fp_knee_axis;

static inline fp_knee_axis fp_knee_axis_start(fp_vec prior) {
    fp_knee_axis axis;
    axis.prior = fp_normalize(prior);
    axis.line = fp_scale(axis.prior, FP_PRIOR_WEIGHT);
    axis.vote = fp_dot(axis.prior, axis.prior) * FP_PRIOR_WEIGHT;
    return axis;
}

/* hip, knee, ankle, knee_rotation  IN   world */
static inline void fp_knee_axis_add(fp_knee_axis *axis, fp_vec hip, fp_vec knee, fp_vec ankle, fp_quat knee_rotation) {
    fp_limb limb = fp_limb_measure(hip, knee, ankle);
    double side, weight = limb.sine;
    fp_vec normal;
    if (!fp_limb_has_knee(&limb) || limb.cosine < FP_BENT_COSINE)
        return;
    normal = fp_scale(fp_unrotate(knee_rotation, limb.normal), weight);
    side = fp_dot(normal, axis->line) < 0.0 ? -1.0 : 1.0;
    axis->line = fp_add(axis->line, fp_scale(normal, side));
    axis->vote += side * weight * weight;
}

/* The hinge of a leg whose foot points forwards: across the leg, so that the knee bends forwards. Unit, in the knee's
 * frame; x if the foot points along the leg. */
static inline fp_vec fp_knee_axis_across(fp_vec hip, fp_vec ankle, fp_vec toe, fp_quat knee_rotation) {
    fp_vec across = fp_cross(fp_sub(hip, ankle), fp_sub(toe, ankle));
    double length = fp_length(across);
    if (length < FP_TOLERANCE)
        return fp_vec_make(1.0, 0.0, 0.0);
    return fp_scale(fp_unrotate(knee_rotation, across), 1.0 / length);
}

/* Unit, in the knee's frame. x if there is neither an axis given nor a bent frame yet. */
static inline fp_vec fp_knee_axis_read(const fp_knee_axis *axis) {
    double length = fp_length(axis->line);
    if (length < FP_TOLERANCE)
        return fp_dot(axis->prior, axis->prior) > 0.5 ? axis->prior : fp_vec_make(1.0, 0.0, 0.0);
    return fp_scale(axis->line, (axis->vote < 0.0 ? -1.0 : 1.0) / length);
}

#endif
