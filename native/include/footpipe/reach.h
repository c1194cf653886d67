/* How far the ankle may go from the hip, and the bend of the knee that brings it there.
 *
 * A hard limit makes the knee pop when the target crosses it, since near straight a hair of distance
 * is degrees of knee. So the last `softening` metres before the limit are approached exponentially
 * (the soft clamp of Daniel Holden's leg chain, theorangeduck.com).
 *
 * stretch    m, how much farther than in the input pose the limb may reach, never past its length;
 *            infinity = up to its length. The softening shrinks with it, and so the input's own
 *            distance is never shortened: a target equal to the input is the input.
 * softening  m, 0 = a hard limit.
 * article    the clamp as published: the limit is the input's distance and the softening lies inside
 *            it, so even an unmoved target is shortened.
 *
 * Everything is told as growth, the change of the hip-ankle distance, which comes straight from the
 * shift of the target. Distances of nearly straight legs differ in their last digits only, so a
 * difference of two of them would say little about the knee.
 */
#ifndef FOOTPIPE_REACH_H
#define FOOTPIPE_REACH_H

#include "footpipe/limb.h"

typedef struct {
    double stretch, softening; /* m */
    int article;
} fp_reach_rule;

typedef struct {
    double distance; /* m, hip to ankle, after the clamp */
    double bend;     /* 1 + cos(angle inside the knee): 0 straight, 2 folded; outside where the limb cannot */
} fp_reach;

/* |ankle target - hip| - |ankle - hip|, exact for the smallest shift = ankle target - ankle. */
static inline double fp_reach_growth(const fp_limb *limb, fp_vec shift, double asked) {
    double both = asked + limb->span_length;
    return both > 0.0 ? fp_dot(fp_add(fp_scale(limb->span, 2.0), shift), shift) / both : 0.0;
}

/* Metres until the limb is straight. */
static inline double fp_reach_room(const fp_limb *limb) {
    double product = limb->thigh_length * limb->shin_length;
    return 2.0 * product * fp_limb_bend(limb) / (limb->length + limb->span_length);
}

/* Metres that a growth into the soft zone stays short of `most`. */
static inline double fp_reach_rest(double growth, double most, double soft) {
    return soft > 0.0 ? soft * exp((most - soft - growth) / soft) : 0.0;
}

/* The farthest that hip and ankle may be apart, m, where nothing softens: a leg of `length` keeps the share `margin` of
 * it from straight, or what it keeps in the input, where they are `now` apart, but never less than `slack`. */
static inline double fp_reach_most(double now, double length, double margin, double slack, double stretch) {
    return fmin(fmax((1.0 - margin) * length, fmin(now, length - slack)), now + stretch);
}

static inline fp_reach fp_reach_grown(const fp_limb *limb, double growth) {
    double product = limb->thigh_length * limb->shin_length;
    fp_reach reach;
    reach.distance = limb->span_length + growth;
    reach.bend = fp_limb_bend(limb) - 0.5 * growth * (limb->span_length + reach.distance) / product;
    return reach;
}

/* The limb `rest` metres short of straight. */
static inline fp_reach fp_reach_straight(const fp_limb *limb, double rest) {
    double product = limb->thigh_length * limb->shin_length;
    fp_reach reach;
    reach.distance = limb->length - rest;
    reach.bend = 0.5 * rest * (limb->length + reach.distance) / product;
    return reach;
}

/* limb   IN   input pose
 * shift  IN   ankle target - ankle, m
 * asked  IN   |ankle target - hip|, m
 */
static inline fp_reach fp_reach_clamp(const fp_limb *limb, fp_vec shift, double asked, fp_reach_rule rule) {
    double growth = fp_reach_growth(limb, shift, asked), room = fp_reach_room(limb);
    double most = rule.article ? 0.0 : fmin(rule.stretch, room);
    double soft = fmin(rule.softening, rule.article ? limb->span_length : most);
    double rest;
    if (growth <= most - soft)
        return fp_reach_grown(limb, growth);
    rest = fp_reach_rest(growth, most, soft);
    return most < room ? fp_reach_grown(limb, most - rest) : fp_reach_straight(limb, rest);
}

#endif
