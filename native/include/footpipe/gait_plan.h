/* Where the foot in the air goes, and how the figure will stand there. */
#ifndef FOOTPIPE_GAIT_PLAN_H
#define FOOTPIPE_GAIT_PLAN_H

#include "footpipe/gait_terrain.h"

/* As far as a foot looks for better ground: share of the step, and m of a leg of .9 m at least. */
#define FP_GAIT_LOOK 0.25
#define FP_GAIT_LOOK_LEAST 0.15

/* The foothold of landing `index` if a step goes from x. */
static inline fp_gait_ground fp_gait_next_hold(const fp_gait_land *land, int index, int leg, const fp_leg_lengths *l,
                                               double x, double step) {
    double look = FP_GAIT_LOOK * step, least = FP_GAIT_LOOK_LEAST * fp_leg_length(l) / FP_GAIT_LEG;
    if (land && index < land->many)
        return land->holds[index];
    return fp_gait_find_hold(land, leg, l, x + step, look > least ? look : least);
}

/* The hips' line over the footholds; the one behind the next is looked for too. */
static inline void fp_gait_plan_path(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                                     const fp_gait_order *order) {
    fp_gait_path was = g->path, *path = &g->path;
    const fp_gait_leg *leg = &g->leg[1 - g->lead];
    fp_gait_ground after =
        fp_gait_next_hold(order->land, g->landed + 1, g->lead, l, leg->ground.at.x, order->halt ? 0.0 : order->step);
    path->at[1] = leg->way.from.at;
    path->at[2] = g->leg[g->lead].ground.at;
    path->at[3] = leg->ground.at;
    path->at[4] = after.at;
    fp_gait_path_keep(path, &was, fp_gait_hips_way(g, style, l), g->hip_rate.x);
}

/* A step on from where the other foot was to stand, so that small faults do not add up; or the next hold given. */
static inline void fp_gait_plan(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                                const fp_gait_order *order) {
    const fp_gait_ground *stands = &g->leg[g->lead].ground;
    fp_gait_leg *leg = &g->leg[1 - g->lead];
    double step = order->halt ? 0.0 : order->step;
    if (fabs(g->planned - stands->at.x) > 0.02 * step)
        g->planned = stands->at.x;
    leg->way.from = leg->ground;
    leg->ground = fp_gait_next_hold(order->land, g->landed, 1 - g->lead, l, g->planned, step);
    leg->way.to = leg->ground;
    g->planned = leg->ground.at.x;
    fp_gait_plan_hull(&leg->way, order->land, 1 - g->lead, l);
    fp_gait_plan_path(g, style, l, order);
    fp_gait_plan_landing(g, style, l);
}

#endif
