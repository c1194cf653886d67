/* How fast a leg goes round its ring: by the rules, and by what is measured. */
#ifndef FOOTPIPE_GAIT_PHASE_H
#define FOOTPIPE_GAIT_PHASE_H

#include "footpipe/gait_state.h"

#define FP_GAIT_LEAST_STEP 0.1 /* of the leg, by which at least the way that the hip has gone is measured */

static inline double fp_gait_measured(const fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l, int leg) {
    const fp_gait_leg *own = &g->leg[leg];
    double least = FP_GAIT_LEAST_STEP * fp_leg_length(l), step = fp_gait_under_way(g);
    double small = fp_gait_small(style, l, fp_gait_effort(g, l, step));
    step = step > least ? step : least;
    double heel = g->ahead.place - small * (g->ahead.place + l->heel_back) + g->ahead.hips.x;
    double gone = (g->hip.x - g->leg[g->lead].ground.at.x + heel) / step;
    if (!own->down)
        return own->measured;
    if (leg == g->lead)
        return FP_GAIT_OPPOSITE * gone;
    double share = style->toe_off[0] + style->toe_off[1] * g->s;
    return own->opposite_phase + (1.0 - own->opposite_phase) * gone / (share > 0.05 ? share : 0.05);
}

#define FP_GAIT_BENT 0.975      /* of thigh and shank: the knee of a leg that lands in good time is bent by 25 deg */
#define FP_GAIT_LEAST_SPEED 0.6 /* legs per second, of the hip, by which one counts */
#define FP_GAIT_SWING_SPEED 3.0 /* legs per second, with which a foot gets to its place in good time */
#define FP_GAIT_UPHILL 0.05     /* rad, from which slope on a thigh that is ahead does not count */
#define FP_GAIT_NARROW 0.4      /* share by which steps are narrow, from which on hips tell nothing about a phase */
#define FP_GAIT_WARY 0.25       /* by how much slower a wide step on uneven ground */
#define FP_GAIT_CAUTION 0.45    /* by how much slower a step is taken that changes */

/* Seconds until a foot in the air can be at its place without haste: by its own way, and the hip's until the place is
 * in reach. Before the scaling with the leg. */
static inline double fp_gait_way_left(const fp_gait *g, const fp_gait_leg *leg, const fp_leg_lengths *l, double rate) {
    double far = FP_GAIT_BENT * (l->thigh + l->shank), length = fp_leg_length(l);
    fp_side place = fp_side_sub(leg->land, g->hip);
    fp_side heel = fp_side_turn(fp_leg_heel_at_rest(l), fp_leg_pitch(g->ahead.pose));
    fp_side ankle = fp_side_sub(place, heel);
    double ahead = sqrt(fp_gait_clip(far * far - ankle.y * ankle.y, 0.0, far * far));
    double speed = g->hip_rate.x / rate, least = FP_GAIT_LEAST_SPEED * length;
    double hip = (ankle.x - ahead) / (speed > least ? speed : least);
    double foot = (place.x - fp_leg_forward(l, leg->q).heel.x) / (FP_GAIT_SWING_SPEED * length);
    return hip > foot ? hip : foot;
}

/* A leg in the air keeps step with the one on the ground: by how much faster it goes, to land when that one is ready,
 * and after a change, or round something close before its toes, when its place is in reach. */
static inline double fp_gait_in_step(const fp_gait *g, const fp_gait_leg *leg, const fp_leg_lengths *l, double rate) {
    const fp_gait_leg *stands = &g->leg[g->lead];
    if (g->halts)
        return 1.0;
    double ready = (FP_GAIT_OPPOSITE - stands->phase) / stands->say.pace;
    double up = g->climb > 0.0 ? fp_gait_uneven(g, l) : 0.0;
    double care = isinf(leg->way.before.x) ? fmax(g->care, up) : 1.0;
    if (care != 0.0) {
        double way = fp_gait_way_left(g, leg, l, rate);
        ready += care * (way > ready ? way - ready : 0.0);
    }
    return fp_gait_clip((fp_gait_air_left(g, leg->phase) + 0.05) / ((ready > 0.0 ? ready : 0.0) + 0.05), 0.4, 1.6);
}

/* By how much a leg is ahead of its phase, as far as it counts. Up stairs hips sway over the feet; uphill the thigh is
 * up long before the foot is there. */
static inline double fp_gait_off(const fp_gait *g, const fp_gait_leg *leg) {
    double off = fp_gait_clip(leg->measured - leg->phase, -0.4, 0.4);
    if (leg->down && g->climb > 0.0)
        return off * (1.0 - fp_gait_ease(g->narrow, 0.0, FP_GAIT_NARROW));
    return off < 0.0 ? off : off * (1.0 - fp_gait_ease(leg->ground.slope, 0.0, FP_GAIT_UPHILL));
}

static inline double fp_gait_phase_rate(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l, int leg,
                                        double rate, double dt) {
    fp_gait_leg *own = &g->leg[leg];
    double wary = FP_GAIT_WARY * fp_gait_uneven(g, l) * fp_gait_wide(l, fp_gait_under_way(g));
    double pace = own->say.pace * rate * (1.0 - FP_GAIT_CAUTION * g->care) * (1.0 - wary);
    pace *= fp_gait_clip(1.0 + 0.5 * dt * rate * own->say.pace_by_phase, 0.5, 2.0); /* half way through dt */
    own->measured = fp_gait_measured(g, style, l, leg);
    double off = fp_gait_off(g, own) * (1.0 - fp_gait_small(style, l, fp_gait_effort(g, l, fp_gait_under_way(g))));
    double kept = own->down ? pace : pace * fp_gait_in_step(g, own, l, rate);
    return fp_gait_clip(kept + style->trust * rate * off, 0.25 * pace, 2.0 * pace);
}

#define FP_GAIT_STANDS 0.38 /* phase at which the foremost leg of a figure stands, its hip over the foot */
#define FP_GAIT_WAITS 0.93  /* phase at which the hind one waits on the ground to go first */
#define FP_GAIT_SINKS 1.3   /* phase of the foremost leg at last: it gives way until the foot in the air is down */

/* Where a phase waits. Of a figure that comes to a stand, the hind foot does not leave the ground again. */
static inline double fp_gait_last_phase(const fp_gait *g, int leg, int halting) {
    if (!g->leg[leg].down)
        return 2.0;
    if (halting)
        return leg == g->lead ? FP_GAIT_STANDS : FP_GAIT_WAITS;
    return leg == g->lead ? FP_GAIT_SINKS : 1.0;
}

#endif
