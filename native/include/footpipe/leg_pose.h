/* A leg taken out of a whole pose, and solved there.
 *
 * A leg is five joints: hip, knee, ankle, toe, toe end. The toe end is -1 where there is none; where there is no
 * toe, the ankle is it.
 */
#ifndef FOOTPIPE_LEG_POSE_H
#define FOOTPIPE_LEG_POSE_H

#include "footpipe/leg.h"

enum { FP_TOE_END = FP_LEG_JOINTS, FP_LEG_WIDTH };

typedef struct {
    const int *parents;         /* (J) parents come before their children; -1 = a root */
    const double *positions;    /* (J, 3) world, m: as forward.h gives them */
    const double *orientations; /* (J, 4) world */
    const double *local;        /* (J, 4) in the parent's space */
} fp_world_pose;

static inline fp_vec fp_joint_at(const fp_world_pose *pose, int joint) {
    return fp_vec_load(pose->positions + 3 * joint);
}

/* World rotation of a joint's parent; a root's parent is the placement, known by the root itself. */
static inline fp_quat fp_rotation_above(const fp_world_pose *pose, int joint) {
    int parent = pose->parents[joint];
    if (parent >= 0)
        return fp_quat_load(pose->orientations + 4 * parent);
    return fp_quat_mul(fp_quat_load(pose->orientations + 4 * joint),
                       fp_quat_conj(fp_quat_load(pose->local + 4 * joint)));
}

/* The toe end, or the toe where there is none. */
static inline int fp_leg_tip(const int *leg) {
    return leg[FP_TOE_END] >= 0 ? leg[FP_TOE_END] : leg[FP_TOE];
}

/* leg  IN   (5) */
static inline void fp_leg_gather(const fp_world_pose *pose, const int *leg, fp_leg_pose *out) {
    out->hip = fp_joint_at(pose, leg[FP_HIP]);
    out->knee = fp_joint_at(pose, leg[FP_KNEE]);
    out->ankle = fp_joint_at(pose, leg[FP_ANKLE]);
    out->toe = fp_joint_at(pose, leg[FP_TOE]);
    out->toe_end = fp_joint_at(pose, fp_leg_tip(leg));
    out->knee_rotation = fp_quat_load(pose->orientations + 4 * leg[FP_KNEE]);
    for (int i = 0; i < FP_LEG_JOINTS; i++) {
        out->above[i] = fp_rotation_above(pose, leg[i]);
        out->local[i] = fp_quat_load(pose->local + 4 * leg[i]);
    }
}

/* fp_leg_solve for a leg of these joints: only a toe end can be aimed, and one joint has one answer. */
static inline void fp_leg_solve_of(const int *leg, const fp_leg_pose *pose, const fp_leg_goal *goal, fp_leg_rule rule,
                                   fp_leg_solution *out) {
    rule.aim_toe = rule.aim_toe && leg[FP_TOE_END] >= 0;
    fp_leg_solve(pose, goal, &rule, out);
    if (leg[FP_ANKLE] == leg[FP_TOE])
        out->local[FP_ANKLE] = out->local[FP_TOE];
}

#endif
