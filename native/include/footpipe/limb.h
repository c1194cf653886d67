/* The limb as it stands: two bones, thigh and shin, that meet at the knee. World space, m.
 *
 * Directions point away from the knee, so the thigh's is that of hip - knee. `cosine` and `normal`
 * belong to the angle inside the knee: -1 is a straight leg, 1 a folded one.
 */
#ifndef FOOTPIPE_LIMB_H
#define FOOTPIPE_LIMB_H

#include "footpipe/vec.h"

/* Lengths below this part of the limb's are none; misses below it are none either. */
#define FP_TOLERANCE 1e-9

typedef struct {
    fp_vec thigh, shin;               /* unit, from the knee */
    double thigh_length, shin_length; /* m */
    double length;                    /* m, of both */
    fp_vec span;                      /* ankle - hip, m */
    double span_length;               /* m */
    double cosine;                    /* thigh . shin */
    fp_vec normal;                    /* shin x thigh: turning the shin about it bends the knee */
    double sine;                      /* |normal| */
} fp_limb;

static inline fp_limb fp_limb_measure(fp_vec hip, fp_vec knee, fp_vec ankle) {
    fp_limb limb;
    fp_vec u = fp_sub(hip, knee), v = fp_sub(ankle, knee);
    limb.thigh_length = fp_length(u);
    limb.shin_length = fp_length(v);
    limb.length = limb.thigh_length + limb.shin_length;
    limb.thigh = fp_direction(u, limb.thigh_length);
    limb.shin = fp_direction(v, limb.shin_length);
    limb.span = fp_sub(ankle, hip);
    limb.span_length = fp_length(limb.span);
    limb.cosine = fp_dot(limb.thigh, limb.shin);
    limb.normal = fp_cross(limb.shin, limb.thigh);
    limb.sine = fp_length(limb.normal);
    return limb;
}

/* A limb without two bones has no knee to bend. */
static inline int fp_limb_has_knee(const fp_limb *limb) {
    double least = FP_TOLERANCE * limb->length;
    return limb->thigh_length > least && limb->shin_length > least;
}

/* 1 + cosine of the angle inside the knee. Near straight the sum would lose its digits, the square
 * of the sine keeps them. */
static inline double fp_limb_bend(const fp_limb *limb) {
    if (limb->cosine < 0.0)
        return limb->sine * limb->sine / (1.0 - limb->cosine);
    return 1.0 + limb->cosine;
}

#endif
