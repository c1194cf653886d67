/* Inertialization: a change of what is followed, without a jump.
 *
 * At a transition the difference between the old motion and the new one is remembered, in place and
 * velocity, and decays along the cubic that ends with no offset and no velocity after `blend` seconds
 * (David Bollo, "Inertialization", GDC 2018; in its cubic form by Daniel Holden, theorangeduck.com).
 * Nothing is blended, so the old motion need not run on.
 *
 * Positions m, velocities m/s, times s. blend = 0 means an offset is gone at once.
 */
#ifndef FOOTPIPE_INERTIALIZE_H
#define FOOTPIPE_INERTIALIZE_H

#include "footpipe/vec.h"

typedef struct {
    fp_vec position, velocity;
} fp_motion;

static inline fp_motion fp_motion_make(fp_vec position, fp_vec velocity) {
    fp_motion m;
    m.position = position;
    m.velocity = velocity;
    return m;
}

static inline fp_motion fp_motion_add(fp_motion a, fp_motion b) {
    return fp_motion_make(fp_add(a.position, b.position), fp_add(a.velocity, b.velocity));
}

static inline fp_motion fp_motion_sub(fp_motion a, fp_motion b) {
    return fp_motion_make(fp_sub(a.position, b.position), fp_sub(a.velocity, b.velocity));
}

/* What is left of an offset `time` seconds after its transition. */
static inline fp_motion fp_decay(fp_motion offset, double time, double blend) {
    double t = blend > 0.0 && time < blend ? time / blend : 1.0;
    double w0, w1, w2, w3;
    if (!(t < 1.0))
        return fp_motion_make(fp_vec_make(0.0, 0.0, 0.0), fp_vec_make(0.0, 0.0, 0.0));
    t = t < 0.0 ? 0.0 : t;
    w0 = (2.0 * t - 3.0) * t * t + 1.0;
    w1 = ((t - 2.0) * t + 1.0) * t * blend;
    w2 = 6.0 * (t - 1.0) * t / blend;
    w3 = (3.0 * t - 4.0) * t + 1.0;
    return fp_motion_make(fp_add(fp_scale(offset.position, w0), fp_scale(offset.velocity, w1)),
                          fp_add(fp_scale(offset.position, w2), fp_scale(offset.velocity, w3)));
}

/* The offset of a new transition, from `source` to `target`. What is left of the old offset goes into
 * the new one as a pair, place and velocity together: a transition in mid-blend is as smooth as any. */
static inline fp_motion fp_transition(fp_motion offset, double time, double blend, fp_motion source, fp_motion target) {
    return fp_motion_sub(fp_motion_add(source, fp_decay(offset, time, blend)), target);
}

#endif
