/* What a foot in the air has to get over: the upper hull of the ground from where it left to where it lands, and what
 * stands close before its toes as it leaves, and close behind its heel as it lands.
 */
#ifndef FOOTPIPE_GAIT_HULL_H
#define FOOTPIPE_GAIT_HULL_H

#include "footpipe/gait_hold.h"

#define FP_GAIT_HULL 24
#define FP_GAIT_SAMPLES 160
#define FP_GAIT_SPACING 0.015 /* m, between places at which the ground is looked at */
#define FP_GAIT_NEAR_TIP 0.2  /* m, within which something stands close */
#define FP_GAIT_NEAR_HEEL 0.13
#define FP_GAIT_DESCENT 0.5 /* slope of the way down behind an edge */
#define FP_GAIT_WALL 0.6    /* slope from the toes from which on it is in their way */

typedef struct {
    int many; /* corners; 0: the line between the places is as high as anything */
    fp_side at[FP_GAIT_HULL + 2];
    fp_gait_ground from, to; /* the places */
    fp_side before, behind;  /* m, edges close before the toes, close behind the heel; none: x infinite */
    double end;              /* m, where something stands before the toes as they land; none: infinite */
} fp_gait_hull;

/* Bisects for the place of a jump between two samples: the higher side of it. */
static inline fp_side fp_gait_jump(const fp_gait_land *land, int leg, fp_side a, fp_side b) {
    for (int i = 0; i < 8; i++) {
        fp_side middle = fp_side_make(0.5 * (a.x + b.x), fp_gait_height(land, leg, 0.5 * (a.x + b.x)));
        if (fabs(middle.y - a.y) < fabs(middle.y - b.y))
            a = middle;
        else
            b = middle;
    }
    return a.y > b.y ? a : b;
}

/* Samples of the ground between two x, edges of jumps among them. */
static inline int fp_gait_sample(const fp_gait_land *land, int leg, double from, double to, fp_side *at) {
    int wanted = (int)((to - from) / FP_GAIT_SPACING) + 1, many = 0;
    wanted = wanted > FP_GAIT_SAMPLES / 2 ? FP_GAIT_SAMPLES / 2 : wanted;
    for (int i = 0; i <= wanted && many < FP_GAIT_SAMPLES - 1; i++) {
        double x = from + (to - from) * i / wanted;
        fp_side next = fp_side_make(x, fp_gait_height(land, leg, x));
        if (many && fabs(next.y - at[many - 1].y) > FP_GAIT_RISER) {
            fp_side edge = fp_gait_jump(land, leg, at[many - 1], next);
            at[many++] = edge;
        }
        at[many++] = next;
    }
    return many;
}

/* The steepest edge seen from a point, within `near` m to one side; none: x infinite. */
static inline fp_side fp_gait_wall(const fp_side *at, int many, fp_side from, double side, double near) {
    fp_side wall = fp_side_make(INFINITY, 0.0);
    double most = FP_GAIT_WALL;
    for (int i = 0; i < many; i++) {
        double away = side * (at[i].x - from.x), rise = at[i].y - from.y;
        if (away < -0.005 || away > near || rise < FP_GAIT_RISER)
            continue;
        double slope = rise / (away > 0.005 ? away : 0.005);
        if (slope > most) {
            most = slope;
            wall = at[i];
        }
    }
    return wall;
}

/* Corners of the upper hull of points with growing x, in place (Andrew's chain); returns how many. */
static inline int fp_gait_upper(fp_side *at, int many) {
    int n = 0;
    for (int i = 0; i < many; i++) {
        while (n > 1) {
            fp_side a = at[n - 2], b = at[n - 1], c = at[i];
            if ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) < 0.0)
                break;
            n--;
        }
        at[n++] = at[i];
    }
    return n;
}

