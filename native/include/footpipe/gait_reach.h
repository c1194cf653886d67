/* How far a leg in the air stretches, and the angles with which its foot gets where it goes.
 *
 * On uneven ground a foot is often there before the hips: its leg keeps the knee bent, and a foot that goes down comes
 * down as the hips do. On the level, where the rules' legs are all but straight, the least change of their angles does
 * better than two links, whose knee would have to bend at once.
 */
#ifndef FOOTPIPE_GAIT_REACH_H
#define FOOTPIPE_GAIT_REACH_H

#include "footpipe/gait_terrain.h"

#define FP_GAIT_UNEVEN_SPARE                                                                                           \
    0.006 /* of thigh and shank, by which a leg stretches less there: the knee bent by 13 deg, */
#define FP_GAIT_UNEVEN_SOFT 0.018  /* within which it begins to, on its way, */
#define FP_GAIT_UNEVEN_FIRM 0.0012 /* and as it lands */

typedef struct {
    double most, soft; /* of thigh and shank: as far as it stretches, and within which it begins not to stretch more */
    double uneven;     /* 0 on the level .. 1 on uneven ground */
} fp_gait_stretching;

/* The softer, the more time there is. */
static inline fp_gait_stretching fp_gait_stretching_at(const fp_gait *g, const fp_leg_lengths *l, double phase,
                                                       double left) {
    double early = 0.15 * left * fp_gait_ease(phase, 1.3, 1.7), lands = fp_gait_ease(phase, 1.88, 2.0);
    double soft = 0.012 * (1.0 - lands) + (early < 0.04 ? early : 0.04) + 1e-6;
    fp_gait_stretching by;
    by.uneven = fp_gait_uneven(g, l);
    by.most = FP_GAIT_REACH - FP_GAIT_UNEVEN_SPARE * by.uneven;
    by.soft = soft * fp_leg_length(l) / (l->thigh + l->shank);
    by.soft += by.uneven * (FP_GAIT_UNEVEN_SOFT + lands * (FP_GAIT_UNEVEN_FIRM - FP_GAIT_UNEVEN_SOFT));
    return by;
}

/* Brings a foot in the air to a place, as far as its leg stretches, in the rules' pitch or nearly so. place: of what
 * touches the ground first, from the hip. */
static inline void fp_gait_reach_for(fp_gait_leg *leg, const fp_leg_lengths *l, fp_side place,
                                     const fp_gait_stretching *by) {
    double slope, hip, knee, pitch = fp_leg_pitch(leg->rule), length = l->thigh + l->shank;
    fp_side foot = leg->toes_first ? fp_leg_ball_at_rest(l) : fp_leg_heel_at_rest(l);
    fp_side turned = fp_side_turn(foot, pitch), ankle = fp_side_sub(place, turned);
    double far = sqrt(ankle.x * ankle.x + ankle.y * ankle.y);
    leg->beyond = far - by->most * length;
    ankle = fp_side_scale(ankle, 1.0 - fp_gait_ramp(leg->beyond, by->soft * length, &slope) / far);
    for (int j = 0; j < FP_LEG_JOINTS; j++)
        leg->q[j] = leg->rule[j];
    if (by->uneven > 0.0) {
        fp_gait_links(l, ankle, &hip, &knee);
        leg->q[FP_HIP] += by->uneven * (hip - leg->q[FP_HIP]);
        leg->q[FP_KNEE] += by->uneven * (knee - leg->q[FP_KNEE]);
        leg->q[FP_ANKLE] = pitch - leg->q[FP_HIP] + leg->q[FP_KNEE];
    }
    fp_gait_bring_point(l, leg->q, foot, fp_side_add(ankle, turned));
    if (leg->toes_first) /* they keep their angle to the ground */
        leg->q[FP_TOE] += pitch - fp_leg_pitch(leg->q);
}

#endif
