/* A foot in the air, on its way to its foothold. */
#ifndef FOOTPIPE_GAIT_AIR_H
#define FOOTPIPE_GAIT_AIR_H

#include "footpipe/gait_state.h"

#define FP_GAIT_LIFT_SOFT 0.03 /* of the leg, within which a foot that comes too low begins to be held up */

/* From (at, rate) to (end, end_rate) in `left` seconds by a cubic: where it is after dt. */
static inline void fp_gait_cubic(fp_side *at, fp_side *rate, fp_side end, fp_side end_rate, double left, double dt) {
    double t = dt < left ? dt / left : 1.0, t2 = t * t, t3 = t2 * t;
    fp_side a = *at, v = fp_side_scale(*rate, left), w = fp_side_scale(end_rate, left), d = fp_side_sub(end, a);
    at->x = a.x + d.x * (3 * t2 - 2 * t3) + v.x * (t - 2 * t2 + t3) + w.x * (t3 - t2);
    at->y = a.y + d.y * (3 * t2 - 2 * t3) + v.y * (t - 2 * t2 + t3) + w.y * (t3 - t2);
    rate->x = (d.x * (6 * t - 6 * t2) + v.x * (1 - 4 * t + 3 * t2) + w.x * (3 * t2 - 2 * t)) / left;
    rate->y = (d.y * (6 * t - 6 * t2) + v.y * (1 - 4 * t + 3 * t2) + w.y * (3 * t2 - 2 * t)) / left;
}

/* Where and how fast the rules will bring the heel at contact, from the foothold: as at the last contact, and as it
 * looks now, the nearer it comes. */
static inline void fp_gait_foresee(const fp_gait *g, const fp_gait_leg *leg, const fp_leg_lengths *l, double left,
                                   double rate, double plant, fp_side *end, fp_side *end_rate) {
    double spot[FP_LEG_JOINTS];
    fp_gait_spot(g, 2.0, spot);
    fp_side still = fp_leg_forward(l, spot).heel, now = fp_leg_forward(l, leg->say.pose).heel;
    double lag = exp(-10.0 * rate * left), far = (1.0 - g->rest) * fp_gait_ease(left * rate, 0.0, 0.2);
    fp_side heel = fp_side_mix(g->ahead.heel, still, g->rest);
    fp_side hip = fp_side_sub(fp_side_add(g->hip, fp_side_scale(g->hip_rate, left)), leg->ground.at);
    hip = fp_side_mix(hip, fp_side_scale(heel, -1.0), far);
    heel = fp_side_add(heel, fp_side_scale(fp_side_sub(leg->heel, now), lag));
    *end = fp_side_scale(fp_side_add(hip, heel), -1.0);
    *end_rate = fp_side_scale(fp_side_mix(leg->heel_rate, g->landing_rate, far), -1.0);
    end_rate->x = 0.0;
    end_rate->y -= plant;
}

/* By how much the foot has to be higher than the rules and the offset bring it. */
static inline double fp_gait_lift(const fp_gait *g, const fp_gait_leg *leg, const fp_gait_style *style,
                                  const fp_leg_lengths *l) {
    double slope, phase = leg->phase, length = fp_leg_length(l);
    double open = fp_gait_ease(phase, 1.0, 1.25) * (1.0 - fp_gait_ease(phase, 1.8, 1.98));
    fp_side at = fp_side_add(g->hip, leg->offset);
    double low = fp_gait_lowest(&g->leg[g->lead].ground, l, at, leg->rule);
    double want = open * style->clearance * length - low;
    double flat = g->rest > 0.0 ? fp_gait_ease(phase, 1.0, 1.0 + 0.3 * g->rest) : 1.0;
    double soft = FP_GAIT_LIFT_SOFT * length * flat * (1.0 - fp_gait_ease(phase, 1.8, 2.0)) + 1e-6;
    double begun = g->rest + (1.0 - g->rest) * fp_gait_ease(phase, 1.0, 1.05);
    return begun * fp_gait_ramp(want, soft, &slope);
}

static inline void fp_gait_measure_swing(const fp_gait *g, fp_gait_leg *leg, const fp_leg_lengths *l) {
    fp_side heel = fp_side_turn(fp_leg_heel_at_rest(l), fp_leg_pitch(g->ahead.pose) + leg->ground.slope);
    fp_side ankle = fp_side_sub(fp_side_sub(leg->ground.at, heel), g->hip);
    double away = leg->q[FP_HIP] - fp_thigh_to(l, ankle);
    if (leg->thigh_away == 0.0) {
        double share = 2.0 - leg->phase;
        leg->thigh_away = fp_gait_clip(away / (share > 0.2 ? share : 0.2), -3.0, -0.25);
    }
    double delta = 1.0 - 2.0 * away / leg->thigh_away;
    leg->measured = 1.0 + 0.5 * (delta + 1.0);
}

/* Of the leg, within which it begins not to stretch more; the softer, the more time there is. */
static inline double fp_gait_reach_soft(double phase, double left) {
    double early = 0.15 * left * fp_gait_ease(phase, 1.3, 1.7);
    return 0.012 * (1.0 - fp_gait_ease(phase, 1.88, 2.0)) + (early < 0.04 ? early : 0.04) + 1e-6;
}

/* A foothold that stays out of reach comes nearer. */
static inline void fp_gait_shorten(fp_gait *g, fp_gait_leg *leg, double by) {
    leg->ground.at.x -= by;
    g->asked -= by;
    g->step = g->asked;
}

static inline void fp_gait_swing(fp_gait *g, fp_gait_leg *leg, const fp_gait_style *style, const fp_leg_lengths *l,
                                 double left, double rate, double dt) {
    fp_side heel = fp_leg_forward(l, leg->rule).heel, end, end_rate;
    if (dt > FP_GAIT_SPLIT)
        leg->heel_rate = fp_side_add(g->hip_rate, fp_side_scale(fp_side_sub(heel, leg->heel), 1.0 / dt));
    leg->heel = heel;
    double then = left > dt ? left - dt : 0.0;
    fp_gait_foresee(g, leg, l, then, rate, style->plant, &end, &end_rate);
    fp_gait_cubic(&leg->offset, &leg->offset_rate, end, end_rate, left > dt ? left : dt, dt);
    fp_side place = fp_side_add(heel, leg->offset);
    place.y += fp_gait_lift(g, leg, style, l);
    for (int j = 0; j < FP_LEG_JOINTS; j++)
        leg->q[j] = leg->rule[j];
    if (leg->phase >= 2.0 && g->leg[g->lead].phase > FP_GAIT_HURRY && leg->ground.at.x > g->hip.x)
        fp_gait_shorten(g, leg, FP_GAIT_SHORTEN * rate * dt);
    leg->beyond = fp_gait_beyond_reach(l, leg->q, place);
    double soft = fp_leg_length(l) * fp_gait_reach_soft(leg->phase, then * rate);
    fp_gait_bring_heel(l, leg->q, fp_gait_within_reach(l, leg->q, place, soft));
    fp_gait_measure_swing(g, leg, l);
}

#endif
