/* Feet on the ground, and the hip over them. */
#ifndef FOOTPIPE_GAIT_GROUND_H
#define FOOTPIPE_GAIT_GROUND_H

#include "footpipe/gait_state.h"

#define FP_GAIT_RISE 0.03 /* rad, by which the rules have to want the heel up before it leaves the ground */

static inline double fp_gait_wish(const fp_gait_leg *leg) {
    return fp_leg_pitch(leg->say.pose) - leg->ground.slope + FP_GAIT_RISE;
}

static inline double fp_gait_tilt(const fp_gait_leg *leg) {
    return fp_leg_pitch(leg->q) - leg->ground.slope;
}

static inline fp_gait_foot fp_gait_foot_of(fp_gait_leg *leg, double give) {
    fp_gait_foot foot = {leg->stand, leg->ground, leg->say.pose[FP_TOE], leg->q, give};
    return foot;
}

/* The toe of a foot on the ground lies on it, once the sole does. */
static inline void fp_gait_lay_toe(fp_gait_leg *leg, double fade) {
    double by, pitch = fp_leg_pitch(leg->q) - leg->ground.slope;
    if (leg->stand == FP_ON_HEEL) {
        leg->q[FP_TOE] = leg->q[FP_TOE] > -pitch ? leg->q[FP_TOE] : -pitch;
        leg->toe_lift = leg->q[FP_TOE] + pitch;
        return;
    }
    leg->toe_lift *= fade;
    leg->q[FP_TOE] = fp_gait_toe_tilt(pitch, leg->say.pose[FP_TOE], &by) - pitch + leg->toe_lift;
}

static inline void fp_gait_stand_one(fp_gait *g, const fp_leg_lengths *l) {
    fp_gait_foot foot = fp_gait_foot_of(&g->leg[g->lead], 1.0);
    if (foot.stand == FP_ON_SOLE)
        fp_gait_lay_flat(&foot);
    g->hip = fp_gait_hip_by(l, &foot);
    g->apart = 0.0;
}

/* The hind foot has the say at first, the foremost at last. */
static inline void fp_gait_stand_two(fp_gait *g, const fp_leg_lengths *l) {
    const fp_gait_leg *hind = &g->leg[1 - g->lead];
    double share = fp_gait_ease(hind->phase, hind->opposite_phase, 1.0);
    fp_gait_foot feet[2];
    for (int leg = 0; leg < 2; leg++)
        feet[leg] = fp_gait_foot_of(&g->leg[leg], 0.02 + (leg == g->lead ? 1.0 - share : share));
    g->apart = fp_gait_settle_two(l, feet);
    g->hip = fp_gait_hip_by(l, &feet[g->lead]);
}

static inline void fp_gait_stand_still(fp_gait *g, const fp_leg_lengths *l, double fade) {
    if (g->leg[1 - g->lead].down)
        fp_gait_stand_two(g, l);
    else
        fp_gait_stand_one(g, l);
    for (int leg = 0; leg < 2; leg++)
        if (g->leg[leg].down)
            fp_gait_lay_toe(&g->leg[leg], fade);
}

#endif
