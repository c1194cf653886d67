/* The rules of a walk: what each leg's joints should be at every place of its ring, and how fast it goes round.
 *
 * The ring coordinate of a leg, its phase: 0 contact, .8 opposite contact, 1 toe-off, 2 the next contact. Sets on it
 * (fuzzy_ring.h) are shared by all joints: "if the phase is passing then the knee is 59 and the pace is fast".
 *
 *   s      = step / leg - .743, where people are at their free speed
 *   pose_j = sum w_i (p_ij + p'_ij s)                     rad
 *   pace   = sum w_i (v_i + v'_i s) / time(s)             1/s, for a leg of .9 m
 */
#ifndef FOOTPIPE_GAIT_STYLE_H
#define FOOTPIPE_GAIT_STYLE_H

#include "footpipe/fuzzy.h"
#include "footpipe/gait_leg.h"

#define FP_GAIT_SETS 16
#define FP_GAIT_FREE_STEP 0.743 /* step / leg at free speed (Schwartz et al. 2008) */
#define FP_GAIT_LEG 0.9         /* m, the leg by which a style is told */

/* What reactive rules may ask about a leg; neutral where it does not apply. */
enum {
    FP_ASK_FOOT,      /* 0 on the ground, 1 in the air */
    FP_ASK_DELTA,     /* -1 at toe-off .. 1 arrived; on the ground 1 */
    FP_ASK_CLEARANCE, /* lowest point of the foot over the ground, share of the leg; on the ground 1 */
    FP_ASK_REACH,     /* hip to ankle, in the air to where it will be at contact, share of thigh and shank */
    FP_ASK_PROGRESS,  /* measured - phase: negative where the body is slow */
    FP_ASKED
};

/* Rules in words (fuzzy.h) that add to the speeds of joints; rules == NULL: none. */
typedef struct {
    const fp_fuzzy *rules;
    const double *numbers;
    double *arena;            /* fp_fuzzy_room doubles, of this thread alone */
    int joint[FP_LEG_JOINTS]; /* of each output */
} fp_gait_react;

typedef struct {
    int sets;
    double centre[FP_GAIT_SETS], width[FP_GAIT_SETS];
    double pose[FP_GAIT_SETS][FP_LEG_JOINTS], pose_per_step[FP_GAIT_SETS][FP_LEG_JOINTS]; /* rad */
    double pace[FP_GAIT_SETS], pace_per_step[FP_GAIT_SETS];
    double follow[FP_LEG_JOINTS]; /* 1/s, how firmly a joint follows its pose */
    double trust;                 /* 1/s, how firmly the phase follows what is measured */
    double tempo;                 /* 1 = as people do */
    double step_time[2];          /* time(s) = [0] + [1] s, of 1 at free speed */
    double toe_off[2];            /* share of the step that the pelvis has gone at toe-off: [0] + [1] s */
    double plant;                 /* m/s, with which the heel comes down */
    double clearance;             /* share of the leg, least height of the foot in mid-swing */
    double least_step, most_step; /* step / leg of the shortest and the longest steps that the rules tell */
    fp_gait_react react;
} fp_gait_style;

/* What the rules say at one place of the ring. */
typedef struct {
    double pose[FP_LEG_JOINTS];
    double pace;          /* 1/s, before the scaling with the leg */
    double pace_by_phase; /* 1/s */
} fp_gait_rules;

#define FP_GAIT_LONG_STEP 1.2 /* step / leg, the longest that can be asked for */
/* Share of the time by which a step is slower, the more it is longer than the rules tell. */
#define FP_GAIT_LONG_TIME 2.0

/* Steps longer than the rules tell are wider by them, but not quicker: s of the pace. */
static inline double fp_gait_brisk(const fp_gait_style *style, double s) {
    double most = style->most_step - FP_GAIT_FREE_STEP;
    return s < most ? s : most;
}

static inline double fp_gait_time(const fp_gait_style *style, double s) {
    double brisk = fp_gait_brisk(style, s), t = style->step_time[0] + style->step_time[1] * brisk;
    return (t > 0.3 ? t : 0.3) * (1.0 + FP_GAIT_LONG_TIME * (s - brisk));
}

static inline fp_gait_rules fp_gait_say(const fp_gait_style *style, double phase, double s) {
    fp_gait_rules say = {{0.0, 0.0, 0.0, 0.0}, 0.0, 0.0};
    double weight[FP_GAIT_SETS], slope[FP_GAIT_SETS], time = fp_gait_time(style, s);
    double brisk = fp_gait_brisk(style, s);
    fp_ring_sets ring = {style->sets, 2.0, style->centre, style->width, 1};
    fp_fuzzy_ring(&ring, phase, weight);
    fp_fuzzy_ring_slope(&ring, phase, weight, slope);
    for (int i = 0; i < style->sets; i++) {
        double pace = style->pace[i] + style->pace_per_step[i] * brisk;
        say.pace += weight[i] * pace;
        say.pace_by_phase += slope[i] * pace;
        for (int j = 0; j < FP_LEG_JOINTS; j++)
            say.pose[j] += weight[i] * (style->pose[i][j] + style->pose_per_step[i][j] * s);
    }
    say.pace_by_phase = say.pace > 0.3 ? say.pace_by_phase / time : 0.0;
    say.pace = (say.pace > 0.3 ? say.pace : 0.3) / time;
    return say;
}

#define FP_GAIT_SET_NUMBERS 12   /* centre, width, 4 poses, 4 per step, pace, its change per step */
#define FP_GAIT_STYLE_NUMBERS 14 /* behind them: follow (4), then trust .. most_step in the struct's order */

/* From numbers: first those of each set. */
static inline fp_gait_style fp_gait_read_style(const double *numbers, int sets) {
    fp_gait_style style;
    style.sets = sets;
    for (int i = 0; i < sets; i++, numbers += FP_GAIT_SET_NUMBERS) {
        style.centre[i] = numbers[0];
        style.width[i] = numbers[1];
        for (int j = 0; j < FP_LEG_JOINTS; j++) {
            style.pose[i][j] = numbers[2 + j];
            style.pose_per_step[i][j] = numbers[2 + FP_LEG_JOINTS + j];
        }
        style.pace[i] = numbers[10];
        style.pace_per_step[i] = numbers[11];
    }
    for (int j = 0; j < FP_LEG_JOINTS; j++)
        style.follow[j] = numbers[j];
    numbers += FP_LEG_JOINTS;
    style.trust = numbers[0];
    style.tempo = numbers[1];
    style.step_time[0] = numbers[2];
    style.step_time[1] = numbers[3];
    style.toe_off[0] = numbers[4];
    style.toe_off[1] = numbers[5];
    style.plant = numbers[6];
    style.clearance = numbers[7];
    style.least_step = numbers[8];
    style.most_step = numbers[9];
    style.react.rules = NULL;
    return style;
}

/* s of a step. */
static inline double fp_gait_stride(const fp_gait_style *style, double step, double leg) {
    double share = step / leg;
    share = share < style->least_step ? style->least_step : share;
    return (share < FP_GAIT_LONG_STEP ? share : FP_GAIT_LONG_STEP) - FP_GAIT_FREE_STEP;
}

#endif
