/* Euler angles of one to three channels, and back with no jumps between frames.
 *
 * An order is a list of axes (0 = x, 1 = y, 2 = z). Channels read left to right multiply left to
 * right, as BVH means it: R = R(axis 0) R(axis 1) R(axis 2). Two axes side by side must differ; the
 * first and the third may be equal (ZXZ). Angles in degrees: whole turns are exact in them.
 *
 * The way back is that of Bernardes and Viollet ("Quaternion to Euler angles conversion: a direct,
 * general and computationally efficient method", 2022): the half sum and half difference of the outer
 * angles stand directly in the quaternion, so both are precise up to the gimbal lock, where one of
 * the two has no meaning any more and is left to the previous frame.
 */
#ifndef FOOTPIPE_EULER_H
#define FOOTPIPE_EULER_H

#include "footpipe/quat.h"

#define FP_PI 3.14159265358979323846
#define FP_DEGREES (180.0 / FP_PI)

/* Below this, the free one of sum and difference is noise; letting it go turns the result by less
 * than 3e-11 rad. */
#define FP_GIMBAL 2e-11

/* (sum, difference) / 2 of the outer angles, in radians; a free one may take any value. */
typedef struct {
    double sum, difference;
    int sum_free, difference_free;
} fp_euler_pair;

static inline fp_quat fp_euler_channel(int axis, double degrees) {
    double half = 0.5 * degrees / FP_DEGREES, s = sin(half);
    return fp_quat_make(axis == 0 ? s : 0.0, axis == 1 ? s : 0.0, axis == 2 ? s : 0.0, cos(half));
}

static inline fp_quat fp_euler_to_quat(const double *degrees, const int *axes, int n) {
    fp_quat q = fp_euler_channel(axes[0], degrees[0]);
    for (int i = 1; i < n; i++)
        q = fp_quat_mul(q, fp_euler_channel(axes[i], degrees[i]));
    return q;
}

/* The angle + 360 k nearest to the previous one. */
static inline double fp_euler_near(double degrees, double previous) {
    if (degrees - previous >= -180.0 && degrees - previous < 180.0) /* nearly always */
        return degrees;
    return degrees - 360.0 * floor((degrees - previous) / 360.0 + 0.5);
}

static inline double fp_quat_part(fp_quat q, int axis) {
    return axis == 0 ? q.x : axis == 1 ? q.y : q.z;
}

/* +1 if (i, j, the third axis) is a right-handed order, else -1. */
static inline double fp_euler_parity(int i, int j) {
    return (j - i + 3) % 3 == 1 ? 1.0 : -1.0;
}

static inline fp_euler_pair fp_euler_pair_of(double sum_s, double sum_c, double dif_s, double dif_c) {
    fp_euler_pair p;
    p.sum_free = sum_s * sum_s + sum_c * sum_c < FP_GIMBAL * FP_GIMBAL;
    p.difference_free = dif_s * dif_s + dif_c * dif_c < FP_GIMBAL * FP_GIMBAL;
    p.sum = atan2(sum_s, sum_c);
    p.difference = atan2(dif_s, dif_c);
    return p;
}

/* Gimbal lock: the free one takes the previous frame's value, the other is known up to half turns.
 * first, last: the previous outer angles (rad). */
static inline fp_euler_pair fp_euler_settle(fp_euler_pair p, double first, double last) {
    double sum = 0.5 * (first + last), difference = 0.5 * (first - last);
    if (p.sum_free && !p.difference_free) {
        p.difference -= FP_PI * floor((p.difference - difference) / FP_PI + 0.5);
        p.sum = sum;
    } else if (p.difference_free && !p.sum_free) {
        p.sum -= FP_PI * floor((p.sum - sum) / FP_PI + 0.5);
        p.difference = difference;
    }
    return p;
}

/* Gimbal lock without a previous frame: the last angle is 0. */
static inline fp_euler_pair fp_euler_settle_first(fp_euler_pair p) {
    if (p.sum_free)
        p.sum = p.difference;
    else if (p.difference_free)
        p.difference = p.sum;
    return p;
}

static inline double fp_euler_cost(const double *angles, const double *previous, int n) {
    double cost = 0.0;
    for (int i = 0; i < n; i++)
        cost += (angles[i] - previous[i]) * (angles[i] - previous[i]);
    return cost;
}

/* One channel: the twist about its axis, the closest such rotation. */
static inline void fp_euler_one(fp_quat q, int axis, const double *previous, double *out) {
    double s = fp_quat_part(q, axis);
    int lost = s * s + q.w * q.w < FP_GIMBAL * FP_GIMBAL;
    double angle = 2.0 * atan2(s, q.w) * FP_DEGREES;
    if (lost)
        angle = previous ? previous[0] : 0.0;
    out[0] = fp_euler_near(angle, previous ? previous[0] : 0.0);
}

