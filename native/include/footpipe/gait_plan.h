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

static inline int fp_gait_same_ground(const fp_gait_ground *a, const fp_gait_ground *b) {
    return a->at.x == b->at.x && a->at.y == b->at.y && a->slope == b->slope;
}

/* Where the foot in the air goes, by the step under way; `fresh`: it has just left the ground. */
static inline void fp_gait_aim(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                               const fp_gait_order *order, int fresh) {
    fp_gait_leg *leg = &g->leg[1 - g->lead];
    fp_gait_ground to = fp_gait_next_hold(order->land, g->landed, 1 - g->lead, l, g->planned, g->step);
    if (fresh)
        leg->way.from = leg->ground;
    else if (fp_gait_same_ground(&to, &leg->way.to))
        return;
    leg->ground = leg->way.to = to;
    fp_gait_plan_hull(&leg->way, order->land, 1 - g->lead, l);
    fp_gait_plan_path(g, style, l, order);
    fp_gait_plan_landing(g, style, l);
}

#define FP_GAIT_FAULT 0.015 /* of the leg, by which a foot may stand beside its place and the next make it good */

/* A foot has landed: the next step begins where it was to stand. */
static inline void fp_gait_step_on(fp_gait *g, double length) {
    double stands = g->leg[g->lead].ground.at.x;
    g->planned += g->asked;
    if (fabs(g->planned - stands) > FP_GAIT_FAULT * length)
        g->planned = stands;
    g->settled = 0;
}

#endif
