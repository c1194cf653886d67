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

/* A step on from where the other foot was to stand, so that small faults do not add up; or the next hold given. */
static inline void fp_gait_plan(fp_gait *g, const fp_leg_lengths *l, const fp_gait_order *order) {
    const fp_gait_land *land = order->land;
    const fp_gait_ground *stands = &g->leg[g->lead].ground;
    fp_gait_leg *leg = &g->leg[1 - g->lead];
    if (land && g->landed < land->many)
        leg->ground = land->holds[g->landed];
    else {
        double step = order->halt ? 0.0 : order->step;
        if (fabs(g->planned - stands->at.x) > 0.02 * step)
            g->planned = stands->at.x;
        leg->ground = fp_gait_find_hold(land, 1 - g->lead, l, g->planned + step);
    }
    g->planned = leg->ground.at.x;
}

#endif
