/* One frame of a walk put on a figure: pelvis and legs in three dimensions, from what is seen from the side and from
 * the spots on the ground that the feet stand on.
 *
 * A foot stays with the spot that it stands on, so it stands still in curves as well; in the air it goes from one spot
 * to the next. The pelvis goes up or down by as much as keeps the knees' angles, and so low that both feet are reached.
 * Legs are two links with the knee forward.
 *
 * x to the left, y up, z forward, m; headings rad about y, from z towards x. Legs come left, right.
 */
#ifndef FOOTPIPE_GAIT_FIGURE_H
#define FOOTPIPE_GAIT_FIGURE_H

#include "footpipe/gait_leg.h"
#include "footpipe/quat.h"

#define FP_FIGURE_SURE_KNEE 0.1    /* sine of the knee's bend below which its angle is not kept any better */
#define FP_FIGURE_ROUNDS 4         /* of Newton's method for the pelvis' height: it converges after two */
#define FP_FIGURE_STRAIGHT 0.99999 /* of thigh and shank that hip and ankle may be apart */
#define FP_FIGURE_SOFT 0.01        /* m before that end from which the pelvis comes down for a foot in a curve: */
#define FP_FIGURE_AWRY 0.1         /* for one so many rad or more off the pelvis' heading; 0 m for one along it */

/* The figure as it stands upright, facing z; it never changes. */
typedef struct {
    fp_vec hip;           /* m, from the middle between the hips */
    double thigh, shank;  /* m */
    double forward, down; /* m, from the ankle to the toe joint */
} fp_figure_leg;

typedef struct {
    fp_figure_leg leg[2];
    double level; /* rad about z, by which the pelvis is tilted for a leg that is longer */
} fp_figure;

/* A place on the ground, a heading, and the x of the walk that is there. */
typedef struct {
    double left, forward, heading, x;
} fp_figure_spot;

typedef struct {
    fp_figure_spot at;       /* under the middle between the hips */
    double height;           /* m, of the hips in the walk */
    double yaw, roll, aside; /* what it does besides: rad about y and z, m to the left */
} fp_figure_pelvis;

typedef struct {
    fp_figure_spot before, after;
    double share;     /* of the way from the one to the other: 0 or 1 of a foot on the ground */
    fp_side ball;     /* m, the toe joint in the walk */
    double foot, toe; /* rad, by which they point up */
    double knee;      /* rad, flexion in the walk */
} fp_figure_foot;

/* Rotations are in the world, from how the figure stands. */
typedef struct {
    fp_vec middle; /* m, between the hips */
    fp_quat pelvis;
    fp_quat leg[2][FP_LEG_JOINTS];
} fp_figure_legs;

/* The tilt that puts the hips as high as the legs are long. */
static inline double fp_figure_level(const fp_figure_leg *leg) {
    double longer = leg[0].thigh + leg[0].shank - leg[1].thigh - leg[1].shank;
    double across = leg[0].hip.x - leg[1].hip.x;
    return atan2(longer, across) - atan2(leg[0].hip.y - leg[1].hip.y, across);
}

/* hips   IN  (2, 3) m, from the middle between them
 * bones  IN  (2, 4) m: thigh, shank, from the ankle to the toe joint forward and down */
static inline fp_figure fp_figure_read(const double *hips, const double *bones) {
    fp_figure figure;
    for (int i = 0; i < 2; i++, hips += 3, bones += 4) {
        fp_figure_leg leg = {fp_vec_load(hips), bones[0], bones[1], bones[2], bones[3]};
        figure.leg[i] = leg;
    }
    figure.level = fp_figure_level(figure.leg);
    return figure;
}

static inline fp_quat fp_figure_about_left(double angle) {
    return fp_quat_make(sin(0.5 * angle), 0.0, 0.0, cos(0.5 * angle));
}

static inline fp_quat fp_figure_about_up(double angle) {
    return fp_quat_make(0.0, sin(0.5 * angle), 0.0, cos(0.5 * angle));
}

static inline fp_quat fp_figure_about_forward(double angle) {
    return fp_quat_make(0.0, 0.0, sin(0.5 * angle), cos(0.5 * angle));
}

