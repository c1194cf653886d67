/* How a foot in the air keeps clear of what stands in its way. */
#ifndef FOOTPIPE_GAIT_CLEAR_H
#define FOOTPIPE_GAIT_CLEAR_H

#include "footpipe/gait_terrain.h"

#define FP_GAIT_LIFT_SOFT 0.03 /* of the leg, within which a foot that comes too low begins to be held up */
#define FP_GAIT_BEHIND 0.05    /* m, behind a foothold, where a foot on its way there keeps over everything */
#define FP_GAIT_EDGE 0.012     /* m, from the tip of the toes to an edge before them */
#define FP_GAIT_BRAKE 22.0     /* 1/s, with which they come to it */
#define FP_GAIT_SINK 40.0      /* 1/s, with which a foot that was held up comes down, */
#define FP_GAIT_SINK_LAST 3.0  /* or this many times in what it has left to its landing */

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
    double begun = g->rest + (1.0 - g->rest) * fp_gait_ease(phase, 1.0, 1.07);
    return begun * fp_gait_ramp(want, soft, &slope);
}

/* A foot that something holds up goes up with it, and comes down softly once it is over. */
static inline void fp_gait_hold_up(fp_gait_leg *leg, double need, double left, double rate, double dt) {
    double was = leg->lift, quick = FP_GAIT_SINK * rate, late = FP_GAIT_SINK_LAST / (left > dt ? left : dt);
    fp_gait_draw(&leg->lift, &leg->lift_rate, 0.0, quick > late ? quick : late, dt);
    if (leg->way.many > 2 && leg->lift >= need)
        return;
    leg->lift = need;
    leg->lift_rate = dt > FP_GAIT_SPLIT ? (need - was) / dt : leg->lift_rate;
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
    if (dt > FP_GAIT_SPLIT)
        leg->offset_rate.x -= back / dt;
    leg->tip -= back;
}

#endif
