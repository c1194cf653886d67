/* Feet that stand still: the least change of the angles that the rules want, by which every foot on the ground stays
 * where it is.
 *
 * A foot stands on its heel (toes up), flat, or rolls over the tip of its toes (heel up). While it rolls, the toe lies
 * on the ground as far as the rules bend it so far; after that it comes off the ground with the ball, tip last.
 * With one foot down, the hip is where that foot puts it. With two, both have to put it at one place: two equations,
 * and one more for each foot that is flat. The answer is the one with the least sum of change^2 / give, after Gauss'
 * principle of least constraint; some rounds of it make the equations hold to the last digits.
 */
#ifndef FOOTPIPE_GAIT_PIN_H
#define FOOTPIPE_GAIT_PIN_H

#include "footpipe/gait_leg.h"

#define FP_GAIT_ROUNDS 4
#define FP_GAIT_LEAST_KNEE 0.005 /* rad */
#define FP_GAIT_MOST_KNEE 2.6    /* rad */
#define FP_GAIT_TORN 0.2         /* rad, a change in one step in time by which no two feet are held together */
#define FP_GAIT_REACH                                                                                                  \
    0.9997                    /* of thigh and shank, as far as a foot in the air is sent: the knee stays bent by 3 deg \
                               */
#define FP_GAIT_TOE_SOFT 0.12 /* rad, over which the toe begins to come off the ground */

typedef enum { FP_ON_HEEL, FP_ON_SOLE, FP_ON_TOES } fp_gait_stand;

/* The ground under a foot, where its heel stands when flat: m, and its slope, rad. */
typedef struct {
    fp_side at;
    double slope;
} fp_gait_ground;

typedef struct {
    fp_gait_stand stand;
    fp_gait_ground ground;
    double toe_wish; /* rad, toe angle of the rules */
    double *q;       /* (4) changed */
    double give;     /* 0..1 and above: how easily it changes */
} fp_gait_foot;

/* Angle of the toe to the ground, never above it, and its slope by the pitch; pitch is against the ground. */
static inline double fp_gait_toe_tilt(double pitch, double toe_wish, double *by_pitch) {
    double wish = toe_wish > 0.0 ? toe_wish : 0.0;
    double slope, bent = fp_gait_ramp(-pitch - wish - FP_GAIT_TOE_SOFT, FP_GAIT_TOE_SOFT, &slope);
    *by_pitch = slope;
    return -bent;
}

/* The point of the foot that does not move, from the hip. */
static inline fp_leg_point fp_gait_pivot(const fp_leg_lengths *l, const fp_gait_foot *foot) {
    double by, pitch = fp_leg_pitch(foot->q);
    if (foot->stand != FP_ON_TOES)
        return fp_leg_heel(l, foot->q);
    double tilt = fp_gait_toe_tilt(pitch - foot->ground.slope, foot->toe_wish, &by);
    fp_side ball = fp_side_turn(fp_leg_ball_at_rest(l), pitch);
    fp_side toe = fp_side_turn(fp_side_make(l->toe, 0.0), foot->ground.slope + tilt);
    fp_side by_pitch = fp_side_add(fp_side_quarter(ball), fp_side_scale(fp_side_quarter(toe), by));
    return fp_leg_point_of(l, foot->q, fp_side_add(ball, toe), by_pitch);
}

/* That point from the ground's place. */
static inline fp_side fp_gait_pivot_place(const fp_leg_lengths *l, const fp_gait_foot *foot) {
    fp_side tip = fp_side_make(l->heel_back + l->ball_forward + l->toe, l->ball_height);
    return foot->stand == FP_ON_TOES ? fp_side_turn(tip, foot->ground.slope) : fp_side_make(0.0, 0.0);
}

/* Where the hip is by this foot. */
static inline fp_side fp_gait_hip_by(const fp_leg_lengths *l, const fp_gait_foot *foot) {
    fp_side pivot = fp_side_add(foot->ground.at, fp_gait_pivot_place(l, foot));
    return fp_side_sub(pivot, fp_gait_pivot(l, foot).at);
}

