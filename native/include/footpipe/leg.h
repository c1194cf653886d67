/* The leg chain: puts the toe on a target with the least change of the pose.
 *
 * After the recipe of Daniel Holden's article on inverse kinematics and foot locking
 * (theorangeduck.com): where the ankle has to be for the toe to arrive, two bones to bring it there,
 * then the foot aims at the toe's target and the toe end keeps its direction in the world. The two-bone
 * solve is exact for any hinge (hinge.h), the reach is measured from the input (reach.h), and heights
 * are kept by turning about the toe (ground.h). A sole that is laid flat (sole.h) takes the place of the two aims.
 *
 * The joints named may have others between them (twist bones): those move along rigidly. Every turn
 * is found in the frame of the input pose, before its ancestors turn, so the four new local rotations
 * do not depend on each other and a turn of nothing leaves its rotation bit for bit.
 *
 * All in world space, m; local rotations in the space of each joint's parent.
 */
#ifndef FOOTPIPE_LEG_H
#define FOOTPIPE_LEG_H

#include "footpipe/ground.h"
#include "footpipe/leg_joints.h"
#include "footpipe/sole.h"
#include "footpipe/two_bone.h"

typedef enum {
    FP_REACHED = 0,
    FP_OUT_OF_REACH = 1, /* the stretch or the limb's length stopped it */
    FP_TOO_NEAR = 2,     /* the limb is folded as far as it goes */
    FP_DEGENERATE = 3    /* a bone or the axis has no length: the best that could be done */
} fp_leg_status;

typedef struct {
    fp_vec hip, knee, ankle, toe, toe_end; /* input pose; toe_end = toe if there is none */
    fp_quat knee_rotation;                 /* world */
    fp_quat above[FP_LEG_JOINTS];          /* world rotations of the parents of hip, knee, ankle, toe */
    fp_quat local[FP_LEG_JOINTS];          /* of hip, knee, ankle, toe themselves */
} fp_leg_pose;

typedef struct {
    fp_vec toe, ankle;  /* targets */
    int own_ankle;      /* 1: the ankle's target follows from the toe's, `ankle` is not read */
    fp_vec knee_axis;   /* in the knee's frame */
    fp_heights least;   /* fp_heights_none() = no ground */
    fp_sole_turns sole; /* foot and toes as in the input but for these turns; fp_sole_turns_none() = as they come */
} fp_leg_goal;

typedef struct {
    fp_reach_rule reach;
    int aim_foot, aim_toe;
} fp_leg_rule;

typedef struct {
    fp_quat local[FP_LEG_JOINTS];
    fp_leg_status status;
    double miss; /* m, from the solved toe to its target (raised to the ground where there is one) */
} fp_leg_solution;

/* The targets after the ground has had its say. */
typedef struct {
    fp_vec toe;
    fp_vec shift; /* ankle target - ankle */
} fp_leg_plan;

/* From the toe to the ankle: as in the input, turned with the sole. */
static inline fp_vec fp_leg_own_foot(const fp_leg_pose *pose, const fp_leg_goal *goal) {
    fp_vec foot = fp_sub(pose->ankle, pose->toe);
    return goal->sole.weight == 0.0 ? foot : fp_rotate(goal->sole.foot, foot);
}

/* From the ankle to its target; foot: from the toe's target to it. A foot that does not turn goes as far as its toe, to
 * the last bit. */
static inline fp_vec fp_leg_shift(const fp_leg_pose *pose, const fp_leg_goal *goal, fp_vec toe, fp_vec foot) {
    if (!goal->own_ankle)
        return fp_sub(goal->ankle, pose->ankle);
    if (goal->sole.weight == 0.0)
        return fp_sub(toe, pose->toe);
    return fp_sub(fp_add(toe, foot), pose->ankle);
}

static inline fp_leg_plan fp_leg_targets(const fp_leg_pose *pose, const fp_leg_goal *goal) {
    fp_leg_plan plan;
    fp_vec foot, kept; /* from the toe to the ankle */
    plan.toe = goal->toe;
    if (plan.toe.y < goal->least.toe)
        plan.toe.y = goal->least.toe;
    foot = goal->own_ankle ? fp_leg_own_foot(pose, goal) : fp_sub(goal->ankle, plan.toe);
    plan.shift = fp_leg_shift(pose, goal, plan.toe, foot);
    if (plan.toe.y + foot.y >= goal->least.ankle)
        return plan;
    kept = fp_keep_above(foot, plan.toe, goal->least.ankle, fp_sub(pose->hip, pose->ankle));
    plan.shift = fp_sub(fp_add(plan.toe, kept), pose->ankle);
    return plan;
}

/* True where the input already does what is asked, to a billionth of the limb. */
static inline int fp_leg_is_there(const fp_leg_pose *pose, const fp_leg_goal *goal, const fp_leg_rule *rule,
                                  const fp_leg_plan *plan, double length) {
    double near2 = FP_TOLERANCE * length * FP_TOLERANCE * length;
    fp_vec toe = fp_sub(plan->toe, pose->toe);
    if (rule->reach.article || goal->sole.weight != 0.0 || fp_dot(toe, toe) > near2 ||
        fp_dot(plan->shift, plan->shift) > near2)
        return 0;
    return !(rule->aim_toe && pose->toe_end.y < goal->least.toe_end);
}

static inline void fp_leg_as_is(const fp_leg_pose *pose, const fp_leg_plan *plan, fp_leg_solution *out) {
    for (int i = 0; i < FP_LEG_JOINTS; i++)
        out->local[i] = pose->local[i];
    out->status = FP_REACHED;
    out->miss = fp_distance(plan->toe, pose->toe);
}