static inline fp_side fp_gait_tip_at(const fp_gait_ground *place, const fp_leg_lengths *l) {
    return fp_side_add(place->at, fp_side_turn(fp_side_make(fp_gait_sole_length(l), 0.0), place->slope));
}

/* Where a riser stands close before toes that come to lie at x; none: infinite. */
static inline double fp_gait_wall_x(const fp_gait_land *land, int leg, const fp_gait_ground *place, double x) {
    fp_side at[FP_GAIT_SAMPLES + 4];
    int many = fp_gait_sample(land, leg, x, x + 2.0 * FP_GAIT_MARGIN, at);
    for (int i = 0; i < many; i++)
        if (at[i].y - place->at.y - tan(place->slope) * (at[i].x - place->at.x) > FP_GAIT_RISER)
            return at[i].x;
    return INFINITY;
}

/* Past its last edge a way down goes no flatter than needs be, where no ground is in its way. */
static inline void fp_gait_come_down(fp_gait_hull *hull, const fp_gait_land *land, int leg) {
    fp_side last = hull->at[hull->many - 1], edge = hull->at[hull->many > 1 ? hull->many - 2 : 0];
    double x = edge.x + (edge.y - last.y) / FP_GAIT_DESCENT;
    if (edge.y - last.y < FP_GAIT_RISER || x >= last.x)
        return;
    for (double y = edge.y; y >= last.y; y -= FP_GAIT_SPACING * FP_GAIT_DESCENT)
        if (fp_gait_height(land, leg, edge.x + (edge.y - y) / FP_GAIT_DESCENT + FP_GAIT_SPACING) > y)
            return;
    hull->at[hull->many - 1] = fp_side_make(x, last.y);
    hull->at[hull->many++] = last;
}

/* Plans the way of a foot from one place to another. */
static inline void fp_gait_plan_hull(fp_gait_hull *hull, const fp_gait_land *land, int leg, const fp_leg_lengths *l) {
    fp_side at[FP_GAIT_SAMPLES + 4], tip = fp_gait_tip_at(&hull->from, l), end = fp_gait_tip_at(&hull->to, l);
    hull->many = 0;
    hull->before = hull->behind = fp_side_make(INFINITY, 0.0);
    hull->end = INFINITY;
    if (!land || !land->height)
        return;
    double from = hull->from.at.x < hull->to.at.x ? hull->from.at.x : hull->to.at.x;
    double reach = hull->to.at.y < hull->from.at.y ? hull->to.at.x : end.x, to = reach > tip.x ? reach : tip.x;
    int many = fp_gait_sample(land, leg, from, to, at);
    hull->before = fp_gait_wall(at, many, tip, 1.0, FP_GAIT_NEAR_TIP);
    hull->behind = fp_gait_wall(at, many, hull->to.at, -1.0, FP_GAIT_NEAR_HEEL);
    hull->end = fp_gait_wall_x(land, leg, &hull->to, end.x);
    many = fp_gait_upper(at, many);
    for (int i = 0; i < many && i < FP_GAIT_HULL; i++) {
        int from_all = many <= FP_GAIT_HULL ? i : i * (many - 1) / (FP_GAIT_HULL - 1);
        hull->at[hull->many++] = at[from_all];
    }
    fp_gait_come_down(hull, land, leg);
    if (end.x > to) /* from there on the sole is over its place */
        hull->at[hull->many++] = end;
}

/* Height of the hull; without corners the line between the places. */
static inline double fp_gait_hull_height(const fp_gait_hull *hull, double x) {
    fp_side a = hull->from.at, b = hull->to.at;
    if (hull->many) {
        int i = 1;
        while (i < hull->many - 1 && hull->at[i].x < x)
            i++;
        a = hull->at[i - 1];
        b = hull->at[hull->many > 1 ? i : 0];
    }
    double along = b.x - a.x, t = along > 1e-6 ? fp_gait_clip((x - a.x) / along, 0.0, 1.0) : 0.0;
    return a.y + t * (b.y - a.y);
}

#endif
