/* Where the foot in the air goes, and how the figure will stand there. */
#ifndef FOOTPIPE_GAIT_PLAN_H
#define FOOTPIPE_GAIT_PLAN_H

#include "footpipe/gait_terrain.h"

/* As far as a foot looks for better ground: share of the step, and m of a leg of .9 m at least. */
#define FP_GAIT_LOOK 0.25
#define FP_GAIT_LOOK_LEAST 0.15

/* The foothold that is given for a landing; NULL: it is free. */
static inline const fp_gait_ground *fp_gait_given(const fp_gait_land *land, int landing) {
    return land && landing < land->many ? &land->holds[landing] : NULL;
}

/* How far the next foothold is to be from where the other foot was to stand: a step, so that small faults do not add
 * up; to a given one; or exactly beside the other. */
static inline double fp_gait_asked(const fp_gait *g, const fp_gait_order *order) {
    const fp_gait_ground *given = fp_gait_given(order->land, g->landed);
    if (given)
        return given->at.x - g->planned;
    return order->halt ? g->leg[g->lead].ground.at.x - g->planned : order->step;
}

/* The ground for a landing that is to be at x: the given one, or the best near there. */
static inline fp_gait_ground fp_gait_next_hold(const fp_gait_land *land, int landing, int leg, const fp_leg_lengths *l,
                                               double x, double step) {
    const fp_gait_ground *given = fp_gait_given(land, landing);
    double look = FP_GAIT_LOOK * step, least = FP_GAIT_LOOK_LEAST * fp_leg_length(l) / FP_GAIT_LEG;
    return given ? *given : fp_gait_find_hold(land, leg, l, x, look > least ? look : least);
}

/* The hips' line over the footholds; the one behind the next is looked for too. */
static inline void fp_gait_plan_path(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                                     const fp_gait_land *land) {
    fp_gait_path was = g->path, *path = &g->path;
    const fp_gait_leg *leg = &g->leg[1 - g->lead];
    double step = g->halts ? 0.0 : g->asked;
    path->at[1] = leg->way.from.at;
    path->at[2] = g->leg[g->lead].ground.at;
    path->at[3] = leg->ground.at;
    path->at[4] = fp_gait_next_hold(land, g->landed + 1, g->lead, l, leg->ground.at.x + step, step).at;
    fp_gait_path_keep(path, &was, fp_gait_hips_way(g, style, l), g->hip_rate.x);
}

/* The foothold moves with the step under way; `anew`: even if that did not change. */
static inline void fp_gait_aim(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                               const fp_gait_land *land, int anew) {
    fp_gait_leg *leg = &g->leg[1 - g->lead];
    double x = g->planned + g->step;
    if (!anew && x == leg->aim)
        return;
    leg->aim = x;
    leg->ground = leg->way.to = fp_gait_next_hold(land, g->landed, 1 - g->lead, l, x, g->step);
    g->shift = leg->ground.at.x - x;
    fp_side rise = fp_side_sub(leg->ground.at, g->leg[g->lead].ground.at);
    g->climb = rise.y - tan(leg->ground.slope) * rise.x;
    fp_gait_plan_hull(&leg->way, land, 1 - g->lead, l);
    fp_gait_plan_path(g, style, l, land);
    fp_gait_plan_landing(g, style, l);
}

#define FP_GAIT_FAULT                                                                                                  \
    0.015 /* of the leg, by which a foot may stand beside where it was to and the next make it good                    \
           */

/* A foot has landed: the next step begins where it was to stand. */
static inline void fp_gait_step_on(fp_gait *g, double length) {
    double stands = g->leg[g->lead].ground.at.x;
    g->planned += g->asked;
    g->shift = 0.0;
    if (fabs(g->planned - stands) > FP_GAIT_FAULT * length)
        g->planned = stands;
    g->settled = 0;
}

#endif