/* Returns whether the knee was past the ends of its range. */
static inline int fp_gait_keep_knee(double *q) {
    double knee = fp_gait_clip(q[FP_KNEE], FP_GAIT_LEAST_KNEE, FP_GAIT_MOST_KNEE);
    int past = knee != q[FP_KNEE];
    q[FP_KNEE] = knee;
    return past;
}

/* Lays a single foot flat where it has to be. */
static inline void fp_gait_lay_flat(const fp_gait_foot *foot) {
    double off = (foot->ground.slope - fp_leg_pitch(foot->q)) / 3.0;
    foot->q[FP_HIP] += off;
    foot->q[FP_KNEE] -= off;
    fp_gait_keep_knee(foot->q);
    foot->q[FP_ANKLE] = foot->ground.slope - foot->q[FP_HIP] + foot->q[FP_KNEE];
}

#define FP_GAIT_ROWS 4

/* Equations in the changes of six angles, three of each leg. */
typedef struct {
    int rows;
    double by[FP_GAIT_ROWS][6], wanted[FP_GAIT_ROWS];
} fp_gait_equations;

static inline double *fp_gait_row(fp_gait_equations *e, double wanted) {
    double *by = e->by[e->rows];
    for (int i = 0; i < 6; i++)
        by[i] = 0.0;
    e->wanted[e->rows++] = wanted;
    return by;
}

/* Adds a foot: where it puts the hip (sign 1 or -1), and that it is flat. */
static inline void fp_gait_add_foot(fp_gait_equations *e, const fp_leg_lengths *l, const fp_gait_foot *foot, int leg,
                                    double sign) {
    fp_leg_point pivot = fp_gait_pivot(l, foot);
    for (int j = 0; j < 3; j++) {
        e->by[0][3 * leg + j] = sign * pivot.by[j].x;
        e->by[1][3 * leg + j] = sign * pivot.by[j].y;
    }
    if (foot->stand == FP_ON_SOLE) {
        double *by = fp_gait_row(e, foot->ground.slope - fp_leg_pitch(foot->q)) + 3 * leg;
        by[FP_HIP] = by[FP_ANKLE] = 1.0;
        by[FP_KNEE] = -1.0;
    }
}

/* Solves  (by give by') pull = wanted  by Cholesky's method; change = give by' pull. */
static inline void fp_gait_least_change(const fp_gait_equations *e, const double *give, double *change) {
    double a[FP_GAIT_ROWS][FP_GAIT_ROWS], pull[FP_GAIT_ROWS];
    int n = e->rows;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k <= i; k++) {
            double sum = i == k ? 1e-12 : 0.0;
            for (int j = 0; j < 6; j++)
                sum += e->by[i][j] * give[j] * e->by[k][j];
            for (int j = 0; j < k; j++)
                sum -= a[i][j] * a[k][j];
            a[i][k] = i == k ? sqrt(sum > 1e-14 ? sum : 1e-14) : sum / a[k][k];
        }
        pull[i] = e->wanted[i];
        for (int k = 0; k < i; k++)
            pull[i] -= a[i][k] * pull[k];
        pull[i] /= a[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            pull[i] -= a[k][i] * pull[k];
        pull[i] /= a[i][i];
    }
    for (int j = 0; j < 6; j++) {
        change[j] = 0.0;
        for (int i = 0; i < n; i++)
            change[j] += give[j] * e->by[i][j] * pull[i];
    }
}

/* No angle turns by more than half a radian in a round. */
static inline double fp_gait_shorter(const double *change, int n) {
    double most = 0.0;
    for (int i = 0; i < n; i++)
        most = fabs(change[i]) > most ? fabs(change[i]) : most;
    return most > 0.5 ? 0.5 / most : 1.0;
}

/* Two feet: changes both legs' angles, and returns the metres by which they still disagree about the hip; infinite
 * where it would have taken too much of a change. */
