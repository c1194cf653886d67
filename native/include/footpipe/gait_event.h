/* What happens between two moments: landing, coming down flat, heel off, toe off. */
#ifndef FOOTPIPE_GAIT_EVENT_H
#define FOOTPIPE_GAIT_EVENT_H

#include "footpipe/gait_ground.h"
#include "footpipe/gait_plan.h"

/* Due: a foot in the air that is at its place lands; one that is out of reach waits for the hip. */
typedef enum {
    FP_GAIT_NOTHING,
    FP_GAIT_DUE,
    FP_GAIT_CONTACT,
    FP_GAIT_TOE_OFF,
    FP_GAIT_FLAT,
    FP_GAIT_HEEL_OFF
} fp_gait_event;

static inline void fp_gait_toe_off(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                                   const fp_gait_order *order) {
    fp_gait_leg *leg = &g->leg[1 - g->lead];
    leg->down = 0;
    leg->fresh = 1;
    leg->phase = leg->measured = 1.0;
    leg->thigh_away = 0.0;
    leg->offset = leg->offset_rate = fp_side_make(0.0, 0.0);
    fp_gait_remember_sole(leg, l, leg->q);
    leg->tip = g->hip.x + fp_leg_forward(l, leg->q).tip.x;
    leg->lift = leg->lift_rate = 0.0;
    for (int j = 0; j < FP_LEG_JOINTS; j++)
        leg->rule[j] = leg->q[j];
    leg->way.from = leg->ground;
    g->gathers = fp_gait_clip(g->leg[g->lead].phase / FP_GAIT_OPPOSITE, 0.3, 1.0 - FP_GAIT_GATHER);
    fp_gait_aim(g, style, l, order->land, 1);
    leg->say = fp_gait_want_there(g, leg, leg->phase, style, l);
}

/* The place of a foot's ground from where the foot is. */
static inline void fp_gait_put_down(fp_gait_leg *leg, const fp_leg_lengths *l, fp_side hip) {
    double by, pitch = fp_leg_pitch(leg->q) - leg->ground.slope;
    leg->stand = pitch > 0.0 ? FP_ON_HEEL : FP_ON_TOES;
    fp_gait_foot foot = fp_gait_foot_of(leg, 1.0);
    fp_side pivot = fp_side_add(hip, fp_gait_pivot(l, &foot).at);
    double x = pivot.x - fp_gait_pivot_place(l, &foot).x;
    leg->ground.at = fp_side_make(x, fp_gait_floor(&leg->ground, x));
    leg->toe_lift = leg->q[FP_TOE] + pitch - fp_gait_toe_tilt(pitch, leg->say.pose[FP_TOE], &by);
    leg->toe_lift = leg->toe_lift > 0.0 ? leg->toe_lift : 0.0;
    leg->down = leg->fresh = 1;
}

static inline void fp_gait_contact(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l) {
    fp_gait_leg *leg = &g->leg[1 - g->lead], *other = &g->leg[g->lead];
    double slope;
    fp_gait_put_down(leg, l, g->hip);
    leg->phase = 0.0;
    other->opposite_phase = fp_gait_clip(other->phase, 0.5, 0.95);
    g->landing_rate = leg->touch_rate;
    g->lead = 1 - g->lead;
    g->landed++;
    for (int i = 0; i < FP_GAIT_KNOTS - 1; i++)
        g->path.at[i] = g->path.at[i + 1];
    g->crouched = g->crouch;
    g->path.off = g->base - fp_gait_path_height(&g->path, fp_gait_hips_way(g, style, l), &slope);
    leg->say = fp_gait_want_there(g, leg, leg->phase, style, l);
    fp_gait_step_on(g, fp_leg_length(l));
}

/* What happens first between two moments: when, as a share of the time between them, and to which leg. */
typedef struct {
    fp_gait_event kind;
    double share;
    int leg;
} fp_gait_found;

static inline void fp_gait_note(fp_gait_found *first, fp_gait_event kind, double share, int leg) {
    share = fp_gait_clip(share, 0.0, 1.0);
    if (first->kind != FP_GAIT_NOTHING && first->share <= share)
        return;
    first->kind = kind;
    first->share = share;
    first->leg = leg;
}

/* Where a number that falls passes 0. */
static inline double fp_gait_passing(double before, double after) {
    return before > 0.0 ? before / (before - after) : 0.0;
}

#define FP_GAIT_FLAT_TILT 0.015 /* rad, that counts as flat of a figure on the spot */

