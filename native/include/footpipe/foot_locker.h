/* The feet of one character, locked frame by frame: what an engine calls once a frame, after its animation and before
 * it draws. The same as the stage `lock.runtime` does to a clip.
 *
 *   pose in, contacts, dt, ground   ->   new rotations of hips, knees, ankles and toes in the same pose
 *
 * Nothing is allocated and nothing kept but in the caller's `feet`. No frame looks at a later one; the same frames give
 * the same result, to the last bit. Reset the feet when the character is teleported or another animation begins to
 * drive it without a blend; everything else, contacts that flutter included, goes over smoothly.
 *
 * Lengths are metres in world space, y up; times seconds; quaternions x, y, z, w and of unit length. The pose itself is
 * in the space and unit of the character, which the placement takes to the world. On a platform that moves, let the
 * platform be the world.
 */
#ifndef FOOTPIPE_FOOT_LOCKER_H
#define FOOTPIPE_FOOT_LOCKER_H

#include "footpipe/foot.h"
#include "footpipe/foot_shape.h"
#include "footpipe/forward.h"
#include "footpipe/ground_plane.h"

/* The character, as it never changes. */
typedef struct {
    int joints, limbs;
    const int *parents;              /* (J) parents come before their children; -1 = a root */
    const int *legs;                 /* (L, 5) hip, knee, ankle, toe (the ankle again if none), toe end (-1 if none) */
    const double *knee_axes;         /* (L, 3) hinges in the knees' frames; zero: to be measured as the legs bend */
    const double *rest_translations; /* (J, 3) the rest pose. Where its legs do not stand, the first frame's do */
    const double *rest_rotations;    /* (J, 4) */
} fp_rig;

typedef struct {
    const double *translations; /* IN      (J, 3) in the parent's space, the character's unit */
    double *rotations;          /* IN OUT  (J, 4) in the parent's space */
    fp_placement placement;     /* IN      the character in the world, and metres per unit */
} fp_pose;

typedef struct {
    fp_foot_rule foot;
    fp_leg_rule leg;
    int height_clamp; /* 1: toe, ankle and toe end are kept above the ground */
    double ground;    /* m, the ground's height where none is passed; not a number: not known */
    double floor;     /* m, what feet are kept above where no ground is known */
} fp_foot_locker_rule;

/* The defaults of `lock.runtime`, to change what one likes. */
static inline fp_foot_locker_rule fp_foot_locker_usual(void) {
    fp_foot_locker_rule rule;
    rule.foot.on = 0.5;
    rule.foot.off = 0.4;
    rule.foot.pivot = FP_PIVOT_TOE;
    rule.foot.lock.blend = 0.1;
    rule.foot.lock.release = 0.16;
    rule.foot.lock.lock_distance = 0.1;
    rule.foot.lock.unlock_distance = 0.2;
    rule.foot.lock.keep_height = 1;
    rule.foot.flatten = 0;
    rule.leg.reach.stretch = rule.leg.reach.softening = 0.005;
    rule.leg.reach.article = 0;
    rule.leg.aim_foot = rule.leg.aim_toe = 1;
    rule.height_clamp = 0;
    rule.ground = NAN;
    rule.floor = 0.0;
    return rule;
}

/* One foot's state. All of it is the locker's own. */
typedef struct {
    fp_foot foot;
    fp_foot_shape shape;
    fp_knee_axis knee_axis;
    int begun;
} fp_foot_state;

typedef struct {
    fp_rig rig;
    fp_foot_locker_rule rule;
    fp_foot_state *feet;  /* (L) */
    double *positions;    /* (J, 3) room to work in: the input pose in world space afterwards, m */
    double *orientations; /* (J, 4) the same */
} fp_foot_locker;

typedef struct {
    fp_leg_solution leg; /* new rotations, status, and m from the toe to its place */
    int locked;          /* whether a point of this foot is held */
} fp_foot_result;

