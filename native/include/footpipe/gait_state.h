/* The state of a figure that walks, and what the rules will say about the time in the air. */
#ifndef FOOTPIPE_GAIT_STATE_H
#define FOOTPIPE_GAIT_STATE_H

#include "footpipe/gait_grade.h"
#include "footpipe/gait_hull.h"
#include "footpipe/gait_path.h"
#include "footpipe/gait_style.h"

#define FP_GAIT_DT (1.0 / 120.0) /* s */
#define FP_GAIT_OPPOSITE 0.8     /* phase of a leg at the other's contact */
#define FP_GAIT_REST_TIME 0.5    /* s from standing to walking and back, of a leg of .9 m */
#define FP_GAIT_HURRY 1.04       /* phase of the foremost foot from which a foothold out of reach comes nearer */
#define FP_GAIT_SHORTEN 1.0      /* m/s by which it does */
#define FP_GAIT_LAND 1.86        /* phase from which a foot that touches the ground stays there */
#define FP_GAIT_OVER_PLACE 1.82  /* phase at which a heel is over its place that has something close behind it */
#define FP_GAIT_NEAR 1e-4        /* m, what counts as touching it */
#define FP_GAIT_SPLIT 1e-4       /* s, least step in time of which speeds are told */

typedef struct {
    double q[FP_LEG_JOINTS];     /* rad */
    double rate[FP_LEG_JOINTS];  /* rad/s, over the last step in time */
    double rule[FP_LEG_JOINTS];  /* rad, where the rules alone would have brought a leg in the air */
    double spare[FP_LEG_JOINTS]; /* rad/s, what is left of its own speed after an event; fades */
    double phase, measured, phase_rate;
    fp_gait_rules say; /* at the phase */
    int down, fresh;   /* on the ground; an event was just now */
    fp_gait_stand stand;
    fp_gait_ground ground;       /* on which it stands, or to which it goes */
    fp_gait_hull way;            /* there, of a foot in the air */
    double pitch;                /* rad, by which it lands toes up more than the rules say */
    int toes_first;              /* it lands so */
    fp_side land;                /* m, where its heel is then */
    double tip;                  /* m, where its tip is by the rules and the offset */
    double lift;                 /* m, by which it is higher than the rules say */
    double toe_lift;             /* rad, toe above where it will lie; fades */
    double opposite_phase;       /* at the other's contact */
    double thigh_away;           /* rad, thigh - to at toe-off */
    double beyond;               /* m, by which the foot in the air is to go farther than it can */
    fp_side offset, offset_rate; /* m, of the heel from where the rules bring it */
    fp_side heel, heel_rate;     /* m, m/s, of the heel by the rules: from the hip, and through space */
} fp_gait_leg;

#define FP_GAIT_AHEAD 24

/* What the rules say about the time in the air. */
typedef struct {
    double s;                       /* of which step */
    double left[FP_GAIT_AHEAD + 1]; /* seconds from phase 1 + i / FP_GAIT_AHEAD to 2, before the scaling with the leg */
    double pose[FP_LEG_JOINTS];     /* at contact */
    fp_side heel;                   /* m, from the hip then */
    double place;                   /* m, from the hip forward to where it stands then */
    fp_side hips;                   /* m, by which the hips are farther back and lower then than on level ground at 0 */
} fp_gait_ahead;

typedef struct {
    fp_gait_leg leg[2];
    fp_side hip, hip_rate;     /* m, m/s */
    int lead;                  /* the leg whose foot came down last */
    double planned;            /* m, where that foot was to stand */
    int landed;                /* how many landings there were */
    fp_gait_path path;         /* the hips' ground */
    double base;               /* m, its height under them */
    double lean;               /* m, by which they are farther back than the rules say */
    double crouch;             /* m, by which they are lower than the rules say, */
    double crouched, crouches; /* at the last and at the next contact */
    double gathers;            /* share of the way between them from which on they come down for the next */
    double s;                  /* of the step */
    double rest;               /* 0 walking .. 1 standing */
    fp_gait_ahead ahead;       /* what the rules will say, at this s */
    fp_side landing_rate;      /* m/s, of the heel by the rules at the last contact */
    double apart;              /* m, by which the feet on the ground disagree */
} fp_gait;

