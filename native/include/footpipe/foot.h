/* Where a foot is to be, frame by frame: its toe, its ankle, or both are locked while they are in contact (lock.h).
 *
 * A contact is a weight from 0 to 1; it begins at `on` and ends below `off`. Nothing looks at a later frame; a
 * foot that was reset has not begun. World space, y up; m, s.
 */
#ifndef FOOTPIPE_FOOT_H
#define FOOTPIPE_FOOT_H

#include "footpipe/lock.h"
#include "footpipe/sole.h"
#include "footpipe/stance.h"

typedef enum {
    FP_PIVOT_TOE = 0,   /* what stands still: the toe */
    FP_PIVOT_ANKLE = 1, /* the ankle */
    FP_PIVOT_BOTH = 2   /* the whole foot */
} fp_pivot;

enum { FP_FOOT_POINTS = 2 };

typedef struct {
    double on, off; /* weights */
    fp_pivot pivot;
    fp_lock_rule lock;
    int flatten; /* 1: soles are laid square to the ground in contact */
} fp_foot_rule;

typedef struct {
    fp_lock lock;
    fp_stance stance;
    int touches, begun;
} fp_foot_point;

typedef struct {
    fp_foot_point point[FP_FOOT_POINTS];
    fp_sole_fade fade;
    fp_sole_normals sole; /* the foot's own: not read unless soles are laid flat */
} fp_foot;

typedef struct {
    fp_vec toe, ankle, toe_end;           /* toe_end = toe if there is none */
    fp_quat ankle_rotation, toe_rotation; /* world; not read unless soles are laid flat */
} fp_foot_place;

typedef struct {
    fp_vec toe, ankle;
    int own_ankle; /* 1: the ankle follows from the toe as in the input, as fp_leg_goal has it */
    fp_sole_turns sole;
} fp_foot_target;

/* How many points have contacts: toe or ankle; toe and ankle. */
static inline int fp_foot_points(fp_pivot pivot) {
    return pivot == FP_PIVOT_BOTH ? 2 : 1;
}

static inline void fp_foot_reset(fp_foot *foot) {
    foot->fade = fp_sole_fade_start();
    for (int i = 0; i < FP_FOOT_POINTS; i++) {
        foot->point[i].touches = foot->point[i].begun = 0;
        fp_stance_clear(&foot->point[i].stance, 0);
    }
}

static inline int fp_foot_touches(const fp_foot *foot, const fp_foot_rule *rule) {
    return foot->point[0].touches || (rule->pivot == FP_PIVOT_BOTH && foot->point[1].touches);
}

/* Whether a point touches that did so before or not. Hysteresis: between `off` and `on` all stays as it was. */
static inline int fp_touches(int before, double weight, double on, double off) {
    return weight >= on || (before && weight >= off);
}

/* The height to lock at. Only a point about to lock asks for it. */
static inline double fp_foot_point_planted(fp_foot_point *point, double height, double sole, const double *under) {
    fp_stance_add(&point->stance, height, sole, under);
    return point->begun && point->lock.locked ? 0.0 : fp_stance_planted(&point->stance, under);
}

/* sole   IN   m, height of the lowest of the foot
 * under  IN   m, height of the ground under the point, or NULL
 */
static inline fp_vec fp_foot_point_follow(fp_foot_point *point, fp_vec input, double weight, double sole,
                                          const double *under, double dt, const fp_foot_rule *rule) {
    double planted = 0.0;
    point->touches = fp_touches(point->touches, weight, rule->on, rule->off);
    if (point->touches && !rule->lock.keep_height)
        planted = fp_foot_point_planted(point, input.y, sole, under);
    if (point->begun)
        fp_lock_update(&point->lock, input, point->touches, planted, dt, rule->lock);
    else
        point->lock = fp_lock_start(input, point->touches, planted, rule->lock);
    point->begun = 1;
    return point->lock.output.position;
}

