/* Vectors of three doubles: points in metres, or directions.
 *
 * Everything here is pure and total: a vector without length stays as it is, it never becomes NaN.
 */
#ifndef FOOTPIPE_VEC_H
#define FOOTPIPE_VEC_H

#include <math.h>

typedef struct {
    double x, y, z;
} fp_vec;

static inline fp_vec fp_vec_make(double x, double y, double z) {
    fp_vec v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline fp_vec fp_vec_load(const double *p) {
    return fp_vec_make(p[0], p[1], p[2]);
}

static inline void fp_vec_store(double *p, fp_vec v) {
    p[0] = v.x;
    p[1] = v.y;
    p[2] = v.z;
}

static inline fp_vec fp_add(fp_vec a, fp_vec b) {
    return fp_vec_make(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline fp_vec fp_sub(fp_vec a, fp_vec b) {
    return fp_vec_make(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline fp_vec fp_scale(fp_vec v, double s) {
    return fp_vec_make(v.x * s, v.y * s, v.z * s);
}

static inline double fp_dot(fp_vec a, fp_vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline fp_vec fp_cross(fp_vec a, fp_vec b) {
    return fp_vec_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double fp_length(fp_vec v) {
    return sqrt(fp_dot(v, v));
}

static inline double fp_distance(fp_vec a, fp_vec b) {
    return fp_length(fp_sub(a, b));
}

/* v / length, where the caller knows the length; the zero vector for a length of zero. */
static inline fp_vec fp_direction(fp_vec v, double length) {
    return fp_scale(v, length > 0.0 ? 1.0 / length : 0.0);
}

static inline fp_vec fp_normalize(fp_vec v) {
    return fp_direction(v, fp_length(v));
}

/* A unit vector perpendicular to v. The coordinate axis least along v is never parallel to it,
 * where a fixed axis would fail for the vectors along it. v = 0 gives x. */
static inline fp_vec fp_perpendicular(fp_vec v) {
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    if (x + y + z == 0.0)
        return fp_vec_make(1.0, 0.0, 0.0);
    if (x <= y && x <= z)
        return fp_normalize(fp_vec_make(0.0, v.z, -v.y));
    if (y <= z)
        return fp_normalize(fp_vec_make(-v.z, 0.0, v.x));
    return fp_normalize(fp_vec_make(v.y, -v.x, 0.0));
}

/* 3 t^2 - 2 t^3, clamped: 0 below edge0, 1 above edge1, level at both ends. */
static inline double fp_smoothstep(double edge0, double edge1, double x) {
    double t = (x - edge0) / (edge1 - edge0);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return t * t * (3.0 - 2.0 * t);
}

#endif
