/* A pose of level ground on other ground: the foot goes up or down with its place and turns with it, two links bring
 * hip and knee there. What that changes is added to the pose, so that level ground leaves it as it is.
 */
#ifndef FOOTPIPE_GAIT_GRADE_H
#define FOOTPIPE_GAIT_GRADE_H

#include "footpipe/gait_pin.h"

#define FP_GAIT_STRETCH                                                                                                \
    0.994 /* of thigh and shank, as far as other ground stretches a leg: the knee bent by 12 deg                       \
           */
#define FP_GAIT_STRETCH_SOFT 0.009 /* of thigh and shank, within which a leg stretches less than other ground asks */
#define FP_GAIT_LEAST_SPARE 0.0002 /* the same, that a leg always has left */

typedef struct {
    double fore;  /* m, by which the foot's place is farther ahead, seen from the hip */
    double up;    /* m, by which it is higher */
    double slope; /* rad, of its ground */
    double pitch; /* rad, by which the foot is turned toes up besides */
    double roll;  /* it turns about the heel, 0, or the ball, 1 */
} fp_gait_grade;

/* Hip and knee angle with which the ankle is at a place seen from the hip. */
static inline void fp_gait_links(const fp_leg_lengths *l, fp_side ankle, double *hip, double *knee) {
    double a = l->thigh, b = l->shank, cosine = (ankle.x * ankle.x + ankle.y * ankle.y - a * a - b * b) / (2.0 * a * b);
    *hip = fp_thigh_to(l, ankle);
    *knee = acos(fp_gait_clip(cosine, -1.0, 1.0));
}

/* The point about which the foot turns, as it is at a place on level ground. */
static inline fp_side fp_gait_flat_pivot(const fp_leg_lengths *l, double roll) {
    return fp_side_scale(fp_side_make(l->heel_back + l->ball_forward, l->ball_height), roll);
}

/* Where the heel of a pose would stand flat with that point where it is, from the hip. */
static inline fp_side fp_gait_place_in(const fp_leg_lengths *l, const double *pose, double roll) {
    fp_leg_points p = fp_leg_forward(l, pose);
    return fp_side_sub(fp_side_mix(p.heel, p.ball, roll), fp_gait_flat_pivot(l, roll));
}

/* Where the ankle of a pose goes, from the hip. */
static inline fp_side fp_gait_graded_ankle(const fp_leg_lengths *l, const fp_gait_grade *grade, const double *pose) {
    fp_leg_points p = fp_leg_forward(l, pose);
    fp_side flat = fp_gait_flat_pivot(l, grade->roll), place = fp_gait_place_in(l, pose, grade->roll);
    place = fp_side_add(place, fp_side_make(grade->fore, grade->up));
    fp_side pivot = fp_side_add(place, fp_side_turn(flat, grade->slope));
    fp_side from = fp_side_sub(p.ankle, fp_side_mix(p.heel, p.ball, grade->roll));
    return fp_side_add(pivot, fp_side_turn(from, grade->slope + grade->pitch));
}

/* By how much the hips have to come down for a leg to reach its place, m, and softly so. */
static inline double fp_gait_lower(const fp_leg_lengths *l, const fp_gait_grade *grade, const double *pose) {
    double slope, length = l->thigh + l->shank, reach = FP_GAIT_STRETCH * length;
    fp_side ankle = fp_gait_graded_ankle(l, grade, pose);
    double down = sqrt(fp_gait_clip(reach * reach - ankle.x * ankle.x, 1e-6, reach * reach));
    return fp_gait_ramp(-ankle.y - down, 0.01 * length, &slope);
}

/* How far a leg stretches that should reach `far` and on level ground reaches `usual`, shares of thigh and shank: so
 * far on level ground, softly less than all of it, and all but as far as it should where it is bent. */
static inline double fp_gait_stretch(double far, double usual) {
    double soft = FP_GAIT_STRETCH_SOFT, spare = 1.0 - usual > FP_GAIT_LEAST_SPARE ? 1.0 - usual : FP_GAIT_LEAST_SPARE;
    double more = (usual - far) / soft, level = expm1(spare / soft);
    return 1.0 - (more > 30.0 ? spare + usual - far : soft * log1p(level * exp(more)));
}

static inline void fp_gait_on_grade(const fp_leg_lengths *l, const fp_gait_grade *grade, double *pose) {
    if (grade->up == 0.0 && grade->fore == 0.0 && grade->slope == 0.0 && grade->pitch == 0.0)
        return;
    double level[FP_LEG_JOINTS] = {pose[FP_HIP], pose[FP_KNEE], pose[FP_ANKLE], pose[FP_TOE]};
    fp_gait_keep_knee(level);
    fp_side ankle = fp_gait_graded_ankle(l, grade, level), was = fp_leg_forward(l, level).ankle;
    double length = l->thigh + l->shank, far = sqrt(ankle.x * ankle.x + ankle.y * ankle.y) / length;
    double usual = sqrt(was.x * was.x + was.y * was.y) / length, hip, knee;
    fp_gait_links(l, fp_side_scale(ankle, fp_gait_stretch(far, usual) / far), &hip, &knee);
    pose[FP_HIP] += hip - level[FP_HIP];
    pose[FP_ANKLE] += grade->slope + grade->pitch - (hip - level[FP_HIP]) + (knee - level[FP_KNEE]);
    pose[FP_KNEE] += knee - level[FP_KNEE];
}

#endif
