/* A foot in the air, on its way to its foothold. */
#ifndef FOOTPIPE_GAIT_AIR_H
#define FOOTPIPE_GAIT_AIR_H

#include "footpipe/gait_state.h"

#define FP_GAIT_LIFT_SOFT 0.03 /* of the leg, within which a foot that comes too low begins to be held up */
#define FP_GAIT_BEHIND 0.05    /* m, behind a foothold, where a foot on its way there keeps over everything */
#define FP_GAIT_EDGE 0.012     /* m, from the tip of the toes to an edge before them */
#define FP_GAIT_BRAKE 30.0     /* 1/s, with which they come to it */

/* From (at, rate) to (end, end_rate) in `left` seconds by a cubic: where it is after dt. */
static inline void fp_gait_cubic(fp_side *at, fp_side *rate, fp_side end, fp_side end_rate, double left, double dt) {
    double t = dt < left ? dt / left : 1.0, t2 = t * t, t3 = t2 * t;
    fp_side a = *at, v = fp_side_scale(*rate, left), w = fp_side_scale(end_rate, left), d = fp_side_sub(end, a);
    at->x = a.x + d.x * (3 * t2 - 2 * t3) + v.x * (t - 2 * t2 + t3) + w.x * (t3 - t2);
    at->y = a.y + d.y * (3 * t2 - 2 * t3) + v.y * (t - 2 * t2 + t3) + w.y * (t3 - t2);
    rate->x = (d.x * (6 * t - 6 * t2) + v.x * (1 - 4 * t + 3 * t2) + w.x * (3 * t2 - 2 * t)) / left;
    rate->y = (d.y * (6 * t - 6 * t2) + v.y * (1 - 4 * t + 3 * t2) + w.y * (3 * t2 - 2 * t)) / left;
}

/* Where the heel of a figure on the spot comes down, from the hip. */
static inline fp_side fp_gait_spot_heel(const fp_gait *g, const fp_gait_leg *leg, const fp_leg_lengths *l) {
    double spot[FP_LEG_JOINTS], roll = leg->toes_first ? 1.0 : 0.0;
    fp_gait_grade grade = {g->lean, leg->ground.at.y + g->crouch - g->base, leg->ground.slope, leg->pitch, roll};
    fp_gait_spot(g, 2.0, spot);
    fp_gait_on_grade(l, &grade, spot);
    return fp_leg_forward(l, spot).heel;
}

/* Where and how fast the rules will bring the heel at contact, from the foothold: as at the last contact, and as it
 * looks now, the nearer it comes. */
static inline void fp_gait_foresee(const fp_gait *g, const fp_gait_leg *leg, const fp_leg_lengths *l, double left,
                                   double rate, double plant, fp_side *end, fp_side *end_rate) {
    fp_side now = fp_leg_forward(l, leg->say.pose).heel;
    fp_side otherwise = fp_side_sub(fp_side_make(g->lean, g->crouch - g->base), g->ahead.hips);
    double lag = exp(-10.0 * rate * left), late = fp_gait_ease(left * rate, 0.0, 0.2), far = (1.0 - g->rest) * late;
    fp_side heel = fp_side_add(g->ahead.heel, fp_side_scale(otherwise, 1.0 - late));
    if (g->rest != 0.0)
        heel = fp_side_mix(heel, fp_gait_spot_heel(g, leg, l), g->rest);
    fp_side hip = fp_side_sub(fp_side_add(g->hip, fp_side_scale(g->hip_rate, left)), leg->land);
    hip = fp_side_mix(hip, fp_side_scale(heel, -1.0), far);
    heel = fp_side_add(heel, fp_side_scale(fp_side_sub(leg->heel, now), lag));
    *end = fp_side_scale(fp_side_add(hip, heel), -1.0);
    *end_rate = fp_side_scale(fp_side_mix(leg->heel_rate, g->landing_rate, far), -1.0);
    end_rate->x = 0.0;
    end_rate->y -= plant;
}

/* How far the way over the hull is open: 0 on the ground that the foot leaves, or to which it comes. */
typedef struct {
    double open, close;
} fp_gait_gate;

