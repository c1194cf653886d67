/* A foot in the air, on its way to its foothold. */
#ifndef FOOTPIPE_GAIT_AIR_H
#define FOOTPIPE_GAIT_AIR_H

#include "footpipe/gait_clear.h"
#include "footpipe/gait_reach.h"

/* From (at, rate) to (end, end_rate) in `left` seconds by a cubic: where it is after dt. */
static inline void fp_gait_cubic(fp_side *at, fp_side *rate, fp_side end, fp_side end_rate, double left, double dt) {
    double t = dt < left ? dt / left : 1.0, t2 = t * t, t3 = t2 * t;
    fp_side a = *at, v = fp_side_scale(*rate, left), w = fp_side_scale(end_rate, left), d = fp_side_sub(end, a);
    at->x = a.x + d.x * (3 * t2 - 2 * t3) + v.x * (t - 2 * t2 + t3) + w.x * (t3 - t2);
    at->y = a.y + d.y * (3 * t2 - 2 * t3) + v.y * (t - 2 * t2 + t3) + w.y * (t3 - t2);
    rate->x = (d.x * (6 * t - 6 * t2) + v.x * (1 - 4 * t + 3 * t2) + w.x * (3 * t2 - 2 * t)) / left;
    rate->y = (d.y * (6 * t - 6 * t2) + v.y * (1 - 4 * t + 3 * t2) + w.y * (3 * t2 - 2 * t)) / left;
}

/* What of a foot touches the ground first, from the hip. */
static inline fp_side fp_gait_first_touch(const fp_gait_leg *leg, const fp_leg_lengths *l, const double *q) {
    fp_leg_points p = fp_leg_forward(l, q);
    return leg->toes_first ? p.ball : p.heel;
}

/* That of a figure on the spot as it comes down. */
static inline fp_side fp_gait_spot_touch(const fp_gait *g, const fp_gait_leg *leg, const fp_leg_lengths *l) {
    double spot[FP_LEG_JOINTS], roll = leg->toes_first ? 1.0 : 0.0;
    fp_gait_grade grade = {g->lean, leg->ground.at.y + g->crouch - g->base, leg->ground.slope, leg->pitch, roll};
    fp_gait_spot(g, 2.0, spot);
    fp_gait_on_grade(l, &grade, spot);
    return fp_gait_first_touch(leg, l, spot);
}

/* Where and how fast the rules will bring what touches first at contact, from its place: as at the last contact, and
 * as it looks now, the nearer it comes. */
static inline void fp_gait_foresee(const fp_gait *g, const fp_gait_leg *leg, const fp_leg_lengths *l, double left,
                                   double rate, double plant, fp_side *end, fp_side *end_rate) {
    fp_side now = fp_gait_first_touch(leg, l, leg->say.pose), is = leg->toes_first ? leg->ball : leg->heel;
    fp_side planned = fp_gait_first_touch(leg, l, g->ahead.pose);
    fp_side place = fp_side_add(leg->land, fp_side_sub(planned, g->ahead.heel));
    fp_side otherwise = fp_side_sub(fp_side_make(g->lean, g->crouch - g->base), g->ahead.hips);
    double lag = exp(-10.0 * rate * left), late = fp_gait_ease(left * rate, 0.0, 0.2), far = (1.0 - g->rest) * late;
    fp_side touch = fp_side_add(planned, fp_side_scale(otherwise, 1.0 - late));
    if (g->rest != 0.0)
        touch = fp_side_mix(touch, fp_gait_spot_touch(g, leg, l), g->rest);
    fp_side hip = fp_side_sub(fp_side_add(g->hip, fp_side_scale(g->hip_rate, left)), place);
    hip = fp_side_mix(hip, fp_side_scale(touch, -1.0), far);
    touch = fp_side_add(touch, fp_side_scale(fp_side_sub(is, now), lag));
    *end = fp_side_scale(fp_side_add(hip, touch), -1.0);
    *end_rate = fp_side_scale(fp_side_mix(leg->touch_rate, g->landing_rate, far), -1.0);
    end_rate->x = 0.0;
    end_rate->y -= plant;
}

static inline void fp_gait_measure_swing(const fp_gait *g, fp_gait_leg *leg, const fp_leg_lengths *l) {
    fp_side heel = fp_side_turn(fp_leg_heel_at_rest(l), fp_leg_pitch(g->ahead.pose));
    fp_side ankle = fp_side_sub(fp_side_sub(leg->land, heel), g->hip);
    double away = leg->q[FP_HIP] - fp_thigh_to(l, ankle);
    if (leg->thigh_away == 0.0) {
        double share = 2.0 - leg->phase;
        leg->thigh_away = fp_gait_clip(away / (share > 0.2 ? share : 0.2), -3.0, -0.25);
    }
    double delta = 1.0 - 2.0 * away / leg->thigh_away;
    leg->measured = 1.0 + 0.5 * (delta + 1.0);
    double uneven = leg->way.many > 2 ? 1.0 : fp_gait_uneven(g, l);
    double tells = fp_gait_ease(-leg->thigh_away, 0.25, 0.6); /* less, where it hardly turns, or something lifts it */
    tells *= 1.0 - fp_gait_ease(leg->lift / fp_leg_length(l), 0.02, 0.08);
    leg->measured += uneven * (1.0 - tells) * (leg->phase - leg->measured);
}

#define FP_GAIT_OVER_PLACE 1.82 /* phase at which a heel is over its place that has something close behind it, */
#define FP_GAIT_OVER_FAR 0.123  /* and by how much later of a wide step */

