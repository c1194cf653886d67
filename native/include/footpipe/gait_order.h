/* How the landing under way becomes what is asked, without a jump: its step, and how much the rules say of it. */
#ifndef FOOTPIPE_GAIT_ORDER_H
#define FOOTPIPE_GAIT_ORDER_H

#include "footpipe/gait_air.h"
#include "footpipe/gait_plan.h"

#define FP_GAIT_OPEN 1.5    /* phase in the air until which an order holds for the landing under way */
#define FP_GAIT_FIRM 1.9    /* phase by which its foothold is where it was asked for */
#define FP_GAIT_TURN 0.2    /* s in which a step becomes another while there is time */
#define FP_GAIT_BESIDE 0.05 /* of the leg, feet that are no farther apart stand beside each other */

/* Coming to a stand: with the foot in the air on its way beside the other, and when it is there. */
static inline int fp_gait_halting(const fp_gait *g, const fp_leg_lengths *l) {
    double apart = g->leg[1 - g->lead].ground.at.x - g->leg[g->lead].ground.at.x;
    return g->halts && fabs(apart) < FP_GAIT_BESIDE * fp_leg_length(l);
}

/* Seconds of this leg's time in the air, or before it, that are left for a change of its foothold. */
static inline double fp_gait_time_to_turn(const fp_gait *g, double rate) {
    const fp_gait_leg *hind = &g->leg[1 - g->lead];
    double turn = FP_GAIT_TURN / rate;
    if (hind->down)
        return turn;
    double left = fp_gait_air_left(g, hind->phase) - fp_gait_air_left(g, FP_GAIT_FIRM);
    double pace = hind->phase_rate > 0.0 ? hind->phase_rate / hind->say.pace : rate;
    return left < turn * pace ? left / pace : turn;
}

/* The step of the landing under way goes on to what is asked for it. */
static inline void fp_gait_turn_step(fp_gait *g, double rate, double dt) {
    double left = fp_gait_time_to_turn(g, rate);
    fp_side at = {g->step, 0.0}, speed = {g->step_rate, 0.0}, end = {g->asked, 0.0}, none = {0.0, 0.0};
    if (fabs(g->step - g->asked) + fabs(g->step_rate) < 1e-9 || left <= dt) {
        g->step = g->asked;
        g->step_rate = 0.0;
        return;
    }
    fp_gait_cubic(&at, &speed, end, none, left, dt);
    g->step = at.x;
    g->step_rate = speed.x;
}

/* How quickly, 1/s, of a leg of .9 m: the rules become those of another step, and a figure starts and halts. */
enum { FP_GAIT_CHANGE = 10, FP_GAIT_START = 8, FP_GAIT_HALT = 12, FP_GAIT_STAND = 18, FP_GAIT_CARE = 30 };

/* What the rules have to do with it follows the step. */
static inline void fp_gait_follow_step(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l, double dt) {
    int stands = fp_gait_halting(g, l), waits = stands && g->leg[1 - g->lead].down;
    double effort = fp_gait_effort(g, l, g->asked + g->shift), rest = stands ? 1.0 : fp_gait_small(style, l, effort);
    if (!g->halts)
        g->s_asked = fp_gait_stride(style, effort, fp_leg_length(l));
    double change = 6.0 * ((g->halts ? 0.0 : fabs(g->rest - rest)) + fabs(g->s - g->s_asked));
    fp_gait_draw_home(&g->rest, &g->rest_rate, rest, stands ? FP_GAIT_HALT : FP_GAIT_START, dt);
    fp_gait_draw_home(&g->slow, &g->slow_rate, waits, stands ? FP_GAIT_STAND : FP_GAIT_CHANGE, dt);
    fp_gait_draw_home(&g->care, &g->care_rate, change < 1.0 ? change : 1.0, FP_GAIT_CARE, dt);
    fp_gait_draw_home(&g->s, &g->s_rate, g->s_asked, FP_GAIT_CHANGE, dt);
}

static inline void fp_gait_take_order(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                                      const fp_gait_order *order, double rate, double dt) {
    const fp_gait_leg *hind = &g->leg[1 - g->lead];
    g->settled = g->settled || hind->phase > FP_GAIT_OPEN;
    if (!g->settled) {
        g->halts = order->halt;
        g->asked = fp_gait_asked(g, order);
    }
    fp_gait_turn_step(g, rate, dt);
    fp_gait_follow_step(g, style, l, rate * dt);
    if (!hind->down)
        fp_gait_aim(g, style, l, order->land, 0);
}

#endif
