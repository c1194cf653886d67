/* A figure that walks where it is steered, frame by frame: what an engine calls once a frame.
 *
 *   target, dt   ->   where pelvis, legs and arms are, and which feet stand
 *
 * The legs walk by the rules of gait.h, seen from the side. A way on the ground is laid along as the figure goes: each
 * foot has a spot that it stands on, planned from how the figure turns, and changed while the foot is still high. The
 * pelvis goes along the way; with step 0 it turns on the spot.
 *
 * Nothing is allocated, and nothing kept but in the walker. No frame looks at a later one, and what is wanted may
 * change at any time: it is followed smoothly. Steps in time are FP_GAIT_DT, whatever the frames: one between two of
 * them is reached by a shorter step from a copy, so every rate shows the same walk. The same frames give the same bits.
 *
 * World: y up, m; headings rad about y, from z towards x. Legs come left, right.
 *
 *   fp_walker_reset(&walker, x, z, heading);
 *   each frame:   fp_walker_step(&walker, &target, dt, &frame);
 *                 fp_walker_pose(&body, &frame, translations, rotations, &placement, room);    // walker_pose.h
 */
#ifndef FOOTPIPE_WALKER_H
#define FOOTPIPE_WALKER_H

#include "footpipe/walker_foot.h"
#include "footpipe/walker_sway.h"

#define FP_WALKER_MOST_TURN 0.698  /* rad, 40 degrees, by which a foot turns from one spot to its next at most */
#define FP_WALKER_STEADY_TURN 0.62 /* rad, and in a steady curve */
#define FP_WALKER_STEP_TIME 0.56   /* s, until one is measured, of a leg of .9 m; and between which shares of it: */
#define FP_WALKER_SHORTEST 0.6
#define FP_WALKER_LONGEST 2.0
#define FP_WALKER_AIR 0.8 /* of the time of a step that a foot is in the air */
/* How fast, 1/s, a figure comes to a stand, of a leg of .9 m; how far apart, of the leg, feet are side by side. */
#define FP_WALKER_STAND 2.0
#define FP_WALKER_BESIDE 0.1
#define FP_WALKER_SHIFT 20.0 /* 1/s, how firmly the weight goes from foot to foot, of a leg of .9 m */
#define FP_WALKER_SETTLE 4.0 /* 1/s, how firmly a figure that stands comes to the middle of its feet */

/* What is wanted; it may change at any time. */
typedef struct {
    double step; /* m, from one foot to the other, within what legs can; 0: on the spot */
    double turn; /* rad/s about y, > 0 to the left; as fast as feet can turn at most, none while it comes to a stand */
    int halt;    /* 1: come to a stand with the next step, and stand */
} fp_walker_target;

/* All that changes. */
typedef struct {
    fp_gait gait;
    fp_way way;
    fp_walker_foot foot[2];
    double weight, weight_rate; /* 1 on the left foot .. -1 on the right one */
    double still;               /* 0 going .. 1 standing with the feet side by side */
    double step_time, since;    /* s, of the step before, and since the last landing */
    double ahead;               /* s that the frame is ahead of all this */
} fp_walker_state;

typedef struct {
    fp_gait_style style;
    fp_leg_lengths lengths; /* of both legs: the means */
    fp_figure figure;
    int sways;                                           /* 1: pelvis, chest and arms move against the legs */
    double (*ground)(void *context, double x, double z); /* m, height of the world's ground; not a number where there is
                                                            none. NULL: level at 0 */
    void *context;
    fp_walker_state now;
} fp_walker;

/* One frame. */
typedef struct {
    fp_figure_spot at; /* on the way: m to x, m to z, rad */
    fp_figure_legs legs;
    fp_sway sway;
    int stands[2]; /* the toe joint stands: it does not move at all, but up by 2 cm at most */
    int flat[2];   /* and so does the whole foot */
} fp_walker_frame;

