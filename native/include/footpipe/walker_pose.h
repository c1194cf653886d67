/* A frame of a figure that is steered, as a pose of a skeleton: what foot_locker.h and an engine's skinning take. */
#ifndef FOOTPIPE_WALKER_POSE_H
#define FOOTPIPE_WALKER_POSE_H

#include "footpipe/forward.h"
#include "footpipe/walker.h"

/* What a joint does. */
typedef enum {
    FP_PLAYS_NOTHING, /* keeps its rotation in its parent's space */
    FP_PLAYS_AHEAD,   /* points along the way: a root, the head */
    FP_PLAYS_PELVIS,
    FP_PLAYS_SPINE,     /* between pelvis and chest, by its share */
    FP_PLAYS_UPPER_ARM, /* of `part` 0 left, 1 right */
    FP_PLAYS_FOREARM,
    FP_PLAYS_LEG /* `part`: 0 .. 3 the left hip, knee, ankle, toe, 4 .. 7 the right one's */
} fp_plays;

/* The skeleton; it never changes. */
typedef struct {
    int joints;
    const int *parents;         /* (J) parents come before their children; -1 = a root */
    const int *plays;           /* (J) fp_plays */
    const int *parts;           /* (J) */
    const double *shares;       /* (J) of a joint of the spine: 0 as the pelvis .. 1 as the chest */
    const double *translations; /* (J, 3) in the parent's space, the character's unit, standing */
    const double *rotations;    /* (J, 4) in the parent's space, of joints that keep theirs */
    const double *turns;        /* (J, 4) in the world, standing upright and facing z, of those that do not */
    int pelvis, carrier;        /* the pelvis, and itself or the joint above it by whose place it moves */
    fp_vec pelvis_at;           /* m, of the pelvis from the middle between the hips, standing */
    fp_placement placement;     /* of the figure that stands at the world's origin and faces z */
} fp_walker_body;

/* Rotation in the world from how the joint stands. */
static inline fp_quat fp_walker_joint_turn(const fp_walker_body *body, const fp_walker_frame *frame, int joint) {
    const fp_sway *sway = &frame->sway;
    double heading = frame->at.heading, share = body->shares[joint];
    int part = body->parts[joint];
    switch ((fp_plays)body->plays[joint]) {
    case FP_PLAYS_PELVIS:
        return frame->legs.pelvis;
    case FP_PLAYS_LEG:
        return frame->legs.leg[part / FP_LEG_JOINTS][part % FP_LEG_JOINTS];
    case FP_PLAYS_SPINE:
        return fp_quat_mul(fp_figure_about_up(heading + (1.0 - share) * sway->yaw + share * sway->chest),
                           fp_figure_about_forward((1.0 - share) * sway->roll));
    case FP_PLAYS_UPPER_ARM:
        return fp_figure_foot_turn(heading + sway->chest, sway->arm[part]);
    case FP_PLAYS_FOREARM:
        return fp_figure_foot_turn(heading + sway->chest, sway->arm[part] + sway->elbow[part]);
    case FP_PLAYS_NOTHING:
    case FP_PLAYS_AHEAD:
        break;
    }
    return fp_figure_about_up(heading);
}

/* world  OUT  (J, 4) */
static inline void fp_walker_turn_joints(const fp_walker_body *body, const fp_walker_frame *frame, fp_quat placed,
                                         double *rotations, double *world) {
    for (int j = 0; j < body->joints; j++) {
        int parent = body->parents[j];
        fp_quat above = parent < 0 ? placed : fp_quat_load(world + 4 * parent);
        fp_quat local = fp_quat_load(body->rotations + 4 * j), turned;
        if (body->plays[j] == FP_PLAYS_NOTHING)
            turned = fp_quat_mul(above, local);
        else {
            turned = fp_quat_mul(fp_walker_joint_turn(body, frame, j), fp_quat_load(body->turns + 4 * j));
            local = fp_quat_normalize(fp_quat_mul(fp_quat_conj(above), turned));
        }
        fp_quat_store(world + 4 * j, turned);
        fp_quat_store(rotations + 4 * j, local);
    }
}

/* Brings the pelvis to its place. */
static inline void fp_walker_carry(const fp_walker_body *body, const fp_walker_frame *frame, fp_placement placement,
                                   const double *rotations, const double *world, double *translations) {
    int parent = body->parents[body->carrier];
    fp_quat above = parent < 0 ? placement.rotation : fp_quat_load(world + 4 * parent);
    fp_vec wanted = fp_add(frame->legs.middle, fp_rotate(frame->legs.pelvis, body->pelvis_at));
    fp_vec is = fp_forward_joint(translations, rotations, body->parents, body->pelvis, placement);
    fp_vec by = fp_scale(fp_unrotate(above, fp_sub(wanted, is)), 1.0 / placement.scale);
    double *at = translations + 3 * body->carrier;
    fp_vec_store(at, fp_add(fp_vec_load(at), by));
}

/* translations  OUT  (J, 3) in the parent's space, the character's unit
 * rotations     OUT  (J, 4) in the parent's space
 * placement     OUT  the character in the world: it goes along the way, at height 0
 * world         OUT  (J, 4) rotations in the world
 */
static inline void fp_walker_pose(const fp_walker_body *body, const fp_walker_frame *frame, double *translations,
                                  double *rotations, fp_placement *placement, double *world) {
    for (int i = 0; i < 3 * body->joints; i++)
        translations[i] = body->translations[i];
    placement->scale = body->placement.scale;
    placement->translation = fp_vec_make(frame->at.left, 0.0, frame->at.forward);
    placement->rotation = fp_quat_mul(fp_figure_about_up(frame->at.heading), body->placement.rotation);
    fp_walker_turn_joints(body, frame, placement->rotation, rotations, world);
    fp_walker_carry(body, frame, *placement, rotations, world, translations);
}

#endif