/* What is asked of it. */
typedef struct {
    double step; /* m */
    int halt;    /* 1: the next foothold is beside the other foot, and there it stands; it may be set at any time */
    const fp_gait_land *land; /* NULL: level at 0 */
} fp_gait_order;

static inline double fp_gait_rate(const fp_gait_style *style, const fp_leg_lengths *l) {
    return style->tempo * sqrt(FP_GAIT_LEG / fp_leg_length(l));
}

static inline double fp_gait_floor(const fp_gait_ground *ground, double x) {
    return ground->at.y + tan(ground->slope) * (x - ground->at.x);
}

/* Lowest of heel, ball and tip over the ground, m. */
static inline double fp_gait_lowest(const fp_gait_ground *ground, const fp_leg_lengths *l, fp_side hip,
                                    const double *q) {
    fp_leg_points p = fp_leg_forward(l, q);
    double heel = hip.y + p.heel.y - fp_gait_floor(ground, hip.x + p.heel.x);
    double ball = hip.y + p.ball.y - l->ball_height - fp_gait_floor(ground, hip.x + p.ball.x);
    double tip = hip.y + p.tip.y - l->ball_height - fp_gait_floor(ground, hip.x + p.tip.x);
    double low = heel < ball ? heel : ball;
    return low < tip ? low : tip;
}

#define FP_GAIT_STAND_KNEE 0.12 /* rad */

/* What the rules want at a place of the ring, less so the more the figure comes to a stand. */
static inline fp_gait_rules fp_gait_want(const fp_gait *g, const fp_gait_style *style, double phase) {
    static const double still[FP_LEG_JOINTS] = {0.5 * FP_GAIT_STAND_KNEE, FP_GAIT_STAND_KNEE, 0.5 * FP_GAIT_STAND_KNEE,
                                                0.0};
    fp_gait_rules say = fp_gait_say(style, phase, g->s);
    double rest = fp_gait_ease(g->rest, 0.0, 1.0);
    if (rest > 0.0) {
        for (int j = 0; j < FP_LEG_JOINTS; j++)
            say.pose[j] += rest * (still[j] - say.pose[j]);
        say.pace *= 1.0 - 0.75 * rest;
        say.pace_by_phase *= 1.0 - 0.75 * rest;
    }
    return say;
}

static inline void fp_gait_look_ahead(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l) {
    fp_gait_ahead *a = &g->ahead;
    fp_gait_rules last = fp_gait_say(style, 2.0, g->s);
    double slow = 1.0 / last.pace;
    a->s = g->s;
    a->left[FP_GAIT_AHEAD] = 0.0;
    for (int i = FP_GAIT_AHEAD - 1; i >= 0; i--) {
        double slower = 1.0 / fp_gait_say(style, 1.0 + i / (double)FP_GAIT_AHEAD, g->s).pace;
        a->left[i] = a->left[i + 1] + 0.5 * (slow + slower) / FP_GAIT_AHEAD;
        slow = slower;
    }
    for (int j = 0; j < FP_LEG_JOINTS; j++)
        a->pose[j] = last.pose[j];
    a->heel = fp_leg_forward(l, last.pose).heel;
    a->place = a->heel.x + g->lean;
}

/* Seconds to contact by the rules, before the scaling with the leg. */
static inline double fp_gait_air_left(const fp_gait_ahead *a, double phase) {
    double at = (phase - 1.0) * FP_GAIT_AHEAD;
    int i = at > 0.0 ? (int)at : 0;
    if (i >= FP_GAIT_AHEAD)
        return 0.0;
    return a->left[i] + (at - i) * (a->left[i + 1] - a->left[i]);
}

#endif
