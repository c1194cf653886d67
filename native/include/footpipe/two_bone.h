/* Two-bone IK as a change to the pose: the knee turns about its hinge until hip and ankle have the
 * wanted distance, then one shortest rotation at the hip brings the ankle into the wanted direction.
 * There is no pole vector, so nothing of the pose is replaced.
 *
 * Both rotations are world rotations of the input pose, to be applied in the order knee, hip.
 */
#ifndef FOOTPIPE_TWO_BONE_H
#define FOOTPIPE_TWO_BONE_H

#include "footpipe/hinge.h"
#include "footpipe/reach.h"

typedef struct {
    fp_quat knee, hip; /* world */
    fp_vec span;       /* ankle - hip afterwards, m */
    double distance;   /* its length */
    int whole;         /* 0: a bone or the axis has no length */
} fp_two_bone;

/* Bends the knee. span is as it is before the hip turns. */
static inline fp_two_bone fp_two_bone_bend(const fp_limb *limb, fp_hinge hinge, double bend) {
    fp_hinge_turn turn = fp_hinge_solve(limb, hinge.axis, bend);
    fp_two_bone out;
    out.knee = turn.turn;
    out.hip = fp_quat_identity();
    out.span = fp_sub(fp_scale(turn.shin, limb->shin_length), fp_scale(limb->thigh, limb->thigh_length));
    out.distance = fp_length(out.span);
    out.whole = hinge.found;
    return out;
}

/* A limb without a knee: only the hip can help. */
static inline fp_two_bone fp_two_bone_rigid(const fp_limb *limb) {
    fp_two_bone out;
    out.knee = out.hip = fp_quat_identity();
    out.span = limb->span;
    out.distance = limb->span_length;
    out.whole = 0;
    return out;
}

/* Turns the hip. A target on the hip has no direction: the input's is kept. */
static inline fp_two_bone fp_two_bone_aim(fp_two_bone solved, const fp_limb *limb, fp_vec target,
                                          double target_distance) {
    double least = 1e-12 * limb->length;
    if (solved.distance <= least)
        return solved;
    if (target_distance <= least)
        target = limb->span;
    solved.hip = fp_between(solved.span, target);
    solved.span = fp_rotate(solved.hip, solved.span);
    return solved;
}

#endif
