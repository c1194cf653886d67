/* The knee as a hinge: which axis, and how far it turns.
 *
 * The axis. A bent leg shows its own: the normal of its plane. As the leg straightens that normal
 * turns into noise, so the part of the given knee axis that lies in the leg's plane comes back in,
 * between the sines 0.12 and 0.02 of the knee's angle (7 to 1 degrees). Taking that part, and not
 * mixing two vectors, leaves no sign to choose: the axis is continuous when a leg passes through
 * straight, and the sign of the bend about it is kept.
 *
 * A leg bent against the given axis by less than the sine 0.3 (17 degrees) is a knee pushed through, as
 * standing people's are: its bend stays a backward one. Beyond that the leg knows better than the axis.
 *
 * The turn. With unit vectors, thigh . R(d) shin = A + h cos(d - phi), and the wanted bend fixes
 * cos(d - phi). Of the two roots the one nearest to no turn is taken, so IK modifies the pose and does
 * not replace it. One exception: a leg bent backwards about its axis, near straight, that has to bend
 * half as much again or more, bends forwards. Somewhere the knee must change sides (the two roots
 * cannot be joined), and here it does so at a small bend, not when the input passes through straight.
 *
 * An axis that is not square to both bones cannot reach every bend; what is left is made up about the
 * normal of the plane reached.
 */
#ifndef FOOTPIPE_HINGE_H
#define FOOTPIPE_HINGE_H

#include "footpipe/limb.h"
#include "footpipe/quat.h"

#define FP_OWN_NORMAL 0.12   /* sine of the knee's angle from which on the leg's plane is trusted alone */
#define FP_OVERSTRETCHED 0.3 /* and up to which a bend against the given axis is a knee pushed through */
#define FP_GIVEN_AXIS 0.02   /* and up to which the given axis is */
#define FP_BACKWARDS 2.25    /* 1.5 squared: growth of a backward bend at which the knee changes sides */
#define FP_ALONG_BONE 1e-3   /* sine squared between the axis and a bone: no hinge below */
#define FP_NO_PLANE 1e-12    /* sine of the knee's angle below which the leg has no plane */

typedef struct {
    fp_vec axis; /* world, unit */
    int found;   /* 0: neither plane nor given axis will do, the axis is a guess */
} fp_hinge;

typedef struct {
    fp_quat turn; /* world, about the knee */
    fp_vec shin;  /* unit, after it */
    int short_of; /* the bend lies outside what this axis can do */
} fp_hinge_turn;

static inline fp_hinge fp_hinge_make(fp_vec axis, int found) {
    fp_hinge hinge;
    hinge.axis = axis;
    hinge.found = found;
    return hinge;
}

/* How much of the axis is the leg's own normal: 1 bent, 0 straight. */
static inline double fp_hinge_own(const fp_limb *limb) {
    if (limb->sine < FP_NO_PLANE)
        return 0.0;
    return limb->cosine > 0.0 ? 1.0 : fp_smoothstep(FP_GIVEN_AXIS, FP_OWN_NORMAL, limb->sine);
}

static inline fp_hinge fp_hinge_guess(const fp_limb *limb) {
    if (limb->sine > FP_TOLERANCE)
        return fp_hinge_make(fp_direction(limb->normal, limb->sine), 0);
    return fp_hinge_make(fp_perpendicular(limb->thigh), 0);
}

/* No hinge: an axis without length, or along a bone. */
static inline int fp_hinge_useless(const fp_limb *limb, fp_vec axis) {
    double x = fp_dot(axis, limb->thigh), y = fp_dot(axis, limb->shin);
    return fp_dot(axis, axis) < 0.5 || 1.0 - x * x < FP_ALONG_BONE || 1.0 - y * y < FP_ALONG_BONE;
}

/* Bent a little against the given axis, as standing legs are: the knee bends about it the other way. */
static inline int fp_hinge_is_overstretched(const fp_limb *limb, fp_vec given) {
    return limb->cosine < 0.0 && limb->sine < FP_OVERSTRETCHED && fp_dot(limb->normal, given) < 0.0;
}

/* knee_rotation  IN   world
 * knee_axis      IN   the knee joint's own frame; its length does not matter
 */
static inline fp_hinge fp_hinge_find(const fp_limb *limb, fp_quat knee_rotation, fp_vec knee_axis) {
    double own = fp_hinge_own(limb);
    fp_vec normal = fp_direction(limb->normal, limb->sine), given, axis, in_plane;
    given = fp_normalize(fp_rotate(knee_rotation, knee_axis));
    if (own >= 1.0)
        return fp_hinge_make(fp_hinge_is_overstretched(limb, given) ? fp_scale(normal, -1.0) : normal, 1);
    in_plane = fp_sub(given, fp_scale(normal, fp_dot(normal, given)));
    axis = fp_normalize(fp_sub(given, fp_scale(in_plane, own)));
    return fp_hinge_useless(limb, axis) ? fp_hinge_guess(limb) : fp_hinge_make(axis, 1);
}

/* +1: the forward root, -1: the backward one. c = sine of the present bend about the axis. */
static inline double fp_hinge_side(double b, double c, double h, double plus) {
    if (c >= 0.0)
        return 1.0;
    return b >= 0.0 || plus * h * (h - b) <= FP_BACKWARDS * c * c ? -1.0 : 1.0;
}

/* thigh, shin  IN   unit, from the knee
 * normal       IN   shin x thigh
 * axis         IN   unit
 * bend         IN   1 + cos(angle inside the knee) wanted
 */
static inline fp_hinge_turn fp_hinge_bend(fp_vec thigh, fp_vec shin, fp_vec normal, fp_vec axis, double bend) {
    double x = fp_dot(thigh, axis), y = fp_dot(shin, axis);
    double b = fp_dot(thigh, shin) - x * y, c = fp_dot(normal, axis), h = sqrt(b * b + c * c), g = 1.0 / h;
    /* 1 + cos(d - phi), free of cancellation where the leg is nearly straight */
    double plus = (bend - (x + y) * (x + y) / (1.0 + x * y + h)) * g;
    double in = plus < 0.0 ? 0.0 : plus > 2.0 ? 2.0 : plus;
    double cosine = in - 1.0, sine = fp_hinge_side(b, c, h, in) * sqrt(in * (2.0 - in));
    fp_hinge_turn turn;
    turn.turn = fp_quat_turn(axis, (b * cosine + c * sine) * g, (c * cosine - b * sine) * g);
    turn.shin = fp_rotate(turn.turn, shin);
    turn.short_of = in != plus;
    return turn;
}

/* What the hinge could not do, about the normal of the plane that it reached. */
static inline fp_hinge_turn fp_hinge_finish(fp_vec thigh, fp_hinge_turn done, double bend) {
    fp_vec normal = fp_cross(done.shin, thigh);
    double sine = fp_length(normal);
    fp_hinge_turn rest;
    if (sine < FP_NO_PLANE)
        return done;
    rest = fp_hinge_bend(thigh, done.shin, normal, fp_direction(normal, sine), bend);
    rest.turn = fp_quat_mul(rest.turn, done.turn);
    return rest;
}

static inline fp_hinge_turn fp_hinge_solve(const fp_limb *limb, fp_vec axis, double bend) {
    fp_hinge_turn turn = fp_hinge_bend(limb->thigh, limb->shin, limb->normal, axis, bend);
    return turn.short_of ? fp_hinge_finish(limb->thigh, turn, bend) : turn;
}

#endif