/* v with the length of `like`; `like` itself where v has none. */
static inline fp_vec fp_with_length(fp_vec v, fp_vec like) {
    double length = fp_length(v);
    return length > 1e-12 ? fp_scale(v, fp_length(like) / length) : like;
}

/* The ankle where it is held, but as far from the toe as it is in the input. */
static inline fp_vec fp_foot_ankle_beside(fp_vec toe, fp_vec held, const fp_foot_place *at) {
    return fp_add(toe, fp_with_length(fp_sub(held, toe), fp_sub(at->ankle, at->toe)));
}

/* What share of its way the sole is turned in this frame. */
static inline fp_sole_turns fp_foot_soles(fp_foot *foot, const fp_foot_place *at, fp_vec normal, double dt,
                                          const fp_foot_rule *rule) {
    double share;
    if (!rule->flatten)
        return fp_sole_turns_none();
    if (foot->point->begun && dt > 0.0)
        foot->fade.time += dt;
    share = fp_sole_fade_read(&foot->fade, rule->lock.blend, rule->lock.release);
    return share == 0.0 ? fp_sole_turns_none()
                        : fp_sole_turns_make(foot->sole, at->ankle_rotation, at->toe_rotation, normal, share);
}

/* The foot turned about its toe, or about its ankle where that is what stands. */
static inline fp_foot_place fp_foot_turned(const fp_foot_place *at, const fp_sole_turns *turns, int on_ankle) {
    fp_vec foot = fp_rotate(turns->foot, fp_sub(at->toe, at->ankle));
    fp_foot_place turned = *at;
    if (turns->weight == 0.0)
        return turned;
    if (on_ankle)
        turned.toe = fp_add(at->ankle, foot);
    else
        turned.ankle = fp_sub(at->toe, foot);
    turned.toe_end = fp_add(turned.toe, fp_rotate(turns->toe, fp_sub(at->toe_end, at->toe)));
    return turned;
}

/* The points held, and the foot after them. */
static inline void fp_foot_hold(fp_foot *foot, const fp_foot_place *at, const double *contact, const double *under,
                                double dt, const fp_foot_rule *rule, fp_foot_target *target) {
    double sole = fmin(fmin(at->toe.y, at->ankle.y), at->toe_end.y);
    int on_ankle = rule->pivot == FP_PIVOT_ANKLE;
    fp_vec first = fp_foot_point_follow(foot->point, on_ankle ? at->ankle : at->toe, contact[0], sole, under, dt, rule);
    fp_vec held;
    target->toe = on_ankle ? fp_add(first, fp_sub(at->toe, at->ankle)) : first;
    target->ankle = first;
    if (rule->pivot == FP_PIVOT_BOTH) {
        held = fp_foot_point_follow(foot->point + 1, at->ankle, contact[1], sole, under ? under + 1 : under, dt, rule);
        target->ankle = fp_foot_ankle_beside(first, held, at);
    }
}

/* One frame.
 * at       IN   the input pose
 * contact  IN   (fp_foot_points) weights
 * under    IN   (fp_foot_points) m, heights of the ground under these points, or NULL: not known
 * normal   IN   of the ground, unit; not read unless soles are laid flat
 * dt       IN   s since the frame before; not read in the first
 */
static inline fp_foot_target fp_foot_follow(fp_foot *foot, fp_foot_place at, const double *contact, const double *under,
                                            fp_vec normal, double dt, const fp_foot_rule *rule) {
    fp_foot_target target;
    target.sole = fp_foot_soles(foot, &at, normal, dt, rule);
    at = fp_foot_turned(&at, &target.sole, rule->pivot == FP_PIVOT_ANKLE);
    fp_foot_hold(foot, &at, contact, under, dt, rule, &target);
    target.own_ankle = rule->pivot == FP_PIVOT_TOE;
    fp_sole_fade_decide(&foot->fade, fp_foot_touches(foot, rule), rule->lock.blend, rule->lock.release);
    return target;
}

#endif
