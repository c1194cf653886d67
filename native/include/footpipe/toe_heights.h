/* The heights of one toe over a clip: how far it is raised or lowered in each frame.
 *
 *   min  sum  loose d^2 + velocity |d'|^2 + acceleration |d''|^2      d: the shift from the input
 *   with floor <= y + d <= ceiling                                    y: the input's height
 *
 * So what lies between floor and ceiling already stays as it is, and doing it twice changes nothing.
 *
 * Solved by a primal-dual interior point method: about a dozen pentadiagonal systems, however many frames
 * are at their bounds. (An active set, which guesses them, goes round in circles: lifting one frame of a
 * stiff curve lowers others.) The last hundredth of a millimetre is clamped.
 */
#ifndef FOOTPIPE_TOE_HEIGHTS_H
#define FOOTPIPE_TOE_HEIGHTS_H

#include <math.h>

#include "footpipe/pentadiagonal.h"

typedef struct {
    fp_smoothness smooth;
    double loose; /* 1/s^2, weight of the shift itself */
} fp_heights_rule;

typedef struct {
    int frames, stride;    /* stride: from one frame of the toe to its next in the arrays */
    const double *height;  /* m, the input's */
    const double *floor;   /* m, the least height; -infinity = none */
    const double *ceiling; /* m, the greatest; infinity = none. Where both are one, the toe stands there */
    const double *steps;   /* (F) s, not strided */
} fp_toe_heights;

enum { FP_HEIGHTS_ROUNDS = 60, FP_HEIGHTS_ROOM = 16 };

#define FP_HELD 1e13        /* weight of a frame whose floor is its ceiling */
#define FP_WITHIN 1e-5      /* m: what is outside by less than that is inside */
#define FP_BARRIER_END 1e-7 /* mean of slack times force at which the bounds are sharp enough */
#define FP_BARRIER_FALL 0.03
#define FP_BARRIER_STEP 0.99

/* One side of the room: how much of it is left, 1 / left, the force of the bound, and what `left` is off by. */
typedef struct {
    double *left, *inverse, *force, *gap;
} fp_heights_side;

typedef struct {
    const fp_toe_heights *toe;
    fp_pentadiagonal stiff, factor;
    double *d, *step;
    fp_heights_side low, high;
    int bounds;
} fp_toe_work;

static inline double fp_heights_low(const fp_toe_heights *toe, int i) {
    ptrdiff_t at = (ptrdiff_t)i * toe->stride;
    return toe->floor[at] - toe->height[at];
}

static inline double fp_heights_high(const fp_toe_heights *toe, int i) {
    ptrdiff_t at = (ptrdiff_t)i * toe->stride;
    return toe->ceiling[at] - toe->height[at];
}

static inline double fp_heights_clamp(const fp_toe_heights *toe, int i, double shift) {
    return fmin(fmax(shift, fp_heights_low(toe, i)), fp_heights_high(toe, i));
}

/* Whether the input is inside as it is. */
static inline int fp_heights_fit(const fp_toe_heights *toe) {
    for (int i = 0; i < toe->frames; i++)
        if (fp_heights_low(toe, i) > FP_WITHIN || fp_heights_high(toe, i) < -FP_WITHIN)
            return 0;
    return 1;
}

static inline fp_pentadiagonal fp_heights_matrix(double *arena, int n) {
    fp_pentadiagonal m;
    m.n = n;
    m.middle = arena;
    m.beside = arena + n;
    m.beyond = arena + 2 * (ptrdiff_t)n;
    return m;
}

static inline fp_heights_side fp_heights_take_side(double *arena, int n) {
    fp_heights_side side;
    side.left = arena;
    side.inverse = arena + n;
    side.force = arena + 2 * (ptrdiff_t)n;
    side.gap = arena + 3 * (ptrdiff_t)n;
    return side;
}

/* Starts a bound: some room, some force. A bound that is none has no force, ever. */
static inline int fp_heights_start_side(fp_heights_side side, int i, double left, int is_bound) {
    side.left[i] = is_bound ? fmax(left, 1e-3) : 1.0;
    side.force[i] = is_bound ? 0.1 : 0.0;
    side.gap[i] = 0.0;
    return is_bound;
}

static inline void fp_heights_start(fp_toe_work *work, fp_heights_rule rule) {
    const fp_toe_heights *toe = work->toe;
    double mean = fp_mean_step(toe->steps, toe->frames);
    fp_pentadiagonal_zero(&work->stiff);
    work->bounds = 0;
    for (int i = 0; i < toe->frames; i++) {
        double share = fp_frame_share(toe->steps, toe->frames, i, mean);
        double low = fp_heights_low(toe, i), high = fp_heights_high(toe, i);
        int fixed = low >= high;
        fp_pentadiagonal_smooth(&work->stiff, i, fp_differences_at(toe->steps, mean, i), rule.smooth);
        work->stiff.middle[i] += share * rule.loose;
        work->d[i] = fp_heights_clamp(toe, i, 0.0);
        work->bounds += fp_heights_start_side(work->low, i, work->d[i] - low, !fixed && low > -INFINITY);
        work->bounds += fp_heights_start_side(work->high, i, high - work->d[i], !fixed && high < INFINITY);
    }
}

/* Mean of room times force, which goes to zero. */
static inline double fp_heights_barrier(const fp_toe_work *work) {
    double sum = 0.0;
    for (int i = 0; i < work->toe->frames; i++)
        sum += work->low.left[i] * work->low.force[i] + work->high.left[i] * work->high.force[i];
    return work->bounds ? sum / work->bounds : 0.0;
}

