/* Unit quaternions as rotations, stored x, y, z, w. Angles in radians.
 *
 * A product a * b rotates by b first, then by a. Inputs are taken to be of unit length; nothing
 * here normalizes behind the caller's back, so that an untouched rotation stays as it is.
 * Angles come from atan2 and never from acos, which loses half the digits near 0.
 */
#ifndef FOOTPIPE_QUAT_H
#define FOOTPIPE_QUAT_H

#include "footpipe/vec.h"

typedef struct {
    double x, y, z, w;
} fp_quat;

/* A vector shorter than this (m) has no direction. */
#define FP_NO_DIRECTION 1e-30

static inline fp_quat fp_quat_make(double x, double y, double z, double w) {
    fp_quat q;
    q.x = x;
    q.y = y;
    q.z = z;
    q.w = w;
    return q;
}

static inline fp_quat fp_quat_load(const double *p) {
    return fp_quat_make(p[0], p[1], p[2], p[3]);
}

static inline void fp_quat_store(double *p, fp_quat q) {
    p[0] = q.x;
    p[1] = q.y;
    p[2] = q.z;
    p[3] = q.w;
}

static inline fp_quat fp_quat_identity(void) {
    return fp_quat_make(0.0, 0.0, 0.0, 1.0);
}

/* Vector part v, scalar part w. */
static inline fp_quat fp_quat_parts(fp_vec v, double w) {
    return fp_quat_make(v.x, v.y, v.z, w);
}

static inline fp_vec fp_quat_vector(fp_quat q) {
    return fp_vec_make(q.x, q.y, q.z);
}

static inline fp_quat fp_quat_conj(fp_quat q) {
    return fp_quat_make(-q.x, -q.y, -q.z, q.w);
}

static inline fp_quat fp_quat_scale(fp_quat q, double s) {
    return fp_quat_make(q.x * s, q.y * s, q.z * s, q.w * s);
}

static inline double fp_quat_dot(fp_quat a, fp_quat b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/* The identity for a quaternion without length. */
static inline fp_quat fp_quat_normalize(fp_quat q) {
    double n = fp_quat_dot(q, q);
    return n > 0.0 ? fp_quat_scale(q, 1.0 / sqrt(n)) : fp_quat_identity();
}

static inline fp_quat fp_quat_mul(fp_quat a, fp_quat b) {
    return fp_quat_make(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
}

/* Whether the length is 1, but for `tolerance`; no length that is not finite is. */
static inline int fp_quat_is_unit(fp_quat q, double tolerance) {
    return fabs(fp_quat_dot(q, q) - 1.0) <= 2.0 * tolerance;
}

/* q v q*: 18 products instead of the 32 of two quaternion products. */
static inline fp_vec fp_rotate(fp_quat q, fp_vec v) {
    fp_vec u = fp_quat_vector(q);
    fp_vec t = fp_scale(fp_cross(u, v), 2.0);
    return fp_add(fp_add(v, fp_scale(t, q.w)), fp_cross(u, t));
}

static inline fp_vec fp_unrotate(fp_quat q, fp_vec v) {
    return fp_rotate(fp_quat_conj(q), v);
}

/* The rotation about a unit axis whose cosine and sine are given: half angles without trigonometry. */
static inline fp_quat fp_quat_turn(fp_vec axis, double cosine, double sine) {
    double w = cosine >= 0.0 ? 1.0 + cosine : fabs(sine);
    double k = cosine >= 0.0 ? sine : copysign(1.0 - cosine, sine);
    double n = 1.0 / sqrt(w * w + k * k);
    return fp_quat_parts(fp_scale(axis, k * n), w * n);
}

/* Shortest rotation between vectors that point apart (p.q < 0). The half-way vector is small there:
 * made exactly perpendicular to the difference it still takes p to q; opposite vectors have no
 * half-way vector, and any axis perpendicular to them will do. Inputs: unit. */
static inline fp_quat fp_between_far(fp_vec p, fp_vec q) {
    fp_vec apart = fp_sub(p, q);
    fp_vec half = fp_add(p, q);
    half = fp_sub(half, fp_scale(apart, fp_dot(half, apart) / fp_dot(apart, apart)));
    half = fp_length(half) < 1e-14 ? fp_perpendicular(apart) : fp_normalize(half);
    return fp_quat_normalize(fp_quat_parts(fp_cross(p, half), fp_dot(p, half)));
}

/* The shortest rotation that takes the direction of p to the direction of q (any lengths).
 * Its w is never negative. The identity if either has no direction.
 * (p x q, |p||q| + p.q) has the squared length 2 |p||q| w, which spares summing its parts. */
static inline fp_quat fp_between(fp_vec p, fp_vec q) {
    double pp = fp_dot(p, p), qq = fp_dot(q, q), d = fp_dot(p, q), product = sqrt(pp * qq), w = product + d;
    double least = FP_NO_DIRECTION * FP_NO_DIRECTION, n;
    if (!(pp > least && qq > least))
        return fp_quat_identity();
    if (d < -0.5 * product)
        return fp_between_far(fp_normalize(p), fp_normalize(q));
    n = 1.0 / sqrt(2.0 * product * w);
    return fp_quat_parts(fp_scale(fp_cross(p, q), n), w * n);
}

/* Rotation vector (unit axis times angle), of length 0 to pi: q and -q give the same. */
static inline fp_vec fp_quat_log(fp_quat q) {
    fp_vec v = fp_quat_vector(q);
    double s = fp_length(v), angle = 2.0 * atan2(s, fabs(q.w));
    double k = s > 0.0 ? angle / s : 2.0;
    return fp_scale(v, q.w < 0.0 ? -k : k);
}

/* The rotation of a rotation vector. */
static inline fp_quat fp_quat_exp(fp_vec v) {
    double angle = fp_length(v);
    return fp_quat_parts(fp_scale(v, angle > 0.0 ? sin(0.5 * angle) / angle : 0.5), cos(0.5 * angle));
}

/* A share of the shorter way of q: 0 = none of it, 1 = all. */
static inline fp_quat fp_quat_share(fp_quat q, double share) {
    return fp_quat_exp(fp_scale(fp_quat_log(q), share));
}

/* Angle (0 to pi) of the rotation between a and b. Kahan's form: exact 0 for equal rotations,
 * and full digits for small angles. */
static inline double fp_quat_angle(fp_quat a, fp_quat b) {
    fp_quat c = fp_quat_dot(a, b) < 0.0 ? fp_quat_scale(b, -1.0) : b;
    fp_quat m = fp_quat_make(a.x - c.x, a.y - c.y, a.z - c.z, a.w - c.w);
    fp_quat p = fp_quat_make(a.x + c.x, a.y + c.y, a.z + c.z, a.w + c.w);
    return 4.0 * atan2(sqrt(fp_quat_dot(m, m)), sqrt(fp_quat_dot(p, p)));
}

#endif