static inline void fp_foot_locker_reset(fp_foot_locker *locker) {
    for (int i = 0; i < locker->rig.limbs; i++) {
        locker->feet[i].begun = 0;
        fp_foot_reset(&locker->feet[i].foot);
    }
}

static inline void fp_foot_locker_forward(fp_foot_locker *locker, const double *translations, const double *rotations,
                                          fp_placement placement) {
    fp_forward(translations, rotations, locker->rig.parents, locker->rig.joints, placement, locker->positions,
               locker->orientations);
}

/* Whether every joint of the legs is somewhere. */
static inline int fp_foot_locker_is_finite(const fp_foot_locker *locker) {
    for (int i = 0; i < FP_LEG_WIDTH * locker->rig.limbs; i++) {
        int joint = locker->rig.legs[i];
        fp_vec at = fp_vec_load(locker->positions + 3 * (joint >= 0 ? joint : locker->rig.legs[i - 1]));
        if (!isfinite(at.x + at.y + at.z))
            return 0;
    }
    return 1;
}

static inline int fp_foot_locker_stands(const fp_foot_locker *locker) {
    for (int i = 0; i < locker->rig.limbs; i++)
        if (!fp_leg_stands(locker->positions, locker->rig.legs + FP_LEG_WIDTH * i))
            return 0;
    return 1;
}

/* The first frame: feet are measured in the rest pose, or in this frame's where that does not stand. */
static inline void fp_foot_locker_begin(fp_foot_locker *locker, fp_pose pose) {
    const fp_rig *rig = &locker->rig;
    fp_foot_locker_forward(locker, rig->rest_translations, rig->rest_rotations, pose.placement);
    if (!fp_foot_locker_stands(locker))
        fp_foot_locker_forward(locker, pose.translations, pose.rotations, pose.placement);
    for (int i = 0; i < rig->limbs; i++) {
        fp_foot_state *state = &locker->feet[i];
        state->shape = fp_foot_shape_measure(locker->positions, locker->orientations, rig->legs + FP_LEG_WIDTH * i,
                                             fp_vec_load(rig->knee_axes + 3 * i));
        state->knee_axis = fp_knee_axis_start(state->shape.knee_axis);
        state->foot.sole = state->shape.sole;
        state->begun = 1;
    }
    fp_foot_locker_forward(locker, pose.translations, pose.rotations, pose.placement);
}

/* The knee's hinge in this frame: the rig's, else what the legs have shown so far. */
static inline fp_vec fp_foot_locker_hinge(fp_foot_locker *locker, int limb, const fp_leg_pose *leg) {
    fp_foot_state *state = &locker->feet[limb];
    fp_vec given = fp_vec_load(locker->rig.knee_axes + 3 * limb);
    if (fp_dot(given, given) > 0.0)
        return state->shape.knee_axis;
    fp_knee_axis_add(&state->knee_axis, leg->hip, leg->knee, leg->ankle, leg->knee_rotation);
    return fp_knee_axis_read(&state->knee_axis);
}

static inline fp_foot_place fp_foot_locker_place(const fp_leg_pose *leg) {
    fp_foot_place at;
    at.toe = leg->toe;
    at.ankle = leg->ankle;
    at.toe_end = leg->toe_end;
    at.ankle_rotation = fp_quat_mul(leg->above[FP_ANKLE], leg->local[FP_ANKLE]);
    at.toe_rotation = fp_quat_mul(leg->above[FP_TOE], leg->local[FP_TOE]);
    return at;
}

/* Where the foot is to be. */
static inline fp_foot_target fp_foot_locker_target(fp_foot_locker *locker, int limb, const fp_leg_pose *leg,
                                                   const double *contact, fp_ground ground, double dt) {
    const fp_foot_rule *rule = &locker->rule.foot;
    double under[FP_FOOT_POINTS];
    under[0] = rule->pivot == FP_PIVOT_ANKLE ? fp_ground_height(ground, leg->toe, leg->ankle) : ground.height;
    under[1] = fp_ground_height(ground, leg->toe, leg->ankle);
    return fp_foot_follow(&locker->feet[limb].foot, fp_foot_locker_place(leg), contact,
                          fp_ground_is_known(ground) ? under : 0, ground.normal, dt, rule);
}