static inline double fp_walker_rate(const fp_walker *walker) {
    return fp_gait_rate(&walker->style, &walker->lengths);
}

/* What is told to the gait about the ground: it asks for the height at x on the track of a leg. */
typedef struct {
    const fp_walker *walker;
    const fp_walker_state *state;
} fp_walker_view;

static inline double fp_walker_height(const void *ground, int leg, double x) {
    const fp_walker_view *view = (const fp_walker_view *)ground;
    const fp_walker *walker = view->walker;
    fp_vec over = fp_walker_foot_over(&view->state->foot[leg], walker->figure.leg[leg].hip.x, x);
    double height = walker->ground(walker->context, over.x, over.z);
    return isfinite(height) ? height : view->state->gait.leg[view->state->gait.lead].ground.at.y;
}

static inline fp_gait_land fp_walker_land(const fp_walker *walker, const fp_walker_view *view) {
    fp_gait_land land = {walker->ground ? fp_walker_height : NULL, view, NULL, 0};
    return land;
}

static inline fp_side fp_walker_ball(const fp_gait *g, const fp_leg_lengths *l, int i) {
    return fp_side_add(g->hip, fp_leg_forward(l, g->leg[i].q).ball);
}

/* Standing with both feet at a place in the world. */
static inline void fp_walker_reset(fp_walker *walker, double x, double z, double heading) {
    fp_walker_state *s = &walker->now;
    fp_walker_view view = {walker, s};
    fp_gait_land land = fp_walker_land(walker, &view);
    fp_gait_order order = {FP_GAIT_FREE_STEP * fp_leg_length(&walker->lengths), 1, &land};
    double back = walker->lengths.heel_back;
    fp_figure_spot spot = {x, z, heading, back};
    fp_way_move(&spot, 0.0, -back); /* heels are at 0 */
    for (int i = 0; i < 2; i++) {
        s->foot[i] = fp_walker_foot_start(spot);
        s->gait.leg[i].ground.at = fp_side_make(0.0, 0.0);
    }
    s->gait.lead = 0;
    fp_gait_stand_up(&s->gait, &walker->style, &walker->lengths, &order, 0);
    for (int i = 0; i < 2; i++)
        fp_walker_foot_hold(&s->foot[i], &s->gait.leg[i], fp_walker_ball(&s->gait, &walker->lengths, i), 0.0);
    s->way = fp_way_start(x, z, heading, back);
    fp_way_move(&s->way.at, 0.0, s->gait.hip.x - back);
    s->weight = s->weight_rate = s->since = s->ahead = 0.0;
    s->still = 1.0;
    s->step_time = FP_WALKER_STEP_TIME / fp_walker_rate(walker);
}

/* Turning as fast as feet can, and not while it comes to a stand. */
static inline double fp_walker_turn(const fp_walker_state *s, const fp_walker_target *target) {
    double most = FP_WALKER_STEADY_TURN / (2.0 * s->step_time);
    return target->halt ? 0.0 : fp_gait_clip(target->turn, -most, most);
}

/* Where a foot goes to: as the figure will stand over it half a step after the landing. */
static inline fp_figure_spot fp_walker_plan(const fp_walker *walker, const fp_walker_state *s,
                                            const fp_walker_target *target, int i) {
    const fp_gait *g = &s->gait;
    const fp_gait_leg *leg = &g->leg[i];
    double rate = fp_walker_rate(walker), step = target->halt ? 0.0 : target->step;
    double x = leg->down ? g->leg[1 - i].ground.at.x + step : leg->ground.at.x;
    double air = leg->down ? 1.0 : fp_gait_clip(2.0 - leg->phase, 0.0, 1.0);
    double time = (FP_WALKER_AIR * air + 0.5) * s->step_time;
    double back = walker->lengths.heel_back, from = s->foot[i].before.heading;
    fp_figure_spot spot = fp_way_ankle(&s->way, fp_walker_turn(s, target), FP_WAY_FIRM * rate, x + back, time);
    spot.heading = from + fp_gait_clip(spot.heading - from, -FP_WALKER_MOST_TURN, FP_WALKER_MOST_TURN);
    fp_way_move(&spot, 0.0, -back);
    return spot;
}

