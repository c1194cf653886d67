/* A figure that walks, seen from the side: one step in time of its two legs.
 *
 * Each leg goes round its ring (gait_style.h) at a pace that the rules tell and that what is measured corrects:
 *
 *   foremost foot  measured = .8 (hip - hip at its contact) / step
 *   hind foot      measured = c + (1 - c) (hip - hip at the other's contact) / (toe_off(s) step)
 *   in the air     measured = 1 + (delta + 1) / 2,  delta = 1 - 2 (thigh - to) / (thigh - to at toe-off)
 *                  to = angle of the thigh that reaches the foothold: one delta for level ground, slopes and stairs
 *   phase' = pace + trust (measured - phase),  within pace / 4 .. 2 pace
 *   joint' = pose' + follow (pose - joint)
 *
 * Footholds are planned in space. Feet on the ground stay exactly where they are (gait_pin.h); the hip goes where the
 * legs put it. A foot in the air is brought to its foothold by a cubic that is planned anew at every step, from where
 * the rules will bring it: it arrives there with the phase, and with the speed at which heels come down.
 * Events lie between the steps in time. All rates go with sqrt(.9 m / leg) and the tempo.
 *
 *   fp_gait walk;
 *   fp_gait_start(&walk, &style, &lengths, angles, step);
 *   for (;;)
 *       fp_gait_step(&walk, &style, &lengths, &order, FP_GAIT_DT);    // then walk.hip, walk.leg[0].q, ...
 */
#ifndef FOOTPIPE_GAIT_H
#define FOOTPIPE_GAIT_H

#include "footpipe/gait_pin.h"
#include "footpipe/gait_style.h"

#define FP_GAIT_DT (1.0 / 120.0) /* s */
#define FP_GAIT_OPPOSITE 0.8     /* phase of a leg at the other's contact */
#define FP_GAIT_LAND 1.86        /* phase from which a foot that touches the ground stays there */
#define FP_GAIT_NEAR 1e-4        /* m, what counts as touching it */
#define FP_GAIT_SPLIT 1e-4       /* s, least step in time of which speeds are told */
#ifndef FP_GAIT_BRAKE
#define FP_GAIT_BRAKE 0.0 /* share of the heel's forward speed that is taken off before it lands */
#endif

typedef struct {
    double q[FP_LEG_JOINTS];     /* rad */
    double rate[FP_LEG_JOINTS];  /* rad/s, over the last step in time */
    double rule[FP_LEG_JOINTS];  /* rad, where the rules alone would have brought a leg in the air */
    double spare[FP_LEG_JOINTS]; /* rad/s, what is left of its own speed after an event; fades */
    double phase, measured, phase_rate;
    fp_gait_rules say; /* at the phase */
    int down, fresh;   /* on the ground; an event was just now */
    fp_gait_stand stand;
    fp_gait_ground ground; /* on which it stands, or to which it goes */
    double toe_lift;       /* rad, toe above where it will lie; fades */
    double opposite_phase; /* at the other's contact */
    double thigh_away;     /* rad, thigh - to at toe-off */
    double beyond;         /* m, by which the foot in the air is to go farther than it can */
    fp_side offset, offset_rate; /* m, of the heel from where the rules bring it */
    fp_side heel, heel_rate;     /* m, m/s, of the heel by the rules: from the hip, and through space */
} fp_gait_leg;

#define FP_GAIT_AHEAD 24

/* What the rules say about the time in the air. */
typedef struct {
    double s;                        /* of which step */
    double left[FP_GAIT_AHEAD + 1];  /* seconds from phase 1 + i / FP_GAIT_AHEAD to 2, before the scaling with the leg */
    double pose[FP_LEG_JOINTS];      /* at contact */
    fp_side heel;                    /* m, from the hip then */
} fp_gait_ahead;

typedef struct {
    fp_gait_leg leg[2];
    fp_side hip, hip_rate; /* m, m/s */
    int lead;             /* the leg whose foot came down last */
    double planned;       /* m, where that foot was to stand */
    double s;             /* of the step */
    fp_gait_ahead ahead;  /* what the rules will say, at this s */
    fp_side landing_rate; /* m/s, of the heel by the rules at the last contact */
    double apart;         /* m, by which the feet on the ground disagree */
} fp_gait;

