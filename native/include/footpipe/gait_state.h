/* The state of a figure that walks, and what the rules will say about the time in the air. */
#ifndef FOOTPIPE_GAIT_STATE_H
#define FOOTPIPE_GAIT_STATE_H

#include "footpipe/gait_grade.h"
#include "footpipe/gait_hull.h"
#include "footpipe/gait_path.h"
#include "footpipe/gait_style.h"

#define FP_GAIT_DT (1.0 / 120.0) /* s */
#define FP_GAIT_OPPOSITE 0.8     /* phase of a leg at the other's contact */

#define FP_GAIT_HURRY 1.04  /* phase of the foremost foot from which a foothold out of reach comes nearer */
#define FP_GAIT_SHORTEN 1.0 /* m/s by which it does */
#define FP_GAIT_LAND 1.86   /* phase from which a foot that touches the ground stays there */
#define FP_GAIT_ASIDE 0.004 /* of the leg, within which it has to be at its place to do so before its time */
#define FP_GAIT_NEAR 1e-4   /* m, what counts as touching it */
#define FP_GAIT_FORGET 25.0 /* 1/s, with which fades what an event left of a speed or of a lifted toe */
#define FP_GAIT_SPLIT 1e-3  /* s, least step in time of which speeds are told */

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
    double aim;                  /* m, where the step was to bring it as that was planned */
    double tip;                  /* m, where its tip is by the rules and the offset */
    double lift, lift_rate;      /* m, m/s, by which it is higher than the rules say */
    double toe_lift;             /* rad, toe above where it will lie; fades */
    double opposite_phase;       /* at the other's contact */
    double thigh_away;           /* rad, thigh - to at toe-off */
    double beyond;               /* m, by which the foot in the air is to go farther than it can */
    fp_side offset, offset_rate; /* m, of the heel from where the rules bring it */
    fp_side heel, ball;          /* m, by the rules: from the hip */
    fp_side touch_rate;          /* m/s, through space, of the one that is to touch the ground first */
} fp_gait_leg;

#define FP_GAIT_AHEAD 24

/* What the rules say about the time in the air. */
typedef struct {
    double s;                       /* of which step */
    double left[FP_GAIT_AHEAD + 1]; /* seconds from phase 1 + i / FP_GAIT_AHEAD to 2, before the scaling with the leg */
    double pose[FP_LEG_JOINTS];     /* at contact */
    fp_side heel;                   /* m, from the hip then */
    double place;                   /* m, from the hip forward to where it stands then, on level ground */
    fp_side hips;                   /* m, by which the hips are farther back and lower then than on level ground at 0 */
} fp_gait_ahead;

typedef struct {
    fp_gait_leg leg[2];
    fp_side hip, hip_rate;     /* m, m/s */
    int lead;                  /* the leg whose foot came down last */
    double planned;            /* m, where that foot was to stand */
    double asked;              /* m, from there: the step that is asked of the landing under way */
    double step;               /* m, that step on its way to what is asked */
    double step_rate;          /* m/s */
    double shift;              /* m, by which better ground is farther than that step */
    double climb;              /* m, by which that landing is higher than its sole's slope makes it */
    int halts;                 /* that landing is beside the other foot, to stand */
    int settled;               /* and what is asked of it changes no more */
    int landed;                /* how many landings there were */
    fp_gait_path path;         /* the hips' ground */
    double base;               /* m, its height under them */
    double lean;               /* m, by which they are farther back than the rules say */
    double narrow;             /* share by which steps are shorter than those of the rules for them */
    double crouch;             /* m, by which they are lower than the rules say, */
    double crouched, crouches; /* at the last and at the next contact */
    double lowest;             /* m, by which they are to be lower at the next */
    double gathers;            /* share of the way between them from which on they come down for the next */
    double s, s_rate;          /* of the step, as the rules take it */
    double s_asked;            /* to which it goes */
    double rest, rest_rate;    /* 0 as the rules walk .. 1 on the spot: shorter steps than the rules know, and halts */
    double slow, slow_rate;    /* 0 going .. 1 standing: both feet wait on the ground */
    double care, care_rate;    /* 0 steady .. 1 in the middle of a change */
    fp_gait_ahead ahead;       /* what the rules will say, at this s */
    fp_side landing_rate;      /* m/s, of what touched the ground first, by the rules, at the last contact */
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
    return ground->slope == 0.0 ? ground->at.y : ground->at.y + tan(ground->slope) * (x - ground->at.x);
}

