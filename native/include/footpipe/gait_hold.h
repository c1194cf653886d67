/* Where a foot can stand on uneven ground.
 *
 * A flat sole lies on an edge of the upper hull of the ground under it: on the edge that is under the middle of the
 * foot. A place is the better the more of the sole that edge carries, the less steep it is, and the nearer it is to
 * where the step was to go. Toes keep off a riser in front of them, heels off one behind.
 */
#ifndef FOOTPIPE_GAIT_HOLD_H
#define FOOTPIPE_GAIT_HOLD_H

#include "footpipe/gait_land.h"

#define FP_GAIT_SOLE 12         /* parts of the sole at whose ends the ground is looked at */
#define FP_GAIT_STEEP 0.4363323 /* rad, 25 deg, the steepest ground that is stepped on without need */
#define FP_GAIT_GAP 0.012       /* m, ground so far under the sole does not carry it */
#define FP_GAIT_RISER 0.03      /* m, ground so far over the sole is a riser */
#define FP_GAIT_MARGIN 0.025    /* m, from a riser to toes or heel */
#define FP_GAIT_SHIFT 0.01      /* m, between places that are tried */
#define FP_GAIT_SHIFTS 15       /* of them to either side at most */

static inline double fp_gait_sole_length(const fp_leg_lengths *l) {
    return l->heel_back + l->ball_forward + l->toe;
}

/* The edge of the upper hull over (many) points, x growing, under `middle`: left and right end. */
static inline void fp_gait_edge(const fp_side *at, int many, double middle, fp_side *left, fp_side *right) {
    int a = 0, b = many - 1;
    while (a + 1 < b) { /* the highest point over the line from a to b is a corner of the hull */
        double slope = (at[b].y - at[a].y) / (at[b].x - at[a].x), most = 1e-9;
        int corner = -1;
        for (int i = a + 1; i < b; i++) {
            double over = at[i].y - at[a].y - slope * (at[i].x - at[a].x);
            if (over > most) {
                most = over;
                corner = i;
            }
        }
        if (corner < 0)
            break;
        if (at[corner].x <= middle)
            a = corner;
        else
            b = corner;
    }
    *left = at[a];
    *right = at[b];
}

/* The ground for a sole with its heel at x, and how bad it is: 0 where it lies flat on the level. */
static inline double fp_gait_try_hold(const fp_gait_land *land, int leg, const fp_leg_lengths *l, double x,
                                      fp_gait_ground *hold) {
    fp_side at[FP_GAIT_SOLE + 1], a, b;
    double length = fp_gait_sole_length(l), part = length / FP_GAIT_SOLE, bare = 0.0;
    for (int i = 0; i <= FP_GAIT_SOLE; i++)
        at[i] = fp_side_make(x + i * part, fp_gait_height(land, leg, x + i * part));
    fp_gait_edge(at, FP_GAIT_SOLE + 1, x + l->heel_back + 0.4 * l->ball_forward, &a, &b);
    double rise = (b.y - a.y) / (b.x - a.x);
    hold->at = fp_side_make(x, a.y + rise * (x - a.x));
    hold->slope = atan(rise);
    for (int i = 0; i <= FP_GAIT_SOLE; i++)
        bare += hold->at.y + rise * i * part - at[i].y > FP_GAIT_GAP;
    double bad = bare / FP_GAIT_SOLE, steep = fabs(hold->slope);
    bad = bad > 0.3 ? bad - 0.2 : bad * bad;
    if (steep > FP_GAIT_STEEP)
        bad += 2.0 + steep;
    double before = fp_gait_height(land, leg, x + length + FP_GAIT_MARGIN) - hold->at.y;
    double behind = fp_gait_height(land, leg, x - FP_GAIT_MARGIN) - hold->at.y;
    if (before - rise * (length + FP_GAIT_MARGIN) > FP_GAIT_RISER)
        bad += 1.0;
    if (behind + rise * FP_GAIT_MARGIN > FP_GAIT_RISER)
        bad += 1.0;
    for (int i = 2; i <= 4; i++) /* heels keep farther off where there is room for it */
        bad += 0.08 * (fp_gait_height(land, leg, x - i * FP_GAIT_MARGIN) - hold->at.y > FP_GAIT_RISER);
    return bad;
}

/* The best ground near x for a foot's heel; a place farther off by `far` is as bad as bare ground under half a sole. */
static inline fp_gait_ground fp_gait_find_hold(const fp_gait_land *land, int leg, const fp_leg_lengths *l, double x,
                                               double far) {
    fp_gait_ground best = {{x, 0.0}, 0.0}, hold;
    if (!land || !land->height)
        return best;
    double least = fp_gait_try_hold(land, leg, l, x, &best);
    for (int i = 1; i <= FP_GAIT_SHIFTS && FP_GAIT_SHIFT * i <= far; i++) {
        double cost = 0.3 * (FP_GAIT_SHIFT * i / far) * (FP_GAIT_SHIFT * i / far);
        if (cost >= least)
            break;
        for (int side = -1; side <= 1; side += 2) {
            double bad = cost + fp_gait_try_hold(land, leg, l, x + side * FP_GAIT_SHIFT * i, &hold);
            if (bad < least - 1e-9) {
                least = bad;
                best = hold;
            }
        }
    }
    return best;
}

#endif
