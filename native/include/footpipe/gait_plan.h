/* Where the foot in the air goes. */
#ifndef FOOTPIPE_GAIT_PLAN_H
#define FOOTPIPE_GAIT_PLAN_H

#include "footpipe/gait_state.h"

/* The ground for a foot with its heel at x. */
static inline fp_gait_ground fp_gait_find_hold(const fp_gait_land *land, int leg, const fp_leg_lengths *l, double x) {
    double long_ = l->heel_back + l->ball_forward, heel = fp_gait_height(land, leg, x);
    fp_gait_ground hold;
    hold.at = fp_side_make(x, heel);
    hold.slope = atan2(fp_gait_height(land, leg, x + long_) - heel, long_);
    return hold;
}

/* The foothold that is given for the landing under way; NULL: it is free. */
static inline const fp_gait_ground *fp_gait_given(const fp_gait *g, const fp_gait_land *land) {
    return land && g->landed < land->many ? &land->holds[g->landed] : NULL;
}

/* How far the next foothold is to be from where the other foot was to stand: a step, so that small faults do not add
 * up; to a given one; or exactly beside the other. */
static inline double fp_gait_asked(const fp_gait *g, const fp_gait_order *order) {
    const fp_gait_ground *given = fp_gait_given(g, order->land);
    if (given)
        return given->at.x - g->planned;
    return order->halt ? g->leg[g->lead].ground.at.x - g->planned : order->step;
}

/* The foothold moves with the step under way. */
static inline void fp_gait_aim(fp_gait *g, const fp_leg_lengths *l, const fp_gait_land *land) {
    fp_gait_leg *leg = &g->leg[1 - g->lead];
    const fp_gait_ground *given = fp_gait_given(g, land);
    if (given)
        leg->ground = *given;
    else
        leg->ground = fp_gait_find_hold(land, 1 - g->lead, l, g->planned + g->step);
}

#define FP_GAIT_FAULT                                                                                                  \
    0.015 /* of the leg, by which a foot may stand beside where it was to and the next make it good                    \
           */

/* A foot has landed: the next step begins where it was to stand. */
static inline void fp_gait_step_on(fp_gait *g, double length) {
    double stands = g->leg[g->lead].ground.at.x;
    g->planned += g->asked;
    if (fabs(g->planned - stands) > FP_GAIT_FAULT * length)
        g->planned = stands;
    g->settled = 0;
}

#endif