static inline void fp_gait_remember_sole(fp_gait_leg *leg, const fp_leg_lengths *l, const double *q) {
    fp_leg_points p = fp_leg_forward(l, q);
    leg->heel = p.heel;
    leg->ball = p.ball;
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

#define FP_GAIT_STAND_KNEE 0.12 /* rad, of a figure that stands */
#define FP_GAIT_READY_KNEE 0.27 /* rad, of one that goes on the spot */
#define FP_GAIT_PRESS 0.01      /* rad, by which a foot on the ground presses its toes down, to come to lie flat */
#define FP_GAIT_SLAP 0.15       /* rad, by which one that has landed to halt does at first */
#define FP_GAIT_SPOT_PACE 1.4   /* 1/s on the spot, of a foot on the ground */
#define FP_GAIT_SPOT_LIFT 1.67  /* by how much faster in the air, to keep step with the other leg */

/* A figure on the spot: it stands on one leg and lifts the other. */
static inline void fp_gait_spot(const fp_gait *g, double phase, double *pose) {
    static const double lift[3] = {0.36, 0.7, 0.28};
    double up = fp_gait_ease(phase, 1.0, 1.5) * (1.0 - fp_gait_ease(phase, 1.5, 2.0)) * (2.0 - g->rest);
    double knee = FP_GAIT_READY_KNEE + g->slow * (FP_GAIT_STAND_KNEE - FP_GAIT_READY_KNEE);
    pose[FP_HIP] = 0.5 * knee + up * lift[FP_HIP];
    pose[FP_KNEE] = knee + up * lift[FP_KNEE];
    pose[FP_ANKLE] = 0.5 * knee + up * lift[FP_ANKLE];
    double press = fp_gait_ease(phase, 0.0, 0.1) * (1.0 - fp_gait_ease(phase, 0.8, 0.95));
    double slap = fp_gait_ease(phase, 0.0, 0.08) * (1.0 - fp_gait_ease(phase, 0.12, 0.22));
    pose[FP_ANKLE] -= FP_GAIT_PRESS * press + FP_GAIT_SLAP * slap * (1.0 - pow(g->rest, 8.0));
    pose[FP_TOE] = 0.0;
}

static inline double fp_gait_spot_pace(double phase) {
    double air = fp_gait_ease(phase, 0.9, 1.1) * (1.0 - fp_gait_ease(phase, 1.9, 2.0));
    return FP_GAIT_SPOT_PACE * (1.0 + (FP_GAIT_SPOT_LIFT - 1.0) * air);
}

#define FP_GAIT_CLIMB_UP 1.4   /* m ahead that a metre up stairs is like, */
#define FP_GAIT_CLIMB_DOWN 0.8 /* or down */

#define FP_GAIT_NARROW_STEP 0.4 /* of the leg, a step is narrow, */
#define FP_GAIT_WIDE_STEP 0.65  /* or wide */

/* 0 a narrow step .. 1 a wide one, which takes all of the leg's reach. */
static inline double fp_gait_wide(const fp_leg_lengths *l, double step) {
    return fp_gait_ease(step / fp_leg_length(l), FP_GAIT_NARROW_STEP, FP_GAIT_WIDE_STEP);
}

#define FP_GAIT_UNEVEN 0.02 /* of the leg, by which a foothold is higher or lower, that is uneven ground */

/* 0 on the level or a slope .. 1 a foothold that is higher or lower. */
static inline double fp_gait_uneven(const fp_gait *g, const fp_leg_lengths *l) {
    return fp_gait_ease(fabs(g->climb) / fp_leg_length(l), 0.0, FP_GAIT_UNEVEN);
}

/* The step that the landing under way makes, m. */
static inline double fp_gait_under_way(const fp_gait *g) {
    return g->step + g->shift;
}

/* The step that takes as long, of one of so many metres in the landing under way. */
static inline double fp_gait_effort(const fp_gait *g, const fp_leg_lengths *l, double step) {
    double down = -FP_GAIT_CLIMB_DOWN * (1.0 - fp_gait_wide(l, step));
    return step + (g->climb > 0.0 ? FP_GAIT_CLIMB_UP : down) * g->climb;
}

/* 0 a step that the rules tell .. 1 on the spot. */
static inline double fp_gait_small(const fp_gait_style *style, const fp_leg_lengths *l, double step) {
    return fp_gait_clip(1.0 - step / (style->least_step * fp_leg_length(l)), 0.0, 1.0);
}

/* A figure that stands does not go round its ring. */
static inline double fp_gait_goes(const fp_gait *g) {
    return 1.0 - 0.75 * g->slow;
}

/* What the rules want at a place of the ring, less so the shorter the step is than any that they know. */
static inline fp_gait_rules fp_gait_want(const fp_gait *g, const fp_gait_style *style, double phase) {
    fp_gait_rules say = fp_gait_say(style, phase, g->s);
    if (g->rest != 0.0) {
        double spot[FP_LEG_JOINTS], goes = fp_gait_goes(g);
        double flat =
            fp_gait_ease(phase, 0.8, 0.95) * (1.0 - fp_gait_ease(phase, 1.4, 1.9)) * g->rest * (1.0 - g->rest);
        fp_gait_spot(g, phase, spot);
        for (int j = 0; j < FP_LEG_JOINTS; j++) /* a foot that leaves the ground flat does not point down at once */
            say.pose[j] += (g->rest + (j == FP_ANKLE ? flat : 0.0)) * (spot[j] - say.pose[j]);
        say.pace = goes * (say.pace + g->rest * (fp_gait_spot_pace(phase) - say.pace));
        say.pace_by_phase *= goes * (1.0 - g->rest);
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
    a->place = a->heel.x;
}

/* Seconds to contact by the rules, before the scaling with the leg. */
static inline double fp_gait_air_left(const fp_gait *g, double phase) {
    const fp_gait_ahead *a = &g->ahead;
    double at = (phase - 1.0) * FP_GAIT_AHEAD;
    int i = at > 0.0 ? (int)at : 0;
    if (i >= FP_GAIT_AHEAD)
        return 0.0;
    double left = a->left[i] + (at - i) * (a->left[i + 1] - a->left[i]);
    double spot = (2.0 - phase) / (FP_GAIT_SPOT_PACE * FP_GAIT_SPOT_LIFT);
    return (left + g->rest * (spot - left)) / fp_gait_goes(g);
}

#endif