static inline fp_gait_gate fp_gait_gate_at(const fp_gait_hull *way, double phase) {
    double open = isinf(way->before.x) ? 1.25 : 1.4;
    fp_gait_gate gate = {fp_gait_ease(phase, 1.0, open), 1.0 - fp_gait_ease(phase, 1.8, 1.98)};
    return gate;
}

/* The ground that counts for a foot in the air. */
static inline double fp_gait_bound(const fp_gait_hull *way, const fp_gait_gate *gate, double x) {
    double behind = fp_gait_ease(way->to.at.x - x, 0.0, FP_GAIT_BEHIND); /* nothing comes down there */
    double close = gate->close + (1.0 - gate->close) * behind;
    double hull = fp_gait_hull_height(way, x) * gate->open * close;
    double from = fp_gait_floor(&way->from, x) * (1.0 - gate->open);
    return hull + from + fp_gait_floor(&way->to, x) * (1.0 - close);
}

/* Least height of the foot over it, m: of heel, ball, tip, and of the sole over the hull's corners. */
static inline double fp_gait_over(const fp_gait_hull *way, const fp_gait_gate *gate, const fp_leg_lengths *l,
                                  fp_side hip, const fp_leg_points *p) {
    fp_side sole[3] = {p->heel, p->ball, p->tip};
    double low = INFINITY;
    for (int i = 0; i < 3; i++) {
        sole[i].x += hip.x;
        sole[i].y = hip.y + sole[i].y - (i ? l->ball_height : 0.0);
        double over = sole[i].y - fp_gait_bound(way, gate, sole[i].x);
        low = over < low ? over : low;
    }
    for (int i = 0; i < way->many; i++)
        for (int part = 0; part < 2; part++) {
            fp_side a = sole[part], along = fp_side_sub(sole[part + 1], a);
            double t = along.x > 1e-6 ? (way->at[i].x - a.x) / along.x : -1.0;
            double over = a.y + t * along.y - fp_gait_bound(way, gate, way->at[i].x);
            if (t > 0.0 && t < 1.0 && over < low)
                low = over;
        }
    return low;
}

/* By how much the foot has to be higher than the rules and the offset bring it. rule: where the rules do. */
static inline double fp_gait_lift(const fp_gait *g, const fp_gait_leg *leg, const fp_gait_style *style,
                                  const fp_leg_lengths *l, const fp_leg_points *rule) {
    double slope, phase = leg->phase, length = fp_leg_length(l);
    fp_gait_gate gate = fp_gait_gate_at(&leg->way, phase);
    double low = fp_gait_over(&leg->way, &gate, l, fp_side_add(g->hip, leg->offset), rule);
    double want = gate.open * gate.close * style->clearance * length - low;
    double flat = g->rest > 0.0 ? fp_gait_ease(phase, 1.0, 1.0 + 0.3 * g->rest) : 1.0;
    double soft = FP_GAIT_LIFT_SOFT * length * flat * (1.0 - fp_gait_ease(phase, 1.8, 2.0)) + 1e-6;
    double begun = g->rest + (1.0 - g->rest) * fp_gait_ease(phase, 1.0, 1.05);
    return begun * fp_gait_ramp(want, soft, &slope);
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
    if (leg->way.many > 2) /* a thigh that hardly turns, or that an obstacle lifts, tells little */
        leg->measured = leg->phase + fp_gait_ease(-leg->thigh_away, 0.25, 0.6) *
                                         (1.0 - fp_gait_ease(leg->lift / fp_leg_length(l), 0.02, 0.08)) *
                                         (leg->measured - leg->phase);
}

/* Where something stands close behind the heel as it lands, it is over its place that many seconds before. */
static inline double fp_gait_early(const fp_gait *g, const fp_gait_leg *leg, double left) {
    double all = fp_gait_air_left(g, leg->phase);
    if (isinf(leg->way.behind.x) || all <= 0.0)
        return 0.0;
    double early = left * fp_gait_air_left(g, FP_GAIT_OVER_PLACE) / all;
    return early < left ? early : left;
}