static inline fp_leg_status fp_leg_judge(const fp_two_bone *limb, double asked, double allowed, double length) {
    double tolerance = FP_TOLERANCE * length;
    if (!limb->whole)
        return FP_DEGENERATE;
    if (asked > limb->distance + tolerance)
        return FP_OUT_OF_REACH;
    return limb->distance > allowed + tolerance ? FP_TOO_NEAR : FP_REACHED;
}

/* The limb: turns of knee and hip, and the status. */
static inline fp_two_bone fp_leg_limb(const fp_leg_pose *pose, const fp_limb *limb, fp_vec shift, fp_vec knee_axis,
                                      fp_reach_rule rule, fp_leg_status *status) {
    fp_vec target = fp_add(limb->span, shift);
    double asked = fp_length(target);
    fp_two_bone solved;
    fp_reach reach;
    if (!fp_limb_has_knee(limb)) {
        *status = FP_DEGENERATE;
        return fp_two_bone_aim(fp_two_bone_rigid(limb), limb, target, asked);
    }
    reach = fp_reach_clamp(limb, shift, asked, rule);
    solved = fp_two_bone_bend(limb, fp_hinge_find(limb, pose->knee_rotation, knee_axis), reach.bend);
    *status = fp_leg_judge(&solved, asked, reach.distance, limb->length);
    return fp_two_bone_aim(solved, limb, target, asked);
}

/* A turn of the world (about a joint, in the input pose) as a new local rotation of that joint. */
static inline fp_quat fp_leg_turned(fp_quat local, fp_quat above, fp_quat turn) {
    if (turn.x == 0.0 && turn.y == 0.0 && turn.z == 0.0)
        return local;
    return fp_quat_mul(fp_quat_parts(fp_unrotate(above, fp_quat_vector(turn)), turn.w), local);
}

/* The shortest turn of `bone`, carried by `turned`, onto `wanted`; told in the input pose's frame. */
static inline fp_quat fp_leg_aim(fp_vec bone, fp_quat turned, fp_vec wanted) {
    return fp_between(bone, fp_unrotate(turned, wanted));
}

/* `turn`, brought nearer by a share to the one that makes `wanted` of the whole; `turned` is what carries it. */
static inline fp_quat fp_leg_lay(fp_quat turn, fp_quat turned, fp_quat wanted, double share) {
    fp_quat whole = fp_quat_mul(fp_quat_conj(turned), wanted);
    return share == 0.0 ? turn : fp_quat_mul(fp_quat_share(fp_quat_mul(whole, fp_quat_conj(turn)), share), turn);
}

/* The foot at the toe's target, the toe end in its old direction but above the ground: turns of ankle
 * and toe. `turned` is what carries the foot after the limb is solved. Returns the solved toe. */
static inline fp_vec fp_leg_foot(const fp_leg_pose *pose, const fp_leg_goal *goal, const fp_leg_rule *rule,
                                 fp_vec ankle, fp_vec toe_target, fp_quat turned, fp_quat *turn) {
    fp_vec foot = fp_sub(pose->toe, pose->ankle), tip = fp_sub(pose->toe_end, pose->toe), toe;
    turn[FP_ANKLE] = turn[FP_TOE] = fp_quat_identity();
    if (rule->aim_foot)
        turn[FP_ANKLE] = fp_leg_aim(foot, turned, fp_sub(toe_target, ankle));
    if (fp_dot(foot, foot) > 0.0) /* else the ankle is the toe */
        turn[FP_ANKLE] = fp_leg_lay(turn[FP_ANKLE], turned, goal->sole.foot, goal->sole.weight);
    turned = fp_quat_mul(turned, turn[FP_ANKLE]);
    toe = fp_add(ankle, fp_rotate(turned, foot));
    if (rule->aim_toe)
        turn[FP_TOE] = fp_leg_aim(tip, turned, fp_keep_above(tip, toe, goal->least.toe_end, foot));
    turn[FP_TOE] = fp_leg_lay(turn[FP_TOE], turned, goal->sole.toe, goal->sole.weight);
    return toe;
}

/* pose, goal, rule  IN
 * out               OUT  new local rotations, status, miss
 */
static inline void fp_leg_solve(const fp_leg_pose *pose, const fp_leg_goal *goal, const fp_leg_rule *rule,
                                fp_leg_solution *out) {
    fp_leg_plan plan = fp_leg_targets(pose, goal);
    fp_limb limb = fp_limb_measure(pose->hip, pose->knee, pose->ankle);
    fp_quat turn[FP_LEG_JOINTS];
    fp_two_bone bones;
    fp_vec toe;
    if (fp_leg_is_there(pose, goal, rule, &plan, limb.length)) {
        fp_leg_as_is(pose, &plan, out);
        return;
    }
    bones = fp_leg_limb(pose, &limb, plan.shift, goal->knee_axis, rule->reach, &out->status);
    turn[FP_HIP] = bones.hip;
    turn[FP_KNEE] = bones.knee;
    toe = fp_leg_foot(pose, goal, rule, fp_add(pose->hip, bones.span), plan.toe, fp_quat_mul(bones.hip, bones.knee),
                      turn);
    for (int i = 0; i < FP_LEG_JOINTS; i++)
        out->local[i] = fp_leg_turned(pose->local[i], pose->above[i], turn[i]);
    out->miss = fp_distance(toe, plan.toe);
}

#endif
