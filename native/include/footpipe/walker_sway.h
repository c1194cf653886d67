/* What pelvis, chest and arms do while the legs walk: a simple counter-motion that follows the thighs, so that it
 * begins and ends with the walk.
 *
 * Ranges are those of a walk at free speed, in which the thighs are 40 degrees apart at contact, as textbooks of gait
 * have them (Perry and Burnfield 2010): the pelvis turns 5 degrees and drops 4 to each side, the arms swing 10 degrees
 * forward and 20 back.
 */
#ifndef FOOTPIPE_WALKER_SWAY_H
#define FOOTPIPE_WALKER_SWAY_H

#include "footpipe/gait_leg.h"

#define FP_SWAY_DEGREE 0.017453292519943295
#define FP_SWAY_HALF_HIPS 0.1                   /* of the leg: hips farther from the middle turn less */
#define FP_SWAY_PELVIS 0.06                     /* of the angle between the thighs, about y */
#define FP_SWAY_CHEST -0.07                     /* of the same, against the pelvis */
#define FP_SWAY_DROP 0.04                       /* of the angle by which one knee is more bent */
#define FP_SWAY_ASIDE 0.02                      /* of the leg, to the foot that stands */
#define FP_SWAY_ARM 0.7                         /* of the other side's thigh */
#define FP_SWAY_BOTH (15.0 * FP_SWAY_DEGREE)    /* as far as both thighs together bring the arms, on stairs */
#define FP_SWAY_ARM_BACK (4.0 * FP_SWAY_DEGREE) /* how far the arms' middle is behind */
#define FP_SWAY_ELBOW (16.0 * FP_SWAY_DEGREE)   /* bend */
#define FP_SWAY_ELBOW_MORE 0.35                 /* and more of it the farther the arm is forward */

/* rad; m to the left. */
typedef struct {
    double yaw, roll, aside;
    double chest;            /* about y */
    double arm[2], elbow[2]; /* forward; bend */
} fp_sway;

static inline fp_sway fp_sway_none(void) {
    fp_sway none = {0.0, 0.0, 0.0, 0.0, {0.0, 0.0}, {0.0, 0.0}};
    return none;
}

/* leg: thigh and shank, m. half_hips: m from the middle. q: (2, 4) rad. weight: 1 on the left foot .. -1. */
static inline fp_sway fp_sway_of(double leg, double half_hips, const double *q, double weight) {
    const double *left = q, *right = q + FP_LEG_JOINTS;
    double apart = right[FP_HIP] - left[FP_HIP], wide = FP_SWAY_HALF_HIPS * leg / half_hips;
    fp_sway sway;
    wide = wide < 1.0 ? wide : 1.0;
    sway.yaw = wide * FP_SWAY_PELVIS * apart;
    sway.roll = wide * FP_SWAY_DROP * (right[FP_KNEE] - left[FP_KNEE]);
    sway.aside = FP_SWAY_ASIDE * leg * weight;
    sway.chest = FP_SWAY_CHEST * apart;
    double mean = 0.5 * (right[FP_HIP] + left[FP_HIP]), share = mean / FP_SWAY_BOTH;
    double both = mean / sqrt(1.0 + share * share);
    sway.arm[0] = FP_SWAY_ARM * (both + 0.5 * apart) - FP_SWAY_ARM_BACK;
    sway.arm[1] = FP_SWAY_ARM * (both - 0.5 * apart) - FP_SWAY_ARM_BACK;
    for (int i = 0; i < 2; i++)
        sway.elbow[i] = FP_SWAY_ELBOW + FP_SWAY_ELBOW_MORE * (sway.arm[i] + FP_SWAY_ARM_BACK);
    return sway;
}

#endif
