/* Soles laid square to the ground while a foot is in contact.
 *
 * A sole is square to the vertical in the pose in which the character stands; from there on its normal is known in the
 * joint's own frame. What share of the way a foot is turned goes over from 0 to 1 and back as places do
 * (inertialize.h): without a jump, in the lock's own times, and after that it is exactly 0 or 1.
 */
#ifndef FOOTPIPE_SOLE_H
#define FOOTPIPE_SOLE_H

#include "footpipe/inertialize.h"
#include "footpipe/quat.h"

/* Normals of the sole at rest: of the foot in the ankle's frame, of the toes in the toe's. Unit. */
typedef struct {
    fp_vec foot, toe;
} fp_sole_normals;

/* Turns of the world, of foot and toes, each about its own joint; none where the weight is 0. */
typedef struct {
    fp_quat foot, toe;
    double weight;
} fp_sole_turns;

/* A share that goes over to 1 (flat) or 0: the x of a motion. */
typedef struct {
    fp_motion offset;
    double time; /* s since it last changed */
    int flat;
} fp_sole_fade;

static inline fp_sole_turns fp_sole_turns_none(void) {
    fp_sole_turns turns;
    turns.foot = turns.toe = fp_quat_identity();
    turns.weight = 0.0;
    return turns;
}

static inline fp_sole_fade fp_sole_fade_start(void) {
    fp_vec zero = fp_vec_make(0.0, 0.0, 0.0);
    fp_sole_fade fade;
    fade.offset = fp_motion_make(zero, zero);
    fade.time = 0.0;
    fade.flat = 0;
    return fade;
}

static inline fp_motion fp_sole_fade_base(int flat) {
    return fp_motion_make(fp_vec_make(flat ? 1.0 : 0.0, 0.0, 0.0), fp_vec_make(0.0, 0.0, 0.0));
}

/* blend, release  IN  s, into contact and out of it */
static inline double fp_sole_fade_read(const fp_sole_fade *fade, double blend, double release) {
    fp_motion left = fp_decay(fade->offset, fade->time, fade->flat ? blend : release);
    return fp_motion_add(fp_sole_fade_base(fade->flat), left).position.x;
}

/* What it goes over to from this frame on. */
static inline void fp_sole_fade_decide(fp_sole_fade *fade, int flat, double blend, double release) {
    if (flat == fade->flat)
        return;
    fade->offset = fp_transition(fade->offset, fade->time, fade->flat ? blend : release, fp_sole_fade_base(fade->flat),
                                 fp_sole_fade_base(flat));
    fade->time = 0.0;
    fade->flat = flat;
}

static inline fp_quat fp_sole_turn(fp_quat rotation, fp_vec own, fp_vec normal, double weight) {
    return fp_quat_share(fp_between(fp_rotate(rotation, own), normal), weight);
}

/* ankle, toe  IN  world rotations in the input
 * normal      IN  of the ground, unit
 */
static inline fp_sole_turns fp_sole_turns_make(fp_sole_normals own, fp_quat ankle, fp_quat toe, fp_vec normal,
                                               double weight) {
    fp_sole_turns turns;
    turns.foot = fp_sole_turn(ankle, own.foot, normal, weight);
    turns.toe = fp_sole_turn(toe, own.toe, normal, weight);
    turns.weight = weight;
    return turns;
}

#endif