/* What is so far aside of and along a heading. */
static inline fp_vec fp_figure_ahead(double heading, double left, double forward) {
    double s = sin(heading), c = cos(heading);
    return fp_vec_make(left * c + forward * s, 0.0, forward * c - left * s);
}

/* Where a point of the walk is that goes `aside` m beside the spot's line. */
static inline fp_vec fp_figure_seen_from(fp_figure_spot spot, double aside, fp_side point) {
    return fp_add(fp_vec_make(spot.left, point.y, spot.forward),
                  fp_figure_ahead(spot.heading, aside, point.x - spot.x));
}

static inline fp_vec fp_figure_mix(fp_vec a, fp_vec b, double share) {
    return fp_add(fp_scale(a, 1.0 - share), fp_scale(b, share));
}

static inline double fp_figure_heading(const fp_figure_foot *foot) {
    return (1.0 - foot->share) * foot->before.heading + foot->share * foot->after.heading;
}

/* Where a point of a foot is. Between two spots it goes along the bend and not outside of it: of an arc of length d,
 * turn a and radius d / a, mixed places on the tangents at its ends are share (1 - share) d a / 2 too far out.
 */
static inline fp_vec fp_figure_at(const fp_figure_foot *foot, double aside, fp_side point) {
    double in = 0.5 * foot->share * (1.0 - foot->share) * (foot->after.x - foot->before.x);
    fp_vec turned =
        fp_sub(fp_figure_ahead(foot->after.heading, 0.0, in), fp_figure_ahead(foot->before.heading, 0.0, in));
    fp_vec mixed = fp_figure_mix(fp_figure_seen_from(foot->before, aside, point),
                                 fp_figure_seen_from(foot->after, aside, point), foot->share);
    return fp_add(mixed, turned);
}

static inline fp_quat fp_figure_foot_turn(double heading, double pitch) {
    return fp_quat_mul(fp_figure_about_up(heading), fp_figure_about_left(-pitch));
}

/* What is known of a leg before the pelvis has its height. */
typedef struct {
    double heading;
    fp_vec ankle, span; /* m, where the ankle is to be, and the hip from there */
} fp_figure_reach;

static inline fp_figure_reach fp_figure_reach_of(const fp_figure_leg *leg, const fp_figure_foot *foot, fp_vec middle,
                                                 fp_quat pelvis) {
    fp_figure_reach r;
    r.heading = fp_figure_heading(foot);
    fp_vec sole = fp_vec_make(0.0, -leg->down, leg->forward);
    fp_vec ball = fp_figure_at(foot, leg->hip.x, foot->ball);
    r.ankle = fp_sub(ball, fp_rotate(fp_figure_foot_turn(r.heading, foot->foot), sole));
    r.span = fp_sub(fp_add(middle, fp_rotate(pelvis, leg->hip)), r.ankle);
    return r;
}

/* m up, so that the knees bend as in the walk: least squares over both, where an angle changes by as much as its sine
 * is small. */
static inline double fp_figure_keep_knees(const fp_figure *figure, const fp_figure_foot *foot,
                                          const fp_figure_reach *reach) {
    double lift = 0.0, wanted[2], weight[2];
    for (int i = 0; i < 2; i++) {
        double a = figure->leg[i].thigh, b = figure->leg[i].shank, sine = sin(foot[i].knee);
        wanted[i] = sqrt(a * a + b * b + 2.0 * a * b * cos(foot[i].knee));
        weight[i] = 1.0 / (sine * sine + FP_FIGURE_SURE_KNEE * FP_FIGURE_SURE_KNEE);
    }
    for (int round = 0; round < FP_FIGURE_ROUNDS; round++) {
        double pull = 0.0, give = 0.0;
        for (int i = 0; i < 2; i++) {
            fp_vec span = fp_add(reach[i].span, fp_vec_make(0.0, lift, 0.0));
            double apart = fp_length(span), slope = span.y / apart;
            pull += weight[i] * slope * (apart - wanted[i]);
            give += weight[i] * slope * slope;
        }
        lift -= pull / give;
    }
    return lift;
}