/* What is asked of it. */
typedef struct {
    double step; /* m */
} fp_gait_order;

static inline double fp_gait_rate(const fp_gait_style *style, const fp_leg_lengths *l) {
    return style->tempo * sqrt(FP_GAIT_LEG / fp_leg_length(l));
}

static inline double fp_gait_floor(const fp_gait_ground *ground, double x) {
    return ground->at.y + tan(ground->slope) * (x - ground->at.x);
}

/* Lowest of heel, ball and tip over the ground, m. */
static inline double fp_gait_lowest(const fp_gait_ground *ground, const fp_leg_lengths *l, fp_side hip,
                                    const double *q) {
    fp_leg_points p = fp_leg_forward(l, q);
    double heel = hip.y + p.heel.y - fp_gait_floor(ground, hip.x + p.heel.x);
    double ball = hip.y + p.ball.y - l->ball_height - fp_gait_floor(ground, hip.x + p.ball.x);
    double tip = hip.y + p.tip.y - l->ball_height - fp_gait_floor(ground, hip.x + p.tip.x);
    double low = heel < ball ? heel : ball;
    return low < tip ? low : tip;
}

/* Looking ahead. */

static inline void fp_gait_look_ahead(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l) {
    fp_gait_ahead *a = &g->ahead;
    fp_gait_rules last = fp_gait_say(style, 2.0, g->s);
    double slow = 1.0 / last.pace;
    a->s = g->s;
    a->left[FP_GAIT_AHEAD] = 0.0;
    for (int i = FP_GAIT_AHEAD - 1; i >= 0; i--) {
        double slower = 1.0 / fp_gait_say(style, 1.0 + i / (double)FP_GAIT_AHEAD, g->s).pace;
        a->left[i] = a->left[i + 1] + 0.5 * (slow + slower) / FP_GAIT_AHEAD;
        slow = slower;
    }
    for (int j = 0; j < FP_LEG_JOINTS; j++)
        a->pose[j] = last.pose[j];
    a->heel = fp_leg_forward(l, last.pose).heel;
}

/* Seconds to contact by the rules, before the scaling with the leg. */
static inline double fp_gait_air_left(const fp_gait_ahead *a, double phase) {
    double at = (phase - 1.0) * FP_GAIT_AHEAD;
    int i = at > 0.0 ? (int)at : 0;
    if (i >= FP_GAIT_AHEAD)
        return 0.0;
    return a->left[i] + (at - i) * (a->left[i + 1] - a->left[i]);
}

/* Phase. */

static inline double fp_gait_measured(const fp_gait *g, const fp_gait_style *style, int leg, double step) {
    const fp_gait_leg *own = &g->leg[leg];
    double gone = (g->hip.x - g->leg[g->lead].ground.at.x + g->ahead.heel.x) / step;
    if (!own->down)
        return own->measured;
    if (leg == g->lead)
        return FP_GAIT_OPPOSITE * gone;
    double share = style->toe_off[0] + style->toe_off[1] * g->s;
    return own->opposite_phase + (1.0 - own->opposite_phase) * gone / (share > 0.05 ? share : 0.05);
}