/* Takes the offset on; the heel is over its place `early` seconds before it lands. heel: where the rules have it. */
static inline void fp_gait_go_on(fp_gait_leg *leg, fp_side heel, fp_side end, fp_side end_rate, double left,
                                 double early, double rate, double dt) {
    fp_side at = leg->offset, speed = leg->offset_rate;
    double before = left - early, far = fp_gait_ease(before * rate, 0.0, 0.2), then = before > dt ? before - dt : 0.0;
    fp_gait_cubic(&leg->offset, &leg->offset_rate, end, end_rate, left > dt ? left : dt, dt);
    if (early <= 0.0)
        return;
    double over = leg->land.x - heel.x - leg->heel_rate.x * then;
    end.x = over + far * (end.x - over);
    end_rate.x = -leg->heel_rate.x;
    fp_gait_cubic(&at, &speed, end, end_rate, before > dt ? before : dt, dt);
    leg->offset.x = at.x;
    leg->offset_rate.x = speed.x;
}

/* How far the tip may go: not under an edge before it as it leaves, nor into a riser before it as it lands. */
static inline double fp_gait_tip_limit(const fp_gait_hull *way, const fp_leg_lengths *l, double height, double phase) {
    double over = height - way->before.y - 0.5 * FP_GAIT_EDGE;
    double first = way->before.x - FP_GAIT_EDGE + (over > 0.0 ? 4.0 * over : 0.0);
    double last = way->end - FP_GAIT_EDGE, place = fp_gait_tip_at(&way->to, l).x + 0.2 * FP_GAIT_EDGE;
    first += fp_gait_ease(phase, 1.5, 1.8); /* who was not over it by then does not wait for it */
    last = last > place ? last : place;
    return first < last ? first : last;
}

/* Keeps the tip of a foot in the air from going farther than that: the nearer it is, the slower. tip: by the rules. */
static inline void fp_gait_hold_back(const fp_gait *g, fp_gait_leg *leg, const fp_leg_lengths *l, fp_side tip,
                                     double rate, double dt) {
    tip = fp_side_add(fp_side_add(g->hip, tip), leg->offset);
    if (isinf(leg->way.before.x) && isinf(leg->way.end)) {
        leg->tip = tip.x;
        return;
    }
    double limit = fp_gait_tip_limit(&leg->way, l, tip.y + leg->lift, leg->phase), was = leg->tip;
    leg->tip = tip.x;
    if (isinf(limit))
        return;
    double room = limit - was, most = (room > 0.0 ? room : 0.0) * (1.0 - exp(-FP_GAIT_BRAKE * rate * dt));
    double back = tip.x - was - most;
    if (back <= 0.0)
        return;
    leg->offset.x -= back;
    leg->offset_rate.x -= back / dt;
    leg->tip -= back;
}

/* Of the leg, within which it begins not to stretch more; the softer, the more time there is. */
static inline double fp_gait_reach_soft(double phase, double left) {
    double early = 0.15 * left * fp_gait_ease(phase, 1.3, 1.7);
    return 0.012 * (1.0 - fp_gait_ease(phase, 1.88, 2.0)) + (early < 0.04 ? early : 0.04) + 1e-6;
}

/* A foothold that stays out of reach comes nearer. */
static inline void fp_gait_shorten(fp_gait *g, fp_gait_leg *leg, double by) {
    fp_side back = fp_side_make(-by, -by * tan(leg->ground.slope));
    leg->ground.at = fp_side_add(leg->ground.at, back);
    leg->land = fp_side_add(leg->land, back);
    g->asked -= by;
    g->step = g->asked;
}

static inline void fp_gait_swing(fp_gait *g, fp_gait_leg *leg, const fp_gait_style *style, const fp_leg_lengths *l,
                                 double left, double rate, double dt) {
    fp_leg_points rule = fp_leg_forward(l, leg->rule);
    fp_side heel = rule.heel, end, end_rate;
    if (dt > FP_GAIT_SPLIT)
        leg->heel_rate = fp_side_add(g->hip_rate, fp_side_scale(fp_side_sub(heel, leg->heel), 1.0 / dt));
    leg->heel = heel;
    double then = left > dt ? left - dt : 0.0;
    fp_gait_foresee(g, leg, l, then, rate, style->plant, &end, &end_rate);
    fp_gait_go_on(leg, fp_side_add(g->hip, heel), end, end_rate, left, fp_gait_early(g, leg, left), rate, dt);
    fp_gait_hold_back(g, leg, l, rule.tip, rate, dt);
    fp_side place = fp_side_add(heel, leg->offset);
    leg->lift = fp_gait_lift(g, leg, style, l, &rule);
    place.y += leg->lift;
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