/* A foot of the walk that has gone on; down: whether it was on the ground. */
static inline void fp_walker_move_foot(const fp_walker *walker, fp_walker_state *s, const fp_walker_target *target,
                                       int i, int down, double dt) {
    const fp_gait_leg *leg = &s->gait.leg[i];
    fp_walker_foot *foot = &s->foot[i];
    fp_figure_spot plan = fp_walker_plan(walker, s, target, i);
    if (!leg->down)
        fp_walker_foot_go(foot, plan, leg->phase, dt);
    else if (!down)
        fp_walker_foot_land(foot);
    if (leg->down)
        foot->after = plan;
    fp_walker_foot_hold(foot, leg, fp_walker_ball(&s->gait, &walker->lengths, i), dt);
}

/* The weight goes to the foot that came down last; to both of a figure that stands. */
static inline void fp_walker_shift(const fp_walker *walker, fp_walker_state *s, double dt) {
    double firm = FP_WALKER_SHIFT * fp_walker_rate(walker);
    double wanted = (s->gait.lead == 0 ? 1.0 : -1.0) * (1.0 - fp_gait_ease(s->still, 0.0, 1.0));
    fp_gait_draw(&s->weight, &s->weight_rate, wanted, firm, dt);
}

static inline void fp_walker_come_to_stand(const fp_walker *walker, fp_walker_state *s, int halt, double dt) {
    const fp_gait_leg *leg = s->gait.leg;
    double apart = fabs(leg[0].ground.at.x - leg[1].ground.at.x) / fp_leg_length(&walker->lengths);
    int stands = halt && leg[0].down && leg[1].down && apart < FP_WALKER_BESIDE;
    double by = FP_WALKER_STAND * fp_walker_rate(walker) * dt;
    s->still = fp_gait_clip(s->still + (stands ? by : -by), 0.0, 1.0);
}

/* A figure that stands comes to the middle of its feet. */
static inline void fp_walker_settle(const fp_walker *walker, fp_walker_state *s, double dt) {
    double rest = fp_gait_ease(s->still, 0.0, 1.0), share;
    fp_figure_spot *at = &s->way.at, a = s->foot[0].before, b = s->foot[1].before;
    if (rest <= 0.0)
        return;
    share = 1.0 - exp(-FP_WALKER_SETTLE * fp_walker_rate(walker) * rest * dt);
    fp_way_move(&a, 0.0, at->x - a.x);
    fp_way_move(&b, 0.0, at->x - b.x);
    at->left += share * (0.5 * (a.left + b.left) - at->left);
    at->forward += share * (0.5 * (a.forward + b.forward) - at->forward);
    at->heading += share * (0.5 * (a.heading + b.heading) - at->heading);
}

/* The time of the step that a landing ends. */
static inline void fp_walker_count(const fp_walker *walker, fp_walker_state *s, int landed, double dt) {
    double usual = FP_WALKER_STEP_TIME / fp_walker_rate(walker);
    s->since += dt;
    if (!landed)
        return;
    s->step_time = fp_gait_clip(s->since, FP_WALKER_SHORTEST * usual, FP_WALKER_LONGEST * usual);
    s->since = 0.0;
}