static inline double fp_gait_clip(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

/* A leg in the air keeps step with the one on the ground: by how much faster it goes, to land when that one is ready. */
static inline double fp_gait_in_step(const fp_gait *g, double phase) {
    const fp_gait_leg *stands = &g->leg[g->lead];
    double ready = (FP_GAIT_OPPOSITE - stands->phase) / stands->say.pace;
    return fp_gait_clip((fp_gait_air_left(&g->ahead, phase) + 0.05) / ((ready > 0.0 ? ready : 0.0) + 0.05), 0.4, 1.6);
}

static inline double fp_gait_phase_rate(const fp_gait *g, const fp_gait_style *style, int leg, double step,
                                        double rate, double dt) {
    const fp_gait_leg *own = &g->leg[leg];
    double pace = own->say.pace * rate; /* as it will be half way through the step in time */
    pace *= fp_gait_clip(1.0 + 0.5 * dt * rate * own->say.pace_by_phase, 0.5, 2.0);
    if (!own->down)
        pace *= fp_gait_in_step(g, own->phase);
    double off = fp_gait_clip(fp_gait_measured(g, style, leg, step) - own->phase, -0.4, 0.4);
    return fp_gait_clip(pace + style->trust * rate * off, 0.25 * pace, 2.0 * pace);
}

static inline double fp_gait_last_phase(const fp_gait *g, int leg) {
    return !g->leg[leg].down ? 2.0 : leg == g->lead ? 0.95 : 1.0;
}

/* Joints after the rules. */

static inline void fp_gait_follow(fp_gait_leg *leg, const fp_gait_style *style, double s, double rate, double dt) {
    double *q = leg->down ? leg->q : leg->rule;
    fp_gait_rules next = fp_gait_say(style, leg->phase, s);
    double fade = exp(-25.0 * rate * dt);
    for (int j = 0; j < FP_LEG_JOINTS; j++) {
        double keep = exp(-style->follow[j] * rate * dt), to = next.pose[j] + keep * (q[j] - leg->say.pose[j]);
        if (leg->fresh)
            leg->spare[j] = leg->rate[j] - (to - q[j]) / dt;
        q[j] = to + leg->spare[j] * dt;
        leg->spare[j] *= fade;
    }
    leg->fresh = 0;
    leg->say = next;
    fp_gait_keep_knee(q);
}

/* The ground. */

#define FP_GAIT_RISE 0.03 /* rad, by which the rules have to want the heel up before it leaves the ground */

static inline double fp_gait_wish(const fp_gait_leg *leg) {
    return fp_leg_pitch(leg->say.pose) + FP_GAIT_RISE;
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
    double share = fp_ease(hind->phase, hind->opposite_phase, 1.0);
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

/* The air. */

/* From (at, rate) to (end, end_rate) in `left` seconds by a cubic: where it is after dt. */
static inline void fp_gait_cubic(fp_side *at, fp_side *rate, fp_side end, fp_side end_rate, double left, double dt) {
    double t = dt < left ? dt / left : 1.0, t2 = t * t, t3 = t2 * t;
    fp_side a = *at, v = fp_side_scale(*rate, left), w = fp_side_scale(end_rate, left), d = fp_side_sub(end, a);
    at->x = a.x + d.x * (3 * t2 - 2 * t3) + v.x * (t - 2 * t2 + t3) + w.x * (t3 - t2);
    at->y = a.y + d.y * (3 * t2 - 2 * t3) + v.y * (t - 2 * t2 + t3) + w.y * (t3 - t2);
    rate->x = (d.x * (6 * t - 6 * t2) + v.x * (1 - 4 * t + 3 * t2) + w.x * (3 * t2 - 2 * t)) / left;
    rate->y = (d.y * (6 * t - 6 * t2) + v.y * (1 - 4 * t + 3 * t2) + w.y * (3 * t2 - 2 * t)) / left;
}

/* Where and how fast the rules will bring the heel at contact, from the foothold: as at the last contact, and as it
 * looks now, the nearer it comes. */
static inline void fp_gait_foresee(const fp_gait *g, const fp_gait_leg *leg, const fp_leg_lengths *l, double left,
                                   double rate, double plant, fp_side *end, fp_side *end_rate) {
    fp_side heel = g->ahead.heel, now = fp_leg_forward(l, leg->say.pose).heel;
    double far = fp_ease(left * rate, 0.0, 0.2), lag = exp(-10.0 * rate * left);
    fp_side hip = fp_side_sub(fp_side_add(g->hip, fp_side_scale(g->hip_rate, left)), leg->ground.at);
    hip = fp_side_mix(hip, fp_side_scale(heel, -1.0), far);
    heel = fp_side_add(heel, fp_side_scale(fp_side_sub(leg->heel, now), lag));
    *end = fp_side_scale(fp_side_add(hip, heel), -1.0);
    *end_rate = fp_side_scale(fp_side_mix(leg->heel_rate, g->landing_rate, far), -1.0);
    end_rate->x *= FP_GAIT_BRAKE;
    end_rate->y -= plant;
}

/* By how much the foot has to be higher than the rules and the offset bring it. */
static inline double fp_gait_lift(const fp_gait *g, const fp_gait_leg *leg, const fp_gait_style *style,
                                  const fp_leg_lengths *l) {
    double slope, phase = leg->phase, length = fp_leg_length(l);
    double open = fp_ease(phase, 1.0, 1.25) * (1.0 - fp_ease(phase, 1.65, 1.95));
    fp_side at = fp_side_add(g->hip, leg->offset);
    double low = fp_gait_lowest(&g->leg[g->lead].ground, l, at, leg->rule);
    double want = open * style->clearance * length - low;
    return fp_ease(phase, 1.0, 1.05) * (1.0 - fp_ease(phase, 1.8, 1.98)) * fp_ramp(want, 0.006 * length, &slope);
}

static inline void fp_gait_measure_swing(const fp_gait *g, fp_gait_leg *leg, const fp_leg_lengths *l) {
    fp_side heel = fp_side_turn(fp_heel(l), fp_leg_pitch(g->ahead.pose) + leg->ground.slope);
    fp_side ankle = fp_side_sub(fp_side_sub(leg->ground.at, heel), g->hip);
    double away = leg->q[FP_HIP] - fp_thigh_to(l, ankle);
    if (leg->thigh_away == 0.0) {
        double share = 2.0 - leg->phase;
        leg->thigh_away = fp_gait_clip(away / (share > 0.2 ? share : 0.2), -3.0, -0.25);
    }
    double delta = 1.0 - 2.0 * away / leg->thigh_away;
    leg->measured = 1.0 + 0.5 * (delta + 1.0);
}

static inline void fp_gait_swing(fp_gait *g, fp_gait_leg *leg, const fp_gait_style *style, const fp_leg_lengths *l,
                                 double left, double rate, double dt) {
    fp_side heel = fp_leg_forward(l, leg->rule).heel, end, end_rate;
    if (dt > FP_GAIT_SPLIT)
        leg->heel_rate = fp_side_add(g->hip_rate, fp_side_scale(fp_side_sub(heel, leg->heel), 1.0 / dt));
    leg->heel = heel;
    double then = left > dt ? left - dt : 0.0;
    fp_gait_foresee(g, leg, l, then, rate, style->plant, &end, &end_rate);
    fp_gait_cubic(&leg->offset, &leg->offset_rate, end, end_rate, left > dt ? left : dt, dt);
    fp_side place = fp_side_add(heel, leg->offset);
    place.y += fp_gait_lift(g, leg, style, l);
    for (int j = 0; j < FP_LEG_JOINTS; j++)
        leg->q[j] = leg->rule[j];
    leg->beyond = fp_gait_beyond_reach(l, leg->q, place);
    double soft = 0.012 * fp_leg_length(l) * (1.0 - fp_ease(leg->phase, 1.88, 2.0)) + 1e-6;
    fp_gait_bring_heel(l, leg->q, fp_gait_within_reach(l, leg->q, place, soft));
    fp_gait_measure_swing(g, leg, l);
}

/* A step in time without events: phases stop at their last. */
static inline void fp_gait_move(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                                const fp_gait_order *order, double dt) {
    double rate = fp_gait_rate(style, l), left[2], before[2][FP_LEG_JOINTS];
    fp_side hip = g->hip;
    double s = fp_gait_stride(style, order->step, fp_leg_length(l));
    if (fabs(s - g->s) > 1e-6)
        g->s += (s - g->s) * (1.0 - exp(-8.0 * rate * dt));
    if (g->s != g->ahead.s)
        fp_gait_look_ahead(g, style, l);
    for (int i = 0; i < 2; i++) {
        fp_gait_leg *leg = &g->leg[i];
        double last = fp_gait_last_phase(g, i);
        for (int j = 0; j < FP_LEG_JOINTS; j++)
            before[i][j] = leg->q[j];
        leg->phase_rate = fp_gait_phase_rate(g, style, i, order->step, rate, dt);
        left[i] = fp_gait_air_left(&g->ahead, leg->phase) * leg->say.pace / leg->phase_rate;
        leg->phase = leg->phase + leg->phase_rate * dt < last ? leg->phase + leg->phase_rate * dt : last;
        fp_gait_follow(leg, style, g->s, rate, dt);
    }
    fp_gait_stand_still(g, l, exp(-25.0 * rate * dt));
    if (dt > FP_GAIT_SPLIT)
        g->hip_rate = fp_side_scale(fp_side_sub(g->hip, hip), 1.0 / dt);
    for (int i = 0; i < 2; i++)
        if (!g->leg[i].down)
            fp_gait_swing(g, &g->leg[i], style, l, left[i], rate, dt);
    if (dt > FP_GAIT_SPLIT)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < FP_LEG_JOINTS; j++)
                g->leg[i].rate[j] = (g->leg[i].q[j] - before[i][j]) / dt;
}

/* Events. */

/* Due: a foot in the air that is at its place lands; one that is out of reach waits for the hip. */
typedef enum { FP_GAIT_NOTHING, FP_GAIT_DUE, FP_GAIT_CONTACT, FP_GAIT_TOE_OFF, FP_GAIT_FLAT, FP_GAIT_HEEL_OFF } fp_gait_event;

/* Where the foot in the air goes: a step on from where the other was to stand, so that small faults do not add up. */
static inline void fp_gait_plan(fp_gait *g, double step) {
    const fp_gait_ground *stands = &g->leg[g->lead].ground;
    if (fabs(g->planned - stands->at.x) > 0.25 * step)
        g->planned = stands->at.x;
    g->planned += step;
    g->leg[1 - g->lead].ground.at.x = g->planned;
    g->leg[1 - g->lead].ground.at.y = fp_gait_floor(stands, g->planned);
    g->leg[1 - g->lead].ground.slope = stands->slope;
}

static inline void fp_gait_toe_off(fp_gait *g, const fp_leg_lengths *l, double step) {
    fp_gait_leg *leg = &g->leg[1 - g->lead];
    leg->down = 0;
    leg->fresh = 1;
    leg->phase = leg->measured = 1.0;
    leg->thigh_away = 0.0;
    leg->offset = leg->offset_rate = fp_side_make(0.0, 0.0);
    leg->heel = fp_leg_forward(l, leg->q).heel;
    for (int j = 0; j < FP_LEG_JOINTS; j++)
        leg->rule[j] = leg->q[j];
    fp_gait_plan(g, step);
}

/* The place of a foot's ground from where the foot is. */
static inline void fp_gait_put_down(fp_gait_leg *leg, const fp_leg_lengths *l, fp_side hip, double floor) {
    double by, pitch = fp_leg_pitch(leg->q) - leg->ground.slope;
    leg->stand = pitch > 0.0 ? FP_ON_HEEL : FP_ON_TOES;
    fp_gait_foot foot = fp_gait_foot_of(leg, 1.0);
    fp_side pivot = fp_side_add(hip, fp_gait_pivot(l, &foot).at);
    leg->ground.at = fp_side_make(pivot.x - fp_gait_pivot_place(l, &foot).x, floor);
    leg->toe_lift = leg->q[FP_TOE] + pitch - fp_gait_toe_tilt(pitch, leg->say.pose[FP_TOE], &by);
    leg->toe_lift = leg->toe_lift > 0.0 ? leg->toe_lift : 0.0;
    leg->down = leg->fresh = 1;
}

static inline void fp_gait_contact(fp_gait *g, const fp_leg_lengths *l) {
    fp_gait_leg *leg = &g->leg[1 - g->lead], *other = &g->leg[g->lead];
    fp_gait_put_down(leg, l, g->hip, leg->ground.at.y);
    leg->phase = 0.0;
    other->opposite_phase = fp_gait_clip(other->phase, 0.5, 0.95);
    g->landing_rate = leg->heel_rate;
    g->lead = 1 - g->lead;
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

/* A foot on its heel comes down flat, a flat one goes up on its toes, or back. */
static inline void fp_gait_find_stand(fp_gait_found *first, const fp_gait_leg *before, const fp_gait_leg *after,
                                      int leg) {
    double tilt = fp_gait_tilt(after), wish = fp_gait_wish(after);
    if (after->stand == FP_ON_HEEL && tilt < 0.0)
        fp_gait_note(first, FP_GAIT_FLAT, fp_gait_passing(fp_gait_tilt(before), tilt), leg);
    else if (after->stand == FP_ON_SOLE && after->phase > 0.2 && wish < 0.0)
        fp_gait_note(first, FP_GAIT_HEEL_OFF, fp_gait_passing(fp_gait_wish(before), wish), leg);
    else if (after->stand == FP_ON_TOES && tilt > 0.0 && wish > 0.0)
        fp_gait_note(first, FP_GAIT_FLAT, fp_gait_passing(-fp_gait_tilt(before), -tilt), leg);
}

static inline void fp_gait_find_toe_off(fp_gait_found *first, const fp_gait *was, const fp_gait *is, int leg,
                                        double dt, double length) {
    const fp_gait_leg *before = &was->leg[leg], *after = &is->leg[leg];
    if (is->apart > 1e-4 * length)
        fp_gait_note(first, FP_GAIT_TOE_OFF, 0.0, leg);
    else if (after->phase >= 1.0)
        fp_gait_note(first, FP_GAIT_TOE_OFF, (1.0 - before->phase) / (after->phase_rate * dt), leg);
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
    double now = fp_gait_lowest(&after->ground, l, is->hip, after->q);
    if (now < -FP_GAIT_NEAR && after->phase > FP_GAIT_LAND) {
        double then = fp_gait_lowest(&before->ground, l, was->hip, before->q);
        double share = (FP_GAIT_LAND - before->phase) / (after->phase_rate * dt);
        fp_gait_note(first, FP_GAIT_CONTACT, then > 0.0 ? then / (then - now) : share, leg);
    }
}

static inline fp_gait_found fp_gait_find(const fp_gait *was, const fp_gait *is, const fp_leg_lengths *l, double dt) {
    fp_gait_found first = {FP_GAIT_NOTHING, 1.0, -1};
    int hind = 1 - was->lead;
    for (int leg = 0; leg < 2; leg++)
        if (was->leg[leg].down)
            fp_gait_find_stand(&first, &was->leg[leg], &is->leg[leg], leg);
    if (was->leg[hind].down)
        fp_gait_find_toe_off(&first, was, is, hind, dt, fp_leg_length(l));
    else
        fp_gait_find_contact(&first, was, is, hind, l, dt);
    return first;
}

static inline void fp_gait_happen(fp_gait *g, const fp_leg_lengths *l, fp_gait_found found, double step) {
    fp_gait_leg *leg = &g->leg[found.leg];
    if (found.kind == FP_GAIT_DUE)
        leg->phase = 2.0;
    else if (found.kind == FP_GAIT_CONTACT)
        fp_gait_contact(g, l);
    else if (found.kind == FP_GAIT_TOE_OFF)
        fp_gait_toe_off(g, l, step);
    else
        leg->stand = found.kind == FP_GAIT_FLAT ? FP_ON_SOLE : FP_ON_TOES;
}

/* What a step in time met: at most one landing and one toe-off, s from the step's beginning; negative: none. */
typedef struct {
    double contact, toe_off;
    int contact_leg, toe_off_leg;
} fp_gait_met;

static inline void fp_gait_tell(fp_gait_met *met, fp_gait_found found, double at) {
    if (found.kind == FP_GAIT_CONTACT) {
        met->contact = at;
        met->contact_leg = found.leg;
    } else if (found.kind == FP_GAIT_TOE_OFF) {
        met->toe_off = at;
        met->toe_off_leg = found.leg;
    }
}

#define FP_GAIT_EVENTS 6 /* at most, in a step in time */

static inline fp_gait_met fp_gait_step(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                                       const fp_gait_order *order, double dt) {
    fp_gait_met met = {-1.0, -1.0, -1, -1};
    double done = 0.0;
    for (int i = 0; dt - done > 1e-9; i++) {
        fp_gait next = *g;
        fp_gait_move(&next, style, l, order, dt - done);
        fp_gait_found found = fp_gait_find(g, &next, l, dt - done);
        if (found.kind == FP_GAIT_NOTHING || i == FP_GAIT_EVENTS) {
            *g = next;
            return met;
        }
        double until = found.share * (dt - done);
        if (until > 1e-9)
            fp_gait_move(g, style, l, order, until);
        done += until;
        if (found.kind == FP_GAIT_DUE && g->leg[found.leg].beyond <= 0.0)
            found.kind = FP_GAIT_CONTACT;
        fp_gait_happen(g, l, found, order->step);
        fp_gait_tell(&met, found, done);
    }
    return met;
}

/* The start. */

static inline void fp_gait_start_leg(fp_gait *g, const fp_gait_style *style, int i, const double *angles,
                                     double phase) {
    fp_gait_leg *leg = &g->leg[i];
    for (int j = 0; j < FP_LEG_JOINTS; j++) {
        leg->q[j] = leg->rule[j] = angles[j];
        leg->rate[j] = leg->spare[j] = 0.0;
    }
    leg->phase = leg->measured = phase;
    leg->phase_rate = 0.0;
    leg->say = fp_gait_say(style, phase, g->s);
    leg->down = leg->fresh = 0;
    leg->stand = FP_ON_SOLE;
    leg->ground.at = fp_side_make(0.0, 0.0);
    leg->ground.slope = 0.0;
    leg->toe_lift = leg->thigh_away = leg->beyond = 0.0;
    leg->opposite_phase = FP_GAIT_OPPOSITE;
    leg->offset = leg->offset_rate = leg->heel_rate = fp_side_make(0.0, 0.0);
}

/* Any pose: the lower foot stands at x = 0, the other is in the air. angles IN (2, 4) rad. */
static inline void fp_gait_start(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l,
                                 const double *angles, double step) {
    fp_side none = {0.0, 0.0};
    fp_gait_ground level = {{0.0, 0.0}, 0.0};
    g->s = fp_gait_stride(style, step, fp_leg_length(l));
    fp_gait_look_ahead(g, style, l);
    g->landing_rate = g->hip = g->hip_rate = none;
    g->apart = 0.0;
    double low[2];
    for (int i = 0; i < 2; i++)
        low[i] = fp_gait_lowest(&level, l, none, angles + FP_LEG_JOINTS * i);
    g->lead = low[0] <= low[1] ? 0 : 1;
    fp_gait_start_leg(g, style, g->lead, angles + FP_LEG_JOINTS * g->lead, 0.3);
    fp_gait_leg *stands = &g->leg[g->lead], *swings = &g->leg[1 - g->lead];
    fp_gait_put_down(stands, l, none, 0.0);
    stands->ground.at.x = 0.0;
    fp_gait_foot foot = fp_gait_foot_of(stands, 1.0);
    g->hip = fp_gait_hip_by(l, &foot);
    g->planned = 0.0;
    double gone = fp_gait_clip((g->hip.x + g->ahead.heel.x) / step, 0.0, 1.0);
    stands->phase = fp_gait_clip(FP_GAIT_OPPOSITE * gone, 0.05, 0.9);
    stands->say = fp_gait_say(style, stands->phase, g->s);
    fp_gait_start_leg(g, style, 1 - g->lead, angles + FP_LEG_JOINTS * (1 - g->lead),
                      fp_gait_clip(1.0 + (gone - 0.2) / 0.8, 1.0, 1.5));
    swings->heel = fp_leg_forward(l, swings->q).heel;
    fp_gait_plan(g, step);
    fp_gait_lay_toe(stands, 1.0);
}

#endif
