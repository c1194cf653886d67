/* A walk over ground that is not level: how the rules' poses change, and how far the hips come down. */
#ifndef FOOTPIPE_GAIT_TERRAIN_H
#define FOOTPIPE_GAIT_TERRAIN_H

#include "footpipe/gait_state.h"

#define FP_GAIT_STAIRS_FROM 0.1 /* slope from foot to foot beyond that of the sole, from which on it is stairs */
#define FP_GAIT_STAIRS_TO 0.4
#define FP_GAIT_PITCH_UP 0.0 /* rad, the foot's pitch as it lands on stairs */
#define FP_GAIT_PITCH_DOWN -0.4
#define FP_GAIT_GATHER 0.5       /* share of the way between contacts in which the hips come down */
#define FP_GAIT_SWING_SOFT 0.03  /* m */
#define FP_GAIT_CROUCH_RATE 25.0 /* 1/s */
#define FP_GAIT_LEAN_RATE 10.0   /* 1/s */
#define FP_GAIT_LEAN_UPHILL 0.40 /* share of turning with the slope by which the hips stay back uphill */
#define FP_GAIT_TALL 0.24        /* share by which the hips come down less uphill: the hind leg stretches */
#define FP_GAIT_PUSH 0.62        /* share of the slope by which the heel is higher as a foot leaves uphill */
#define FP_GAIT_PUSH_FROM 0.5    /* phase from which on it is */
#define FP_GAIT_LEAN_DOWNHILL 0.42
#define FP_GAIT_LEAN_UP 0.2    /* the same of stairs, up, */
#define FP_GAIT_LEAN_DOWN 0.16 /* and down */

/* By how much the heel of a foot that leaves uphill is higher than the rules say, rad: it pushes the figure up. */
static inline double fp_gait_push(const fp_gait *g, const fp_gait_ground *ground) {
    double walks = 1.0 - fp_gait_ease(g->rest, 0.0, 1.0);
    return ground->slope > 0.0 ? FP_GAIT_PUSH * walks * ground->slope : 0.0;
}

static inline int fp_gait_is_level_at_0(const fp_gait_ground *ground) {
    return ground->at.y == 0.0 && ground->slope == 0.0;
}

/* Nothing under feet and hips is anything but level at 0, and nothing is left of what was: poses stay the rules'. */
static inline int fp_gait_on_level(const fp_gait *g) {
    for (int i = 0; i < 2; i++)
        if (!fp_gait_is_level_at_0(&g->leg[i].ground) || !fp_gait_is_level_at_0(&g->leg[i].way.from))
            return 0;
    for (int i = 0; i < FP_GAIT_KNOTS; i++)
        if (g->path.at[i].y != 0.0)
            return 0;
    return g->path.off == 0.0 && g->path.off_rate == 0.0 && g->base == 0.0 && g->lean == 0.0 && g->lowest == 0.0 &&
           g->crouch == 0.0 && g->crouched == 0.0 && g->crouches == 0.0 && g->leg[0].pitch == 0.0 &&
           g->leg[1].pitch == 0.0;
}

/* How the ground of a foot on it differs from the level under the hips. */
static inline fp_gait_grade fp_gait_grade_down(const fp_gait *g, const fp_gait_leg *leg, double phase) {
    double heel = leg->toes_first ? 1.0 : 0.0;
    fp_gait_grade grade;
    grade.up = leg->ground.at.y;
    grade.slope = leg->ground.slope;
    grade.pitch = leg->pitch * (1.0 - fp_gait_ease(phase, 0.0, 0.3));
    grade.pitch -= fp_gait_push(g, &leg->ground) * fp_gait_ease(phase, FP_GAIT_PUSH_FROM, FP_GAIT_OPPOSITE);
    grade.roll = heel + (1.0 - heel) * fp_gait_ease(phase, 0.25, 0.45);
    return grade;
}

/* The same of one in the air, in a pose of level ground: between its places on the hips' ground, but never lower
 * than that is under the hips: where the ground falls, people bend the knee no less. */