static inline double fp_gait_settle_two(const fp_leg_lengths *l, fp_gait_foot *feet) {
    double give[6], change[6], was[6];
    for (int i = 0; i < 6; i++) {
        give[i] = feet[i / 3].give;
        was[i] = feet[i / 3].q[i % 3];
    }
    for (int round = 0; round < FP_GAIT_ROUNDS; round++) {
        fp_gait_equations e;
        fp_side apart = fp_side_sub(fp_gait_hip_by(l, &feet[0]), fp_gait_hip_by(l, &feet[1]));
        e.rows = 0;
        fp_gait_row(&e, apart.x);
        fp_gait_row(&e, apart.y);
        fp_gait_add_foot(&e, l, &feet[0], 0, 1.0);
        fp_gait_add_foot(&e, l, &feet[1], 1, -1.0);
        fp_gait_least_change(&e, give, change);
        double share = fp_gait_shorter(change, 6);
        for (int i = 0; i < 6; i++)
            feet[i / 3].q[i % 3] += share * change[i];
        for (int leg = 0; leg < 2; leg++)
            if (fp_gait_keep_knee(feet[leg].q))
                give[3 * leg + FP_KNEE] *= 1e-4;
    }
    for (int i = 0; i < 6; i++)
        if (fabs(feet[i / 3].q[i % 3] - was[i]) > FP_GAIT_TORN)
            return INFINITY;
    fp_side apart = fp_side_sub(fp_gait_hip_by(l, &feet[0]), fp_gait_hip_by(l, &feet[1]));
    return sqrt(apart.x * apart.x + apart.y * apart.y);
}

/* One round of the least change of hip, knee and pitch by which a point of the foot moves by `off`. The pitch changes
 * hardly, but where the knee is nearly straight and could do little. foot: the point from the ankle, at a pitch of 0.
 */
static inline void fp_gait_move_point(const fp_leg_lengths *l, double *q, fp_side foot, fp_side off) {
    const double give[3] = {1.0, 1.0, 0.1};
    double pitch = fp_leg_pitch(q), length = l->thigh + l->shank, damp = 1e-5 * length * length;
    fp_side by[3], thigh = fp_side_turn(fp_side_make(0.0, -l->thigh), q[FP_HIP]);
    fp_side shank = fp_side_turn(fp_side_make(0.0, -l->shank), q[FP_HIP] - q[FP_KNEE]);
    by[0] = fp_side_quarter(fp_side_add(thigh, shank));
    by[1] = fp_side_scale(fp_side_quarter(shank), -1.0);
    by[2] = fp_side_quarter(fp_side_turn(foot, pitch));
    double xx = damp, xy = 0.0, yy = damp, change[3];
    for (int i = 0; i < 3; i++) {
        xx += give[i] * by[i].x * by[i].x;
        xy += give[i] * by[i].x * by[i].y;
        yy += give[i] * by[i].y * by[i].y;
    }
    double whole = xx * yy - xy * xy, px = (yy * off.x - xy * off.y) / whole, py = (xx * off.y - xy * off.x) / whole;
    for (int i = 0; i < 3; i++)
        change[i] = give[i] * (by[i].x * px + by[i].y * py);
    double share = fp_gait_shorter(change, 3);
    q[FP_HIP] += share * change[0];
    q[FP_KNEE] += share * change[1];
    fp_gait_keep_knee(q);
    q[FP_ANKLE] = pitch + share * change[2] - q[FP_HIP] + q[FP_KNEE];
}

/* A foot in the air: brings a point of it to a place seen from the hip. */
static inline void fp_gait_bring_point(const fp_leg_lengths *l, double *q, fp_side foot, fp_side place) {
    for (int round = 0; round < FP_GAIT_ROUNDS; round++) {
        fp_side off = fp_side_sub(place, fp_side_add(fp_leg_forward(l, q).ankle, fp_side_turn(foot, fp_leg_pitch(q))));
        if (fabs(off.x) + fabs(off.y) < 1e-9)
            return;
        fp_gait_move_point(l, q, foot, off);
    }
}

#endif
