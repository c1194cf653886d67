/* A figure that walks, seen from the side: one step in time of its two legs.
 *
 * Each leg goes round its ring (gait_style.h) at a pace that the rules tell and that what is measured corrects:
 *
 *   foremost foot  measured = .8 (hip - hip at its contact) / step
 *   hind foot      measured = c + (1 - c) (hip - hip at the other's contact) / (toe_off(s) step)
 *   in the air     measured = 1 + (delta + 1) / 2,  delta = 1 - 2 (thigh - to) / (thigh - to at toe-off)
 *                  to = angle of the thigh that reaches the foothold: one delta for level ground, slopes and stairs
 *   phase' = pace + trust (measured - phase),  within pace / 4 .. 2 pace
 *   joint' = pose' + follow (pose - joint)
 *
 * Footholds are planned in space. Feet on the ground stay exactly where they are (gait_pin.h); the hip goes where the
 * legs put it. A foot in the air is brought to its foothold by a cubic that is planned anew at every step, from where
 * the rules will bring it: it arrives there with the phase, and with the speed at which heels come down.
 * Events lie between the steps in time. All rates go with sqrt(.9 m / leg) and the tempo.
 *
 *   fp_gait walk;
 *   fp_gait_start(&walk, &style, &lengths, angles, &order);
 *   for (;;)
 *       fp_gait_step(&walk, &style, &lengths, &order, FP_GAIT_DT);    // then walk.hip, walk.leg[0].q, ...
 */
#ifndef FOOTPIPE_GAIT_H
#define FOOTPIPE_GAIT_H

#include "footpipe/gait_air.h"
#include "footpipe/gait_event.h"
#include "footpipe/gait_follow.h"
#include "footpipe/gait_order.h"
#include "footpipe/gait_phase.h"

/* Takes a leg on round its ring; returns the seconds that it had left in the air. */
static inline double fp_gait_go_round(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l, int i,
                                      double rate, double dt) {
    fp_gait_leg *leg = &g->leg[i];
    leg->phase_rate = fp_gait_phase_rate(g, style, l, i, rate, dt);
    double left = fp_gait_air_left(g, leg->phase) * leg->say.pace / leg->phase_rate;
    double last = fp_gait_last_phase(g, i, fp_gait_halting(g, l)), phase = leg->phase + leg->phase_rate * dt;
    if (leg->phase > last) /* it went on before the halt was asked for */
        phase = leg->phase - rate * g->rest * dt;
    leg->phase = leg->phase <= last && phase > last ? last : phase;
    return left;
}

/* A step in time without events: phases stop at their last. */
static inline void fp_gait_move(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                                const fp_gait_order *order, double dt) {
    double rate = fp_gait_rate(style, l), left[2], before[2][FP_LEG_JOINTS];
    fp_side hip = g->hip;
    fp_gait_take_order(g, style, l, order, rate, dt);
    if (g->s != g->ahead.s) {
        fp_gait_look_ahead(g, style, l);
        if (!g->leg[1 - g->lead].down)
            fp_gait_plan_landing(g, style, l);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < FP_LEG_JOINTS; j++)
            before[i][j] = g->leg[i].q[j];
    for (int air = 0; air < 2; air++) /* a leg in the air looks at where the one on the ground will be */
        for (int i = 0; i < 2; i++)
            if (g->leg[i].down != air)
                left[i] = fp_gait_go_round(g, style, l, i, rate, dt);
    fp_gait_feel_ground(g, style, l, rate, dt);
    for (int i = 0; i < 2; i++)
        fp_gait_follow(g, &g->leg[i], style, l, rate, dt);
    fp_gait_stand_still(g, l, exp(-FP_GAIT_FORGET * rate * dt));
    if (dt > FP_GAIT_SPLIT)
        g->hip_rate = fp_side_scale(fp_side_sub(g->hip, hip), 1.0 / dt);
    for (int i = 0; i < 2; i++)
        if (!g->leg[i].down)
            fp_gait_swing(g, &g->leg[i], style, l, left[i], rate, dt);
    if (dt > FP_GAIT_SPLIT)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < FP_LEG_JOINTS; j++)
                g->leg[i].rate[j] = (g->leg[i].q[j] - before[i][j]) / dt;
}

/* What a step in time met: at most one landing and one toe-off, s from the step's beginning; negative: none. */
typedef struct {
    double contact, toe_off;
    int contact_leg, toe_off_leg;
} fp_gait_met;