/* A foot on its heel comes down flat, a flat one goes up on its toes, or back. */
static inline void fp_gait_find_stand(fp_gait_found *first, const fp_gait_leg *before, const fp_gait_leg *after,
                                      int leg, double flat) {
    double tilt = fp_gait_tilt(after), wish = fp_gait_wish(after);
    if (after->stand == FP_ON_HEEL && tilt < flat)
        fp_gait_note(first, FP_GAIT_FLAT, fp_gait_passing(fp_gait_tilt(before) - flat, tilt - flat), leg);
    else if (after->stand == FP_ON_SOLE && after->phase > 0.2 && wish < 0.0)
        fp_gait_note(first, FP_GAIT_HEEL_OFF, fp_gait_passing(fp_gait_wish(before), wish), leg);
    else if (after->stand == FP_ON_TOES && tilt > -flat && wish > 0.0)
        fp_gait_note(first, FP_GAIT_FLAT, fp_gait_passing(-flat - fp_gait_tilt(before), -flat - tilt), leg);
}

static inline void fp_gait_find_toe_off(fp_gait_found *first, const fp_gait *was, const fp_gait *is, int leg, double dt,
                                        double length) {
    const fp_gait_leg *before = &was->leg[leg], *after = &is->leg[leg];
    if (is->apart > 1e-4 * length)
        fp_gait_note(first, FP_GAIT_TOE_OFF, 0.0, leg);
    else if (after->phase >= 1.0)
        fp_gait_note(first, FP_GAIT_TOE_OFF, (1.0 - before->phase) / (after->phase_rate * dt), leg);
}

/* Least height of a foot that comes down over its ground: its place, as far as the ground before that is not lower. */
static inline double fp_gait_above(const fp_gait_leg *leg, const fp_leg_lengths *l, fp_side hip) {
    fp_leg_points p = fp_leg_forward(l, leg->q);
    fp_side sole[3] = {p.heel, fp_side_sub(p.ball, fp_side_make(0.0, l->ball_height)),
                       fp_side_sub(p.tip, fp_side_make(0.0, l->ball_height))};
    double low = INFINITY;
    for (int i = 0; i < 3; i++) {
        double x = hip.x + sole[i].x, place = fp_gait_floor(&leg->ground, x), hull = fp_gait_hull_height(&leg->way, x);
        double above = hip.y + sole[i].y - (place < hull || x > leg->ground.at.x ? place : hull);
        low = above < low ? above : low;
    }
    return low;
}

static inline void fp_gait_find_contact(fp_gait_found *first, const fp_gait *was, const fp_gait *is, int leg,
                                        const fp_leg_lengths *l, double dt) {
    const fp_gait_leg *before = &was->leg[leg], *after = &is->leg[leg];
    if (before->phase >= 2.0) {
        if (after->beyond <= 0.0)
            fp_gait_note(first, FP_GAIT_CONTACT, fp_gait_passing(before->beyond, after->beyond), leg);
        return;
    }
    if (after->phase >= 2.0)
        fp_gait_note(first, FP_GAIT_DUE, (2.0 - before->phase) / (after->phase_rate * dt), leg);
    if (after->phase <= FP_GAIT_LAND)
        return;
    double now = fp_gait_above(after, l, is->hip);
    double aside = is->hip.x + fp_leg_forward(l, after->q).heel.x - after->land.x;
    if (now < -FP_GAIT_NEAR && fabs(aside) < FP_GAIT_ASIDE * fp_leg_length(l)) {
        double then = fp_gait_above(before, l, was->hip);
        double share = (FP_GAIT_LAND - before->phase) / (after->phase_rate * dt);
        fp_gait_note(first, FP_GAIT_CONTACT, then > 0.0 ? then / (then - now) : share, leg);
    }
}

static inline fp_gait_found fp_gait_find(const fp_gait *was, const fp_gait *is, const fp_leg_lengths *l, double dt) {
    fp_gait_found first = {FP_GAIT_NOTHING, 1.0, -1};
    int hind = 1 - was->lead;
    if (was->leg[hind].down) /* before all else: what feet that tear at each other look like tells nothing */
        fp_gait_find_toe_off(&first, was, is, hind, dt, fp_leg_length(l));
    for (int leg = 0; leg < 2; leg++)
        if (was->leg[leg].down)
            fp_gait_find_stand(&first, &was->leg[leg], &is->leg[leg], leg, FP_GAIT_FLAT_TILT * is->rest);
    if (!was->leg[hind].down)
        fp_gait_find_contact(&first, was, is, hind, l, dt);
    return first;
}

static inline void fp_gait_happen(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l, fp_gait_found found,
                                  const fp_gait_order *order) {
    fp_gait_leg *leg = &g->leg[found.leg];
    if (found.kind == FP_GAIT_DUE)
        leg->phase = 2.0;
    else if (found.kind == FP_GAIT_CONTACT)
        fp_gait_contact(g, style, l);
    else if (found.kind == FP_GAIT_TOE_OFF)
        fp_gait_toe_off(g, style, l, order);
    else {
        leg->stand = found.kind == FP_GAIT_FLAT ? FP_ON_SOLE : FP_ON_TOES;
        leg->fresh |= found.kind == FP_GAIT_HEEL_OFF && g->care > 0.0;
    }
}

#endif
