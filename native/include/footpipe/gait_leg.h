/* A leg seen from the side: hip, knee, ankle, toe joint (the ball), and the sole under it.
 *
 * x forward, y up, m; angles in rad: hip = thigh against the vertical, flexion +; knee, flexion +; ankle,
 * dorsiflexion +, 0 where the sole is square to the shank; toe, dorsiflexion +. So the sole's pitch, heel down
 * and toes up +, is hip - knee + ankle.
 */
#ifndef FOOTPIPE_GAIT_LEG_H
#define FOOTPIPE_GAIT_LEG_H

#include <math.h>

#include "footpipe/leg_joints.h"

typedef struct {
    double x, y;
} fp_side;

/* Lengths, m, of a flat foot (see footpipe_gait.shape). */
typedef struct {
    double thigh, shank, ankle_height, heel_back, ball_forward, ball_height, toe;
} fp_leg_lengths;

#define FP_LEG_LENGTHS 7

/* From numbers, in the struct's order. */
static inline fp_leg_lengths fp_leg_read_lengths(const double *numbers) {
    fp_leg_lengths l = {numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]};
    return l;
}

static inline fp_side fp_side_make(double x, double y) {
    fp_side p;
    p.x = x;
    p.y = y;
    return p;
}

static inline fp_side fp_side_add(fp_side a, fp_side b) {
    return fp_side_make(a.x + b.x, a.y + b.y);
}

static inline fp_side fp_side_sub(fp_side a, fp_side b) {
    return fp_side_make(a.x - b.x, a.y - b.y);
}

static inline fp_side fp_side_scale(fp_side a, double s) {
    return fp_side_make(s * a.x, s * a.y);
}

static inline fp_side fp_side_mix(fp_side a, fp_side b, double share) {
    return fp_side_add(a, fp_side_scale(fp_side_sub(b, a), share));
}

/* Toes up by an angle. */
static inline fp_side fp_side_turn(fp_side a, double angle) {
    double c = cos(angle), s = sin(angle);
    return fp_side_make(c * a.x - s * a.y, s * a.x + c * a.y);
}

/* What turning by a small angle moves it by. */
static inline fp_side fp_side_quarter(fp_side a) {
    return fp_side_make(-a.y, a.x);
}

static inline double fp_leg_length(const fp_leg_lengths *l) {
    return l->thigh + l->shank + l->ankle_height;
}

static inline double fp_leg_pitch(const double *q) {
    return q[FP_HIP] - q[FP_KNEE] + q[FP_ANKLE];
}

/* The foot's points from the ankle, at a pitch of 0. */
static inline fp_side fp_leg_heel_at_rest(const fp_leg_lengths *l) {
    return fp_side_make(-l->heel_back, -l->ankle_height);
}

static inline fp_side fp_leg_ball_at_rest(const fp_leg_lengths *l) {
    return fp_side_make(l->ball_forward, l->ball_height - l->ankle_height);
}

/* From the hip. */
typedef struct {
    fp_side knee, ankle, heel, ball, tip;
} fp_leg_points;

static inline fp_leg_points fp_leg_forward(const fp_leg_lengths *l, const double *q) {
    fp_leg_points p;
    double pitch = fp_leg_pitch(q);
    p.knee = fp_side_turn(fp_side_make(0.0, -l->thigh), q[FP_HIP]);
    p.ankle = fp_side_add(p.knee, fp_side_turn(fp_side_make(0.0, -l->shank), q[FP_HIP] - q[FP_KNEE]));
    p.heel = fp_side_add(p.ankle, fp_side_turn(fp_leg_heel_at_rest(l), pitch));
    p.ball = fp_side_add(p.ankle, fp_side_turn(fp_leg_ball_at_rest(l), pitch));
    p.tip = fp_side_add(p.ball, fp_side_turn(fp_side_make(l->toe, 0.0), pitch + q[FP_TOE]));
    return p;
}

/* A point of the foot from the hip, and what it moves by with hip, knee and ankle. */
typedef struct {
    fp_side at;
    fp_side by[3];
} fp_leg_point;

/* foot, by_pitch: the point from the ankle as the foot stands, and what it moves by with the pitch. */
static inline fp_leg_point fp_leg_point_of(const fp_leg_lengths *l, const double *q, fp_side foot, fp_side by_pitch) {
    fp_leg_point p;
    fp_side thigh = fp_side_turn(fp_side_make(0.0, -l->thigh), q[FP_HIP]);
    fp_side shank = fp_side_turn(fp_side_make(0.0, -l->shank), q[FP_HIP] - q[FP_KNEE]);
    p.at = fp_side_add(fp_side_add(thigh, shank), foot);
    p.by[FP_ANKLE] = by_pitch;
    p.by[FP_KNEE] = fp_side_scale(fp_side_add(fp_side_quarter(shank), by_pitch), -1.0);
    p.by[FP_HIP] = fp_side_sub(fp_side_quarter(thigh), p.by[FP_KNEE]);
    return p;
}

static inline fp_leg_point fp_leg_heel(const fp_leg_lengths *l, const double *q) {
    fp_side heel = fp_side_turn(fp_leg_heel_at_rest(l), fp_leg_pitch(q));
    return fp_leg_point_of(l, q, heel, fp_side_quarter(heel));
}

/* Angle of the thigh with which the ankle is at a place seen from the hip, the knee in front: two links. */
static inline double fp_thigh_to(const fp_leg_lengths *l, fp_side ankle) {
    double a = l->thigh, b = l->shank, d = sqrt(ankle.x * ankle.x + ankle.y * ankle.y);
    double least = fabs(a - b) + 1e-6 * (a + b);
    d = d < least ? least : d > a + b ? a + b : d;
    double cosine = (a * a + d * d - b * b) / (2.0 * a * d);
    return atan2(ankle.x, -ankle.y) + acos(cosine < 1.0 ? cosine : 1.0);
}

static inline double fp_gait_clip(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

/* 0 below a, 1 above b, smooth between them. */
static inline double fp_gait_ease(double x, double a, double b) {
    double t = (x - a) / (b - a);
    return t <= 0.0 ? 0.0 : t >= 1.0 ? 1.0 : t * t * (3.0 - 2.0 * t);
}

/* A number on its way to another comes there without overshoot, as a door with a good closer does. */
static inline void fp_gait_draw(double *x, double *rate, double to, double quick, double dt) {
    double off = *x - to, pull = *rate + quick * off, fade = exp(-quick * dt);
    *x = to + (off + pull * dt) * fade;
    *rate = (*rate - quick * pull * dt) * fade;
}

/* The same; at last it is there. */
static inline void fp_gait_draw_home(double *x, double *rate, double to, double quick, double dt) {
    if (fabs(*x - to) + fabs(*rate) < 1e-7) {
        *x = to;
        *rate = 0.0;
    } else
        fp_gait_draw(x, rate, to, quick, dt);
}

/* 0 below -w, x above w, a parabola between them; its slope goes to `slope`. */
static inline double fp_gait_ramp(double x, double w, double *slope) {
    double t = x <= -w ? 0.0 : x >= w ? 1.0 : (x + w) / (2.0 * w);
    *slope = t;
    return x >= w ? x : w * t * t;
}

#endif