static inline void fp_gait_tell(fp_gait_met *met, fp_gait_found found, double at) {
    if (found.kind == FP_GAIT_CONTACT) {
        met->contact = at;
        met->contact_leg = found.leg;
    } else if (found.kind == FP_GAIT_TOE_OFF) {
        met->toe_off = at;
        met->toe_off_leg = found.leg;
    }
}

#define FP_GAIT_EVENTS 6 /* at most, in a step in time */

static inline fp_gait_met fp_gait_step(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                                       const fp_gait_order *order, double dt) {
    fp_gait_met met = {-1.0, -1.0, -1, -1};
    double done = 0.0;
    for (int i = 0; dt - done > 1e-9; i++) {
        fp_gait next = *g;
        fp_gait_move(&next, style, l, order, dt - done);
        fp_gait_found found = fp_gait_find(g, &next, l, dt - done);
        if (found.kind == FP_GAIT_NOTHING || i == FP_GAIT_EVENTS) {
            *g = next;
            return met;
        }
        double until = found.share * (dt - done);
        if (until > 1e-9)
            fp_gait_move(g, style, l, order, until);
        done += until;
        if (found.kind == FP_GAIT_DUE && g->leg[found.leg].beyond <= 0.0)
            found.kind = FP_GAIT_CONTACT;
        fp_gait_happen(g, style, l, found, order);
        fp_gait_tell(&met, found, done);
    }
    return met;
}

static inline void fp_gait_start_leg(fp_gait *g, const fp_gait_style *style, int i, const double *angles,
                                     double phase) {
    fp_gait_leg *leg = &g->leg[i];
    for (int j = 0; j < FP_LEG_JOINTS; j++) {
        leg->q[j] = leg->rule[j] = angles[j];
        leg->rate[j] = leg->spare[j] = 0.0;
    }
    leg->phase = leg->measured = phase;
    leg->phase_rate = 0.0;
    leg->say = fp_gait_want(g, style, phase);
    leg->down = leg->fresh = 0;
    leg->stand = FP_ON_SOLE;
    leg->ground.at = fp_side_make(0.0, 0.0);
    leg->ground.slope = 0.0;
    leg->toe_lift = leg->thigh_away = leg->beyond = leg->pitch = leg->lift = leg->lift_rate = 0.0;
    leg->toes_first = leg->way.many = 0;
    leg->way.from = leg->way.to = leg->ground;
    leg->land = leg->ground.at;
    leg->way.before = leg->way.behind = fp_side_make(INFINITY, 0.0);
    leg->way.end = INFINITY;
    leg->tip = 0.0;
    leg->opposite_phase = FP_GAIT_OPPOSITE;
    leg->offset = leg->offset_rate = leg->touch_rate = fp_side_make(0.0, 0.0);
}

static inline void fp_gait_begin(fp_gait *g, const fp_gait_order *order) {
    g->care = g->care_rate = g->rest_rate = g->slow_rate = g->s_rate = g->step_rate = g->apart = g->planned = 0.0;
    g->asked = g->step = order->halt ? 0.0 : order->step;
    g->shift = 0.0;
    g->landed = g->settled = 0;
    g->climb = 0.0;
    g->halts = order->halt;
    g->lean = g->narrow = g->crouch = g->crouched = g->crouches = g->lowest = 0.0;
    g->gathers = 0.3;
}

/* The hips' ground level at a foot. */
static inline void fp_gait_begin_path(fp_gait *g, fp_side under, double step) {
    for (int i = 0; i < FP_GAIT_KNOTS; i++)
        g->path.at[i] = fp_side_make(under.x + (i - 2) * step, under.y);
    g->path.off = g->path.off_rate = 0.0;
    g->base = under.y;
    g->ahead.hips = fp_side_make(0.0, -under.y);
}

