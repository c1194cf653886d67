/* A foot of a figure that is steered: the spots that it stands on and goes to, and its toe joint while it stands.
 *
 * A foot on the ground is at the spot `before`, and `after` is where it would go now; it goes there in the air, and
 * that spot comes along with the way as long as the foot is high. With the landing `after` becomes `before`.
 *
 * The foot rolls over the tip of its toes before it leaves. That lifts the toe joint and would take it along by some
 * millimetres: it is held in its place until it is 2 cm off, and then let go without a jump (inertialize.h).
 */
#ifndef FOOTPIPE_WALKER_FOOT_H
#define FOOTPIPE_WALKER_FOOT_H

#include "footpipe/gait.h"
#include "footpipe/inertialize.h"
#include "footpipe/walker_way.h"

#define FP_WALKER_FIRST 1.04 /* phase of a leg from which its foot leaves the spot behind */
#define FP_WALKER_LAST 1.84  /* phase at which it is wholly with the one before it: not later than FP_GAIT_LAND */
#define FP_WALKER_FREE 1.3   /* phase until which that spot goes along with the way */
#define FP_WALKER_FIXED 1.7  /* phase from which it lies fast */
#define FP_WALKER_ALONG 30.0 /* 1/s, how firmly it goes along */
#define FP_WALKER_HEEL 1     /* bits of fp_gait_touch */
#define FP_WALKER_BALL 2
#define FP_WALKER_LIFTED 0.02 /* m that a toe joint is off its place when it is let go */
#define FP_WALKER_EASE 0.12   /* s over which it is let go */

typedef struct {
    fp_figure_spot before, after;
    double share;
    int held;       /* whether the toe joint stands */
    fp_side place;  /* m, where, in the walk */
    fp_motion away; /* of the toe joint from where the walk has it, when it was held last: x alone */
    double loose;   /* s since then */
} fp_walker_foot;

static inline double fp_walker_smooth(double x) {
    double t = fp_gait_clip(x, 0.0, 1.0);
    return t * t * t * (10.0 - 15.0 * t + 6.0 * t * t);
}

static inline fp_walker_foot fp_walker_foot_start(fp_figure_spot spot) {
    fp_walker_foot foot;
    fp_vec none = fp_vec_make(0.0, 0.0, 0.0);
    foot.before = foot.after = spot;
    foot.share = 0.0;
    foot.held = 0;
    foot.place = fp_side_make(0.0, 0.0);
    foot.away = fp_motion_make(none, none);
    foot.loose = FP_WALKER_EASE;
    return foot;
}

/* Where a point of the walk is: for asking about the ground on the way from spot to spot. */
static inline fp_vec fp_walker_foot_over(const fp_walker_foot *foot, double aside, double x) {
    double far = foot->after.x - foot->before.x;
    double share = far > 1e-6 ? fp_walker_smooth((x - foot->before.x) / far) : x < foot->after.x ? 0.0 : 1.0;
    fp_side point = fp_side_make(x, 0.0);
    return fp_figure_mix(fp_figure_seen_from(foot->before, aside, point),
                         fp_figure_seen_from(foot->after, aside, point), share);
}

/* Goes along with the plan as long as the foot is free to. */
static inline void fp_walker_foot_go(fp_walker_foot *foot, fp_figure_spot plan, double phase, double dt) {
    double firm = FP_WALKER_ALONG * (1.0 - fp_gait_ease(phase, FP_WALKER_FREE, FP_WALKER_FIXED));
    double share = 1.0 - exp(-firm * dt);
    fp_way_move(&foot->after, 0.0, plan.x - foot->after.x);
    foot->after.left += share * (plan.left - foot->after.left);
    foot->after.forward += share * (plan.forward - foot->after.forward);
    foot->after.heading += share * (plan.heading - foot->after.heading);
    foot->share = fp_walker_smooth((phase - FP_WALKER_FIRST) / (FP_WALKER_LAST - FP_WALKER_FIRST));
}

static inline void fp_walker_foot_land(fp_walker_foot *foot) {
    foot->before = foot->after;
    foot->share = 0.0;
}

/* m along the walk that the toe joint is off where the walk has it. */
static inline double fp_walker_foot_away(const fp_walker_foot *foot) {
    return fp_decay(foot->away, foot->loose, FP_WALKER_EASE).position.x;
}

/* ball: the toe joint in the walk, dt seconds on. */
static inline void fp_walker_foot_hold(fp_walker_foot *foot, const fp_gait_leg *leg, fp_side ball, double dt) {
    fp_side off = fp_side_sub(foot->place, ball);
    if (foot->held && leg->down && off.x * off.x + off.y * off.y <= FP_WALKER_LIFTED * FP_WALKER_LIFTED) {
        if (dt > FP_GAIT_SPLIT)
            foot->away.velocity.x = (off.x - foot->away.position.x) / dt;
        foot->away.position.x = off.x;
        return;
    }
    foot->loose += dt;
    foot->held = (fp_gait_touch(leg) & FP_WALKER_BALL) != 0;
    if (!foot->held)
        return;
    foot->away = fp_decay(foot->away, foot->loose, FP_WALKER_EASE);
    foot->loose = 0.0;
    foot->place = fp_side_make(ball.x + foot->away.position.x, ball.y);
}

#endif