/* What toe, ankle and toe end are kept above. toe: where it is in the input; target: where it is to be. */
static inline fp_heights fp_foot_locker_least(const fp_foot_locker *locker, int limb, fp_ground ground, fp_vec toe,
                                              fp_vec target) {
    double height = fp_ground_is_known(ground) ? fp_ground_height(ground, toe, target) : locker->rule.floor;
    return locker->rule.height_clamp ? fp_heights_above(height, locker->feet[limb].shape.clearance) : fp_heights_none();
}

static inline void fp_foot_locker_limb(fp_foot_locker *locker, int limb, const fp_world_pose *pose,
                                       const double *contact, fp_ground ground, double dt, fp_foot_result *out) {
    const int *joints = locker->rig.legs + FP_LEG_WIDTH * limb;
    const fp_foot *foot = &locker->feet[limb].foot;
    fp_foot_target target;
    fp_leg_pose leg;
    fp_leg_goal goal;
    fp_leg_gather(pose, joints, &leg);
    target = fp_foot_locker_target(locker, limb, &leg, contact, ground, dt);
    goal.toe = target.toe;
    goal.ankle = target.ankle;
    goal.own_ankle = target.own_ankle;
    goal.sole = target.sole;
    goal.knee_axis = fp_foot_locker_hinge(locker, limb, &leg);
    goal.least = fp_foot_locker_least(locker, limb, ground, leg.toe, target.toe);
    fp_leg_solve_of(joints, &leg, &goal, locker->rule.leg, &out->leg);
    out->locked =
        foot->point[0].lock.locked || (locker->rule.foot.pivot == FP_PIVOT_BOTH && foot->point[1].lock.locked);
}

static inline void fp_foot_locker_store(const fp_foot_locker *locker, const fp_foot_result *results,
                                        double *rotations) {
    for (int i = 0; i < locker->rig.limbs; i++)
        for (int k = 0; k < FP_LEG_JOINTS; k++)
            fp_quat_store(rotations + 4 * locker->rig.legs[FP_LEG_WIDTH * i + k], results[i].leg.local[k]);
}

/* One frame.
 * pose      IN OUT  rotations of the legs are replaced
 * contacts  IN      (L, fp_foot_points) weights from 0 to 1 by which a foot touches: of the toe or the ankle; with
 *                   FP_PIVOT_BOTH of the toe, then the ankle
 * ground    IN      (L), or NULL: the rule's
 * dt        IN      s since the frame before; not read in the first
 * results   OUT     (L)
 * Returns 1; 0 where a leg is at no finite place: then pose and feet stay as they were, and results are not written.
 */
static inline int fp_foot_locker_step(fp_foot_locker *locker, fp_pose pose, const double *contacts,
                                      const fp_ground *ground, double dt, fp_foot_result *results) {
    fp_world_pose world;
    int points = fp_foot_points(locker->rule.foot.pivot);
    fp_foot_locker_forward(locker, pose.translations, pose.rotations, pose.placement);
    if (!fp_foot_locker_is_finite(locker))
        return 0;
    if (locker->rig.limbs > 0 && !locker->feet[0].begun)
        fp_foot_locker_begin(locker, pose);
    world.parents = locker->rig.parents;
    world.positions = locker->positions;
    world.orientations = locker->orientations;
    world.local = pose.rotations;
    for (int i = 0; i < locker->rig.limbs; i++) {
        fp_ground below = ground && fp_ground_is_known(ground[i]) ? ground[i] : fp_ground_level(locker->rule.ground);
        fp_foot_locker_limb(locker, i, &world, contacts + points * i, below, dt, &results[i]);
    }
    fp_foot_locker_store(locker, results, pose.rotations);
    return 1;
}

#endif