/* Any pose: the lower foot stands at x = 0, the other is in the air. angles IN (2, 4) rad. */
static inline void fp_gait_start(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l, const double *angles,
                                 const fp_gait_order *order) {
    fp_side none = {0.0, 0.0};
    fp_gait_ground level = {{0.0, 0.0}, 0.0};
    double step = order->step;
    g->s = g->s_asked = fp_gait_stride(style, step, fp_leg_length(l));
    g->rest = g->slow = 0.0;
    fp_gait_begin(g, order);
    fp_gait_look_ahead(g, style, l);
    g->landing_rate = g->hip = g->hip_rate = none;
    double low[2];
    for (int i = 0; i < 2; i++)
        low[i] = fp_gait_lowest(&level, l, none, angles + FP_LEG_JOINTS * i);
    g->lead = low[0] <= low[1] ? 0 : 1;
    fp_gait_start_leg(g, style, g->lead, angles + FP_LEG_JOINTS * g->lead, 0.3);
    fp_gait_leg *stands = &g->leg[g->lead], *swings = &g->leg[1 - g->lead];
    fp_gait_ground place = fp_gait_find_hold(order->land, g->lead, l, 0.0, 0.0);
    stands->ground = place;
    fp_gait_put_down(stands, l, none);
    stands->ground = place;
    fp_gait_foot foot = fp_gait_foot_of(stands, 1.0);
    g->hip = fp_gait_hip_by(l, &foot);
    double least = FP_GAIT_LEAST_STEP * fp_leg_length(l);
    double gone = fp_gait_clip((g->hip.x + g->ahead.heel.x) / (step > least ? step : least), 0.0, 1.0);
    stands->phase = fp_gait_clip(FP_GAIT_OPPOSITE * gone, 0.05, 0.9);
    stands->say = fp_gait_want(g, style, stands->phase);
    fp_gait_start_leg(g, style, 1 - g->lead, angles + FP_LEG_JOINTS * (1 - g->lead),
                      fp_gait_clip(1.0 + (gone - 0.2) / 0.8, 1.0, 1.5));
    fp_gait_remember_sole(swings, l, swings->q);
    swings->tip = g->hip.x + fp_leg_forward(l, swings->q).tip.x;
    swings->ground = swings->way.from = place;
    fp_gait_begin_path(g, place.at, step);
    fp_gait_aim(g, style, l, order->land, 1);
    if (swings->ground.at.x < g->hip.x + 0.3 * step) {
        g->asked = g->step = g->hip.x + 0.3 * step;
        g->settled = 1;
        fp_gait_aim(g, style, l, order->land, 1);
    }
    fp_gait_lay_toe(stands, 1.0);
}

/* A figure that stands takes the pose that the ground under it makes of the rules'. */
static inline void fp_gait_stand_there(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l) {
    for (int round = 0; round < 3; round++) /* s that are enough for hips to have come where they stay */
        fp_gait_feel_ground(g, style, l, 1.0, 2.0);
    for (int i = 0; i < 2; i++) {
        fp_gait_leg *leg = &g->leg[i];
        leg->say = fp_gait_want_there(g, leg, leg->phase, style, l);
        for (int j = 0; j < FP_LEG_JOINTS; j++)
            leg->q[j] = leg->rule[j] = leg->say.pose[j];
    }
    fp_gait_stand_still(g, l, 0.0);
    for (int i = 0; i < 2; i++)
        fp_gait_remember_sole(&g->leg[i], l, g->leg[i].q);
}

/* Standing, feet side by side at x = 0; the right leg will go first where lead is 0. */
static inline void fp_gait_stand_up(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                                    const fp_gait_order *order, int lead) {
    fp_side none = {0.0, 0.0};
    g->s = g->s_asked = fp_gait_stride(style, order->step, fp_leg_length(l));
    g->rest = g->slow = 1.0;
    fp_gait_begin(g, order);
    fp_gait_look_ahead(g, style, l);
    g->landing_rate = g->hip_rate = none;
    g->lead = lead;
    fp_gait_begin_path(g, fp_gait_find_hold(order->land, lead, l, 0.0, 0.0).at, order->step);
    for (int i = 0; i < 2; i++) {
        fp_gait_leg *leg = &g->leg[i];
        double phase = i == lead ? FP_GAIT_STANDS : FP_GAIT_WAITS;
        fp_gait_rules still = fp_gait_want(g, style, 0.0);
        fp_gait_start_leg(g, style, i, still.pose, phase);
        leg->down = 1;
        leg->ground = leg->way.from = leg->way.to = fp_gait_find_hold(order->land, i, l, 0.0, 0.0);
        fp_gait_remember_sole(leg, l, leg->q);
        fp_gait_foot foot = fp_gait_foot_of(leg, 1.0);
        g->hip = fp_gait_hip_by(l, &foot);
    }
    if (order->land)
        fp_gait_stand_there(g, style, l);
}

/* Which points of a foot stand still on the ground: bits 1 heel, 2 ball, 4 toe. */
static inline int fp_gait_touch(const fp_gait_leg *leg) {
    double by, tilt = fp_gait_toe_tilt(fp_gait_tilt(leg), leg->say.pose[FP_TOE], &by);
    int toe = leg->toe_lift < 1e-3 ? 4 : 0;
    if (!leg->down)
        return 0;
    if (leg->stand == FP_ON_HEEL)
        return 1;
    if (leg->stand == FP_ON_SOLE)
        return 3 | toe;
    return toe | (tilt > -1e-6 ? 2 : 0);
}

#endif
