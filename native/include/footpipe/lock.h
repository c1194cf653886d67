/* Locking one contact point, frame by frame: the runtime lock of Daniel Holden's article
 * (theorangeduck.com), with a transition that folds place and velocity together (inertialize.h).
 *
 * While unlocked the output follows the input; while locked it follows the place where it was itself
 * when the contact began (the article takes the input's: a foot caught on its way back from the lock
 * before would then slide on to it). Changes between the two are inertialized. World space, y up; m, s.
 *
 * The point locks when it is in contact and the output is nearer to the input than `lock_distance`,
 * and lets go when there is no contact or the output is farther than `unlock_distance`: the gap
 * between the two distances keeps it from fluttering, and a foot that cannot keep up is let go.
 *
 * A frame at which no time has passed keeps the input's velocity of before.
 */
#ifndef FOOTPIPE_LOCK_H
#define FOOTPIPE_LOCK_H

#include "footpipe/inertialize.h"

typedef struct {
    double blend;           /* s, from moving to locked */
    double release;         /* s, from locked to moving */
    double lock_distance;   /* m */
    double unlock_distance; /* m */
    int keep_height;        /* 1: locked in the plane only, the height stays the input's */
} fp_lock_rule;

typedef struct {
    fp_motion output;
    fp_motion input;
    fp_motion offset;
    double time; /* s since the transition */
    fp_vec contact;
    int locked;
} fp_lock;

/* What the output follows: the place of contact or the input. */
static inline fp_motion fp_lock_base(const fp_lock *lock, fp_lock_rule rule) {
    fp_motion base = lock->input;
    if (!lock->locked)
        return base;
    base.position.x = lock->contact.x;
    base.position.z = lock->contact.z;
    base.velocity.x = base.velocity.z = 0.0;
    if (!rule.keep_height) {
        base.position.y = lock->contact.y;
        base.velocity.y = 0.0;
    }
    return base;
}

/* How long the transition takes that led to the present state. */
static inline double fp_lock_blend(const fp_lock *lock, fp_lock_rule rule) {
    return lock->locked ? rule.blend : rule.release;
}

static inline void fp_lock_switch(fp_lock *lock, fp_lock_rule rule, int locked) {
    fp_motion source = fp_lock_base(lock, rule);
    double blend = fp_lock_blend(lock, rule);
    lock->locked = locked;
    lock->offset = fp_transition(lock->offset, lock->time, blend, source, fp_lock_base(lock, rule));
    lock->time = 0.0;
}

/* Locks or lets go. The output of this frame stays: only what it will follow changes. */
static inline void fp_lock_decide(fp_lock *lock, fp_lock_rule rule, int contact, double floor) {
    double distance = fp_distance(lock->output.position, lock->input.position);
    if (!lock->locked && contact && distance < rule.lock_distance) {
        lock->contact = lock->output.position;
        lock->contact.y = floor;
        fp_lock_switch(lock, rule, 1);
    } else if (lock->locked && (!contact || distance > rule.unlock_distance)) {
        fp_lock_switch(lock, rule, 0);
    }
}

/* The first frame: at the input, without velocity.
 * floor: height of the planted point, not read where the height is kept. */
static inline fp_lock fp_lock_start(fp_vec input, int contact, double floor, fp_lock_rule rule) {
    fp_vec zero = fp_vec_make(0.0, 0.0, 0.0);
    fp_lock lock;
    lock.output = lock.input = fp_motion_make(input, zero);
    lock.offset = fp_motion_make(zero, zero);
    lock.time = 0.0;
    lock.contact = input;
    lock.locked = 0;
    fp_lock_decide(&lock, rule, contact, floor);
    return lock;
}

/* Every later frame. dt: s since the frame before. */
static inline void fp_lock_update(fp_lock *lock, fp_vec input, int contact, double floor, double dt,
                                  fp_lock_rule rule) {
    if (dt > 0.0) {
        lock->input.velocity = fp_scale(fp_sub(input, lock->input.position), 1.0 / dt);
        lock->time += dt;
    }
    lock->input.position = input;
    lock->output =
        fp_motion_add(fp_lock_base(lock, rule), fp_decay(lock->offset, lock->time, fp_lock_blend(lock, rule)));
    fp_lock_decide(lock, rule, contact, floor);
}

#endif