/* Two channels: the closest such rotation. <q, Ri(a) Rj(b)> is a sum of two cosines, one of (a + b) / 2
 * and one of (a - b) / 2, so each has its own greatest value. */
static inline void fp_euler_two(fp_quat q, const int *axes, const double *previous, double *out) {
    double parity = fp_euler_parity(axes[0], axes[1]);
    double i = fp_quat_part(q, axes[0]), j = fp_quat_part(q, axes[1]);
    double k = parity * fp_quat_part(q, 3 - axes[0] - axes[1]);
    fp_euler_pair p = fp_euler_pair_of(i + j, q.w - k, i - j, q.w + k);
    p = previous ? fp_euler_settle(p, previous[0] / FP_DEGREES, previous[1] / FP_DEGREES) : fp_euler_settle_first(p);
    out[0] = fp_euler_near((p.sum + p.difference) * FP_DEGREES, previous ? previous[0] : 0.0);
    out[1] = fp_euler_near((p.sum - p.difference) * FP_DEGREES, previous ? previous[1] : 0.0);
}

/* The three angles of one branch (the middle one from 0 to 180, or -90 to 90), in degrees. Three
 * different axes become the first kind by a quarter turn about the middle axis. */
static inline void fp_euler_branch(fp_quat q, const int *axes, const double *previous, double *out) {
    int i = axes[0], j = axes[1], k = 3 - i - j, proper = axes[2] == i;
    double parity = fp_euler_parity(i, j);
    double a = q.w, b = fp_quat_part(q, i), c = fp_quat_part(q, j), d = parity * fp_quat_part(q, k);
    double shift = proper ? 0.0 : 90.0, sign = proper ? 1.0 : -parity;
    double w = proper ? a : a - c, x = proper ? b : b - d;
    double y = proper ? c : c + a, z = proper ? d : d + b;
    fp_euler_pair p = fp_euler_pair_of(x, w, z, y);
    p = previous ? fp_euler_settle(p, previous[0] / FP_DEGREES, sign * previous[2] / FP_DEGREES)
                 : fp_euler_settle_first(p);
    out[0] = (p.sum + p.difference) * FP_DEGREES;
    out[1] = 2.0 * atan2(sqrt(y * y + z * z), sqrt(w * w + x * x)) * FP_DEGREES - shift;
    out[2] = sign * (p.sum - p.difference) * FP_DEGREES;
}

/* Whether no other branch can be nearer: its outer angles are half a turn away from these, so at least a quarter turn
 * from the anchor if these are at most that. */
static inline int fp_euler_nearest(const double *angles, const double *anchor) {
    return fabs(angles[0] - anchor[0]) <= 90.0 && fabs(angles[2] - anchor[2]) <= 90.0 &&
           fp_euler_cost(angles, anchor, 3) <= 2.0 * 90.0 * 90.0;
}

/* Three channels: of the two branches, each with whole turns, the one nearest to the previous frame. */
static inline void fp_euler_three(fp_quat q, const int *axes, const double *previous, double *out) {
    static const double zero[3] = {0.0, 0.0, 0.0};
    const double *anchor = previous ? previous : zero;
    double other[3], middle = axes[2] == axes[0] ? 0.0 : 180.0;
    fp_euler_branch(q, axes, previous, out);
    other[0] = out[0] + 180.0;
    other[1] = middle - out[1];
    other[2] = out[2] + 180.0;
    for (int i = 0; i < 3; i++)
        out[i] = fp_euler_near(out[i], anchor[i]);
    if (!previous || fp_euler_nearest(out, anchor))
        return;
    for (int i = 0; i < 3; i++)
        other[i] = fp_euler_near(other[i], anchor[i]);
    if (fp_euler_cost(other, anchor, 3) < fp_euler_cost(out, anchor, 3))
        for (int i = 0; i < 3; i++)
            out[i] = other[i];
}

/* q            IN   rotation, unit
 * axes, n      IN   the order, 1 to 3 channels
 * previous     IN   the angles of the frame before, degrees; NULL: the principal range
 * out          OUT  n angles, degrees. With fewer than three channels the closest that they can do
 */
static inline void fp_quat_to_euler(fp_quat q, const int *axes, int n, const double *previous, double *out) {
    if (n == 1)
        fp_euler_one(q, axes[0], previous, out);
    else if (n == 2)
        fp_euler_two(q, axes, previous, out);
    else
        fp_euler_three(q, axes, previous, out);
}

#endif