/* A row of the system: its diagonal and its right-hand side. */
typedef struct {
    double middle, pull;
} fp_heights_row;

/* The bound's part in row i. room: what is really left; sign: which way its force pushes. */
static inline void fp_heights_push(fp_heights_side side, int i, double room, double sign, double barrier,
                                   fp_heights_row *row) {
    double inverse, firm, gap;
    if (side.force[i] == 0.0)
        return;
    inverse = 1.0 / side.left[i];
    firm = side.force[i] * inverse;
    gap = room - side.left[i];
    row->middle += firm;
    row->pull += sign * (barrier * inverse - firm * gap);
    side.inverse[i] = inverse;
    side.gap[i] = gap;
}

/* Row i of the system for a step from d towards the optimum for this barrier. */
static inline fp_heights_row fp_heights_row_at(const fp_toe_work *work, int i, double barrier) {
    double low = fp_heights_low(work->toe, i), high = fp_heights_high(work->toe, i), d = work->d[i];
    fp_heights_row row;
    row.middle = work->stiff.middle[i];
    row.pull = -fp_pentadiagonal_product(&work->stiff, work->d, i);
    fp_heights_push(work->low, i, d - low, 1.0, barrier, &row);
    fp_heights_push(work->high, i, high - d, -1.0, barrier, &row);
    if (low >= high) {
        row.middle += FP_HELD;
        row.pull += FP_HELD * (low - d);
    }
    return row;
}

/* Changes of a bound's room and force in a full step. */
static inline void fp_heights_change(fp_heights_side side, int i, double step, double barrier, double *left,
                                     double *force) {
    *left = step + side.gap[i];
    *force = (barrier - side.force[i] * *left) * side.inverse[i] - side.force[i];
}

/* How much of a step, `share` at most, leaves the bound's room and force positive. */
static inline double fp_heights_share(fp_heights_side side, int i, double step, double barrier, double share) {
    double left, force;
    if (side.force[i] == 0.0)
        return share;
    fp_heights_change(side, i, step, barrier, &left, &force);
    if (left * share < -FP_BARRIER_STEP * side.left[i])
        share = -FP_BARRIER_STEP * side.left[i] / left;
    if (force * share < -FP_BARRIER_STEP * side.force[i])
        share = -FP_BARRIER_STEP * side.force[i] / force;
    return share;
}

static inline void fp_heights_go(fp_heights_side side, int i, double step, double barrier, double share) {
    double left, force;
    if (side.force[i] == 0.0)
        return;
    fp_heights_change(side, i, step, barrier, &left, &force);
    side.left[i] += share * left;
    side.force[i] += share * force;
}

/* One step towards the bounds' sharpness: once down the frames, once up, once to go. Returns how much of it was taken.
 */
static inline double fp_heights_advance(fp_toe_work work, double barrier) {
    fp_rows_above above = {0.0, 0.0, 0.0};
    fp_values_before before = {0.0, 0.0}, behind = {0.0, 0.0};
    double share = 1.0;
    for (int i = 0; i < work.stiff.n; i++) {
        fp_heights_row row = fp_heights_row_at(&work, i, barrier);
        fp_pentadiagonal_factor_row(&work.factor, i, row.middle, work.stiff.beside[i], work.stiff.beyond[i], &above);
        work.step[i] = fp_pentadiagonal_down_row(&work.factor, i, row.pull, &before);
    }
    for (int i = work.stiff.n - 1; i >= 0; i--) {
        double step = fp_pentadiagonal_up_row(&work.factor, i, work.step[i], &behind);
        work.step[i] = step;
        share = fp_heights_share(work.low, i, step, barrier, share);
        share = fp_heights_share(work.high, i, -step, barrier, share);
    }
    for (int i = 0; i < work.stiff.n; i++) {
        fp_heights_go(work.low, i, work.step[i], barrier, share);
        fp_heights_go(work.high, i, -work.step[i], barrier, share);
        work.d[i] += share * work.step[i];
    }
    return share;
}

/* arena  SCRATCH (FP_HEIGHTS_ROOM * F)
 * shift  OUT     m, strided as the toe is
 */
static inline void fp_heights_solve(const fp_toe_heights *toe, fp_heights_rule rule, double *arena, double *shift) {
    int n = toe->frames, fits = fp_heights_fit(toe);
    fp_toe_work work;
    work.toe = toe;
    work.stiff = fp_heights_matrix(arena, n);
    work.factor = fp_heights_matrix(arena + 3 * (ptrdiff_t)n, n);
    work.low = fp_heights_take_side(arena + 6 * (ptrdiff_t)n, n);
    work.high = fp_heights_take_side(arena + 10 * (ptrdiff_t)n, n);
    work.d = arena + 14 * (ptrdiff_t)n;
    work.step = work.d + n;
    if (!fits) {
        fp_heights_start(&work, rule);
        for (int round = 0; round < FP_HEIGHTS_ROUNDS; round++) {
            double barrier = fp_heights_barrier(&work), share = fp_heights_advance(work, FP_BARRIER_FALL * barrier);
            if (barrier < FP_BARRIER_END && share > 0.5)
                break;
        }
    }
    for (int i = 0; i < n; i++)
        shift[(ptrdiff_t)i * toe->stride] = fits ? 0.0 : fp_heights_clamp(toe, i, work.d[i]);
}

#endif
