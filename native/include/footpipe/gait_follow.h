/* Joints go where the rules want them. */
#ifndef FOOTPIPE_GAIT_FOLLOW_H
#define FOOTPIPE_GAIT_FOLLOW_H

#include "footpipe/gait_terrain.h"

/* inputs  OUT  (FP_ASKED) */
static inline void fp_gait_ask(const fp_gait *g, const fp_gait_leg *leg, const fp_leg_lengths *l, double *inputs) {
    fp_side ankle = fp_leg_forward(l, leg->q).ankle;
    if (!leg->down)
        ankle = fp_side_sub(fp_side_sub(leg->land, fp_side_turn(fp_leg_heel_at_rest(l), fp_leg_pitch(g->ahead.pose))),
                            g->hip);
    inputs[FP_ASK_FOOT] = leg->down ? 0.0 : 1.0;
    inputs[FP_ASK_DELTA] = leg->down ? 1.0 : 2.0 * (leg->measured - 1.0) - 1.0;
    inputs[FP_ASK_CLEARANCE] =
        leg->down ? 1.0 : fp_gait_lowest(&g->leg[g->lead].ground, l, g->hip, leg->q) / fp_leg_length(l);
    inputs[FP_ASK_REACH] = sqrt(ankle.x * ankle.x + ankle.y * ankle.y) / (l->thigh + l->shank);
    inputs[FP_ASK_PROGRESS] = leg->measured - leg->phase;
}

/* Adds what the reactive rules say, rad/s. */
static inline void fp_gait_reaction(const fp_gait *g, const fp_gait_leg *leg, const fp_gait_style *style,
                                    const fp_leg_lengths *l, double *speed) {
    double inputs[FP_ASKED], said[FP_LEG_JOINTS];
    const fp_gait_react *react = &style->react;
    if (!react->rules)
        return;
    fp_gait_ask(g, leg, l, inputs);
    fp_fuzzy_evaluate(react->rules, react->numbers, inputs, react->arena, said);
    for (int i = 0; i < react->rules->outputs; i++)
        speed[react->joint[i]] += said[i];
}

static inline void fp_gait_follow(const fp_gait *g, fp_gait_leg *leg, const fp_gait_style *style,
                                  const fp_leg_lengths *l, double rate, double dt) {
    double *q = leg->down ? leg->q : leg->rule, speed[FP_LEG_JOINTS] = {0.0, 0.0, 0.0, 0.0};
    fp_gait_rules next = fp_gait_want_there(g, leg, leg->phase, style, l);
    fp_gait_reaction(g, leg, style, l, speed);
    double fade = exp(-FP_GAIT_FORGET * rate * dt);
    for (int j = 0; j < FP_LEG_JOINTS; j++) {
        double keep = exp(-style->follow[j] * rate * dt), to = next.pose[j] + keep * (q[j] - leg->say.pose[j]);
        if (leg->fresh)
            leg->spare[j] = dt > FP_GAIT_SPLIT ? leg->rate[j] - (to - q[j]) / dt : 0.0;
        q[j] = to + (leg->spare[j] + speed[j] * rate) * dt;
        leg->spare[j] *= fade;
    }
    leg->fresh = leg->fresh && dt <= FP_GAIT_SPLIT;
    leg->say = next;
    fp_gait_keep_knee(q);
}

#endif