/* m up, as much less that the leg reaches its ankle. */
static inline double fp_figure_within_reach(const fp_figure_leg *leg, const fp_figure_reach *reach, double heading,
                                            double lift) {
    double most = FP_FIGURE_STRAIGHT * (leg->thigh + leg->shank), slope, awry = fabs(heading - reach->heading);
    double left = most * most - reach->span.x * reach->span.x - reach->span.z * reach->span.z;
    double soft = FP_FIGURE_SOFT * fp_gait_clip(awry / FP_FIGURE_AWRY, 0.0, 1.0);
    double beyond = lift + reach->span.y - sqrt(left > 0.0 ? left : 0.0);
    return lift - fp_gait_ramp(beyond, soft > 1e-12 ? soft : 1e-12, &slope);
}

/* Takes down to `bone` and left to `hinge`, which is square to it. */
static inline fp_quat fp_figure_bone_turn(fp_vec bone, fp_vec hinge) {
    fp_quat swing = fp_between(fp_vec_make(0.0, -1.0, 0.0), bone);
    fp_vec left = fp_rotate(swing, fp_vec_make(1.0, 0.0, 0.0));
    double along = fp_dot(left, hinge), across = fp_dot(fp_cross(left, hinge), bone);
    return fp_quat_mul(fp_quat_turn(bone, along, across), swing);
}

/* Thigh and shank: the knee forward, its hinge as near as can be to `across`. span: from the hip to the ankle. */
static inline void fp_figure_bend(const fp_figure_leg *leg, fp_vec span, fp_vec across, fp_quat *turns) {
    double a = leg->thigh, b = leg->shank, apart = fp_length(span);
    fp_vec down = fp_scale(span, 1.0 / apart);
    fp_vec hinge = fp_normalize(fp_sub(across, fp_scale(down, fp_dot(down, across))));
    double reached = fp_gait_clip(apart, fabs(a - b), FP_FIGURE_STRAIGHT * (a + b));
    double bend = acos(fp_gait_clip((a * a + reached * reached - b * b) / (2.0 * a * reached), -1.0, 1.0));
    fp_vec thigh = fp_add(fp_scale(down, cos(bend)), fp_scale(fp_cross(down, hinge), sin(bend)));
    fp_vec shank = fp_scale(fp_sub(fp_scale(down, reached), fp_scale(thigh, a)), 1.0 / b);
    turns[FP_HIP] = fp_figure_bone_turn(thigh, hinge);
    turns[FP_KNEE] = fp_figure_bone_turn(shank, hinge);
}

/* foot  IN  (2) */
static inline fp_figure_legs fp_figure_place(const fp_figure *figure, const fp_figure_pelvis *pelvis,
                                             const fp_figure_foot *foot) {
    fp_figure_legs out;
    fp_figure_reach reach[2];
    double heading = pelvis->at.heading;
    out.pelvis =
        fp_quat_mul(fp_figure_about_up(heading + pelvis->yaw), fp_figure_about_forward(pelvis->roll + figure->level));
    out.middle = fp_add(fp_vec_make(pelvis->at.left, pelvis->height, pelvis->at.forward),
                        fp_figure_ahead(heading, pelvis->aside, 0.0));
    for (int i = 0; i < 2; i++)
        reach[i] = fp_figure_reach_of(&figure->leg[i], &foot[i], out.middle, out.pelvis);
    double lift = fp_figure_keep_knees(figure, foot, reach);
    for (int i = 0; i < 2; i++)
        lift = fp_figure_within_reach(&figure->leg[i], &reach[i], heading, lift);
    out.middle.y += lift;
    for (int i = 0; i < 2; i++) {
        fp_vec span = fp_scale(fp_add(reach[i].span, fp_vec_make(0.0, lift, 0.0)), -1.0);
        fp_vec across = fp_figure_ahead(0.5 * (heading + reach[i].heading), 1.0, 0.0);
        fp_figure_bend(&figure->leg[i], span, across, out.leg[i]);
        out.leg[i][FP_ANKLE] = fp_figure_foot_turn(reach[i].heading, foot[i].foot);
        out.leg[i][FP_TOE] = fp_figure_foot_turn(reach[i].heading, foot[i].toe);
    }
    return out;
}

#endif