static inline fp_gait_grade fp_gait_grade_air(const fp_gait *g, const fp_gait_leg *leg, double phase,
                                              const fp_leg_lengths *l, const double *pose) {
    const fp_gait_ground *from = &leg->way.from, *to = &leg->ground;
    double heel = leg->toes_first ? 1.0 : 0.0, slope;
    double leaves = 1.0 - fp_gait_ease(phase, 1.0, 1.3), lands = fp_gait_ease(phase, 1.7, 2.0);
    fp_gait_grade grade;
    grade.slope = from->slope + (to->slope - from->slope) * fp_gait_ease(phase, 1.1, 1.8);
    grade.pitch = leg->pitch * fp_gait_ease(phase, 1.4, 1.95);
    grade.pitch -= fp_gait_push(g, from) * (1.0 - fp_gait_ease(phase, 1.2, 1.9));
    grade.roll = 1.0 + (heel - 1.0) * fp_gait_ease(phase, 1.3, 1.8);
    double x = g->hip.x + fp_gait_place_in(l, pose, grade.roll).x;
    double under = fp_gait_path_height(&g->path, x, &slope) - g->base;
    under = g->base + fp_gait_ramp(under - FP_GAIT_SWING_SOFT, FP_GAIT_SWING_SOFT, &slope);
    grade.up = (1.0 - leaves) * (1.0 - lands) * under;
    grade.up += leaves * from->at.y + lands * to->at.y;
    return grade;
}

/* The toe of a foot that comes down on its ball is bent as the ground will bend it. */
static inline void fp_gait_spread_toe(double *pose, double slope, double share) {
    pose[FP_TOE] += share * (slope - fp_leg_pitch(pose) - pose[FP_TOE]);
}

/* How much a foot is one that comes down on its ball: from the end of its way until it lies flat. */
static inline double fp_gait_lands_on_ball(const fp_gait_leg *leg, double phase) {
    return leg->down ? 1.0 - fp_gait_ease(phase, 0.3, 0.5) : fp_gait_ease(phase, 1.4, 1.95);
}

/* Steps up and down take the rules of longer ones: by how much a foot is farther ahead than they have it, m, for both
 * feet to stand where they do. */
static inline double fp_gait_nearer(double narrow, const fp_leg_lengths *l, const double *pose, double roll) {
    return narrow == 0.0 ? 0.0 : -narrow * fp_gait_place_in(l, pose, roll).x;
}

/* What the rules want of a leg at a place of the ring, on the ground that it walks on. */
static inline fp_gait_rules fp_gait_want_there(const fp_gait *g, const fp_gait_leg *leg, double phase,
                                               const fp_gait_style *style, const fp_leg_lengths *l) {
    fp_gait_rules say = fp_gait_want(g, style, phase);
    if (fp_gait_on_level(g))
        return say;
    fp_gait_grade grade = leg->down ? fp_gait_grade_down(g, leg, phase) : fp_gait_grade_air(g, leg, phase, l, say.pose);
    grade.up += g->crouch - g->base;
    grade.fore = g->lean + fp_gait_nearer(g->narrow, l, say.pose, grade.roll);
    fp_gait_on_grade(l, &grade, say.pose);
    if (leg->toes_first)
        fp_gait_spread_toe(say.pose, grade.slope, fp_gait_lands_on_ball(leg, phase));
    return say;
}

/* By how much the hips stay back, m: `steep` is the slope of the sole, rad, `slope` that of the hips' ground. */
static inline double fp_gait_lean(const fp_leg_lengths *l, double steep, double slope) {
    double hill = tan(steep), stairs = slope - hill;
    double back = (hill > 0.0 ? FP_GAIT_LEAN_UPHILL : FP_GAIT_LEAN_DOWNHILL) * hill;
    return fp_leg_length(l) * (back + (stairs > 0.0 ? FP_GAIT_LEAN_UP : FP_GAIT_LEAN_DOWN) * stairs);
}

/* Where the rules have the hips over the foremost foot, m along the way. */
static inline double fp_gait_hips_way(const fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l) {
    const fp_gait_leg *lead = &g->leg[g->lead];
    fp_gait_rules say = fp_gait_want(g, style, lead->phase);
    double back = g->lean > 0.0 ? g->lean : 0.0;
    double ahead = fp_gait_place_in(l, say.pose, fp_gait_grade_down(g, lead, lead->phase).roll).x;
    return lead->ground.at.x - (1.0 - g->narrow) * ahead - back;
}

/* By which share the landing under way is shorter than the step whose rules it takes. */
static inline double fp_gait_narrow(const fp_gait *g, const fp_leg_lengths *l) {
    double step = fp_gait_under_way(g);
    if (g->climb == 0.0 || step <= 0.0)
        return 0.0;
    return 1.0 - step / fp_gait_effort(g, l, step);
}

/* Hips' ground, lean and crouch at the end of a step in time. The hips' place is that of the rules: what the feet make
 * of it must not act on itself. */