/* At most FP_GAIT_DT on. */
static inline void fp_walker_go(const fp_walker *walker, fp_walker_state *s, const fp_walker_target *target,
                                double dt) {
    fp_walker_view view = {walker, s};
    fp_gait_land land = fp_walker_land(walker, &view);
    double most = FP_GAIT_LONG_STEP * fp_leg_length(&walker->lengths);
    fp_gait_order order = {fp_gait_clip(target->step, 0.0, most), target->halt, &land};
    int down[2] = {s->gait.leg[0].down, s->gait.leg[1].down}, landed = s->gait.landed;
    double x = s->gait.hip.x;
    fp_gait_step(&s->gait, &walker->style, &walker->lengths, &order, dt);
    fp_way_go(&s->way, fp_walker_turn(s, target), FP_WAY_FIRM * fp_walker_rate(walker), s->gait.hip.x - x, dt);
    fp_walker_count(walker, s, s->gait.landed != landed, dt);
    for (int i = 0; i < 2; i++)
        fp_walker_move_foot(walker, s, target, i, down[i], dt);
    fp_walker_come_to_stand(walker, s, target->halt, dt);
    fp_walker_shift(walker, s, dt);
    fp_walker_settle(walker, s, dt);
}

static inline fp_figure_foot fp_walker_figure_foot(const fp_walker *walker, const fp_walker_state *s, int i) {
    const fp_walker_foot *foot = &s->foot[i];
    const double *q = s->gait.leg[i].q;
    fp_figure_foot out;
    out.before = foot->before;
    out.after = foot->after;
    out.share = foot->share;
    out.ball = fp_walker_ball(&s->gait, &walker->lengths, i);
    out.ball.x += fp_walker_foot_away(foot);
    out.foot = fp_leg_pitch(q);
    out.toe = out.foot + q[FP_TOE];
    out.knee = q[FP_KNEE];
    return out;
}

static inline fp_sway fp_walker_sway(const fp_walker *walker, const fp_walker_state *s) {
    const fp_figure_leg *leg = walker->figure.leg;
    double q[2 * FP_LEG_JOINTS], length = 0.5 * (leg[0].thigh + leg[0].shank + leg[1].thigh + leg[1].shank);
    double half = 0.5 * (fabs(leg[0].hip.x) + fabs(leg[1].hip.x));
    for (int i = 0; i < 2 * FP_LEG_JOINTS; i++)
        q[i] = s->gait.leg[i / FP_LEG_JOINTS].q[i % FP_LEG_JOINTS];
    return walker->sways ? fp_sway_of(length, half, q, s->weight) : fp_sway_none();
}

static inline fp_walker_frame fp_walker_show(const fp_walker *walker, const fp_walker_state *s) {
    fp_walker_frame frame;
    fp_figure_foot foot[2];
    fp_figure_pelvis pelvis;
    frame.sway = fp_walker_sway(walker, s);
    frame.at = pelvis.at = s->way.at;
    pelvis.height = s->gait.hip.y;
    pelvis.yaw = frame.sway.yaw;
    pelvis.roll = frame.sway.roll;
    pelvis.aside = frame.sway.aside;
    for (int i = 0; i < 2; i++) {
        foot[i] = fp_walker_figure_foot(walker, s, i);
        /* a contact that began since the last whole step in time is told with the next */
        frame.stands[i] = s->foot[i].held && walker->now.foot[i].held;
        frame.flat[i] = frame.stands[i] && (fp_gait_touch(&s->gait.leg[i]) & FP_WALKER_HEEL);
    }
    frame.legs = fp_figure_place(&walker->figure, &pelvis, foot);
    return frame;
}

/* dt seconds on, 0 or more. */
static inline void fp_walker_step(fp_walker *walker, const fp_walker_target *target, double dt,
                                  fp_walker_frame *frame) {
    fp_walker_state *now = &walker->now;
    now->ahead += dt;
    for (; now->ahead >= FP_GAIT_DT - 1e-9; now->ahead -= FP_GAIT_DT)
        fp_walker_go(walker, now, target, FP_GAIT_DT);
    fp_walker_state between = *now;
    if (now->ahead > 1e-9)
        fp_walker_go(walker, &between, target, now->ahead);
    *frame = fp_walker_show(walker, &between);
}

#endif