static inline double fp_gait_over_place(const fp_gait *g, const fp_leg_lengths *l) {
    return FP_GAIT_OVER_PLACE + FP_GAIT_OVER_FAR * fp_gait_wide(l, fp_gait_under_way(g));
}

/* Where something stands close behind the heel as it lands, it is over its place that many seconds before. */
static inline double fp_gait_early(const fp_gait *g, const fp_gait_leg *leg, double over, double left) {
    double all = fp_gait_air_left(g, leg->phase);
    if (isinf(leg->way.behind.x) || all <= 0.0)
        return 0.0;
    double early = left * fp_gait_air_left(g, over) / all;
    return early < left ? early : left;
}

/* Where the rules have the heel at a place of the ring, m from the hip along the way. */
static inline double fp_gait_heel_then(const fp_gait *g, const fp_gait_leg *leg, const fp_gait_style *style,
                                       const fp_leg_lengths *l, double phase, double *pace) {
    fp_gait_rules say = fp_gait_want_there(g, leg, phase, style, l);
    *pace = say.pace;
    return fp_leg_forward(l, say.pose).heel.x;
}

/* Where and how fast along the way the offset has to be for the heel to be over its place at a phase, `left` seconds
 * from here and `early` ones before it lands. */
static inline void fp_gait_foresee_over(const fp_gait *g, const fp_gait_leg *leg, const fp_gait_style *style,
                                        const fp_leg_lengths *l, double phase, double early, double left, double rate,
                                        fp_side *end, fp_side *end_rate) {
    double pace, now = fp_leg_forward(l, leg->say.pose).heel.x, far = fp_gait_ease(left * rate, 0.0, 0.2);
    double heel = fp_gait_heel_then(g, leg, style, l, phase, &pace);
    double next = fp_gait_heel_then(g, leg, style, l, phase + 0.02, &pace);
    double hip = g->hip.x + g->hip_rate.x * left;
    hip += far * (leg->land.x - g->ahead.heel.x - g->hip_rate.x * early - hip);
    *end = fp_side_make(leg->land.x - hip - heel - (leg->heel.x - now) * exp(-10.0 * rate * left), 0.0);
    *end_rate = fp_side_make(-g->hip_rate.x - (next - heel) / 0.02 * pace * rate, 0.0);
}

/* Takes the offset on to where it is to be in `left` seconds; along the way earlier, where something stands close
 * behind the heel as it lands. */
static inline void fp_gait_go_on(const fp_gait *g, fp_gait_leg *leg, const fp_gait_style *style,
                                 const fp_leg_lengths *l, fp_side end, fp_side end_rate, double left, double rate,
                                 double dt) {
    fp_side at = leg->offset, speed = leg->offset_rate;
    double over = fp_gait_over_place(g, l), early = fp_gait_early(g, leg, over, left), before = left - early;
    fp_gait_cubic(&leg->offset, &leg->offset_rate, end, end_rate, left > dt ? left : dt, dt);
    if (early <= 0.0)
        return;
    fp_gait_foresee_over(g, leg, style, l, leg->phase > over ? leg->phase : over, early,
                         before > dt ? before - dt : 0.0, rate, &end, &end_rate);
    fp_gait_cubic(&at, &speed, end, end_rate, before > dt ? before : dt, dt);
    leg->offset.x = at.x;
    leg->offset_rate.x = speed.x;
}

/* A foothold that stays out of reach comes nearer. */
static inline void fp_gait_shorten(fp_gait *g, fp_gait_leg *leg, double by) {
    fp_side back = fp_side_make(-by, -by * tan(leg->ground.slope));
    leg->ground.at = fp_side_add(leg->ground.at, back);
    leg->land = fp_side_add(leg->land, back);
    g->shift -= by;
}

/* How the rules move the foot; returns where they have what touches the ground first, from the hip. */
static inline fp_side fp_gait_watch_rule(const fp_gait *g, fp_gait_leg *leg, const fp_leg_points *rule, double dt) {
    fp_side touch = leg->toes_first ? rule->ball : rule->heel, was = leg->toes_first ? leg->ball : leg->heel;
    if (dt > FP_GAIT_SPLIT)
        leg->touch_rate = fp_side_add(g->hip_rate, fp_side_scale(fp_side_sub(touch, was), 1.0 / dt));
    leg->heel = rule->heel;
    leg->ball = rule->ball;
    return touch;
}

static inline void fp_gait_swing(fp_gait *g, fp_gait_leg *leg, const fp_gait_style *style, const fp_leg_lengths *l,
                                 double left, double rate, double dt) {
    fp_leg_points rule = fp_leg_forward(l, leg->rule);
    fp_side end, end_rate, touch = fp_gait_watch_rule(g, leg, &rule, dt);
    double then = left > dt ? left - dt : 0.0;
    fp_gait_foresee(g, leg, l, then, rate, style->plant, &end, &end_rate);
    fp_gait_go_on(g, leg, style, l, end, end_rate, left, rate, dt);
    fp_gait_hold_back(g, leg, l, rule.tip, rate, dt);
    fp_gait_hold_up(leg, fp_gait_lift(g, leg, style, l, &rule), left, rate, dt);
    if (leg->phase >= 2.0 && g->leg[g->lead].phase > FP_GAIT_HURRY && leg->ground.at.x > g->hip.x)
        fp_gait_shorten(g, leg, FP_GAIT_SHORTEN * rate * dt);
    fp_side place = fp_side_add(touch, leg->offset);
    place.y += leg->lift;
    fp_gait_stretching by = fp_gait_stretching_at(g, l, leg->phase, then * rate);
    fp_gait_reach_for(leg, l, place, &by);
    fp_gait_measure_swing(g, leg, l);
}

#endif