static inline void fp_gait_feel_ground(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l, double rate,
                                       double dt) {
    double slope, gone = g->leg[g->lead].phase / FP_GAIT_OPPOSITE;
    if (fp_gait_on_level(g))
        return;
    fp_gait_draw(&g->path.off, &g->path.off_rate, 0.0, FP_GAIT_FADE * rate, dt);
    g->base = fp_gait_path_height(&g->path, fp_gait_hips_way(g, style, l), &slope) + g->path.off;
    g->lean +=
        (fp_gait_lean(l, g->leg[g->lead].ground.slope, slope) - g->lean) * (1.0 - exp(-FP_GAIT_LEAN_RATE * rate * dt));
    g->narrow += (fp_gait_narrow(g, l) - g->narrow) * (1.0 - exp(-FP_GAIT_LEAN_RATE * rate * dt));
    g->crouches += (g->lowest - g->crouches) * (1.0 - exp(-FP_GAIT_CROUCH_RATE * rate * dt));
    g->crouch = g->crouched * (1.0 - fp_gait_ease(gone, 0.0, 0.6)) +
                g->crouches * fp_gait_ease(gone, g->gathers, g->gathers + FP_GAIT_GATHER);
}

/* The foot's pitch beyond the rules' as it lands: heel first on slopes, flat up stairs, toes first down them. */
static inline double fp_gait_landing_pitch(const fp_gait_ground *stands, const fp_gait_ground *to, double pitch) {
    double along = fabs(to->at.x - stands->at.x), rise = to->at.y - stands->at.y;
    double slope = rise / (along > 0.1 ? along : 0.1) - tan(to->slope);
    double stairs = fp_gait_ease(fabs(slope), FP_GAIT_STAIRS_FROM, FP_GAIT_STAIRS_TO);
    return stairs * ((slope > 0.0 ? FP_GAIT_PITCH_UP : FP_GAIT_PITCH_DOWN) - pitch);
}

/* The pose at contact and how far the hips come down for it: both feet have to be in reach. */
static inline void fp_gait_plan_landing(fp_gait *g, const fp_gait_style *style, const fp_leg_lengths *l) {
    fp_gait_leg *leg = &g->leg[1 - g->lead];
    const fp_gait_ground *stands = &g->leg[g->lead].ground;
    fp_gait_rules front = fp_gait_say(style, 2.0, g->s), hind = fp_gait_say(style, FP_GAIT_OPPOSITE, g->s);
    double slope, base, narrow = fp_gait_narrow(g, l), level_pitch = fp_leg_pitch(front.pose);
    leg->pitch = fp_gait_landing_pitch(stands, &leg->ground, level_pitch);
    leg->toes_first = level_pitch + leg->pitch < 0.0;
    double roll = leg->toes_first ? 1.0 : 0.0, place = fp_gait_place_in(l, front.pose, roll).x;
    place += fp_gait_nearer(narrow, l, front.pose, roll);
    base = fp_gait_path_height(&g->path, leg->ground.at.x - place, &slope);
    double lean = fp_gait_lean(l, stands->slope, slope);
    fp_gait_grade level = {0.0, 0.0, 0.0, 0.0, 0.0};
    fp_gait_grade fore = {lean + fp_gait_nearer(narrow, l, front.pose, roll), leg->ground.at.y - base,
                          leg->ground.slope, leg->pitch, roll};
    fp_gait_grade rear = {lean + fp_gait_nearer(narrow, l, hind.pose, 1.0), stands->at.y - base, stands->slope,
                          -fp_gait_push(g, stands), 1.0};
    double down = fp_gait_lower(l, &fore, front.pose) - fp_gait_lower(l, &level, front.pose);
    double too = fp_gait_lower(l, &rear, hind.pose) - fp_gait_lower(l, &level, hind.pose);
    g->lowest = fmax(0.0, fmax(down, too)) * (1.0 - FP_GAIT_TALL * fp_gait_ease(stands->slope, 0.0, 0.15));
    fore.up += g->lowest;
    for (int j = 0; j < FP_LEG_JOINTS; j++)
        g->ahead.pose[j] = front.pose[j];
    fp_gait_on_grade(l, &fore, g->ahead.pose);
    g->ahead.heel = fp_leg_forward(l, g->ahead.pose).heel;
    g->ahead.place = place;
    fp_side flat = fp_gait_flat_pivot(l, roll);
    leg->land = fp_side_add(leg->ground.at, fp_side_turn(flat, leg->ground.slope));
    leg->land = fp_side_sub(leg->land, fp_side_turn(flat, fp_leg_pitch(g->ahead.pose)));
    g->ahead.hips = fp_side_make(lean, g->lowest - base);
}

#endif
